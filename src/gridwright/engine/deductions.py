"""Deductions about one board, asked of the kernel: which rule instances and facts prove what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from gridwright.engine.limits import STOPS, Budget
from gridwright.engine.verdicts import STATUSES
from gridwright.model.terms import TRUE, Literal

if TYPE_CHECKING:
    from gridwright._kernel import Explainer as KernelExplainer
    from gridwright.engine.compile import Model
    from gridwright.model.puzzle import Puzzle


class Link(NamedTuple):
    conclusions: tuple[Literal, ...]
    group: int  # -1: an integer has exactly one of its values; or a case
    because: tuple[Literal, ...]
    moves: tuple[Link, ...] = ()  # of a case


Sum = tuple[tuple[int, int], ...]  # of counts: group, how often (less than none: its "at least")


class Deduction(NamedTuple):
    """What groups (rule instances) and facts prove: `kind` is one of KINDS.

    Of a core, `sums` has for each conclusion a sum of counts that its opposite breaks; empty: there is none.
    """

    kind: str
    weight: int
    conclusions: tuple[Literal, ...]
    groups: tuple[int, ...]
    facts: tuple[Literal, ...]
    links: tuple[Link, ...]
    sums: tuple[Sum, ...]


class Reach(NamedTuple):
    """How far to look."""

    weight: int  # of a core
    moves: int  # of a chain
    depth: int = 0  # how deep cases may lie within cases
    all_moves: int = 0  # of a chain with cases, theirs as well


KINDS = ("rule", "scope", "core", "chain", "cases")  # by the kernel's number


class Deductions:
    """Finds deductions about one puzzle. What was seen to be possible is remembered from one to the next."""

    def __init__(
        self,
        puzzle: Puzzle,
        model: Model,
        scopes: Sequence[Sequence[int]],
        weights: Sequence[int],
        ignored: Sequence[int] = (),
    ) -> None:
        self.kernel: KernelExplainer = model.guarded.explainer(puzzle.labels, scopes, weights, ignored)
        self._reference: tuple[int, ...] | None = None

    @property
    def stopped(self) -> str | None:
        return STOPS[self.kernel.stop]

    def refer(self, solution: Iterable[int], budget: Budget) -> bool:
        """Deductions will agree with a solution that has these literals; False: none was found."""
        self._reference = None
        return bool(self.kernel.refer(list(map(int, solution)), **_limits(budget)))

    @property
    def reference(self) -> tuple[int, ...]:
        """The solution that deductions agree with: the same tuple until they agree with another."""
        if self._reference is None:
            self._reference = tuple(self.kernel.reference)
        return self._reference

    def know(self, facts: Iterable[int]) -> None:
        self.kernel.know(list(map(int, facts)))

    @property
    def facts(self) -> set[int]:
        """What is known, with what follows from a cell's having one value only."""
        return set(self.kernel.facts)

    def next(self, reach: Reach, budget: Budget) -> Deduction | None:
        """The cheapest deduction."""
        return _read(self.kernel.next(*reach, **_limits(budget)))

    def prove(self, literal: int, reach: Reach, budget: Budget) -> Deduction | None:
        """The cheapest deduction of one literal."""
        return _read(self.kernel.prove(int(literal), *reach, **_limits(budget)))

    def contradiction(self, weight: int, budget: Budget) -> Deduction | None:
        """Groups that cannot hold together, of which none can be left out."""
        return _read(self.kernel.contradiction(weight, **_limits(budget)))

    def is_open(self, literal: int, budget: Budget) -> bool:
        """Could it be false, by all the rules?"""
        return bool(self.kernel.is_open(int(literal), **_limits(budget)))


class Answer(NamedTuple):
    """Solutions as numbers for what is shown."""

    status: str
    solutions: list[list[int]]
    stopped: str | None


def solutions_with(puzzle: Puzzle, model: Model, literals: Iterable[int], budget: Budget) -> Answer:
    """A verdict and up to two solutions; with literals, one that has them, if there is one."""
    assumed = sorted({int(literal) for literal in literals} - {int(TRUE)})
    if budget.stopped is not None:
        return Answer("unknown", [], budget.stopped)
    if assumed:
        outcome = model.shape.solve(puzzle.labels, assumed, **budget.for_kernel())
    else:
        symmetries = model.symmetries_of(puzzle.labels) if model.symmetric else 0
        outcome = model.prove(puzzle.labels, symmetries=symmetries, **budget.for_kernel())
    budget.spend(outcome)
    found = [outcome.solution(index) for index in range(len(outcome))]
    return Answer(STATUSES[outcome.verdict], found, STOPS[outcome.stop])


def _limits(budget: Budget) -> dict[str, Any]:
    limits = budget.for_kernel()
    del limits["seed"]  # nothing is chosen at random
    return limits


def _read(found: Any) -> Deduction | None:
    if found is None:
        return None
    kind, weight, conclusions, groups, facts, links, sums = found
    return Deduction(
        KINDS[kind],
        weight,
        _literals(conclusions),
        tuple(groups),
        _literals(facts),
        _links(links),
        tuple(map(tuple, sums)),
    )


def _links(links: Iterable[Any]) -> tuple[Link, ...]:
    return tuple(
        Link(_literals(then), group, _literals(because), _links(moves))
        for then, group, because, moves in links
    )


def _literals(codes: Iterable[int]) -> tuple[Literal, ...]:
    return tuple(map(Literal, codes))
