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
from gridwright.model.symmetry import SYMMETRIES, Symmetry, cell_sources, edge_sources, renumbered

if TYPE_CHECKING:
    from gridwright.model.puzzle import Puzzle

Mover = Callable[[Sequence[Any]], tuple[Any, ...]]

BEGINNINGS = (16, 48)  # of lists over cells or edges: looked at before all of them are


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

    def moved(self, symmetry: _Move, most: int | None = None) -> tuple[Any, ...]:
        """The field as it lies afterwards; at most so much of its beginning."""
        tokens = symmetry.mover(self.kind, most)(self.tokens)
        return renumbered(tokens) if self.kind == "regions" else tokens


def canonical_form(puzzle: Puzzle) -> str:
    """The puzzle as text, one line for each thing that is said of it."""
    given = sorted(_given(puzzle))
    least = _least(puzzle, given)
    lines = ["1", puzzle.genre.name, f"{least.rows} {least.columns}", *sorted(_scalars(puzzle))]
    lines += [f"{field.key}={','.join(map(str, field.moved(least)))}" for field in given]
    return "\n".join(lines)


def canonical_puzzle(puzzle: Puzzle) -> Puzzle:
    """The representative itself: equal for all images of a puzzle. What else is known of it stays behind."""
    from array import array

    from gridwright.model.grid import letters
    from gridwright.model.puzzle import Puzzle

    least = _least(puzzle, sorted(_given(puzzle)))
    labels, names = [], {}
    for field, array_of in zip(puzzle.genre.label_fields(), puzzle.labels, strict=True):
        moved = least.mover(field.kind)(array_of)
        if field.kind == "regions":
            moved = renumbered(moved)
            names[field.name] = tuple(map(letters, range(max(moved, default=-1) + 1)))
        labels.append(array("i", moved))
    cells = range(puzzle.rows * puzzle.columns)
    holes = least.mover("cells")([cell in puzzle.holes for cell in cells])
    shape = puzzle.shape._replace(
        rows=least.rows, columns=least.columns, holes=tuple(cell for cell in cells if holes[cell]), derived=()
    )
    return Puzzle(shape, tuple(labels), names, origin=puzzle.origin)


def _least(puzzle: Puzzle, given: Sequence[_Given]) -> _Move:
    """The symmetry that leads to the representative; of several the first.

    Field by field only those go on that are least until there. Beginnings nearly always decide: that of an
    image with its regions numbered anew is the image's beginning with its regions numbered anew.
    """
    moves = _moves(puzzle.rows, puzzle.columns)
    least = min((move.rows, move.columns) for move in moves)
    left = [move for move in moves if (move.rows, move.columns) == least]
    for field in given:
        for most in (*BEGINNINGS, None):
            if len(left) == 1:
                return left[0]
            images = [field.moved(move, most) for move in left]
            first = min(images)
            left = [move for move, image in zip(left, images, strict=True) if image == first]
    return left[0]


def _given(puzzle: Puzzle) -> Iterator[_Given]:
    for field, labels in zip(puzzle.genre.label_fields(), puzzle.labels, strict=True):
        if max(labels, default=-1) >= 0:
            if field.kind == "regions":
                yield _Given(field.key, field.kind, labels)
            else:
                tokens = field.tokens(puzzle, labels)
                words = {token: "" if token is None else str(token) for token in set(tokens)}
                yield _Given(field.key, field.kind, list(map(words.__getitem__, tokens)))
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


class _Move:
    """One symmetry of a board: the size that it gives it, and how it moves lists over the cells and edges."""

    def __init__(self, symmetry: Symmetry, grid: Grid) -> None:
        image = symmetry.grid(grid)
        self.rows, self.columns = image.height, image.width
        cells, edges = cell_sources(symmetry, grid), edge_sources(symmetry, grid)
        self._movers = {
            (kind, most): _mover(sources[:most])
            for kind, sources in (("cells", cells), ("regions", cells), ("edges", edges))
            for most in (*BEGINNINGS, None)
        }

    def mover(self, kind: str, most: int | None = None) -> Mover:
        return self._movers[kind, most]


@lru_cache(maxsize=32)
def _moves(rows: int, columns: int) -> list[_Move]:
    grid = Grid(rows, columns)
    return [_Move(symmetry, grid) for symmetry in SYMMETRIES]


def _mover(sources: Sequence[int]) -> Mover:
    if len(sources) > 1:
        return itemgetter(*sources)
    return tuple  # nothing to move; and of one index itemgetter would make no tuple
