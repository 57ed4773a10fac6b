"""What each kind of constraint means, in plain Python straight from the definition, and how it is encoded.

Rules make constraints with the functions of `constraints`. One may be about a symbolic region, or have
members and an existence that depend on the board: `resolve` makes it concrete for one board, and only
concrete ones are asked whether they hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

from gridwright.model.grid import Unit
from gridwright.model.terms import FALSE, Condition, Family, Integer, Labels, Literal, Member, Value

Allows = Callable[[int, int], bool]
Table = tuple[int, ...]  # for each value index of x the set of y's value indexes, as bits


class Post(NamedTuple):
    """A constraint as the kernel takes it: the terms are literal codes or integer ids."""

    kind: str
    terms: list[int]
    parameters: list[int]
    table: Table | None = None  # registered by whoever posts; its number is the only parameter


@dataclass(frozen=True, eq=False)
class Constraint:
    """What holds of some terms. `when`: only on boards where that condition holds."""

    kind: ClassVar[str]
    # Where each term has a role by its position, one that is absent becomes false instead of vanishing.
    positional: ClassVar[bool] = False

    terms: Any = field()  # a tuple of terms and members, or a Family
    about: Unit
    when: Condition | None

    def resolve(self, labels: Labels) -> Iterator[Constraint]:
        """This constraint on one board: none, one, or one for each region."""
        if self.when is not None and not self.when.holds(labels):
            return
        if isinstance(self.terms, Family):
            for place, terms in self.terms.instances(labels):
                yield replace(self, terms=terms, about=place, when=None)
        elif self.when is not None or any(isinstance(term, Member) for term in self.terms):
            yield replace(self, terms=tuple(self._present(labels)), when=None)
        else:
            yield self

    def abouts(self, labels: Labels) -> Iterator[Unit]:
        """What this constraint is about on one board: of each that `resolve` yields."""
        if self.when is not None and not self.when.holds(labels):
            return
        if isinstance(self.terms, Family):
            yield from (place for place, _ in self.terms.instances(labels))
        else:
            yield self.about

    def _present(self, labels: Labels) -> Iterator[Literal | Integer]:
        for term in self.terms:
            if not isinstance(term, Member):
                yield term
            elif term.condition.holds(labels):
                yield term.term
            elif self.positional:
                yield FALSE

    @property
    def size(self) -> int:
        """How many terms it has."""
        return len(self.terms.terms if isinstance(self.terms, Family) else self.terms)

    @property
    def variables(self) -> Iterator[int]:
        """Of a concrete constraint: the variables that it speaks of."""
        for term in self.terms:
            if isinstance(term, Integer):
                yield from (literal.variable for literal in term.literals)
            else:
                yield term.variable

    def holds(self, value: Value) -> bool:
        """The definition, asked of a concrete constraint."""
        raise NotImplementedError

    def encode(self) -> Post:
        return Post(self.kind, self.codes(), self.parameters())

    def codes(self) -> list[int]:
        """The terms as numbers; members of a family that a hole leaves out are never read."""
        terms = self.terms.terms if isinstance(self.terms, Family) else self.terms
        return [_code(term.term if isinstance(term, Member) else term) for term in terms]

    def parameters(self) -> list[int]:
        return []


def _code(term: Literal | Integer | None) -> int:
    if term is None:
        return int(FALSE)
    return term.identity if isinstance(term, Integer) else int(term)


def _true(terms: Iterable[Literal], value: Value) -> int:
    return sum(value(term) for term in terms)


# --- how many -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Clause(Constraint):
    """At least one of the literals is true."""

    kind = "clause"

    def holds(self, value: Value) -> bool:
        return any(value(term) for term in self.terms)


@dataclass(frozen=True, eq=False)
class Count(Constraint):
    """The number of true literals lies in low..high."""

    kind = "count"
    low: int
    high: int

    def holds(self, value: Value) -> bool:
        return self.low <= _true(self.terms, value) <= self.high

    def parameters(self) -> list[int]:
        return [self.low, self.high]


@dataclass(frozen=True, eq=False)
class WeightedSum(Constraint):
    """The weights of the true literals add up to a number in low..high."""

    kind = "sum"
    positional = True
    low: int
    high: int
    weights: tuple[int, ...]

    def holds(self, value: Value) -> bool:
        total = sum(weight for term, weight in zip(self.terms, self.weights, strict=True) if value(term))
        return self.low <= total <= self.high

    def parameters(self) -> list[int]:
        return [self.low, self.high, *self.weights]


@dataclass(frozen=True, eq=False)
class Define(Constraint):
    """The first literal is true if and only if one of the others is."""

    kind = "define"

    def holds(self, value: Value) -> bool:
        target, *others = self.terms
        return value(target) == any(value(term) for term in others)


# --- numbers ------------------------------------------------------------------------------------------------


STRENGTHS = {"value": 0, "hall": 1, "domain": 2}


@dataclass(frozen=True, eq=False)
class Distinct(Constraint):
    """The integers are all different."""

    kind = "distinct"
    strength: str

    def holds(self, value: Value) -> bool:
        numbers = [term.number(value) for term in self.terms]
        return len(set(numbers)) == len(numbers)

    def parameters(self) -> list[int]:
        return [STRENGTHS[self.strength]]


@dataclass(frozen=True, eq=False)
class Related(Constraint):
    """The two integers stand in a relation."""

    kind = "related"
    allows: Allows

    def holds(self, value: Value) -> bool:
        first, second = self.terms
        return self.allows(first.number(value), second.number(value))

    def encode(self) -> Post:
        first, second = self.terms
        return Post(self.kind, self.codes(), [], table_of(self.allows, first.values, second.values))


@lru_cache(maxsize=256)
def table_of(allows: Allows, firsts: range, seconds: range) -> Table:
    """A relation as bits: the same few relations hold at hundreds of edges."""
    return tuple(
        sum(1 << index for index, second in enumerate(seconds) if allows(first, second)) for first in firsts
    )


@dataclass(frozen=True, eq=False)
class WholeLine(Constraint):
    """What `distinct` and `related` already say of these integers, taken together; by itself nothing."""

    kind = "line"

    def holds(self, value: Value) -> bool:
        return True


# --- shapes -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Connected(Constraint):
    """The nodes whose literal is true hang together by links between them. None at all is fine."""

    kind = "connected"
    positional = True
    links: tuple[tuple[int, int], ...]

    def holds(self, value: Value) -> bool:
        inside = {node for node, term in enumerate(self.terms) if value(term)}
        return len(inside) < 2 or inside == _reached(inside, self.links)

    def parameters(self) -> list[int]:
        return [node for link in self.links for node in link]


@dataclass(frozen=True, eq=False)
class Loop(Constraint):
    """The links whose literal is true form exactly one closed loop, of that many links (0: any number)."""

    kind = "loop"
    positional = True
    nodes: int
    length: int
    links: tuple[tuple[int, int], ...]

    def holds(self, value: Value) -> bool:
        used = [link for link, term in zip(self.links, self.terms, strict=True) if value(term)]
        ends = [node for link in used for node in link]
        touched = set(ends)
        closed = bool(touched) and all(ends.count(node) == 2 for node in touched)
        return closed and self.length in (0, len(used)) and touched == _reached(touched, used)

    def parameters(self) -> list[int]:
        return [self.nodes, self.length, *(node for link in self.links for node in link)]


def _reached(inside: set[int], links: Iterable[tuple[int, int]]) -> set[int]:
    """What can be reached from one of the nodes without leaving them."""
    beside: dict[int, list[int]] = {node: [] for node in inside}
    for first, second in links:
        if first in inside and second in inside:
            beside[first].append(second)
            beside[second].append(first)
    waiting = [min(inside)]
    reached = set(waiting)
    while waiting:
        fresh = [node for node in beside[waiting.pop()] if node not in reached]
        reached.update(fresh)
        waiting.extend(fresh)
    return reached


@dataclass(frozen=True, eq=False)
class Packing(Constraint):
    """At least `need` literals are true, although no two of them lie in one slot or in neighbouring slots."""

    kind = "packing"
    positional = True
    need: int
    sizes: tuple[int, ...]

    def holds(self, value: Value) -> bool:
        terms = iter(self.terms)
        filled = [_true([next(terms) for _ in range(size)], value) for size in self.sizes]
        apart = all(count <= 1 for count in filled) and all(sum(pair) <= 1 for pair in pairwise(filled))
        return apart and sum(filled) >= self.need

    def parameters(self) -> list[int]:
        return [self.need, *self.sizes]


@dataclass(frozen=True, eq=False)
class Room(Constraint):
    """At least `need` literals are true."""

    kind = "room"
    need: int

    def holds(self, value: Value) -> bool:
        return _true(self.terms, value) >= self.need

    def parameters(self) -> list[int]:
        return [self.need]


@dataclass(frozen=True, eq=False)
class Bands(Constraint):
    """The cells lie in lines and in regions, and every line and every region holds exactly `quota`."""

    kind = "bands"
    quota: int
    lines: tuple[int, ...]  # of each term
    regions: tuple[int, ...] = ()  # of each term, once a board is known

    def resolve(self, labels: Labels) -> Iterator[Constraint]:
        rows = zip(self.terms.terms, self.lines, labels[self.terms.region.array], strict=True)
        found = [(term, line, region) for term, line, region in rows if term is not None and region >= 0]
        if found:
            terms, lines, regions = zip(*found, strict=True)
            yield replace(self, terms=terms, lines=lines, regions=regions)

    def holds(self, value: Value) -> bool:
        held = Counter[tuple[str, int]]()
        for term, line, region in zip(self.terms, self.lines, self.regions, strict=True):
            held["line", line] += value(term)
            held["region", region] += value(term)
        return all(count == self.quota for count in held.values())

    def parameters(self) -> list[int]:
        return [self.quota, *self.lines]
