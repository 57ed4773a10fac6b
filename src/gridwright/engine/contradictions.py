"""Rules that cannot hold whatever else is filled in, found by looking at one rule and place at a time.

Nothing is searched here: a constraint is held against what is known (what the board gives, or marks), and
units are counted. What is found is certain; that nothing is found means nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gridwright.engine.room import Room, Shortage, Totals, room_for
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
    """The concrete constraints of one board.

    given  what is known from the givens
    known  ... and from rules that settle a place outright, such as a blocked cell's
    """

    def __init__(self, rulebook: Rulebook, labels: Labels) -> None:
        self.rulebook = rulebook
        self.posted = [
            (rule, constraint) for rule, constraint in rulebook.resolve(labels) if not rule.implied
        ]
        self.given = self.nothing_given()
        for rule, constraint in self.posted:
            if rule is GIVEN and len(constraint.terms) == 1:
                self.given.add(constraint.terms[0])
        self.known = self.given.copy()
        for _, constraint in self.posted:
            if isinstance(constraint, Clause) and len(constraint.terms) == 1:
                self.known.add(constraint.terms[0])

    def nothing_given(self) -> Known:
        """What is known whatever is given."""
        definitions = [constraint for _, constraint in self.posted if isinstance(constraint, Define)]
        return Known(self.rulebook, definitions)

    def contradictions(self, go_on: Callable[[], bool]) -> Iterator[Contradiction]:
        """Every rule that is broken already, or whose place has no room."""
        room = Room(self)
        for rule, constraint in self.posted:
            if not go_on():
                return
            detail = broken(constraint, self.known)
            if detail is None:
                detail = room.lacking(constraint)
            if detail is not None:
                yield Contradiction(rule, constraint, detail)

    def shortages(self, name: Callable[[Unit], str], go_on: Callable[[], bool]) -> Iterator[Shortage]:
        """Places that together need more than there is room for; `name` says how one is called."""
        yield from Totals(self, name).shortages(go_on)


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
    return room_for(most) if most < constraint.low else None


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
