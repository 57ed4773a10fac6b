"""Fields of a genre that label cells or edges: regions, marks on edges, numbers and givens in cells.

Labels are an `array('i')` with one number for each cell or edge, -1 where nothing is given. The kernel takes
it as it stands, so nothing is done per cell when a board is solved. Cells are numbered in reading order.
Edges: first those to the right of a cell, row by row, then those below a cell, row by row.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from gridwright.model.drawing import (
    NOTHING,
    Drawn,
    Line,
    draw_cells,
    draw_edges,
    undraw_cells,
    undraw_edges,
    word_of,
)
from gridwright.model.errors import PuzzleError, describe
from gridwright.model.scalars import MOST_CELLS, Field, Symbol

if TYPE_CHECKING:
    from gridwright.model.puzzle import Puzzle, ShapeKey
    from gridwright.model.terms import CellLabels, EachRegion, EdgeLabels  # noqa: F401 - named in strings
    from gridwright.model.unknowns import Unknown

Labels: TypeAlias = "array[int]"
Names: TypeAlias = tuple[int | str, ...]
Ends: TypeAlias = tuple[int, int, int, int]  # row and column of a cell, and of another


def edge_count(rows: int, columns: int) -> int:
    return rows * (columns - 1) + (rows - 1) * columns


@lru_cache(maxsize=16)
def _edges(rows: int, columns: int) -> dict[Ends, int]:
    """The number of each edge by the cells at its ends, the upper or left one first; in reading order."""
    across, down, flat = columns - 1, rows * (columns - 1), range(rows * columns)
    found: dict[Ends, int] = {}
    for row, column in (divmod(cell, columns) for cell in flat):
        if column < across:
            found[row, column, row, column + 1] = row * across + column
        if row + 1 < rows:
            found[row, column, row + 1, column] = down + row * columns + column
    return found


class LabelField(Field[Symbol]):
    """A number for each cell or edge, -1 where nothing is given."""

    makes_holes = False  # does null in it mean that the cell is no part of the board?
    says_shape = False  # is its grid enough to know how many rows and columns there are?

    def size(self, rows: int, columns: int) -> int:
        return rows * columns

    def read(self, value: object, pointer: str, shape: ShapeKey) -> tuple[Labels, Names]:
        """The labels, and the names of regions. Grids are known to have the shape's rows and columns."""
        raise NotImplementedError

    def write(self, puzzle: Puzzle, labels: Labels) -> object:
        """Its JSON; None if nothing is given."""
        raise NotImplementedError

    def tokens(self, puzzle: Puzzle, labels: Labels) -> list[object]:
        """For each label something that means the same in every version: ids are made of it. None for -1."""
        raise NotImplementedError

    def encode(self, value: object) -> int:
        """The label that stands for a value in a condition: `self.dots[edge] == "white"`."""
        raise NotImplementedError

    def draw(self, puzzle: Puzzle, labels: Labels) -> list[str]:
        """Lines of characters; none if nothing is given."""
        raise NotImplementedError

    def undraw(self, lines: Sequence[Line], columns: int | None) -> Drawn:
        """The JSON value that such lines stand for."""
        raise NotImplementedError


class CellField(LabelField[Symbol]):
    """A grid of cells in JSON: an array of rows."""

    kind = "cells"

    def write(self, puzzle: Puzzle, labels: Labels) -> object:
        if not self._is_given(puzzle, labels):
            return None
        values, columns = self.tokens(puzzle, labels), puzzle.columns
        return [values[start : start + columns] for start in range(0, len(values), columns)]

    def _is_given(self, puzzle: Puzzle, labels: Labels) -> bool:
        return max(labels) >= 0 or (self.makes_holes and bool(puzzle.holes))

    def draw(self, puzzle: Puzzle, labels: Labels) -> list[str]:
        if not self._is_given(puzzle, labels):
            return []
        return draw_cells([word_of(value) for value in self.tokens(puzzle, labels)], puzzle.columns)

    def undraw(self, lines: Sequence[Line], columns: int | None) -> Drawn:
        return undraw_cells(lines, columns)


def flat(rows: Any) -> list[object]:
    return list(chain.from_iterable(rows))


