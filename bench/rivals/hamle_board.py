"""What the Hamle rivals share: the options of the pieces, and cuts for empty cells that fall apart.

A cut is a set of cells that must not all be taken. Around a pocket of empty cells it is the pocket's border:
taken cells never share an edge, so whatever is beside the border, inside and outside, is empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

Around = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=64)
def neighbours(rows: int, columns: int) -> Around:
    """For each cell, numbered in reading order, the cells that share an edge with it."""
    return tuple(
        tuple(
            y * columns + x
            for y, x in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c))
            if 0 <= y < rows and 0 <= x < columns
        )
        for r in range(rows)
        for c in range(columns)
    )


@lru_cache(maxsize=64)
def moves(rows: int, columns: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each cell and each number, the cells where that piece can end."""
    longest = max(rows, columns)
    return tuple(
        tuple(
            tuple(
                y * columns + x
                for y, x in ((r - n, c), (r, c - n), (r, c + n), (r + n, c))
                if 0 <= y < rows and 0 <= x < columns
            )
            for n in range(longest)
        )
        for r in range(rows)
        for c in range(columns)
    )


@dataclass
class Options:
    """Every option of every piece. Option ``i``, from 1, puts ``number[i - 1]`` on ``target[i - 1]``."""

    around: Around
    number: list[int]
    by_piece: list[range]
    target: list[int]
    landing: dict[int, list[int]]

    def conflicts(self) -> Iterator[list[int]]:
        """Options of which one at most may be chosen: they land on one cell or on two adjacent ones."""
        landing = self.landing
        for cell, here in landing.items():
            beside = [near for near in self.around[cell] if near in landing]
            for near in beside:
                if near > cell:
                    yield here + landing[near]
            if not beside and len(here) > 1:
                yield here

    def lone_pockets(self) -> Iterator[list[int]]:
        """Cuts that are worth having from the start: a single cell must not be walled in."""
        for near in self.around:
            if 0 < len(near) < len(self.around) - 1 and all(cell in self.landing for cell in near):
                yield list(near)

    def standing(self, chosen: list[int]) -> list[tuple[int, ...]]:
        """For every chosen option all options that put the same number on the same cell."""
        number, landing, target = self.number, self.landing, self.target
        return [
            tuple(other for other in landing[target[i - 1]] if number[other - 1] == number[i - 1])
            for i in chosen
        ]


def options_of(grid: list[list[int]]) -> Options:
    """List the options of a board."""
    rows, columns = len(grid), len(grid[0])
    reach = moves(rows, columns)
    number: list[int] = []
    by_piece: list[range] = []
    target: list[int] = []
    landing: dict[int, list[int]] = {}
    cell = -1
    for row in grid:
        for n in row:
            cell += 1
            if n:
                first = len(target) + 1
                if n < len(reach[cell]):
                    target += reach[cell][n]
                number += [n] * (len(target) + 1 - first)
                by_piece.append(range(first, len(target) + 1))
    for option, end in enumerate(target, 1):
        if end in landing:
            landing[end].append(option)
        else:
            landing[end] = [option]
    return Options(neighbours(rows, columns), number, by_piece, target, landing)


def cuts(around: Around, taken: set[int]) -> list[set[int]]:
    """The borders of all pockets of empty cells but the largest; none if the empty cells hang together."""
    seen = [False] * len(around)
    for cell in taken:
        seen[cell] = True
    pockets: list[tuple[int, set[int]]] = []
    for start, known in enumerate(seen):
        if not known:
            size, border = _flood(around, taken, seen, start)
            pockets.append((size, border))
    if len(pockets) < 2:
        return []
    pockets.remove(max(pockets, key=lambda pocket: pocket[0]))
    return [border for _, border in pockets]


def _flood(around: Around, taken: set[int], seen: list[bool], start: int) -> tuple[int, set[int]]:
    """The size and the border of the pocket around ``start``."""
    todo, border = [start], set()
    seen[start] = True
    size = 0
    while todo:
        size += 1
        for near in around[todo.pop()]:
            if near in taken:
                border.add(near)
            elif not seen[near]:
                seen[near] = True
                todo.append(near)
    return size, border


def grid_of(puzzle: dict[str, Any]) -> list[list[int]]:
    """The grid with 0 for every empty cell."""
    grid: list[list[int]] = puzzle["grid"]
    return [[n or 0 for n in row] for row in grid] if any(None in row for row in grid) else grid
