"""Questions to the kernel that are searched by a labeling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridwright.engine.labelings import VALUE_CHOICES, VARIABLE_CHOICES, Labeling

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
        compiled = budget.wait_for(lambda watch: model.labeled(ordered, watch))
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


def statistics(outcome: Outcome) -> dict[str, Any]:
    """Those of the whole search; under "first" those until the first solution, if there is one."""
    counts = dict(outcome.statistics)
    first = outcome.at_first
    if outcome.count:
        counts["first"] = {name: first[name] for name in AT_FIRST}
        counts["first"]["backtracks"] = first["failures"]  # as SICStus Prolog counts: contradictions
    return counts
