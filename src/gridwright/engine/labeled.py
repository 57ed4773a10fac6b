"""Questions to the kernel that are searched by a labeling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gridwright.engine.labelings import VALUE_CHOICES, VARIABLE_CHOICES, Labeling
from gridwright.engine.limits import STOPS
from gridwright.engine.verdicts import STATUSES, enumerate_solutions, prove

if TYPE_CHECKING:
    from gridwright._kernel import Outcome
    from gridwright.engine.choices import Choices
    from gridwright.engine.limits import Budget
    from gridwright.model.puzzle import Puzzle

# What the statistics tell of the time until the first solution.
AT_FIRST = (
    "nodes",
    "failures",
    "resumptions",
    "entailments",
    "prunings",
    "learned",
    "depth",
)


def ask(
    puzzle: Puzzle, labeling: str | Labeling, budget: Budget, *, limit: int = 0, tree: int = 0
) -> tuple[Outcome | None, Choices | None]:
    """Up to `limit` solutions are counted; 0: prove a verdict. None if there is no time to ask.

    tree: how many nodes of the search tree to record.
    """
    if not isinstance(labeling, Labeling):
        labeling = Labeling.parse(labeling)
    ordered = labeling.ordered
    model = budget.model(puzzle)
    compiled = None
    if model is not None:
        compiled = model.known_labeled.get(ordered)
        compiled = compiled or budget.wait_for(lambda watch: model.labeled(ordered, watch))
    if model is None or compiled is None:
        return None, None
    choices, shape = compiled
    unknowns = [
        [list(chosen.literals), list(chosen.numbers), list(chosen.orders)]
        for chosen in choices.on_board(puzzle.labels)
    ]
    outcome: Outcome = shape.label(
        puzzle.labels,
        VARIABLE_CHOICES.index(labeling.variable),
        VALUE_CHOICES.index(labeling.value),
        labeling.descending,
        labeling.learning,
        labeling.implied,
        unknowns,
        limit,
        tree,
        symmetries=model.symmetries_of(puzzle.labels) if model.symmetric else 0,
        **budget.for_kernel(),
    )
    budget.spend(outcome)
    return outcome, choices


class Search(NamedTuple):
    """How a search ended: as for a result, or "found" if it stopped at the first solution."""

    status: str
    stopped: str | None
    stats: dict[str, Any]


def search(puzzle: Puzzle, labeling: str | None, budget: Budget, *, first: bool) -> Search:
    """Search by a labeling, None: as usual; for the first solution or for a verdict."""
    if labeling is not None:
        outcome, _ = ask(puzzle, labeling, budget, limit=1 if first else 0)
    else:
        outcome = enumerate_solutions(puzzle, budget, 1, 0) if first else prove(puzzle, budget)
    if outcome is None:
        return Search("unknown", budget.stopped, {})
    stopped = STOPS[outcome.stop]
    status = STATUSES[outcome.verdict]
    if first:
        status = "found" if outcome.count else "unknown" if stopped else "none"
    return Search(status, stopped, statistics(outcome) if labeling else dict(outcome.statistics))


def statistics(outcome: Outcome) -> dict[str, Any]:
    """Those of the whole search; under "first" those until the first solution, if there is one."""
    counts = dict(outcome.statistics)
    first = outcome.at_first
    if outcome.count:
        counts["first"] = {name: first[name] for name in AT_FIRST}
        counts["first"]["backtracks"] = first["failures"]  # as SICStus Prolog counts: contradictions
    return counts
