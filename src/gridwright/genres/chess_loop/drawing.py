"""What the scene of a chess loop adds: blocked cells, and the loop."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gridwright.model.marks import read_cell
from gridwright.model.puzzle import Puzzle
from gridwright.render.scene import BLOCKED, GIVEN, Marks, Path, Scene, Symbol


def complete(scene: Scene, puzzle: Puzzle, solution: Mapping[str, Any] | None, marks: Marks) -> None:
    scene.cells = [
        (Symbol(BLOCKED, "#", GIVEN),) if symbols and symbols[0].name == "#" else symbols
        for symbols in scene.cells
    ]
    loop = solution.get("loop", ()) if solution else ()
    if loop:
        scene.paths.append(
            Path("loop", tuple(read_cell(cell, puzzle.grid, "/solution/loop") for cell in loop), closed=True)
        )
