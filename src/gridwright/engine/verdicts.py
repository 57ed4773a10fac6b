"""`solve` and `count`: is there a solution, is it the only one, how many are there."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

from gridwright.engine.compile import models
from gridwright.engine.limits import STOPS, Budget, Control, is_whole, shape_of
from gridwright.model.puzzle import Solution

if TYPE_CHECKING:
    from gridwright._kernel import Outcome
    from gridwright.model.puzzle import Puzzle

STATUSES = ("none", "unique", "multiple", "unknown")  # by the kernel's number
# What finite-domain people count, by the names that SICStus Prolog gives: the first that is told of a search.
COUNTED = ("resumptions", "entailments", "prunings", "backtracks", "constraints")


class Result:
    """What solving a puzzle has brought.

    status     "unique", "multiple", "none", or "unknown" if a limit was reached
    solution   the first one found, or None; there may be one although the status is unknown
    solutions  one, two if there are several, or none
    stats      what the search did: counts, and times in seconds
    """

    __slots__ = ("_labeled", "_outcome", "_solutions", "_stopped", "puzzle", "status")

    def __init__(
        self, puzzle: Puzzle, outcome: Outcome | None, stopped: str | None = None, labeled: bool = False
    ) -> None:
        self.puzzle = puzzle
        self.status = "unknown" if outcome is None else STATUSES[outcome.verdict]
        self._outcome = outcome
        self._stopped = stopped
        self._labeled = labeled
        self._solutions: tuple[Solution, ...] | None = None

    @property
    def solution(self) -> Solution | None:
        return self.solutions[0] if self.solutions else None

    @property
    def solutions(self) -> tuple[Solution, ...]:
        if self._solutions is None:
            self._solutions = solutions_of(self.puzzle, self._outcome)
        return self._solutions

    @property
    def stats(self) -> dict[str, Any]:
        return stats_of(self._outcome, self._labeled)

    @property
    def stopped(self) -> str | None:
        """What ended the search early: "time", "conflicts", "memory", "cancelled"; None: nothing did."""
        return self._stopped if self._outcome is None else STOPS[self._outcome.stop]

    def to_json(self) -> dict[str, Any]:
        solution = self.solution
        return {
            "status": self.status,
            "solution": None if solution is None else solution.to_json(),
            "stats": self.stats,
        }

    def __repr__(self) -> str:
        return f"<Result {self.status} of {self.puzzle!r}>"


class Count:
    """How many solutions there are.

    count           found, at most as many as were asked for
    exact           is it proved that there are no more?
    up_to_symmetry  if the genre's verdicts do not tell images from each other: how many without them
    """

    __slots__ = ("_labeled", "_outcome", "_stopped", "count", "exact", "puzzle", "up_to_symmetry")

    def __init__(
        self,
        puzzle: Puzzle,
        outcome: Outcome | None,
        limit: int,
        stopped: str | None,
        labeled: bool = False,
    ) -> None:
        found = 0 if outcome is None else outcome.count
        self.puzzle = puzzle
        self.count = min(found, limit)
        self.exact = outcome is not None and outcome.exact and found <= limit
        self.up_to_symmetry: int | None = None
        if puzzle.genre.symmetric_verdict:
            self.up_to_symmetry = 0 if outcome is None else min(outcome.orbits, self.count)
        self._labeled = labeled
        self._outcome = outcome
        self._stopped = stopped

    @property
    def stats(self) -> dict[str, Any]:
        return stats_of(self._outcome, self._labeled)

    @property
    def stopped(self) -> str | None:
        """As for a result; finding as many as were asked for is no early end."""
        return self._stopped if self._outcome is None else STOPS[self._outcome.stop]

    def to_json(self) -> dict[str, Any]:
        said = {"count": self.count, "exact": self.exact}
        return said if self.up_to_symmetry is None else {**said, "up_to_symmetry": self.up_to_symmetry}

    def __repr__(self) -> str:
        return f"<Count {self.count}{'' if self.exact else ' or more'} of {self.puzzle!r}>"


def solve(
    puzzle: Puzzle,
    *,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
    memory_limit: int | None = None,
    labeling: str | None = None,
    seed: int = 0,
    control: Control | None = None,
) -> Result:
    """Find a solution and prove whether it is the only one.

    time_limit      seconds
    conflict_limit  dead ends of the search; unlike a time limit it means the same on every machine
    memory_limit    bytes that the search may use for what it learns
    labeling        how to choose what to try next, such as "ff,bisect", for those who study search
    seed            the same seed always takes the same way
    control         to cancel from another thread, and to hear of progress
    """
    # In the plain case nothing stands between the puzzle and the kernel: a small board takes microseconds.
    if conflict_limit is None and memory_limit is None and labeling is None and control is None and seed == 0:
        model = models.found.get(shape_of(puzzle))
        if model is not None and not model.symmetric:
            model.recent = True
            if time_limit is None:
                return Result(puzzle, model.verdict(puzzle.labels, -1.0))
            if type(time_limit) is float and time_limit >= 0:
                return Result(puzzle, model.verdict(puzzle.labels, time_limit))
    budget = Budget(time_limit, conflict_limit, memory_limit, seed, control)
    if labeling is not None:
        from gridwright.engine import labeled

        outcome, _ = labeled.ask(puzzle, labeling, budget)
        return Result(puzzle, outcome, budget.stopped, labeled=True)
    return Result(puzzle, prove(puzzle, budget), budget.stopped)


def count(
    puzzle: Puzzle,
    *,
    limit: int = 1000,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
    memory_limit: int | None = None,
    labeling: str | None = None,
    seed: int = 0,
    control: Control | None = None,
) -> Count:
    """Count solutions, up to a limit."""
    if not is_whole(limit) or not 1 <= limit < 2**62:
        raise ValueError(f"a limit is a whole number from 1, not {limit!r}")
    budget = Budget(time_limit, conflict_limit, memory_limit, seed, control)
    if labeling is not None:
        from gridwright.engine import labeled

        found, _ = labeled.ask(puzzle, labeling, budget, limit=limit + 1)
        return Count(puzzle, found, limit, budget.stopped, labeled=True)
    # One more than asked for: only then it is known whether there are more.
    outcome = enumerate_solutions(puzzle, budget, limit + 1, keep=0)
    return Count(puzzle, outcome, limit, budget.stopped)


def prove(puzzle: Puzzle, budget: Budget, most_conflicts: int = -1) -> Outcome | None:
    """Ask the kernel for a verdict; None if the limits do not even leave time to ask."""
    model = budget.model(puzzle)
    if model is None:
        return None
    symmetries = model.symmetries_of(puzzle.labels) if model.symmetric else 0
    outcome: Outcome = model.prove(puzzle.labels, symmetries=symmetries, **budget.for_kernel(most_conflicts))
    budget.spend(outcome)
    return outcome


def enumerate_solutions(
    puzzle: Puzzle, budget: Budget, limit: int, keep: int, *, symmetries: bool = True
) -> Outcome | None:
    """Ask the kernel for solutions; those that are images of each other are found once, and all counted."""
    model = budget.model(puzzle)
    if model is None:
        return None
    mask = model.symmetries_of(puzzle.labels) if symmetries and model.symmetric else 0
    outcome: Outcome = model.shape.enumerate(
        puzzle.labels, limit, keep, symmetries=mask, **budget.for_kernel()
    )
    budget.spend(outcome)
    return outcome


def solutions_of(puzzle: Puzzle, outcome: Outcome | None) -> tuple[Solution, ...]:
    if outcome is None:
        return ()
    return tuple(Solution(puzzle, array("h", outcome.solution(index))) for index in range(len(outcome)))


def stats_of(outcome: Outcome | None, labeled: bool = False) -> dict[str, Any]:
    if outcome is None:
        return {}
    if labeled:
        from gridwright.engine.labeled import statistics

        return statistics(outcome)
    return dict(outcome.statistics)
