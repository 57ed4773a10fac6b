"""`explain`, `hint`, `why` and `why_impossible`: what can be asked about a puzzle's reasons."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from gridwright.engine.deductions import Deductions, solutions_with
from gridwright.engine.limits import Budget
from gridwright.explain.scopes import AT_ONCE, efforts_of, origins_of
from gridwright.explain.steps import CHAIN, Explanation, Hint, Impossible, Step, claims_of
from gridwright.explain.walk import Walk, needed, number_of_first
from gridwright.model.grid import Cell
from gridwright.model.puzzle import Solution
from gridwright.model.terms import FALSE, Integer, Literal

if TYPE_CHECKING:
    from gridwright.engine.limits import Control
    from gridwright.model.puzzle import Puzzle

MOST_EXCLUDING = 4  # rule instances, up to which the least set that excludes itself is looked for

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
    """Every deduction from a position (the empty board; or marks) to the solution, least cost first.

    Marks that are wrong are left out and listed. Steps that nothing later needs are left out too. The limits
    are those of `solve`; where one ends it, what was found so far is returned. `on_step` hears of each step
    as it is found.
    """
    budget = Budget(time_limit, conflict_limit, memory_limit, seed, control)
    walk = _walk(puzzle, marks, budget)
    if walk is None:
        return Explanation(puzzle, (), False, "unknown", budget.stopped)
    steps = []
    for step in walk.steps():
        steps.append(step)
        if on_step is not None:
            on_step(step)
    return _explanation(walk, steps)


def explain_unique(puzzle: Puzzle, budget: Budget) -> Explanation:
    """The steps to the only solution; none at all where there is not exactly one."""
    walk = _walk(puzzle, None, budget)
    if walk is None:
        return Explanation(puzzle, (), False, "unknown", budget.stopped)
    if walk.status != "unique":
        return Explanation(puzzle, (), False, walk.status, walk.stopped)
    return _explanation(walk, list(walk.steps()))


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
    budget = Budget(time_limit, conflict_limit, memory_limit, seed, control)
    walk = _walk(puzzle, marks, budget)
    if walk is None:
        return Hint(puzzle, None, "unknown", budget.stopped)
    if walk.mistakes:
        mark = number_of_first(walk.marks, walk.mistakes)
        argument = walk.prove(~mark.literal)
        broken = None
        if argument is not None:
            last = argument.links[-1].premise if argument.kind == CHAIN else None
            broken = last or (argument.premises[0] if argument.premises else None)
        return Hint(puzzle, argument, walk.status, walk.stopped, mark.literal, mark.number, broken)
    step = next(walk.steps(), None)
    done = step is None and walk.status in ("unique", "multiple") and not walk.stopped and not walk.left()
    return Hint(puzzle, step, walk.status, walk.stopped, done=done)


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
    """Why a cell has this value, or cannot have it: the steps that lead there, the last one says it.

    If one easy step says it from the position as it is, that step alone. Of a value that some
    solutions have and others have not the answer is "open": no steps, and not complete.
    """
    budget = Budget(time_limit, conflict_limit, memory_limit, seed, control)
    walk = _walk(puzzle, marks, budget)
    if walk is None:
        return Explanation(puzzle, (), False, "unknown", budget.stopped)
    asked = claims_of(puzzle).from_mark({"cell": cell, "value": value})
    if asked == FALSE or walk.status not in ("unique", "multiple") or walk.ended:
        return Explanation(puzzle, (), asked == FALSE, walk.status, walk.stopped)
    if int(asked) not in set(walk.deductions.reference):
        walk.prefer(asked)
    literal = asked if int(asked) in set(walk.deductions.reference) else ~asked
    claim = claims_of(puzzle).read(asked)
    if not walk.symmetric and walk.deductions.is_open(literal, budget):
        answer = "open" if walk.stopped is None else None
        return Explanation(puzzle, (), False, walk.status, walk.stopped, asked=claim, answer=answer)
    answered = partial(Explanation, asked=claim, answer="yes" if literal == asked else "no")
    if int(literal) in walk.deductions.facts:
        return answered(puzzle, (), True, walk.status)
    at_once = walk.prove(literal, AT_ONCE)
    if at_once is not None:
        return answered(puzzle, (at_once,), True, walk.status)
    position = list(walk.known), list(walk.assumed)
    steps = []
    for step in walk.steps():
        steps.append(step)
        if int(literal) in walk.deductions.facts:
            kept = needed(steps, walk.rulebook, [literal])
            return answered(puzzle, tuple(kept), True, walk.status)
    walk.restart(*position)
    alone = walk.prove(literal)
    return answered(
        puzzle,
        () if alone is None else (alone,),
        alone is not None,
        walk.status,
        walk.stopped,
        () if alone else (literal,),
    )


def why_impossible(
    puzzle: Puzzle,
    *,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
    memory_limit: int | None = None,
    seed: int = 0,
    control: Control | None = None,
) -> Impossible:
    """Which rule instances exclude each other; of several solutions, two and where they differ.

    None of the rule instances can be left out. As far as can be searched there is no lesser set.
    """
    budget = Budget(time_limit, conflict_limit, memory_limit, seed, control)
    model = budget.model(puzzle)
    if model is None:
        return Impossible(puzzle, "unknown", stopped=budget.stopped)
    status, found, stopped = solutions_with(puzzle, model, (), budget)
    solutions = tuple(Solution(puzzle, array("h", values)) for values in found)
    if len(solutions) > 1:
        return Impossible(puzzle, status, (), solutions, _differing(puzzle, *solutions))
    if status != "none":
        return Impossible(puzzle, status, solutions=solutions, stopped=stopped)
    origins = origins_of(model.rulebook, puzzle)
    efforts = efforts_of(puzzle)
    paid = [group for group, origin in origins.items() if efforts.get(origin.rule.name, 1)]
    deductions = Deductions(puzzle, model, [[group] for group in paid], [1] * len(paid))
    core = deductions.contradiction(MOST_EXCLUDING, budget)
    premises = () if core is None else tuple(origins[group] for group in core.groups)
    return Impossible(puzzle, status, premises, stopped=deductions.stopped)


def _walk(puzzle: Puzzle, marks: Marks | None, budget: Budget) -> Walk | None:
    model = budget.model(puzzle)
    return None if model is None else Walk(puzzle, model, marks, budget)


def _explanation(walk: Walk, steps: list[Step]) -> Explanation:
    explained = walk.status in ("unique", "multiple") and not walk.ended
    left = walk.left() if explained else []
    goals = list(_goals(walk)) if explained else []
    stopped = walk.stopped
    return Explanation(
        walk.puzzle,
        tuple(needed(steps, walk.rulebook, goals)),
        explained and not left and stopped is None,
        walk.status,
        stopped,
        tuple(left),
        tuple(walk.mistakes),
    )


def _goals(walk: Walk) -> Iterator[Literal]:
    """What an explanation must say: values; of unknowns that stay open whatever else is known of them."""
    facts = walk.deductions.facts
    for _, _, term in walk.rulebook.shown:
        literals = term.literals if isinstance(term, Integer) else (term,)
        known = [literal for literal in literals if int(literal) in facts]
        if known:
            yield known[0]
        else:
            yield from (~literal for literal in literals if int(~literal) in facts)


def _differing(puzzle: Puzzle, first: Solution, second: Solution) -> tuple[Cell, ...]:
    shown = claims_of(puzzle).rulebook.shown
    each = zip(shown, first.values, second.values, strict=True)
    return tuple(
        place.position for place, one, other in each if one != other and isinstance(place.position, Cell)
    )
