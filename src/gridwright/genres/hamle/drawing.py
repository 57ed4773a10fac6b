"""What the scene of a hamle adds: its numbers are pieces, and in a solution they have moved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gridwright.model.genre import Board
from gridwright.model.grid import Cell
from gridwright.model.marks import read_cell
from gridwright.model.puzzle import Puzzle
from gridwright.model.unknowns import EMPTY
from gridwright.render.scene import CLUE, FOUND, MARK, Marks, Path, Scene, Symbol

PIECE, MOVE = "piece", "move"


def complete(scene: Scene, puzzle: Puzzle, solution: Mapping[str, Any] | None, marks: Marks) -> None:
    if solution is None:
        scene.cells = [(_piece(symbols[0].text, CLUE),) if symbols else () for symbols in scene.cells]
    else:
        for index, (row, column) in enumerate(puzzle.grid.cells):
            number = solution["grid"][row][column]
            scene.cells[index] = (_piece(str(number), FOUND) if number else Symbol(EMPTY, "·"),)
        _draw_moves(scene, puzzle, solution.get("moves", ()), "from")
    moved = [mark for mark in marks if "piece" in mark]
    for mark in moved:
        start = Cell(*mark["piece"])
        number = Board.of(puzzle).at("pieces", start)
        scene.cells[scene.index(start)] = tuple(
            symbol for symbol in scene.cells[scene.index(start)] if symbol.role != CLUE
        )
        scene.put(mark["to"], _piece(str(number), MARK))
    _draw_moves(scene, puzzle, moved, "piece")


def _piece(number: str, role: str) -> Symbol:
    return Symbol(PIECE, number, role)


def _draw_moves(scene: Scene, puzzle: Puzzle, moves: Marks, start: str) -> None:
    for move in moves:
        ends = (read_cell(move[key], puzzle.grid, f"/{key}") for key in (start, "to"))
        scene.paths.append(Path(MOVE, tuple(ends)))