def blame(
    values: Sequence[object], is_wrong: Callable[[object], object], what: str, pointer: str, columns: int
) -> NoReturn:
    """Raise for the first cell that is wrong; `{}` in the words stands for what it holds."""
    index, value = next((index, value) for index, value in enumerate(values) if is_wrong(value))
    raise PuzzleError(what.replace("{}", describe(value)), f"{pointer}/{index // columns}/{index % columns}")


class Regions(CellField["Sequence[EachRegion]"]):
    """A region for each cell. Ids are whole numbers or strings; what they are means nothing.

    null is a cell that is no part of the board, or, if regions make no holes, one that lies in no region.
    """

    kind = "regions"
    says_shape = True
    _ID_TYPES = frozenset((int, str, type(None)))

    def __init__(self, key: str | None = None, *, holes: bool = False) -> None:
        super().__init__(key)
        self.makes_holes = holes
        self.says_shape = holes

    def read(self, value: object, pointer: str, shape: ShapeKey) -> tuple[Labels, Names]:
        ids = flat(value)
        if not self._ID_TYPES.issuperset(map(type, ids)):
            what = "{} is no region's id: use whole numbers or strings, or null for no region"
            blame(ids, lambda found: type(found) not in self._ID_TYPES, what, pointer, shape.columns)
        index = dict.fromkeys(ids)
        index.pop(None, None)
        names = tuple(index)
        numbers = dict(zip(names, range(len(names)), strict=True))
        numbers[None] = -1
        return array("i", map(numbers.__getitem__, ids)), names  # type: ignore[return-value]

    def tokens(self, puzzle: Puzzle, labels: Labels) -> list[object]:
        names = (*puzzle.names[self.name], None)  # None is found at -1
        return list(map(names.__getitem__, labels))

    def encode(self, value: object) -> int:
        if isinstance(value, int) and value >= 0:
            return value
        raise ValueError(f"a region is named by its number from 0 here, not by {value!r}")


class CellNumbers(CellField["CellLabels"]):
    """A number in some of the cells; 0 and null are none (with zero=True, 0 is a number like others)."""

    says_shape = True

    def __init__(
        self, key: str | None = None, *, at_least: int = 1, at_most: int = MOST_CELLS, zero: bool = False
    ) -> None:
        super().__init__(key)
        self.at_least = 0 if zero else at_least
        self.at_most = at_most
        self.zero = zero

    def read(self, value: object, pointer: str, shape: ShapeKey) -> tuple[Labels, Names]:
        numbers = flat(value)
        if not {int, type(None)}.issuperset(map(type, numbers)):
            what = f'in "{self.key}" stand whole numbers, or null for nothing, not {{}}'
            blame(numbers, lambda found: type(found) not in (int, type(None)), what, pointer, shape.columns)
        nothing = (None,) if self.zero else (None, 0)
        legal = range(self.at_least, self.at_most + 1)
        if any(number not in legal for number in set(numbers).difference(nothing)):
            what = f"numbers are between {self.at_least} and {self.at_most} here, not {{}}"
            blame(numbers, lambda found: found not in (*nothing, *legal), what, pointer, shape.columns)
        return array("i", [-1 if number in nothing else number for number in numbers]), ()  # type: ignore[misc]

    def tokens(self, puzzle: Puzzle, labels: Labels) -> list[object]:
        return [None if label < 0 else label for label in labels]

    def write(self, puzzle: Puzzle, labels: Labels) -> object:
        nothing = None if self.zero else 0
        values, columns = [nothing if label < 0 else label for label in labels], puzzle.columns
        return [values[start : start + columns] for start in range(0, len(values), columns)]

    def _is_given(self, puzzle: Puzzle, labels: Labels) -> bool:
        return True

    def encode(self, value: object) -> int:
        if isinstance(value, int) and self.at_least <= value <= self.at_most:
            return value
        raise ValueError(f'{value!r} cannot stand in "{self.key}"')


