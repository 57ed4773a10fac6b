"""Random Hamle boards: a legal final board, and every piece moved back from there."""

from __future__ import annotations

from random import Random
from typing import Any

from gridwright.model.grid import STRAIGHT, Cell, Grid

CELLS_PER_PIECE = 5
TRIES = 100


def sample(size: int, random: Random) -> dict[str, Any] | None:
    """A random board; it may have several solutions. None: there is no room for a piece and its move."""
    grid = Grid(size, size)
    for _ in range(TRIES if size > 1 else 0):
        ends = final_board(grid, max(1, size * size // CELLS_PER_PIECE), random)
        starts = _moved_back(grid, ends, random)
        if starts is not None:
            rows = [[starts.get(Cell(row, column), 0) for column in range(size)] for row in range(size)]
            return {"genre": "hamle", "grid": rows}
    return None


def final_board(grid: Grid, pieces: int, random: Random) -> list[Cell]:
    """At most so many cells, no two sharing an edge, that leave the other cells connected."""
    cells, taken = list(grid.cells), set[Cell]()
    random.shuffle(cells)
    for cell in cells:
        if len(taken) < pieces and taken.isdisjoint(grid.neighbours(cell)):
            taken.add(cell)
            if not _connected(grid, taken):
                taken.remove(cell)
    return sorted(taken)


def _connected(grid: Grid, taken: set[Cell]) -> bool:
    empty = set(grid.cells) - taken
    waiting = [min(empty)] if empty else []
    empty.difference_update(waiting)
    while waiting:
        beside = empty.intersection(grid.neighbours(waiting.pop()))
        empty -= beside
        waiting.extend(beside)
    return not empty


def _moved_back(grid: Grid, ends: list[Cell], random: Random) -> dict[Cell, int] | None:
    """For each piece a cell from which its number brings it to its end; None if the cells run out."""
    starts: dict[Cell, int] = {}
    for end in ends:
        ways = [
            (start, number)
            for direction in STRAIGHT
            for number, start in enumerate(grid.ray(end, direction), start=1)
            if start not in starts
        ]
        if not ways:
            return None
        start, number = random.choice(ways)
        starts[start] = number
    return starts
