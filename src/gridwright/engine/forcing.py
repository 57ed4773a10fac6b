"""`forced`: what is the same in every solution."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from gridwright.engine.limits import STOPS, Budget, Control
from gridwright.engine.verdicts import stats_of
from gridwright.model.genre import Board
from gridwright.model.marks import Mark, read_marks, write_place
from gridwright.model.terms import FALSE, TRUE, Integer, Literal

if TYPE_CHECKING:
    from gridwright._kernel import Outcome
    from gridwright.engine.compile import Model
    from gridwright.model.puzzle import Puzzle


class Forced(list[dict[str, Any]]):
    """{"cell": [row, column], "value": v} for each cell that is the same in all solutions, and
    {"cell": [row, column], "not": v} for each value that another cell has in none.

    status   "unique" if everything is forced, "multiple" if something is left open; with "none" (there is no
             solution) and "unknown" (a limit was reached) the list is empty
    stopped  which limit ended the search
    """

    __slots__ = ("_outcome", "status", "stopped")

    def __init__(
        self,
        entries: Iterable[dict[str, Any]],
        status: str,
        outcome: Outcome | None = None,
        stopped: str | None = None,
    ) -> None:
        super().__init__(entries)
        self.status = status
        self.stopped = stopped
        self._outcome = outcome

    @property
    def stats(self) -> dict[str, Any]:
        return stats_of(self._outcome)

    def to_json(self) -> list[dict[str, Any]]:
        return list(self)


def forced(
    puzzle: Puzzle,
    marks: Iterable[dict[str, Any]] | None = None,
    *,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
    memory_limit: int | None = None,
    seed: int = 0,
    control: Control | None = None,
) -> Forced:
    """What all solutions share; with marks, all solutions that agree with them.

    The limits are those of `solve`.
    """
    budget = Budget(time_limit, conflict_limit, memory_limit, seed, control)
    model = budget.model(puzzle)
    if model is None:
        return Forced((), "unknown", stopped=budget.stopped)
    assumed = assumptions(read_marks(() if marks is None else marks, model.rulebook, Board.of(puzzle)))
    if assumed is None:
        return Forced((), "none")
    outcome = model.shape.forced(puzzle.labels, assumed, **budget.for_kernel())
    budget.spend(outcome)
    if not outcome.exact:
        return Forced((), "unknown", outcome, STOPS[outcome.stop])
    if outcome.count == 0:
        return Forced((), "none", outcome)
    entries = entries_of(model, outcome.literals)
    everything = sum("value" in entry for entry in entries) == len(model.rulebook.shown)
    return Forced(entries, "unique" if everything else "multiple", outcome)


def assumptions(marks: Iterable[Mark]) -> list[int] | None:
    """The literals that marks say are true, each once; None if one of them never is."""
    literals = {mark.literal for mark in marks}
    if FALSE in literals:
        return None
    return sorted(literals - {TRUE})


def entries_of(model: Model, literals: Iterable[int]) -> list[dict[str, Any]]:
    """Literals of shown unknowns as marks: for a cell whose value is known that, else what it is not."""
    known = set(literals)
    entries: list[dict[str, Any]] = []
    for unknown, position, term in model.rulebook.shown:
        if not isinstance(term, Integer):
            value = 1 if int(term) in known else 0 if int(~term) in known else None
            if value is not None:
                entries.append({**write_place(position), "value": value})
            continue
        means = unknown.values(model.rulebook.view)
        values = [number if means is None else means[number] for number in term.values]
        said = [_said(literal, known) for literal in term.literals]
        if True in said:
            entries.append({**write_place(position), "value": values[said.index(True)]})
        else:
            entries += [
                {**write_place(position), "not": value}
                for value, truth in zip(values, said, strict=True)
                if truth is False
            ]
    return entries


def _said(literal: Literal, known: set[int]) -> bool | None:
    return True if int(literal) in known else False if int(~literal) in known else None
