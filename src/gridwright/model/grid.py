"""The board's geometry: cells, lines, neighbours and blocks, and the places that rules speak of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

Direction = tuple[int, int]

UP, RIGHT, DOWN, LEFT = (-1, 0), (0, 1), (1, 0), (0, -1)
STRAIGHT: tuple[Direction, ...] = (UP, RIGHT, DOWN, LEFT)
DIAGONAL: tuple[Direction, ...] = ((-1, -1), (-1, 1), (1, 1), (1, -1))
AROUND: tuple[Direction, ...] = STRAIGHT + DIAGONAL


class Cell(NamedTuple):
    """Row and column count from 0; players read them from 1."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"r{self.row + 1}c{self.column + 1}"


class Edge(NamedTuple):
    """Two open cells that share a side, in reading order."""

    first: Cell
    second: Cell

    def __str__(self) -> str:
        return f"{self.first}-{self.second}"


class Corner(NamedTuple):
    """A point where lines of the grid meet: the upper left corner of the cell with the same numbers."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"corner {self.row},{self.column}"


class Border(NamedTuple):
    """A side of a cell: the piece of grid line between two neighbouring corners."""

    first: Corner
    second: Corner

    @property
    def direction(self) -> str:
        return "horizontal" if self.first.row == self.second.row else "vertical"

    def __str__(self) -> str:
        return f"line {self.first.row},{self.first.column}-{self.second.row},{self.second.column}"


Position = Cell | Edge | Corner | Border


def letters(index: int) -> str:
    """0 -> A, 25 -> Z, 26 -> AA: how regions are named."""
    name = ""
    index += 1
    while index:
        index, last = divmod(index - 1, 26)
        name = chr(ord("A") + last) + name
    return name


class Unit:
    """What a constraint can be about: a Place of the grid, or symbolically each region of a board."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Place(Unit):
    """A named part of the board. Kind and key identify it; the cells are the evidence that is shown.

    An empty key: there is only one of its kind.
    """

    kind: str
    key: int | tuple[int, ...]
    cells: tuple[Cell, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, position: Position, kind: str = "") -> Place:
        """The place of a single cell, edge, corner or border."""
        if isinstance(position, Cell):
            return cls(kind or "cell", position, (position,))
        if isinstance(position, Edge):
            return cls(kind or "edge", (*position.first, *position.second), position)
        if isinstance(position, Corner):
            return cls(kind or "corner", position)
        return cls(kind or "border", (*position.first, *position.second))

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    @property
    def name(self) -> str:
        """As a player reads it: "row 3", "region C", "r2c9", "rows 3 and 4"."""
        if isinstance(self.key, int):
            if self.kind in ("row", "column"):
                return f"{self.kind} {self.key + 1}"
            if self.kind in ("rows", "columns"):
                return f"{self.kind} {self.key + 1} and {self.key + 2}"
            return f"{self.kind} {letters(self.key)}"
        if not self.key:
            return f"the {self.kind}"
        if self.kind == "cell":
            return str(self.cells[0])
        if self.kind == "edge":
            return f"{self.cells[0]}-{self.cells[1]}"
        if len(self.cells) > 1:
            return f"{self.kind} {self.cells[0]}-{self.cells[-1]}"
        return f"{self.kind} at {self.cells[0]}" if self.cells else f"{self.kind} {self.key}"


BOARD = Place("board", ())


class Band(NamedTuple):
    """Two adjacent lines; a slot holds the cells of both lines that lie side by side, in order along them."""

    place: Place
    slots: tuple[tuple[Cell, ...], ...]


