"""A maker: how boards of one genre come about. Everything that is not particular to a genre lies elsewhere.

A genre's `making.py` has a class derived from Maker and, under the name MAKER, one instance of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from gridwright.generate.options import OneOf, Option
from gridwright.grade.grading import LABELS
from gridwright.model import registry

if TYPE_CHECKING:
    from gridwright.generate.proving import Bench
    from gridwright.model.genre import Genre
    from gridwright.model.puzzle import Puzzle


DIFFICULTY = OneOf("difficulty", LABELS, "only puzzles with this grade")


class Maker:
    """Makes boards of one genre, each attempt from randomness of its own and with bounded work."""

    genre: ClassVar[type[Genre]]
    own_options: ClassVar[tuple[Option, ...]]  # the size first
    census_options: ClassVar[tuple[Option, ...]] = ()  # none: there is no census

    @property
    def options(self) -> tuple[Option, ...]:
        return (*self.own_options, DIFFICULTY)

    def complete(self, options: dict[str, Any]) -> None:
        """Settle what was left open and depends on other options."""

    def refuse(self, options: Mapping[str, Any], bench: Bench) -> str | None:
        """Why there cannot be such a puzzle, and what could be asked instead; None: there may be one.

        What it asks of the bench may raise Interrupted.
        """
        return None

    def attempt(self, options: Mapping[str, Any], random: Random, bench: Bench) -> Puzzle | None:
        """A board with one solution; None if this attempt leads nowhere.

        The same randomness leads to the same board. The work is bounded by counts, never by time; what it
        asks of the bench may raise Interrupted.
        """
        raise NotImplementedError

    def cases(self, options: Mapping[str, Any]) -> Iterator[Puzzle]:
        """Every board that a census with these options looks at, smallest first."""
        raise NotImplementedError

    def like(self, puzzle: Puzzle) -> dict[str, Any]:
        """The options that make puzzles of the same size and kind."""
        raise NotImplementedError


def maker_of(genre: type[Genre]) -> Maker | None:
    """None: nobody has said how to make puzzles of this genre."""
    making = registry.part(genre, "making")
    found: Maker | None = getattr(making, "MAKER", None)
    return found


def makers() -> list[Maker]:
    """Those of all genres that have one."""
    return [maker for genre in registry.genres() if (maker := maker_of(genre)) is not None]
