"""Marks: what a player or a setter says of a board, and what the engine says in return.

In JSON a list of {"cell": [row, column], "value": v} and {"cell": [row, column], "not": v}. For unknowns on
the borders of cells, "border": [[row, column], [row, column]], two corners, stands in place of "cell". A
genre may know further forms (Hamle: {"piece": [row, column], "to": [row, column]}).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from gridwright.model.errors import PuzzleError, describe, part, suggest
from gridwright.model.grid import Border, Cell, Corner, Grid, Position
from gridwright.model.rulebook import is_value
from gridwright.model.terms import Integer, Literal

if TYPE_CHECKING:
    from gridwright.model.genre import Board
    from gridwright.model.rulebook import Rulebook
    from gridwright.model.unknowns import Shown

PLACES = {"cells": "cell", "borders": "border"}  # the key that names a position, by what unknowns lie on
MOST_MARKS = 1_000_000


class Mark(NamedTuple):
    """One mark, and the literal that is true if it is right."""

    number: int  # its place in the list
    json: Mapping[str, Any]
    literal: Literal
    position: Position | None  # None: it speaks of something that is not shown


def read_marks(marks: object, rulebook: Rulebook, board: Board) -> list[Mark]:
    """Check a list of marks; errors are placed in it: "/3/value"."""
    if isinstance(marks, (str, bytes, Mapping)) or not isinstance(marks, Iterable):
        raise PuzzleError(f"marks are an array of objects, not {describe(marks)}")
    marks = list(marks)
    if len(marks) > MOST_MARKS:
        raise PuzzleError(f"more than {MOST_MARKS} marks are too many")
    reader = _Reader(rulebook, board)
    return [reader.read(number, mark) for number, mark in enumerate(marks)]


class _Reader:
    def __init__(self, rulebook: Rulebook, board: Board) -> None:
        self.rulebook = rulebook
        self.board = board
        self.shown = {shown.position: shown for shown in rulebook.shown}
        self.forms = {PLACES[shown.unknown.on] for shown in rulebook.shown}
        self._legal: dict[str, dict[object, Any]] = {}

    def read(self, number: int, mark: object) -> Mark:
        pointer = f"/{number}"
        if not isinstance(mark, dict):
            raise PuzzleError(f"a mark is an object like {self._example}, not {describe(mark)}", pointer)
        form = next((form for form in self.forms if form in mark), None)
        try:
            if form is None:
                literal = self.rulebook.view.read_mark(mark, self.board)
                if literal is None:
                    raise PuzzleError(f"a mark is an object like {self._example}")
                return Mark(number, mark, literal, None)
            position = self._position(mark[form], form)
            return Mark(number, mark, self._literal(mark, form, self.shown[position]), position)
        except PuzzleError as problem:
            raise PuzzleError(problem.message, pointer + problem.place) from None

    @property
    def _example(self) -> str:
        form = min(self.forms, default="cell")
        where = "[0, 0]" if form == "cell" else "[[0, 0], [0, 1]]"
        return f'{{"{form}": {where}, "value": 1}} or {{"{form}": {where}, "not": 1}}'

    def _position(self, value: object, form: str) -> Position:
        grid = self.rulebook.grid
        if form == "cell":
            cell = read_cell(value, grid, "/cell")
            if cell not in self.shown:
                raise PuzzleError("this cell is a hole", "/cell")
            return cell
        if not isinstance(value, (list, tuple)) or len(value) != 2:
            raise PuzzleError("a border joins two corners, like [[0, 0], [0, 1]]", "/border")
        ends = sorted(Corner(*_pair(end, f"/border/{index}")) for index, end in enumerate(value))
        border = Border(*ends)
        if border not in self.shown:
            raise PuzzleError("this is no border of a cell", "/border")
        return border

    def _literal(self, mark: Mapping[str, Any], form: str, shown: Shown) -> Literal:
        others = [key for key in mark if key not in (form, "value", "not")]
        if others:
            known = suggest(others[0], [form, "value", "not"])
            raise PuzzleError(f"{describe(others[0])} is no key of a mark{known}", part(others[0]))
        if ("value" in mark) == ("not" in mark):
            raise PuzzleError('a mark says either "value" or "not"')
        said = "value" if "value" in mark else "not"
        literal = self._is_value(mark[said], shown, "/" + said)
        return literal if said == "value" else ~literal

    def _is_value(self, value: object, shown: Shown, pointer: str) -> Literal:
        legal = self._legal_values(shown)
        if not isinstance(value, (int, str, type(None))) or isinstance(value, bool) or value not in legal:
            raise PuzzleError(f"{describe(value)} cannot stand here: {_listed(legal)}", pointer)
        return is_value(shown.term, legal[value])

    def _legal_values(self, shown: Shown) -> dict[object, Any]:
        """What may be written for each value; nothing at all is null, and also "." or 0, as in grids."""
        name = shown.unknown.name
        found = self._legal.get(name)
        if found is None:
            labels = shown.unknown.range(self.rulebook.view)
            found = {value: value for value in map(shown.unknown.value_of, labels)}
            if None in found:
                found["."] = None
            elif 0 in found and isinstance(shown.term, Integer):
                found[None] = 0
            self._legal[name] = found
        return found


def _listed(legal: Mapping[object, Any]) -> str:
    numbers = [value for value in legal if isinstance(value, int)]
    if len(numbers) > 2:
        return f"{min(numbers)} to {max(numbers)}"
    return ", ".join(describe(value) for value in legal)


def read_cell(value: object, grid: Grid, pointer: str) -> Cell:
    """A cell of the rectangle, holes included."""
    row, column = _pair(value, pointer)
    if not (0 <= row < grid.height and 0 <= column < grid.width):
        raise PuzzleError(f"this cell lies outside the {grid.height} x {grid.width} board", pointer)
    return Cell(row, column)


def _pair(value: object, pointer: str) -> Sequence[int]:
    if not isinstance(value, (list, tuple)) or len(value) != 2 or {*map(type, value)} != {int}:
        raise PuzzleError("a place is [row, column], two whole numbers from 0", pointer)
    return value


def write_place(position: Position) -> dict[str, Any]:
    """The beginning of a mark: where."""
    if isinstance(position, Border):
        return {"border": [list(position.first), list(position.second)]}
    return {"cell": list(position)}
