"""Rotations and reflections of a grid, as permutations of whatever lies on it.

A permutation lists sources: item k of the image is item `sources[k]` of the original.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TypeVar

from gridwright.model.grid import Border, Cell, Corner, Edge, Grid, Position

P = TypeVar("P", bound=Position)


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A way to lay a rectangle on the table: transpose it or not, then flip rows, columns or both."""

    name: str
    transpose: bool
    flip_rows: bool
    flip_columns: bool

    def point(self, row: int, column: int, height: int, width: int) -> tuple[int, int]:
        """Where a place of a height x width rectangle comes to lie."""
        if self.transpose:
            row, column, height, width = column, row, width, height
        return (height - 1 - row if self.flip_rows else row), (
            width - 1 - column if self.flip_columns else column
        )

    def cell(self, cell: Cell, grid: Grid) -> Cell:
        return Cell(*self.point(*cell, grid.height, grid.width))

    def corner(self, corner: Corner, grid: Grid) -> Corner:
        return Corner(*self.point(*corner, grid.height + 1, grid.width + 1))

    def position(self, position: Position, grid: Grid) -> Position:
        """The image of any position; pairs stay in reading order."""
        if isinstance(position, Cell):
            return self.cell(position, grid)
        if isinstance(position, Corner):
            return self.corner(position, grid)
        if isinstance(position, Edge):
            return Edge(*sorted((self.cell(position.first, grid), self.cell(position.second, grid))))
        return Border(*sorted((self.corner(position.first, grid), self.corner(position.second, grid))))

    def grid(self, grid: Grid) -> Grid:
        """The grid as it lies afterwards."""
        height, width = (grid.width, grid.height) if self.transpose else (grid.height, grid.width)
        return Grid(height, width, (self.cell(hole, grid) for hole in grid.holes))


# The identity comes first. Rotations are clockwise.
SYMMETRIES = (
    Symmetry("as it is", False, False, False),
    Symmetry("turned once", True, False, True),
    Symmetry("turned twice", False, True, True),
    Symmetry("turned three times", True, True, False),
    Symmetry("mirrored left to right", False, False, True),
    Symmetry("mirrored top to bottom", False, True, False),
    Symmetry("mirrored along the main diagonal", True, False, False),
    Symmetry("mirrored along the other diagonal", True, True, True),
)


def symmetries(grid: Grid) -> tuple[Symmetry, ...]:
    """Those that lay the grid on itself, holes on holes: at most 8 for a square, 4 for other rectangles."""
    return tuple(symmetry for symmetry in SYMMETRIES if symmetry.grid(grid) == grid)


def sources(positions: Sequence[P], image_positions: Sequence[P], move: Callable[[P], Position]) -> list[int]:
    """The permutation that a move of positions makes of arrays over them."""
    where = {position: index for index, position in enumerate(image_positions)}
    found = [0] * len(positions)
    for index, position in enumerate(positions):
        found[where[move(position)]] = index  # type: ignore[index]
    return found


def cell_sources(symmetry: Symmetry, grid: Grid) -> list[int]:
    """For label arrays over all cells, holes included, in reading order."""
    height, width = grid.height, grid.width
    across = height if symmetry.transpose else width  # of the image
    found = [0] * (height * width)
    for row in range(height):
        for column in range(width):
            to_row, to_column = symmetry.point(row, column, height, width)
            found[to_row * across + to_column] = row * width + column
    return found


def edge_sources(symmetry: Symmetry, grid: Grid) -> list[int]:
    """For label arrays over the edges of the whole rectangle, those at holes included."""
    cells = cell_sources(symmetry, grid)
    across = grid.height if symmetry.transpose else grid.width  # of the image
    beside = [(cell, cell + 1) for cell in range(len(cells)) if (cell + 1) % across]
    below = [(cell, cell + across) for cell in range(len(cells) - across)]
    in_rows = grid.height * (grid.width - 1)
    found = []
    for one, other in beside + below:
        first, second = sorted((cells[one], cells[other]))
        found.append(in_rows + first if second - first == grid.width else first - first // grid.width)
    return found


def position_sources(symmetry: Symmetry, grid: Grid, positions: Sequence[Position]) -> list[int]:
    """For arrays over any positions of a grid that the symmetry lays on itself."""
    return sources(positions, positions, lambda position: symmetry.position(position, grid))


def renumbered(labels: Sequence[int]) -> tuple[int, ...]:
    """Region labels numbered anew by order of appearance: equal if only the names of regions differ."""
    fresh = defaultdict(count().__next__, {-1: -1})
    return tuple(map(fresh.__getitem__, labels))
