"""Rules that cannot hold whatever else is filled in, found by looking at one rule and place at a time.

Nothing is searched here: a constraint is held against what is known (what the board gives, or marks), and
units are counted. What is found is certain; that nothing is found means nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, NamedTuple

from gridwright.model.genre import Rule
from gridwright.model.grid import Unit
from gridwright.model.meanings import (
    Clause,
    Connected,
    Constraint,
    Count,
    Define,
    Distinct,
    Loop,
    Related,
    WeightedSum,
)
from gridwright.model.rulebook import GIVEN
from gridwright.model.terms import FALSE, Integer, Literal

if TYPE_CHECKING:
    from gridwright.model.rulebook import Rulebook
    from gridwright.model.terms import Labels


class Contradiction(NamedTuple):
    """A rule that cannot hold at a place. The detail is a sentence that says what is in its way, or ""."""

    rule: Rule
    constraint: Constraint
    detail: str


class Known:
    """What is known of the unknowns: given or marked, and what follows from definitions and from what is left
    of an integer's values.
    """

    def __init__(self, rulebook: Rulebook, definitions: Iterable[Define]) -> None:
        self.integer_of = {
            literal.variable: integer
            for integer in rulebook.numbering.integers
            for literal in integer.literals
        }
        self.definitions: dict[int, list[Define]] = {}
        for definition in definitions:
            for variable in definition.variables:
                self.definitions.setdefault(variable, []).append(definition)
        self.values: dict[int, bool] = {0: True}  # by variable
        self.touched: set[int] = set()  # integers of which a value is known to be taken or not
        for integer in rulebook.numbering.integers:
            if integer.size == 1:
                self.add(integer.literals[0])

    def copy(self) -> Known:
        made = object.__new__(Known)
        made.integer_of, made.definitions = self.integer_of, self.definitions
        made.values, made.touched = dict(self.values), set(self.touched)
        return made

    def __call__(self, literal: Literal) -> bool | None:
        value = self.values.get(literal.variable)
        return value if value is None else value is not literal.negated

    def add(self, literal: Literal) -> None:
        """Take a literal as true, and what follows; the first word on a variable stands."""
        waiting = [literal]
        while waiting:
            literal = waiting.pop()
            if literal.variable in self.values:
                continue
            self.values[literal.variable] = not literal.negated
            integer = self.integer_of.get(literal.variable)
            if integer is not None:
                self.touched.add(integer.identity)
                waiting += self._of_integer(integer, literal)
            for definition in self.definitions.get(literal.variable, ()):
                waiting += self._of_definition(definition)

    def left(self, integer: Integer) -> Sequence[int]:
        """The values that an integer may still take, as numbers."""
        if integer.identity not in self.touched:
            return integer.values
        pairs = zip(integer.values, integer.literals, strict=True)
        return [number for number, literal in pairs if self(literal) is not False]

    def _of_integer(self, integer: Integer, literal: Literal) -> list[Literal]:
        literals = integer.literals
        if not literal.negated:
            return [~other for other in literals if other.variable != literal.variable]
        left = [other for other in literals if self(other) is not False]
        return left if len(left) == 1 else []

    def _of_definition(self, definition: Define) -> list[Literal]:
        target, *others = definition.terms
        said = [self(other) for other in others]
        if True in said:
            return [target]
        left = [other for other, value in zip(others, said, strict=True) if value is None]
        if not left:
            return [~target]
        if self(target) is False:
            return [~other for other in left]
        return left if self(target) and len(left) == 1 else []


class Board:
    """The concrete constraints of one board, and what it gives."""

    def __init__(self, rulebook: Rulebook, labels: Labels) -> None:
        self.rulebook = rulebook
        self.posted = [
            (rule, constraint) for rule, constraint in rulebook.resolve(labels) if not rule.implied
        ]
        self.known = self.nothing_given()
        for rule, constraint in self.posted:
            if rule is GIVEN and len(constraint.terms) == 1:
                self.known.add(constraint.terms[0])

    def nothing_given(self) -> Known:
        """What is known whatever is given."""
        definitions = [constraint for _, constraint in self.posted if isinstance(constraint, Define)]
        return Known(self.rulebook, definitions)

    def contradictions(self, go_on: Callable[[], bool]) -> Iterator[Contradiction]:
        """Every rule that is broken already, or whose place has no room."""
        crowded = _Room(self)
        for rule, constraint in self.posted:
            if not go_on():
                return
            detail = broken(constraint, self.known)
            if detail is None:
                detail = crowded.lacking(constraint)
            if detail is not None:
                yield Contradiction(rule, constraint, detail)

    def totals(self) -> Iterator[str]:
        """Sentences on kinds of places that together need more than others have room for."""
        yield from _Totals(self).disagreeing()


# --- one constraint against what is known -------------------------------------------------------------------


def broken(constraint: Constraint, known: Known) -> str | None:
    """Why a constraint can no longer hold, as far as what is known shows it; "": as its rule itself says."""
    check = _CHECKS.get(type(constraint))
    return None if check is None else check(constraint, known)


def _clause(constraint: Clause, known: Known) -> str | None:
    if all(known(term) is False for term in constraint.terms):
        return "This can never be here." if {*constraint.terms} <= {FALSE} else ""
    return None


def _count(constraint: Count, known: Known) -> str | None:
    said = [known(term) for term in constraint.terms]
    true, most = said.count(True), len(said) - said.count(False)
    if true > constraint.high:
        return f"There are {true} already." if constraint.high else "There is one already."
    return _room(most) if most < constraint.low else None


def _room(most: int) -> str:
    return f"There is room for only {most}." if most > 0 else "There is no room for that."


def _sum(constraint: WeightedSum, known: Known) -> str | None:
    pairs = [(weight, known(term)) for weight, term in zip(constraint.weights, constraint.terms, strict=True)]
    least = sum(weight for weight, said in pairs if said or (said is None and weight < 0))
    most = sum(weight for weight, said in pairs if said or (said is None and weight > 0))
    if least > constraint.high:
        return f"The sum is at least {least}."
    return f"The sum is at most {most}." if most < constraint.low else None


def _define(constraint: Define, known: Known) -> str | None:
    target, *others = constraint.terms
    said = [known(term) for term in others]
    is_right = known(target)
    wrong = is_right is False if True in said else is_right is True and set(said) <= {False}
    return "" if wrong else None


def _distinct(constraint: Distinct, known: Known) -> str | None:
    left = [known.left(term) for term in constraint.terms]
    seen: set[int] = set()
    for values in left:
        if len(values) == 1:
            if values[0] in seen:
                return f"{values[0]} comes twice."
            seen.add(values[0])
    if any(not values for values in left):
        return "For one cell nothing is left."
    every = {value for values in left for value in values}
    if len(every) < len(left):
        return f"For {len(left)} cells only {len(every)} numbers are left."
    return None


def _related(constraint: Related, known: Known) -> str | None:
    firsts, seconds = (known.left(term) for term in constraint.terms)
    if any(constraint.allows(first, second) for first in firsts for second in seconds):
        return None
    if len(firsts) == len(seconds) == 1:
        return f"There are {firsts[0]} and {seconds[0]}."
    return "No two numbers fit."


def _connected(constraint: Connected, known: Known) -> str | None:
    said = [known(term) for term in constraint.terms]
    inside = {node for node, value in enumerate(said) if value}
    if len(inside) < 2:
        return None
    open_links = [
        link for link in constraint.links if said[link[0]] is not False and said[link[1]] is not False
    ]
    return None if inside <= _reached(min(inside), open_links) else "They are cut apart."


def _loop(constraint: Loop, known: Known) -> str | None:
    pairs = list(zip(constraint.links, map(known, constraint.terms), strict=True))
    used = [link for link, said in pairs if said]
    ends = [node for link in used for node in link]
    if any(ends.count(node) > 2 for node in set(ends)):
        return "It branches."
    if not any(said is not False for _, said in pairs):
        return "Nothing is left of it."
    for node in dict.fromkeys(ends):
        part = _reached(node, used)
        inside = [link for link in used if link[0] in part]
        if all(ends.count(other) == 2 for other in part) and (
            len(inside) < len(used) or constraint.length not in (0, len(inside))
        ):
            return "A part of it is closed already."
    return None


def _reached(start: int, links: Iterable[tuple[int, int]]) -> set[int]:
    """The nodes that can be reached along links."""
    beside: dict[int, list[int]] = {}
    for first, second in links:
        beside.setdefault(first, []).append(second)
        beside.setdefault(second, []).append(first)
    waiting, found = [start], {start}
    while waiting:
        fresh = [node for node in beside.get(waiting.pop(), ()) if node not in found]
        found.update(fresh)
        waiting.extend(fresh)
    return found


_CHECKS: Mapping[type[Constraint], Callable[..., str | None]] = {
    Clause: _clause,
    Count: _count,
    WeightedSum: _sum,
    Define: _define,
    Distinct: _distinct,
    Related: _related,
    Connected: _connected,
    Loop: _loop,
}


# --- how many fit -------------------------------------------------------------------------------------------


class _Limit(NamedTuple):
    """Of these literals at most so many are true."""

    high: int
    members: frozenset[Literal]


class _Room:
    """How many of a constraint's literals can be true at once, as other rules limit parts of them."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.limits: dict[Literal, list[_Limit]] = {}
        for _, constraint in board.posted:
            if isinstance(constraint, Count) and constraint.high < len(constraint.terms):
                limit = _Limit(constraint.high, frozenset(constraint.terms))
                for literal in limit.members:
                    self.limits.setdefault(literal, []).append(limit)

    def lacking(self, constraint: Constraint) -> str | None:
        if not isinstance(constraint, Count) or constraint.low < 1:
            return None
        most = self.at_most(constraint)
        return _room(most) if most < constraint.low else None

    def at_most(self, constraint: Count) -> int:
        """Cover the literals with limited sets, one after the other: never less than what really fits."""
        free = dict.fromkeys(term for term in constraint.terms if self.board.known(term) is not False)
        own = frozenset(constraint.terms)
        most = 0
        part: AbstractSet[Literal]
        while free:
            first = next(iter(free))
            covers = [
                (limit.high, part)
                for limit in self.limits.get(first, ())
                if (limit.members != own or limit.high < constraint.high)
                and limit.high < len(part := limit.members & free.keys())
            ]
            # The one that saves most; of equal ones the first, which along a line is the best choice.
            high, part = max(covers, key=lambda cover: len(cover[1]) - cover[0], default=(1, {first}))
            most += high
            for literal in part:
                del free[literal]
        return most


