"""How many fit: places that need more than others leave room for. Everything is counted, nothing searched."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from gridwright.model.grid import Cell, Unit
from gridwright.model.meanings import Constraint, Count
from gridwright.model.rulebook import GIVEN
from gridwright.model.terms import Integer, Literal

if TYPE_CHECKING:
    from gridwright.engine.contradictions import Board, Known


class Shortage(NamedTuple):
    """A sentence, and the cells that it speaks of."""

    message: str
    cells: tuple[Cell, ...] = ()


def room_for(most: int) -> str:
    return f"There is room for only {most}." if most > 0 else "There is no room for that."


class _Limit(NamedTuple):
    """Of these literals at most so many are true."""

    high: int
    members: frozenset[Literal]


class Room:
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
        most = self.at_most(constraint.terms, constraint.high)
        return room_for(most) if most < constraint.low else None

    def at_most(self, literals: Sequence[Literal], high: int) -> int:
        """Cover the literals with limited sets, one after the other: never less than what really fits.

        That no more than `high` of all of them are true is not counted.
        """
        free = dict.fromkeys(literal for literal in literals if self.board.known(literal) is not False)
        own = frozenset(literals)
        most = 0
        part: AbstractSet[Literal]
        while free:
            first = next(iter(free))
            covers = [
                (limit.high, part)
                for limit in self.limits.get(first, ())
                if (limit.members != own or limit.high < high)
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


class Totals:
    """Kinds of places that divide the same literals among themselves must agree on the total."""

    def __init__(self, board: Board, name: Callable[[Unit], str]) -> None:
        self.board = board
        self.name = name
        groups: dict[tuple[str, str], list[Count]] = {}
        for rule, constraint in board.posted:
            if isinstance(constraint, Count):
                groups.setdefault((rule.name, _kind(constraint.about)), []).append(constraint)
        self.families = [
            _Family(kind, tuple(counts)) for (_, kind), counts in groups.items() if _are_disjoint(counts)
        ]

    def shortages(self, go_on: Callable[[], bool]) -> Iterator[Shortage]:
        yield from self._of_kinds()
        yield from self._of_neighbours(go_on)
        yield from self._of_values()

    def _of_kinds(self) -> Iterator[Shortage]:
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
                    yield Shortage(
                        f"{_number(family)} need {need} in all, but {others} have room for only {room}."
                    )
                    break

    def _of_neighbours(self, go_on: Callable[[], bool]) -> Iterator[Shortage]:
        """Two places side by side may have less room together than each has by itself."""
        room = Room(self.board)
        for family in self.families:
            for first, second in pairwise(family.counts):
                if not go_on():
                    return
                need = first.low + second.low
                most = room.at_most((*first.terms, *second.terms), need)
                if most < need:
                    names = f"{self.name(first.about)} and {self.name(second.about)}"
                    said = f"{names[0].upper()}{names[1:]} need {need} in all"
                    cells = (*_cells(first.about), *_cells(second.about))
                    yield Shortage(f"{said}, but there is room for only {most}.", cells)

    def _room(self, family: _Family, literals: set[Literal]) -> int:
        room = left = 0
        for count in family.counts:
            inside = len(literals.intersection(count.terms))
            room += min(count.high, inside)
            left += inside
        return room + len(literals) - left

    def _of_values(self) -> Iterator[Shortage]:
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
            yield Shortage(f"There are {need} to be placed, but there is room for only {len(cells)}.")


def _integer(known: Known, literal: Literal) -> Integer | None:
    return known.integer_of.get(literal.variable)


def _are_disjoint(counts: Iterable[Count]) -> bool:
    terms = [term for count in counts for term in count.terms]
    return len(set(terms)) == len(terms)


def _cells(about: Unit) -> tuple[Cell, ...]:
    return tuple(getattr(about, "cells", ()))


def _kind(about: Unit) -> str:
    return str(getattr(about, "kind", "place"))


def _number(family: _Family) -> str:
    return f"{len(family.counts)} {family.name}{'s' if len(family.counts) > 1 else ''}"
