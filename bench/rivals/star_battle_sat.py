"""Star Battle with python-sat: native cardinality, plain or with variables for 2x2 blocks.

A block variable is true when a 2x2 block holds a star. Two adjacent rows hold 2S stars and a block holds
one at most, so of the blocks that tile the two rows at least 2S must hold one. Solvers cannot see this by
themselves; on large boards it is worth a factor of ten.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any

from bench.rivals.sat import AtMost, Backend, Clause, Search, exactly

Cells = tuple[tuple[bool, ...], ...]

PLAIN = ""
"""Touching is one native constraint per 2x2 block: the quickest to load, so the best on small boards."""
PAIRS = "+pairs"
"""Touching is a clause per pair of cells."""
BLOCKS = "+blocks"
"""As pairs, and block variables."""
STYLES = (PLAIN, PAIRS, BLOCKS)


@dataclass
class Shape:
    """All that does not depend on where the regions are: made once, outside the measured time."""

    cells: list[list[int]]
    flat: list[int]
    clauses: list[Clause] = field(default_factory=list)
    at_most: list[AtMost] = field(default_factory=list)

    def include(self, part: tuple[list[Clause], list[AtMost]]) -> None:
        """Take in a part that was made as a pair."""
        self.clauses += part[0]
        self.at_most += part[1]


def _numbered(cells: Cells) -> list[list[int]]:
    """A variable for every open cell, in reading order; 0 for a hole."""
    number = iter(range(1, 1 + sum(map(sum, cells))))
    return [[next(number) if is_open else 0 for is_open in row] for row in cells]


def _apart(cells: list[list[int]]) -> Iterator[AtMost]:
    """Stars never touch: at most one in every 2x2 block (in dominoes where the board is one cell wide)."""
    height, width = len(cells), len(cells[0])
    for r in range(max(1, height - 1)):
        for c in range(max(1, width - 1)):
            block = [v for row in cells[r : r + 2] for v in row[c : c + 2] if v]
            if len(block) > 1:
                yield block, 1


def _pairs_apart(cells: list[list[int]]) -> Iterator[Clause]:
    """The same rule as pairs of cells: slower to load, but learned clauses come out shorter."""
    height, width = len(cells), len(cells[0])
    for r in range(height):
        for c in range(width):
            near = [(r, c + 1), (r + 1, c - 1), (r + 1, c), (r + 1, c + 1)]
            for y, x in near:
                if cells[r][c] and y < height and 0 <= x < width and cells[y][x]:
                    yield [-cells[r][c], -cells[y][x]]


def _tiles(first: list[int], second: list[int], start: int) -> Iterator[list[int]]:
    """The 2x2 blocks that tile two adjacent lines, the first of them ending at ``start``."""
    cuts = [0, *range(start, len(first), 2), len(first)]
    for left, right in pairwise(cuts):
        tile = [v for v in (*first[left:right], *second[left:right]) if v]
        if tile:
            yield tile


def _block_knowledge(cells: list[list[int]], stars: int) -> tuple[list[Clause], list[AtMost]]:
    """Every band of two adjacent lines needs stars in 2S of the blocks that tile it, at both offsets."""
    clauses: list[Clause] = []
    at_most: list[AtMost] = []
    block_variable: dict[tuple[int, ...], int] = {}
    next_variable = 1 + max(map(max, cells))
    for lines in (cells, [list(column) for column in zip(*cells, strict=True)]):
        for first, second in pairwise(lines):
            if not (any(first) and any(second)):
                continue
            for start in (1, 2):
                blocks = []
                for tile in _tiles(first, second, start):
                    key = tuple(sorted(tile))
                    if key not in block_variable:
                        block_variable[key] = next_variable
                        clauses.append([-next_variable, *tile])
                        clauses.extend([next_variable, -v] for v in tile)
                        next_variable += 1
                    blocks.append(block_variable[key])
                if len(blocks) < 2 * stars:
                    return [[]], []
                at_most.append(([-b for b in blocks], len(blocks) - 2 * stars))
                at_most.append((blocks, 2 * stars))
    return clauses, at_most


@lru_cache(maxsize=64)
def shape_of(cells: Cells, stars: int, style: str) -> Shape:
    """Compile rows, columns and touching for one shape of grid."""
    numbered = _numbered(cells)
    shape = Shape(numbered, [v for row in numbered for v in row if v])
    if style == PLAIN:
        shape.at_most += _apart(numbered)
    else:
        shape.clauses += _pairs_apart(numbered)
    for line in (*numbered, *zip(*numbered, strict=True)):
        unit = [v for v in line if v]
        if unit:
            shape.include(exactly(unit, stars))
    if style == BLOCKS:
        shape.include(_block_knowledge(numbered, stars))
    return shape


@lru_cache(maxsize=4096)
def _all_open(rows: int, columns: int) -> Cells:
    return ((True,) * columns,) * rows


def open_cells(puzzle: dict[str, Any]) -> Cells:
    """Which cells are open."""
    regions = puzzle.get("regions")
    if regions is None:
        return _all_open(puzzle["rows"], puzzle["columns"])
    if any(None in row for row in regions):
        return tuple(tuple(name is not None for name in row) for row in regions)
    return _all_open(len(regions), len(regions[0]))


def region_units(shape: Shape, regions: list[list[Any]] | None) -> list[list[int]]:
    """The variables of each region."""
    units: dict[Any, list[int]] = {}
    for names, variables in zip(regions or (), shape.cells, strict=False):
        for name, v in zip(names, variables, strict=True):
            if name in units:
                units[name].append(v)
            else:
                units[name] = [v]
    units.pop(None, None)
    return list(units.values())


def _given_clauses(shape: Shape, givens: list[list[Any]]) -> Iterator[Clause]:
    for values, variables in zip(givens, shape.cells, strict=True):
        for value, v in zip(values, variables, strict=True):
            if v and value is not None:
                yield [v if value else -v]


@dataclass(frozen=True)
class StarBattleSat:
    """One solver of python-sat on Star Battle, in one of three styles."""

    backend: Backend
    style: str = PLAIN
    genre = "star-battle"

    @property
    def name(self) -> str:
        """As it is printed in tables."""
        return self.backend.name + self.style

    def prepare(self, puzzle: dict[str, Any]) -> None:
        """Compile the puzzle's shape."""
        shape_of(open_cells(puzzle), puzzle["stars"], self.style)

    def prove(self, puzzle: dict[str, Any], time_limit: float) -> str:
        """Build, first solution, proof that there is no other."""
        status, _ = self.two_solutions(puzzle, time_limit)
        return status

    def two_solutions(
        self, puzzle: dict[str, Any], time_limit: float, known: Sequence[Sequence[int]] = ()
    ) -> tuple[str, list[Sequence[int]]]:
        """The status and two solutions at most, ``known`` ones first, each as the variables of its stars."""
        stars = puzzle["stars"]
        shape = shape_of(open_cells(puzzle), stars, self.style)
        with Search(self.backend, time_limit) as search:
            search.add(shape.clauses, shape.at_most)
            for unit in region_units(shape, puzzle.get("regions")):
                search.add(*exactly(unit, stars))
            if puzzle.get("givens"):
                search.add(_given_clauses(shape, puzzle["givens"]))
            found: list[Sequence[int]] = list(known)
            search.add([[-v for v in solution] for solution in found])
            while len(found) < 2:
                answer = search.solve()
                if answer is None:
                    return "unknown", found
                if not answer:
                    break
                found.append([v for v in search.model()[: len(shape.flat)] if v > 0])
                search.add([[-v for v in found[-1]]])
        return ("none", "unique", "multiple")[len(found)], found
