"""gridwright as one engine among the others."""

from __future__ import annotations

import importlib
import json
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
    """Uniqueness checks per second of mutated boards, in a loop inside the kernel; None while there is none.

    To be filled in once the kernel has ``try_edits``: mutate ``board`` for about ``seconds`` and count.
    """
    del board, seconds
    return None
