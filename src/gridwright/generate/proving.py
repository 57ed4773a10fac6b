"""What makers ask the engine: proofs of uniqueness, with limits that do not depend on the machine."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from gridwright.engine.limits import STOPS
from gridwright.engine.verdicts import STATUSES
from gridwright.model.puzzle import Puzzle, ShapeKey

if TYPE_CHECKING:
    from random import Random

    from gridwright.engine.compile import Model
    from gridwright.engine.limits import Budget

Labels = tuple["array[int]", ...]
Edit = tuple[int, int, int]  # the array of labels, the index in it, the new label

MOST_CONFLICTS = 20_000  # in one proof; a board that needs more is given up


class Interrupted(Exception):  # noqa: N818 - nothing is wrong
    """A limit was reached in the middle of an attempt."""


class Proof(NamedTuple):
    """status  "unique", "multiple", "none", or "unknown": it would have taken too long
    solutions  as many as were found, two at most: a number for each unknown that the genre shows
    """

    status: str
    solutions: tuple[Sequence[int], ...]


class Regions(NamedTuple):
    """What may be done with the regions of a board, and what is to come of it.

    array       of labels: the region of each cell, or -1
    neighbours  for each cell those beside it
    shown       for each cell where in the solution it stands; its region counts the ones there
    images      for each symmetry that the regions must keep, the cell that each cell comes to
    wanted      the cells with ones in the solution that is to stay
    least       cells in a region
    """

    array: int
    neighbours: Sequence[Sequence[int]]
    shown: Sequence[int]
    images: Sequence[Sequence[int]]
    wanted: Sequence[int]
    least: int


class Keep(IntEnum):
    """Which of many edits remain: those after which the board is still unique, or none, or all."""

    NEVER = 0
    ALWAYS = 1
    UNIQUE = 2


class Bench:
    """Where boards are proved, within the limits of one call. Nothing is done per cell in Python."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def check(self) -> None:
        """Between pieces of work that the engine does not see. Interrupted: a limit was reached."""
        if not self.budget.goes_on():
            raise Interrupted

    def prove(self, shape: ShapeKey, labels: Labels, most_conflicts: int = MOST_CONFLICTS) -> Proof:
        model = self._model(shape)
        symmetries = model.symmetries_of(labels) if model.symmetric else 0
        outcome = model.prove(labels, symmetries=symmetries, **self._limits(most_conflicts))
        if STOPS[outcome.stop] in ("time", "cancelled"):
            raise Interrupted
        found = tuple(array("h", outcome.solution(index)) for index in range(len(outcome)))
        return Proof(STATUSES[outcome.verdict], found)

    def prove_puzzle(self, puzzle: Puzzle, most_conflicts: int = MOST_CONFLICTS) -> Proof:
        return self.prove(puzzle.shape, puzzle.labels, most_conflicts)

    def sample(
        self, shape: ShapeKey, labels: Labels, random: Random, most_conflicts: int = MOST_CONFLICTS
    ) -> Sequence[int] | None:
        """A solution of the board at random: a number for each unknown shown; None: none was found."""
        outcome = self._model(shape).shape.sample(labels, **self._limits(most_conflicts, random))
        if STOPS[outcome.stop] in ("time", "cancelled"):
            raise Interrupted
        return array("h", outcome.solution(0)) if len(outcome) else None

    def mend(
        self,
        shape: ShapeKey,
        labels: Labels,
        regions: Regions,
        most_moves: int,
        random: Random,
        most_conflicts: int = MOST_CONFLICTS,
    ) -> list[int] | None:
        """Move cells from region to region until the solution that is wanted is the only one.

        None: it was given up. The new labels of the regions; the others stay as they are.
        """
        verdict, stop, changed, _ = self._model(shape).shape.mend(
            labels,
            *regions,
            most_moves,
            **self._limits(most_conflicts, random),
        )
        if STOPS[stop] in ("time", "cancelled"):
            raise Interrupted
        return array("i", changed).tolist() if STATUSES[verdict] == "unique" else None

    def try_edits(
        self,
        shape: ShapeKey,
        labels: Labels,
        edits: Iterable[Sequence[Edit]],
        keep: Keep,
        most_conflicts: int = MOST_CONFLICTS,
    ) -> tuple[list[str], Labels]:
        """Change the board by each group of edits in turn and prove it; all in one loop inside the kernel.

        A group that is not kept is undone before the next. The verdicts, and what has become of the board.
        """
        model = self._plain(shape)
        groups = [list(group) for group in edits]
        flat = [number for group in groups for edit in group for number in edit]
        verdicts, changed = model.shape.try_edits(
            labels, flat, [len(group) for group in groups], int(keep), **self._limits(most_conflicts)
        )
        self.check()  # from where a limit was reached on, the verdicts say nothing
        return [STATUSES[verdict] for verdict in verdicts], tuple(array("i", each) for each in changed)

    def _model(self, shape: ShapeKey) -> Model:
        model = self.budget.model_of(shape)
        if model is None:
            raise Interrupted
        return model

    def _plain(self, shape: ShapeKey) -> Model:
        model = self._model(shape)
        if model.symmetric:
            raise ValueError("edits change the symmetries of a board: prove each by itself")
        return model

    def _limits(self, most_conflicts: int, random: Random | None = None) -> dict[str, object]:
        self.check()
        limits = self.budget.for_kernel(most_conflicts)
        return limits if random is None else {**limits, "seed": random.getrandbits(64)}
