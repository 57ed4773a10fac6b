"""What is asked for: a genre and its options, as text and back.

    star-battle:size=10,stars=2        a recipe
    star-battle:size=10,stars=2#7      the first puzzle that seed 7 makes of it
    star-battle:size=10,stars=2#7.12   the one with index 12

The last two name one puzzle each, and remake it with the same version.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gridwright.engine.limits import Budget
from gridwright.generate.maker import Maker, maker_of
from gridwright.generate.proving import Bench, Interrupted
from gridwright.model import registry
from gridwright.model.errors import describe, suggest

if TYPE_CHECKING:
    from gridwright.generate.options import Option
    from gridwright.model.puzzle import Puzzle

MOST_SEEDS = 2**63
MOST_KEPT = 256

# Why there cannot be such puzzles, or that there may be: to find out may have taken a search.
_refusals: dict[tuple[Maker, tuple[Any, ...]], str | None] = {}


class RequestError(ValueError):
    """What is asked for cannot be, or cannot be understood: says why, and what could be asked instead."""


@dataclass(frozen=True)
class Recipe:
    """A genre, and a value for each option of its maker."""

    genre: str
    options: Mapping[str, Any]

    @classmethod
    def of(cls, genre: str, options: Mapping[str, Any], budget: Budget | None = None) -> Recipe:
        """Reads and checks everything; what is left out, or None, has its default.

        To check may take a search: where the budget does not reach for it, there may be such a puzzle.
        """
        maker = find_maker(genre)
        values = read_options(maker.genre.name, maker.options, options)
        maker.complete(values)
        reason = _refusal(maker, values, budget or Budget())
        if reason is not None:
            raise RequestError(f"{maker.genre.name}: {reason}")
        return cls(maker.genre.name, values)

    @classmethod
    def read(
        cls, text: str, further: Mapping[str, Any] | None = None, budget: Budget | None = None
    ) -> tuple[Recipe, Seed | None]:
        """A recipe as text, with or without a seed; further options are added to it."""
        recipe, _, seed = text.partition("#")
        genre, _, rest = recipe.partition(":")
        options = dict(further or {})
        for item in filter(None, rest.split(",")):
            name, equals, value = item.partition("=")
            name = name.strip().replace("-", "_")
            if options.get(name) is not None:
                raise RequestError(f"{name.replace('_', '-')} is asked for twice")
            options[name] = value.strip() if equals else _switched_on(find_maker(genre), name)
        return cls.of(genre, options, budget), Seed.read(seed) if seed else None

    @classmethod
    def like(cls, puzzle: Puzzle, further: Mapping[str, Any], budget: Budget | None = None) -> Recipe:
        """What to ask for to get puzzles of the size, kind and grade of this one, but for what is said."""
        own = find_maker(puzzle.genre.name).like(puzzle)
        said = {name: value for name, value in further.items() if value is not None}
        if "difficulty" not in said:
            own["difficulty"] = _label_of(puzzle, budget or Budget())
        return cls.of(puzzle.genre.name, own | said, budget)

    @cached_property
    def maker(self) -> Maker:
        return find_maker(self.genre)

    def __str__(self) -> str:
        """What differs from the defaults, and the first option always: the size."""
        said = [
            f"{option.said}={option.write(self.options[option.name])}"
            for index, option in enumerate(self.maker.options)
            if index == 0 or self.options[option.name] != option.default
        ]
        return f"{self.genre}:{','.join(said)}"

    def __reduce__(self) -> tuple[Any, ...]:
        return Recipe, (self.genre, dict(self.options))


@dataclass(frozen=True)
class Seed:
    """One number, and the index of a puzzle among those that it makes."""

    number: int
    index: int = 0

    @classmethod
    def read(cls, value: int | str) -> Seed:
        if type(value) is int and 0 <= value < MOST_SEEDS:
            return cls(value)
        found = re.fullmatch(r"(\d{1,19})(?:\.(\d{1,15}))?", value) if isinstance(value, str) else None
        if found is not None and int(found[1]) < MOST_SEEDS:
            return cls(int(found[1]), int(found[2] or 0))
        wanted = f"a whole number from 0 to {MOST_SEEDS - 1}, or one with the index of a puzzle such as 7.12"
        raise RequestError(f"a seed is {wanted}, not {describe(value)}")

    def __str__(self) -> str:
        return f"{self.number}.{self.index}" if self.index else str(self.number)


def read_options(genre: str, declared: Sequence[Option], asked: Mapping[str, Any]) -> dict[str, Any]:
    """A value for every option; what is left out, or None, has its default."""
    named = {option.name: option for option in declared}
    for name in asked:
        if name not in named:
            known = ", ".join(option.said for option in declared)
            close = suggest(name, list(named))
            raise RequestError(f"{genre} has no option {describe(name)}{close or f'; it has {known}'}")
    try:
        return {
            name: option.default if asked.get(name) is None else option.read(asked[name])
            for name, option in named.items()
        }
    except ValueError as problem:
        raise RequestError(f"{genre}: {problem}") from None


def _switched_on(maker: Maker, name: str) -> str:
    """The value of an option that is named alone."""
    for option in maker.options:
        if option.name == name and option.value:
            example = option.choices[0] if option.choices else option.write(option.default)
            raise RequestError(f"{option.said} needs a value: {option.said}={example}")
    return "yes"


def find_maker(genre: str) -> Maker:
    try:
        kind = registry.find(genre)
    except registry.UnknownGenre as problem:
        raise RequestError(str(problem)) from None
    maker = maker_of(kind)
    if maker is None:
        able = ", ".join(other.name for other in registry.genres() if maker_of(other) is not None)
        raise RequestError(f"{kind.name} puzzles cannot be generated; {able} can")
    return maker


def _refusal(maker: Maker, values: dict[str, Any], budget: Budget) -> str | None:
    key = maker, tuple(values.items())
    if key not in _refusals:
        try:
            reason = maker.refuse(values, Bench(budget))
        except Interrupted:
            return None
        if len(_refusals) == MOST_KEPT:
            _refusals.clear()
        _refusals[key] = reason
    return _refusals[key]


def _label_of(puzzle: Puzzle, budget: Budget) -> str:
    from gridwright.grade import grade

    known = puzzle.knowledge.get("grade")
    if known is not None and known["label"] is not None:
        return str(known["label"])
    seconds = None if budget.seconds < 0 else budget.seconds
    found = grade(puzzle, time_limit=seconds, control=budget.control)
    if found.label is None:
        raise RequestError(
            f"this puzzle has no grade that others could have, too ({found.status}): ask for a difficulty"
        )
    return found.label
