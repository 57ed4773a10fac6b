"""What words are made of: facts, patterns, and a step as those see it who name it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from gridwright.model.grid import Border, Cell, Corner, Place, Position
from gridwright.model.rulebook import GIVEN

if TYPE_CHECKING:
    from gridwright.model.genre import Genre, Rule
    from gridwright.model.puzzle import Puzzle
    from gridwright.model.rulebook import Origin
    from gridwright.model.unknowns import Unknown


class Fact(NamedTuple):
    """That an unknown has a value, or has it not."""

    position: Any  # None: it speaks of something that is not shown
    unknown: Unknown | None
    value: Any
    holds: bool


class Pattern(NamedTuple):
    """The words of a tactic, with places to fill in.

    title  what people call it
    where  the indication: where to look
    why    the reasoning, without what follows
    text   all in one; if left out "<why>, so <what>."
    """

    title: str
    where: str
    why: str
    text: str = "{why}, so {what}."


Arguments = Mapping[str, Any]  # what a pattern's places are filled with


class Reading:
    """A step, as those see it who find a name for it. They never search."""

    def __init__(
        self,
        puzzle: Puzzle,
        premises: Iterable[Origin],
        known: Iterable[Mapping[str, Any]],
        conclusions: Iterable[Mapping[str, Any]],
    ) -> None:
        self.puzzle = puzzle
        self.origins = tuple(origin for origin in premises if origin.rule.name != GIVEN.name)
        self.known = tuple(fact_of(puzzle.genre, mark) for mark in known)
        self.concluded = tuple(fact_of(puzzle.genre, mark) for mark in conclusions)

    def about(self, *rules: str) -> list[Place]:
        """The places where these rules are used."""
        return [
            origin.place
            for origin in self.origins
            if origin.rule.name in rules and isinstance(origin.place, Place)
        ]

    def only(self, *rules: str) -> bool:
        """Are these all the rules that it uses?"""
        return {origin.rule.name for origin in self.origins} <= set(rules)

    def cells(self, facts: Sequence[Fact], value: object, holds: bool = True) -> list[Cell]:
        """Where these facts say so; of a yes or no, saying the other is saying not."""
        return [fact.position for fact in facts if (fact.value, fact.holds) == (value, holds)]

    @cached_property
    def values(self) -> dict[Cell, Any]:
        """The values of cells that it stands on."""
        return {fact.position: fact.value for fact in self.known if fact.holds}

    @cached_property
    def targets(self) -> list[Position]:
        """What it speaks of, each once."""
        return list(dict.fromkeys(fact.position for fact in self.concluded if fact.position is not None))

    @property
    def places(self) -> list[Place]:
        return [place for origin in self.origins if isinstance(place := origin.place, Place)]

    @property
    def rules(self) -> list[Rule]:
        return list(dict.fromkeys(origin.rule for origin in self.origins))


class Tactic(NamedTuple):
    """A deduction that people know by name. `recognise` gives what its pattern is to be filled with, or None."""

    name: str
    recognise: Callable[[Reading], Arguments | None]


def fact_of(genre: type[Genre], mark: Mapping[str, Any]) -> Fact:
    """What a mark says. Of a yes or no, "not 1" is the same as 0."""
    value, holds = (mark["value"], True) if "value" in mark else (mark.get("not"), False)
    if "cell" in mark:
        position: Any = Cell(*mark["cell"])
        on = "cells"
    elif "border" in mark:
        position, on = Border(*(Corner(*end) for end in mark["border"])), "borders"
    else:
        return Fact(None, None, dict(mark), True)
    unknown = next(unknown for unknown in genre.unknowns.values() if unknown.shown and unknown.on == on)
    from gridwright.model.unknowns import YesNo

    if isinstance(unknown, YesNo) and not holds:
        value, holds = 1 - value, True
    return Fact(position, unknown, value, holds)
