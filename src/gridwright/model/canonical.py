"""The permanent id of a puzzle: equal for its rotations, its reflections, and other names of its regions.

The canonical form is the least of the eight ways to lay the puzzle on the table, with regions numbered by
first appearance. Ids stand in files and links of others, so nothing here may ever change for a puzzle that
exists. Fields that are empty or have their default value do not show in it, so that a genre can get new ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from gridwright.model.grid import Grid
from gridwright.model.symmetry import SYMMETRIES, cell_sources, edge_sources

if TYPE_CHECKING:
    from gridwright.model.puzzle import Puzzle

Move = Callable[[Sequence[Any]], tuple[Any, ...]]


def identify(puzzle: Puzzle) -> str:
    from base64 import b32encode
    from hashlib import blake2b

    digest = blake2b(canonical_form(puzzle).encode("utf-8", "backslashreplace"), digest_size=10).digest()
    return f"{puzzle.genre.name}-{b32encode(digest).decode().lower()}"


class _Given(NamedTuple):
    """What one label field says of a board."""

    key: str
    kind: str
    tokens: Sequence[Any]

    def moved(self, move_cells: Move, move_edges: Move) -> tuple[Any, ...]:
        tokens = (move_edges if self.kind == "edges" else move_cells)(self.tokens)
        return _renamed(tokens) if self.kind == "regions" else tokens


def canonical_form(puzzle: Puzzle) -> str:
    """The puzzle as text, one line for each thing that is said of it."""
    given = sorted(_given(puzzle))
    rows, columns, least, _ = _least(puzzle, given)
    lines = ["1", puzzle.genre.name, f"{rows} {columns}", *sorted(_scalars(puzzle))]
    lines += [f"{field.key}={','.join(map(str, tokens))}" for field, tokens in zip(given, least, strict=True)]
    return "\n".join(lines)


def canonical_puzzle(puzzle: Puzzle) -> Puzzle:
    """The representative itself: equal for all images of a puzzle. What else is known of it stays behind."""
    from array import array

    from gridwright.model.grid import letters
    from gridwright.model.puzzle import Puzzle

    rows, columns, _, number = _least(puzzle, sorted(_given(puzzle)))
    _, _, move_cells, move_edges = _moves(puzzle.rows, puzzle.columns)[number]
    labels, names = [], {}
    for field, array_of in zip(puzzle.genre.label_fields(), puzzle.labels, strict=True):
        moved = (move_edges if field.kind == "edges" else move_cells)(array_of)
        if field.kind == "regions":
            moved = _renamed(moved)
            names[field.name] = tuple(map(letters, range(max(moved, default=-1) + 1)))
        labels.append(array("i", moved))
    cells = range(puzzle.rows * puzzle.columns)
    holes = move_cells([cell in puzzle.holes for cell in cells])
    shape = puzzle.shape._replace(
        rows=rows, columns=columns, holes=tuple(cell for cell in cells if holes[cell]), derived=()
    )
    return Puzzle(shape, tuple(labels), names, origin=puzzle.origin)


def _least(puzzle: Puzzle, given: Sequence[_Given]) -> tuple[int, int, list[tuple[Any, ...]], int]:
    """The size of the representative, its fields, and the number of the symmetry that leads to it."""
    return min(
        (rows, columns, [field.moved(*moves) for field in given], number)
        for number, (rows, columns, *moves) in enumerate(_moves(puzzle.rows, puzzle.columns))
    )


def _given(puzzle: Puzzle) -> Iterator[_Given]:
    for field, labels in zip(puzzle.genre.label_fields(), puzzle.labels, strict=True):
        if max(labels, default=-1) >= 0:
            if field.kind == "regions":
                yield _Given(field.key, field.kind, labels)
            else:
                tokens = field.tokens(puzzle, labels)
                yield _Given(field.key, field.kind, ["" if token is None else str(token) for token in tokens])
    if puzzle.holes:
        holes = set(puzzle.holes)
        cells = range(puzzle.rows * puzzle.columns)
        yield _Given("holes", "cells", ["x" if cell in holes else "" for cell in cells])


def _scalars(puzzle: Puzzle) -> list[str]:
    values = puzzle.scalars
    said = []
    for field in puzzle.genre.scalar_fields():
        value = field.write(values[field.name])
        if isinstance(value, dict):
            value = ",".join(f"{name}:{count}" for name, count in sorted(value.items())) or None
        if value is not None:
            said.append(f"{field.key}={value}")
    return said


def _renamed(labels: tuple[int, ...]) -> tuple[int, ...]:
    """Regions numbered by first appearance."""
    order = dict.fromkeys(labels)
    order.pop(-1, None)
    numbers = dict(zip(order, range(len(order)), strict=True))
    numbers[-1] = -1
    return tuple(map(numbers.__getitem__, labels))


@lru_cache(maxsize=32)
def _moves(rows: int, columns: int) -> list[tuple[int, int, Move, Move]]:
    """For each symmetry the size that it gives the board, and how it moves lists over the cells and edges."""
    grid, found = Grid(rows, columns), []
    for symmetry in SYMMETRIES:
        image = symmetry.grid(grid)
        moves = _mover(cell_sources(symmetry, grid)), _mover(edge_sources(symmetry, grid))
        found.append((image.height, image.width, *moves))
    return found


def _mover(sources: Sequence[int]) -> Move:
    if len(sources) > 1:
        return itemgetter(*sources)
    return tuple  # nothing to move; and of one index itemgetter would make no tuple
