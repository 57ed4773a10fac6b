"""gridwright as one engine among the others."""

from __future__ import annotations

import importlib
import json
from random import Random
from time import process_time
from types import ModuleType
from typing import Any


def load_gridwright() -> ModuleType | None:
    """gridwright, or None where it cannot be imported (then the bench shows the rivals alone)."""
    try:
        gridwright = importlib.import_module("gridwright")
    except ImportError:
        return None
    # The names load late: without the compiled kernel the package is there, but not what it does.
    return gridwright if hasattr(gridwright, "load") and hasattr(gridwright, "solve") else None


class Gridwright:
    """From a ``Puzzle`` object to a proved verdict."""

    name = "gridwright"

    def __init__(self, gridwright: ModuleType) -> None:
        self.gridwright = gridwright

    def read(self, puzzle: dict[str, Any]) -> Any:
        """A fresh ``Puzzle``: nothing that an earlier call may have kept on the object is used again."""
        return self.gridwright.load({key: value for key, value in puzzle.items() if key != "solution"})

    def prove(self, puzzle: Any, time_limit: float) -> str:
        """The verdict."""
        return str(self.gridwright.solve(puzzle, time_limit=time_limit).status)


def shape_key(puzzle: dict[str, Any]) -> str:
    """What a compiled shape may depend on: all but the regions, dots, pieces and givens themselves."""
    grid = puzzle.get("regions") or puzzle.get("grid") or puzzle.get("givens")
    size = [len(grid), len(grid[0])] if grid else None
    holes = [[name is None for name in row] for row in puzzle.get("regions") or ()]
    rules = ("genre", "size", "rows", "columns", "stars", "pieces", "outer", "all_dots", "boxes")
    return json.dumps([size, holes, [puzzle.get(key) for key in rules]])


def checks_per_second(board: dict[str, Any], seconds: float) -> float | None:
    """Uniqueness checks per second of mutated boards, in a loop inside the kernel.

    As a generator would: from a unique board, cells at borders change their region one after the other; after
    ten changes the board starts again. Most boards on the way have several solutions or none.
    """
    gridwright = load_gridwright()
    if gridwright is None:
        return None
    compile_shape = importlib.import_module("gridwright.engine.compile").compile_shape
    puzzle = gridwright.load({key: board[key] for key in ("genre", "stars", "regions")})
    shape = compile_shape(puzzle.shape).shape
    edits, sizes = _mutations(list(puzzle.labels[0]), puzzle.rows, Random(0), 2000)
    always = 1
    spent = checked = 0.0
    while spent < seconds:
        start = process_time()
        verdicts, _ = shape.try_edits(puzzle.labels, edits, sizes, always)
        spent += process_time() - start
        checked += len(verdicts)
    return checked / spent


def _mutations(regions: list[int], size: int, random: Random, count: int) -> tuple[list[int], list[int]]:
    """Edits as the kernel takes them (array, cell, region), and how many go together."""
    edits: list[int] = []
    sizes: list[int] = []
    now = list(regions)
    while len(sizes) < count:
        if len(sizes) % 11 == 10:
            back = [cell for cell, region in enumerate(regions) if now[cell] != region]
            edits += [number for cell in back for number in (0, cell, regions[cell])]
            sizes.append(len(back))
            now = list(regions)
            continue
        cell = random.randrange(size * size)
        row, column = divmod(cell, size)
        near = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        others = [now[r * size + c] for r, c in near if 0 <= r < size and 0 <= c < size]
        others = [region for region in others if region != now[cell]]
        if others and now.count(now[cell]) > 1:
            now[cell] = random.choice(others)
            edits += [0, cell, now[cell]]
            sizes.append(1)
    return edits, sizes