class _Family(NamedTuple):
    """Counts of one rule about one kind of place; no literal lies in two of them."""

    name: str
    counts: tuple[Count, ...]


class _Totals:
    """Kinds of places that divide the same literals among themselves must agree on the total."""

    def __init__(self, board: Board) -> None:
        self.board = board
        groups: dict[tuple[str, str], list[Count]] = {}
        for rule, constraint in board.posted:
            if isinstance(constraint, Count):
                groups.setdefault((rule.name, _kind(constraint.about)), []).append(constraint)
        self.families = [
            _Family(kind, tuple(counts)) for (_, kind), counts in groups.items() if _are_disjoint(counts)
        ]

    def disagreeing(self) -> Iterator[str]:
        for family in self.families:
            need = sum(count.low for count in family.counts)
            if not need or len(family.counts) < 2:
                continue
            literals = {
                term for count in family.counts for term in count.terms if self.board.known(term) is not False
            }
            for other in self.families:
                room = self._room(other, literals)
                if other is not family and room < need:
                    others = _number(other)
                    yield f"{_number(family)} need {need} in all, but {others} have room for only {room}."
                    break
        yield from self._values()

    def _room(self, family: _Family, literals: set[Literal]) -> int:
        room = left = 0
        for count in family.counts:
            inside = len(literals.intersection(count.terms))
            room += min(count.high, inside)
            left += inside
        return room + len(literals) - left

    def _values(self) -> Iterator[str]:
        """Counts of values: each cell has one value only."""
        known = self.board.known
        counts = [
            constraint
            for rule, constraint in self.board.posted
            if isinstance(constraint, Count)
            and constraint.low
            and rule is not GIVEN
            and len({_integer(known, term) for term in constraint.terms}) == len(constraint.terms)
            and all(_integer(known, term) is not None and not term.negated for term in constraint.terms)
        ]
        if len(counts) < 2 or not _are_disjoint(counts):
            return
        need = sum(count.low for count in counts)
        cells = {
            _integer(known, term) for count in counts for term in count.terms if known(term) is not False
        }
        if len(cells) < need:
            yield f"There are {need} to be placed, but there is room for only {len(cells)}."


def _integer(known: Known, literal: Literal) -> Integer | None:
    return known.integer_of.get(literal.variable)


def _are_disjoint(counts: Iterable[Count]) -> bool:
    terms = [term for count in counts for term in count.terms]
    return len(set(terms)) == len(terms)


def _kind(about: Unit) -> str:
    return str(getattr(about, "kind", "place"))


def _number(family: _Family) -> str:
    return f"{len(family.counts)} {family.name}{'s' if len(family.counts) > 1 else ''}"
