"""Literals as marks, which people and programs read, and back.

Of what is shown a mark says `{"cell": [0, 2], "value": 1}` or `{"cell": [0, 2], "not": 4}`. What only the
rules know is said in the genre's own way (`{"piece": ..., "to": ...}`) or, if it has none, by the name of the
unknown: `{"hidden": "move", "of": [[0, 2], [1, 0]], "value": 1}`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from gridwright.model.errors import PuzzleError, describe
from gridwright.model.genre import Board
from gridwright.model.grid import Position
from gridwright.model.marks import read_marks, write_place
from gridwright.model.rulebook import Rulebook, rulebook_of
from gridwright.model.terms import Integer, Literal
from gridwright.model.unknowns import Keyed, Unknown

if TYPE_CHECKING:
    from gridwright.model.puzzle import Puzzle


class Claim(NamedTuple):
    """What one literal says: an unknown has a value, or (`negated`) has not.

    unknown   the declaration, or None if it is hidden: then `position` is what the rules call it
    position  the cell or border; for a hidden one its key
    value     as the puzzle's JSON has it; a yes/no is 1 or 0 and never negated
    """

    unknown: Unknown | None
    name: str
    position: Position | Any
    value: Any
    negated: bool


class Claims:
    """What the literals of one puzzle say."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.rulebook: Rulebook = rulebook_of(puzzle.shape)

    @cached_property
    def _of_variable(self) -> dict[int, tuple[Unknown | None, str, Any, Any, bool]]:
        """By variable: unknown, name, position, value, and whether it is one of several values."""
        found: dict[int, tuple[Unknown | None, str, Any, Any, bool]] = {}
        for unknown, position, term in self.rulebook.shown:
            if not isinstance(term, Integer):
                found[term.variable] = unknown, unknown.name, position, 1, False
                continue
            means = unknown.values(self.rulebook.view)
            for number, literal in zip(term.values, term.literals, strict=True):
                value = number if means is None else means[number]
                found[literal.variable] = unknown, unknown.name, position, value, True
        for name, laid in self.rulebook.laid.items():
            if isinstance(laid, Keyed):
                for key, literal in laid.items():
                    found.setdefault(literal.variable, (None, name, key, 1, False))
        return found

    def read(self, literal: int) -> Claim:
        """What a literal says."""
        literal = Literal(literal)
        unknown, name, position, value, one_of_several = self._of_variable[literal.variable]
        if one_of_several:
            return Claim(unknown, name, position, value, literal.negated)
        return Claim(unknown, name, position, 0 if literal.negated else 1, False)

    def to_mark(self, literal: int) -> dict[str, Any]:
        claim = self.read(literal)
        if claim.unknown is not None:
            return {**write_place(claim.position), "not" if claim.negated else "value": claim.value}
        own = self.rulebook.view.write_mark(Literal(literal), Board.of(self.puzzle))
        if own is not None:
            return dict(own)
        return {"hidden": claim.name, "of": _as_json(claim.position), "value": claim.value}

    def from_mark(self, mark: object) -> Literal:
        """PuzzleError: this is no mark of this puzzle."""
        if isinstance(mark, Mapping) and "hidden" in mark:
            name, key = mark["hidden"], _as_json(mark.get("of"))
            laid = self.rulebook.laid.get(name) if isinstance(name, str) else None
            if isinstance(laid, Keyed) and mark.get("value") in (0, 1):
                for known, literal in laid.items():
                    if _as_json(known) == key:
                        return literal if mark["value"] else ~literal
            raise PuzzleError(f"{describe(name)} is nothing that these rules know")
        return read_marks([mark], self.rulebook, Board.of(self.puzzle))[0].literal

    def to_marks(self, literals: Iterable[int]) -> list[dict[str, Any]]:
        return [self.to_mark(literal) for literal in literals]

    def from_marks(self, marks: Iterable[object]) -> tuple[Literal, ...]:
        return tuple(map(self.from_mark, marks))


def _as_json(key: Any) -> Any:
    if is_dataclass(key):
        key = tuple(getattr(key, part.name) for part in fields(key))
    return [_as_json(part) for part in key] if isinstance(key, (tuple, list)) else key
