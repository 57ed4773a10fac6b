"""Kropki with python-sat: a variable per cell and number, native cardinality for Latin lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Any

from bench.rivals.sat import AtMost, Backend, Clause, Search

Edge = tuple[tuple[int, int], tuple[int, int]]


@dataclass
class Shape:
    """All that does not depend on the dots."""

    rows: int
    columns: int
    numbers: int
    at_most: list[AtMost] = field(default_factory=list)
    clauses: list[Clause] = field(default_factory=list)
    edges: dict[Edge, dict[str, list[Clause]]] = field(default_factory=dict)

    def literals(self, r: int, c: int) -> range:
        """The variables of the cell's numbers 1, 2, ..."""
        first = (r * self.columns + c) * self.numbers + 1
        return range(first, first + self.numbers)


def may_touch(colour: str, a: int, b: int) -> bool:
    """Whether two numbers may stand on the two sides of a white dot, a black dot or none."""
    consecutive, double = abs(a - b) == 1, a == 2 * b or b == 2 * a
    if colour == "white":
        return consecutive
    return double if colour == "black" else not (consecutive or double)


@lru_cache(maxsize=64)
def shape_of(rows: int, columns: int) -> Shape:
    """Compile the Latin lines, and what each edge would mean with each kind of dot."""
    shape = Shape(rows, columns, max(rows, columns))
    for r, c in product(range(rows), range(columns)):
        shape.clauses.append(list(shape.literals(r, c)))
        shape.at_most.append((list(shape.literals(r, c)), 1))
    lines = [[(r, c) for c in range(columns)] for r in range(rows)]
    lines += [[(r, c) for r in range(rows)] for c in range(columns)]
    for line in lines:
        different(shape, line)
    for r, c in product(range(rows), range(columns)):
        for other in ((r, c + 1), (r + 1, c)):
            if other[0] < rows and other[1] < columns:
                shape.edges[(r, c), other] = _meanings(shape, (r, c), other)
    return shape


def different(shape: Shape, cells: Sequence[tuple[int, int]]) -> None:
    """The cells hold different numbers: all of them, where there are as many cells as numbers."""
    if len(cells) < 2:
        return
    for same in zip(*(shape.literals(r, c) for r, c in cells), strict=True):
        shape.at_most.append((list(same), 1))
        if len(cells) == shape.numbers:
            shape.clauses.append(list(same))


def _meanings(shape: Shape, first: tuple[int, int], second: tuple[int, int]) -> dict[str, list[Clause]]:
    """Supports for a dot, conflicts for none: the fewer and shorter clauses, with the same propagation.

    Native constraints for "of a and b, one at most is v or v+1" were no faster.
    """
    a, b = shape.literals(*first), shape.literals(*second)
    return {
        "white": list(_supports("white", a, b)),
        "black": list(_supports("black", a, b)),
        "": list(_conflicts(a, b)),
    }


def _supports(colour: str, a: Sequence[int], b: Sequence[int]) -> Iterator[Clause]:
    for one, other in ((a, b), (b, a)):
        for v, literal in enumerate(one, 1):
            yield [-literal, *(w for w_value, w in enumerate(other, 1) if may_touch(colour, v, w_value))]


def _conflicts(a: Sequence[int], b: Sequence[int]) -> Iterator[Clause]:
    for v, w in product(range(1, len(a) + 1), repeat=2):
        if not may_touch("", v, w):
            yield [-a[v - 1], -b[w - 1]]


def measures(puzzle: dict[str, Any]) -> tuple[int, int]:
    """Rows and columns."""
    size = puzzle.get("size")
    return (size, size) if size else (puzzle["rows"], puzzle["columns"])


def _board(shape: Shape, puzzle: dict[str, Any]) -> tuple[list[Clause], list[AtMost]]:
    """What this board adds to its shape, except for the edges."""
    board = Shape(shape.rows, shape.columns, shape.numbers)
    for r, row in enumerate(puzzle.get("givens") or ()):
        board.clauses += [[shape.literals(r, c)[v - 1]] for c, v in enumerate(row) if v]
    boxes: dict[Any, list[tuple[int, int]]] = {}
    for r, row in enumerate(puzzle.get("boxes") or ()):
        for c, name in enumerate(row):
            boxes.setdefault(name, []).append((r, c))
    for cells in boxes.values():
        different(board, cells)
    return board.clauses, board.at_most


@dataclass(frozen=True)
class KropkiSat:
    """One solver of python-sat on Kropki."""

    backend: Backend
    genre = "kropki"

    @property
    def name(self) -> str:
        """As it is printed in tables."""
        return self.backend.name

    def prepare(self, puzzle: dict[str, Any]) -> None:
        """Compile the puzzle's shape."""
        shape_of(*measures(puzzle))

    def prove(self, puzzle: dict[str, Any], time_limit: float) -> str:
        """Build, first solution, proof that there is no other."""
        shape = shape_of(*measures(puzzle))
        dots = {tuple(map(tuple, sorted(dot["cells"]))): dot["colour"] for dot in puzzle.get("dots") or ()}
        no_dot = puzzle.get("all_dots", True)
        with Search(self.backend, time_limit) as search:
            search.add(shape.clauses, shape.at_most)
            for edge, meanings in shape.edges.items():
                colour = dots.get(edge, "")
                if colour or no_dot:
                    search.add(meanings[colour])
            if puzzle.get("givens") or puzzle.get("boxes"):
                search.add(*_board(shape, puzzle))
            for verdict in ("none", "unique"):
                answer = search.solve()
                if not answer:
                    return "unknown" if answer is None else verdict
                search.add([[-v for v in search.model() if v > 0]])
        return "multiple"
