"""`explain`, `hint`, `why` and `why_impossible`: what can be asked about a puzzle's reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from gridwright.explain.steps import Explanation, Hint, Impossible, Step

if TYPE_CHECKING:
    from gridwright.engine import Control
    from gridwright.model.puzzle import Puzzle

Marks = Iterable[dict[str, Any]]


def explain(
    puzzle: Puzzle,
    marks: Marks | None = None,
    *,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
    memory_limit: int | None = None,
    seed: int = 0,
    control: Control | None = None,
    on_step: Callable[[Step], object] | None = None,
) -> Explanation:
    """Every deduction from a position (the empty board; or marks) to the solution, least cost first."""
    raise NotImplementedError


def hint(
    puzzle: Puzzle,
    marks: Marks | None = None,
    *,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
    memory_limit: int | None = None,
    seed: int = 0,
    control: Control | None = None,
) -> Hint:
    """The next deduction from a player's position; or, if a mark is wrong, the shortest argument why."""
    raise NotImplementedError


def why(
    puzzle: Puzzle,
    cell: Any,
    value: Any,
    marks: Marks | None = None,
    *,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
    memory_limit: int | None = None,
    seed: int = 0,
    control: Control | None = None,
) -> Explanation:
    """Why a cell has this value, or cannot have it: the steps that lead there, the last one says it."""
    raise NotImplementedError


def why_impossible(
    puzzle: Puzzle,
    *,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
    memory_limit: int | None = None,
    seed: int = 0,
    control: Control | None = None,
) -> Impossible:
    """A least set of rule instances that exclude each other; of several solutions, two, and where they differ."""
    raise NotImplementedError