class Grid:
    """A rectangle of cells, some of which may be holes. It never changes."""

    def __init__(self, height: int, width: int, holes: Iterable[tuple[int, int]] = ()) -> None:
        if height < 1 or width < 1:
            raise ValueError(f"a grid needs at least one row and one column, not {height} x {width}")
        self.height = height
        self.width = width
        self.holes = frozenset(Cell(*hole) for hole in holes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grid) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"Grid({self.height}, {self.width}{f', holes={sorted(self.holes)}' if self.holes else ''})"

    @property
    def key(self) -> tuple[int, int, frozenset[Cell]]:
        return self.height, self.width, self.holes

    def __contains__(self, cell: tuple[int, int]) -> bool:
        """Is it an open cell of this grid?"""
        row, column = cell
        return 0 <= row < self.height and 0 <= column < self.width and cell not in self.holes

    def index(self, cell: Cell) -> int:
        """Where a cell stands in arrays over all cells, holes included, in reading order."""
        return cell.row * self.width + cell.column

    @cached_property
    def all_cells(self) -> tuple[Cell, ...]:
        """In reading order, holes included: as arrays over cells go."""
        return tuple(Cell(row, column) for row in range(self.height) for column in range(self.width))

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The open cells in reading order."""
        return tuple(cell for cell in self.all_cells if cell not in self.holes)

    # --- lines ----------------------------------------------------------------------------------------------

    @cached_property
    def rows(self) -> tuple[Place, ...]:
        """Rows with at least one open cell; each counts across holes."""
        return self._lines("row", 0, self.height)

    @cached_property
    def columns(self) -> tuple[Place, ...]:
        return self._lines("column", 1, self.width)

    def _lines(self, kind: str, axis: int, number: int) -> tuple[Place, ...]:
        members: list[list[Cell]] = [[] for _ in range(number)]
        for cell in self.cells:
            members[cell[axis]].append(cell)
        return tuple(Place(kind, index, tuple(cells)) for index, cells in enumerate(members) if cells)

    @property
    def outer_lines(self) -> tuple[Place, ...]:
        """The first and last row and column, each once."""
        ends = [line for line in self.rows if line.key in (0, self.height - 1)]
        ends += [line for line in self.columns if line.key in (0, self.width - 1)]
        return tuple(ends)

    def bands(self) -> Iterator[Band]:
        """Every two adjacent rows and every two adjacent columns that are both units."""
        for kind, lines, length in (("rows", self.rows, self.width), ("columns", self.columns, self.height)):
            along = 1 if kind == "rows" else 0
            for first, second in pairwise(lines):
                if not isinstance(first.key, int) or second.key != first.key + 1:
                    continue
                slots: list[list[Cell]] = [[] for _ in range(length)]
                for cell in first.cells + second.cells:
                    slots[cell[along]].append(cell)
                place = Place(kind, first.key, first.cells + second.cells)
                yield Band(place, tuple(tuple(slot) for slot in slots))

    # --- neighbours and sight -------------------------------------------------------------------------------

    def straight(self, cell: Cell, direction: Direction, distance: int = 1) -> Cell | None:
        """The open cell that many steps away, whatever lies between; None outside the grid or in a hole."""
        target = Cell(cell.row + direction[0] * distance, cell.column + direction[1] * distance)
        return target if target in self else None

    def ray(self, cell: Cell, direction: Direction) -> Iterator[Cell]:
        """The cells seen from a cell in one direction, nearest first, up to the grid's end or a hole."""
        following = self.straight(cell, direction)
        while following is not None:
            yield following
            following = self.straight(following, direction)

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The open cells that share a side with this one."""
        return [other for step in STRAIGHT if (other := self.straight(cell, step))]

    def touching(self, cell: Cell) -> list[Cell]:
        """The open cells that share a side or a corner with this one."""
        return [other for step in AROUND if (other := self.straight(cell, step))]

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """Pairs of open cells that share a side: those in a row, row by row, then those above each other."""
        pairs = ((cell, self.straight(cell, step)) for step in (RIGHT, DOWN) for cell in self.cells)
        return tuple(Edge(cell, other) for cell, other in pairs if other)

    @property
    def edge_count(self) -> int:
        """The length of arrays over edges; edges at holes have their place in them."""
        return self.height * (self.width - 1) + (self.height - 1) * self.width

    def edge_index(self, edge: Edge) -> int:
        """Where an edge stands in arrays over the edges of the whole rectangle, in the order of `edges`."""
        (row, column), (other_row, _) = edge
        if row == other_row:
            return row * (self.width - 1) + column
        return self.height * (self.width - 1) + row * self.width + column

    def blocks(self, height: int, width: int) -> Iterator[Place]:
        """Every rectangle of that size that lies wholly on open cells."""
        for top in range(self.height - height + 1):
            for left in range(self.width - width + 1):
                cells = [Cell(top + down, left + right) for down in range(height) for right in range(width)]
                if all(cell in self for cell in cells):
                    yield Place("block", (top, left, height, width), tuple(cells))

    def touching_sets(self) -> Iterator[Place]:
        """The largest sets of cells that all touch each other: 2x2 blocks, and what holes leave of them."""
        height, width = min(2, self.height), min(2, self.width)
        windows = {
            (top, left): tuple(
                cell
                for down in range(height)
                for right in range(width)
                if (cell := Cell(top + down, left + right)) in self
            )
            for top in range(self.height - height + 1)
            for left in range(self.width - width + 1)
        }
        for corner, cells in windows.items():
            if len(cells) >= 2 and not self._within_another(corner, windows):
                yield Place("block", (*corner, height, width), cells)

    @staticmethod
    def _within_another(corner: tuple[int, int], windows: dict[tuple[int, int], tuple[Cell, ...]]) -> bool:
        """Does a window beside this one hold all its cells (and more, or the same and comes first)?"""
        cells = windows[corner]
        if len(cells) > 2:  # neighbouring windows share at most two cells
            return False
        for step in AROUND:
            beside = corner[0] + step[0], corner[1] + step[1]
            others = windows.get(beside, ())
            if set(cells) <= set(others) and (len(others) > len(cells) or beside < corner):
                return True
        return False

    # --- corners and borders, for loops along grid lines ----------------------------------------------------

    @cached_property
    def borders(self) -> tuple[Border, ...]:
        """Every side of an open cell once, in reading order of the cells; a side shared by two comes once."""
        return tuple(dict.fromkeys(side for cell in self.cells for side in self.sides(cell)))

    @cached_property
    def corners(self) -> tuple[Corner, ...]:
        return tuple(sorted({corner for border in self.borders for corner in border}))

    @staticmethod
    def sides(cell: Cell) -> tuple[Border, Border, Border, Border]:
        """The upper, right, lower and left border of a cell."""
        upper_left, upper_right = Corner(cell.row, cell.column), Corner(cell.row, cell.column + 1)
        lower_left, lower_right = Corner(cell.row + 1, cell.column), Corner(cell.row + 1, cell.column + 1)
        return (
            Border(upper_left, upper_right),
            Border(upper_right, lower_right),
            Border(lower_left, lower_right),
            Border(upper_left, lower_left),
        )

    @cached_property
    def borders_at(self) -> dict[Corner, tuple[Border, ...]]:
        """The borders that end in each corner."""
        meeting: dict[Corner, list[Border]] = {corner: [] for corner in self.corners}
        for border in self.borders:
            for corner in border:
                meeting[corner].append(border)
        return {corner: tuple(borders) for corner, borders in meeting.items()}
