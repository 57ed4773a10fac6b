"""What words are made of: patterns, and a step as those see it who find a name for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from gridwright.model.grid import Cell, Place
from gridwright.model.rulebook import GIVEN

if TYPE_CHECKING:
    from gridwright.explain.claims import Claim, Claims
    from gridwright.explain.steps import Step
    from gridwright.model.genre import Rule
    from gridwright.model.terms import Literal


class Pattern(NamedTuple):
    """The words of a tactic, with places to fill in.

    title   what people call it
    where   the indication: where to look
    why     the reasoning, without what follows
    text    all in one
    refute  all in one, where a single possibility is decided: its opposite is refuted
    """

    title: str
    where: str
    why: str
    text: str = "{why}, so {what}."
    refute: str = ""


Arguments = Mapping[str, Any]  # what a pattern's places are filled with


class Reading:
    """A step, as those see it who find a name for it. They look at it, and never search.

    known      what it stands on
    concluded  what follows
    places     where its rules are applied; what is given is no rule
    """

    def __init__(self, step: Step) -> None:
        self.step = step
        self.puzzle = step.puzzle
        self.grid = step.puzzle.grid
        self.origins = tuple(origin for origin in step.premises if origin.rule.name != GIVEN.name)
        self.places = [place for origin in self.origins if isinstance(place := origin.place, Place)]
        self.rules: list[Rule] = list(dict.fromkeys(origin.rule for origin in self.origins))
        given = (
            origin.place.cells[0]
            for origin in step.premises
            if origin.rule.name == GIVEN.name and isinstance(origin.place, Place)
        )
        self.given = tuple(given)
        self.known = read(step.claims, step.facts)
        self.concluded = read(step.claims, step.conclusions)

    def about(self, *rules: str) -> list[Place]:
        """The places where these rules are applied."""
        return [
            place
            for origin in self.origins
            if origin.rule.name in rules and isinstance(place := origin.place, Place)
        ]

    def only(self, *rules: str) -> bool:
        """Does it use no other rules?"""
        return {rule.name for rule in self.rules} <= set(rules)

    @cached_property
    def values(self) -> dict[Cell, Any]:
        """The values of cells that it stands on."""
        return {cell: claim.value for cell, claim in _cells(self.known) if not claim.negated}

    @cached_property
    def excluded(self) -> dict[Cell, list[Any]]:
        """For each cell the values which it cannot have, of those that it stands on."""
        return _excluded(self.known)

    @cached_property
    def loses(self) -> dict[Cell, list[Any]]:
        """For each cell the values that it loses."""
        return _excluded(self.concluded)

    def becomes(self, value: object) -> list[Cell]:
        """The cells that get this value."""
        return [cell for cell, claim in _cells(self.concluded) if not claim.negated and claim.value == value]

    @cached_property
    def targets(self) -> list[Any]:
        """What is shown and decided, each position once."""
        return list(dict.fromkeys(claim.position for claim in self.concluded if claim.unknown is not None))


def _cells(claims: Iterable[Claim]) -> Iterator[tuple[Cell, Claim]]:
    """What is said of cells."""
    for claim in claims:
        if claim.unknown is not None and isinstance(claim.position, Cell):
            yield claim.position, claim


def _excluded(claims: Iterable[Claim]) -> dict[Cell, list[Any]]:
    found: dict[Cell, list[Any]] = {}
    for cell, claim in _cells(claims):
        if claim.negated:
            found.setdefault(cell, []).append(claim.value)
    return found


class Tactic(NamedTuple):
    """A deduction that people know by name; `recognise` gives what its pattern is to be filled with."""

    name: str
    recognise: Callable[[Reading], Arguments | None]


def read(claims: Claims, literals: Iterable[Literal]) -> tuple[Claim, ...]:
    return tuple(map(claims.read, literals))