class Givens(CellField["CellLabels"]):
    """What is given of an unknown in the cells, and further symbols that say something else of a cell."""

    def __init__(
        self,
        of: Unknown,
        *,
        key: str | None = None,
        also: Sequence[str] = (),
        letters: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(key)
        self.unknown = of
        self.also = tuple(also)
        self.letters = dict(letters or {})  # for drawings: {"N": "knight"}
        self._tables: dict[ShapeKey, dict[object, int]] = {}

    def table(self, shape: ShapeKey) -> dict[object, int]:
        """The label of everything that may be given on boards of this shape, and of None."""
        table = self._tables.get(shape)
        if table is None:
            if len(self._tables) > 100:
                self._tables.clear()
            values = {label: self.unknown.value_of(label) for label in self.unknown.range(shape.view())}
            table = {NOTHING[0] if value is None else value: label for label, value in values.items()}
            table |= {symbol: self.unknown.label_limit + index for index, symbol in enumerate(self.also)}
            table[None] = -1
            self._tables[shape] = table
        return table

    def read(self, value: object, pointer: str, shape: ShapeKey) -> tuple[Labels, Names]:
        values, table = flat(value), self.table(shape)
        types = set(map(type, table))
        if not types.issuperset(map(type, values)) or not table.keys() >= set(values):
            what = f"{{}} cannot be given here: {self._legal(table)}, or null for nothing"

            def is_wrong(found: object) -> bool:
                return type(found) not in types or found not in table

            blame(values, is_wrong, what, pointer, shape.columns)
        for hole in shape.holes:
            if values[hole] is not None:
                place = f"{pointer}/{hole // shape.columns}/{hole % shape.columns}"
                raise PuzzleError("this cell is a hole: nothing can be given there", place)
        return array("i", map(table.__getitem__, values)), ()

    @staticmethod
    def _legal(table: Mapping[object, int]) -> str:
        numbers = [value for value in table if isinstance(value, int)]
        if len(numbers) > 2 and len(numbers) == len(table) - 1:
            return f"{min(numbers)} to {max(numbers)}"
        return ", ".join(describe(value) for value in table if value is not None)

    def tokens(self, puzzle: Puzzle, labels: Labels) -> list[object]:
        values = {label: value for value, label in self.table(puzzle.shape).items()}
        return list(map(values.__getitem__, labels))

    def encode(self, value: object) -> int:
        if value in self.also:
            return self.unknown.label_limit + self.also.index(value)
        return self.unknown.label_of(None if value == NOTHING[0] and self._may_be_empty() else value)

    def _may_be_empty(self) -> bool:
        """Can it be given that nothing stands in a cell? Then "." says so."""
        try:
            self.unknown.label_of(None)
        except ValueError:
            return False
        return True

    # "." is no longer a word for nothing where it can itself be given; nor does "#" begin a comment there.

    def draw(self, puzzle: Puzzle, labels: Labels) -> list[str]:
        if not self._is_given(puzzle, labels):
            return []
        words = {symbol: symbol for symbol in (".", *self.also)}
        words |= {name: letter for letter, name in self.letters.items()}
        nothing = "?" if "." in self.table(puzzle.shape) else "."
        values = self.tokens(puzzle, labels)
        return draw_cells([word_of(value, nothing, words) for value in values], puzzle.columns)

    def undraw(self, lines: Sequence[Line], columns: int | None) -> Drawn:
        nothing = NOTHING[1:] if "." in self.also or self._may_be_empty() else NOTHING
        return undraw_cells(lines, columns, nothing, self.letters, comments="#" not in self.also)


class EdgeMarks(LabelField["EdgeLabels"]):
    """Marks between neighbouring cells: at most one on each edge."""

    kind = "edges"

    def __init__(
        self, *values: str, key: str | None = None, value_key: str = "colour", letters: str = ""
    ) -> None:
        super().__init__(key)
        self.values = values
        self.value_key = value_key
        self.letters = letters or "".join(value[0] for value in values)

    def size(self, rows: int, columns: int) -> int:
        return edge_count(rows, columns)

    def read(self, value: object, pointer: str, shape: ShapeKey) -> tuple[Labels, Names]:
        if not isinstance(value, (list, tuple)):
            message = f'"{self.key}" is an array of objects like {self._example}, not {describe(value)}'
            raise PuzzleError(message, pointer)
        found = self._read_plain(value, shape)
        return (self._read_closely(value, pointer, shape) if found is None else found), ()

    def _read_plain(self, value: Sequence[Any], shape: ShapeKey) -> Labels | None:
        """All marks at once if each is as it nearly always is; None: they must be looked at one by one."""
        if shape.holes or not ({dict}.issuperset(map(type, value)) and {2}.issuperset(map(len, value))):
            return None
        try:
            pairs = [mark["cells"] for mark in value]
            cells = list(chain.from_iterable(pairs))
            numbers = list(chain.from_iterable(cells))
            if not (
                {list}.issuperset(map(type, chain(pairs, cells))) and {int}.issuperset(map(type, numbers))
            ):
                return None
            if not {2}.issuperset(map(len, chain(pairs, cells))):
                return None
            ends = zip(numbers[0::4], numbers[1::4], numbers[2::4], numbers[3::4], strict=True)
            edges = list(map(_edges(shape.rows, shape.columns).__getitem__, ends))
            means = {value: index for index, value in enumerate(self.values)}
            labels = array("i", [-1]) * self.size(shape.rows, shape.columns)
            for edge, mark in zip(edges, value, strict=True):
                labels[edge] = means[mark[self.value_key]]
        except (KeyError, TypeError):
            return None
        return labels if len(set(edges)) == len(edges) else None

    def _read_closely(self, value: Sequence[Any], pointer: str, shape: ShapeKey) -> Labels:
        labels = array("i", [-1]) * self.size(shape.rows, shape.columns)
        numbers = {value: index for index, value in enumerate(self.values)}
        for index, mark in enumerate(value):
            place = f"{pointer}/{index}"
            if type(mark) is not dict or mark.keys() != {"cells", self.value_key}:
                raise PuzzleError(f"a mark is an object like {self._example}", place)
            edge = self._edge(mark["cells"], f"{place}/cells", shape)
            colour = mark[self.value_key]
            if type(colour) is not str or colour not in numbers:
                known = " or ".join(map(describe, self.values))
                raise PuzzleError(f"{describe(colour)} is none of {known}", f"{place}/{self.value_key}")
            if labels[edge] >= 0:
                raise PuzzleError("between these two cells a mark stands already", place)
            labels[edge] = numbers[colour]
        return labels

    @property
    def _example(self) -> str:
        return f'{{"cells": [[0, 0], [0, 1]], "{self.value_key}": "{self.values[0]}"}}'

    @staticmethod
    def _edge(cells: object, pointer: str, shape: ShapeKey) -> int:
        """The number of the edge between two cells."""
        rows, columns, holes = shape.rows, shape.columns, shape.holes
        if not isinstance(cells, (list, tuple)) or len(cells) != 2:
            raise PuzzleError("a mark stands between two cells, like [[0, 0], [0, 1]]", pointer)
        for index, cell in enumerate(cells):
            if (
                not isinstance(cell, (list, tuple))
                or len(cell) != 2
                or {type(cell[0]), type(cell[1])} != {int}
            ):
                raise PuzzleError("a cell is [row, column], two whole numbers from 0", f"{pointer}/{index}")
            if not (0 <= cell[0] < rows and 0 <= cell[1] < columns):
                raise PuzzleError(
                    f"this cell lies outside the {rows} x {columns} board", f"{pointer}/{index}"
                )
            if holes and cell[0] * columns + cell[1] in holes:
                raise PuzzleError("this cell is a hole", f"{pointer}/{index}")
        first, second = sorted(map(tuple, cells))
        edge = _edges(rows, columns).get((*first, *second))
        if edge is None:
            raise PuzzleError("these two cells share no edge", pointer)
        return edge

    def tokens(self, puzzle: Puzzle, labels: Labels) -> list[object]:
        values = (*self.values, None)
        return list(map(values.__getitem__, labels))

    def write(self, puzzle: Puzzle, labels: Labels) -> object:
        key, values = self.value_key, self.values
        return [
            {"cells": [[row, column], [other_row, other_column]], key: values[labels[edge]]}
            for (row, column, other_row, other_column), edge in _edges(puzzle.rows, puzzle.columns).items()
            if labels[edge] >= 0
        ]

    def encode(self, value: object) -> int:
        if value in self.values:
            return self.values.index(value)
        raise ValueError(f"{value!r} is none of {', '.join(self.values)}")

    def draw(self, puzzle: Puzzle, labels: Labels) -> list[str]:
        if max(labels, default=-1) < 0:
            return []
        return draw_edges(labels, puzzle.rows, puzzle.columns, self.letters)

    def undraw(self, lines: Sequence[Line], columns: int | None) -> Drawn:
        marks, rows, columns = undraw_edges(lines, self.letters)
        values = dict(zip(self.letters, self.values, strict=True))
        value: list[object] = [
            {"cells": [list(cell) for cell in mark.cells], self.value_key: values[mark.letter]}
            for mark in marks
        ]
        return Drawn(value, [mark.place for mark in marks], rows, columns)
