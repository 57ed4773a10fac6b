"""Random Kropki boards: a Latin square, its dots, and as few given numbers as asked for."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from gridwright.engine.limits import Budget
from gridwright.generate.carving import STYLES, blanks, carve, orbits
from gridwright.generate.maker import Maker
from gridwright.generate.options import OneOf, Size, Switch, Whole
from gridwright.generate.proving import Bench, Labels
from gridwright.genres.kropki.rules import Kropki, consecutive, double
from gridwright.model.grid import Grid
from gridwright.model.puzzle import Puzzle, ShapeKey

Square = list[list[int]]

LABELS = {field.name: array for array, field in enumerate(Kropki.label_fields())}
DOTS, BOXES, GIVENS = LABELS["dots"], LABELS["boxes"], LABELS["givens"]
CROWDED = (
    13  # from this size on random squares have too few dots for a proof: lines are put in a better order
)
# In a mirrored square, each number v replaced by size + 1 - v, the same dots are right.
MIRRORED = (2, 3, 5)


class KropkiMaker(Maker):
    """Shows all dots; where that does not settle the board, or dots are to be few, labels are carved away."""

    genre = Kropki
    own_options = (
        Size((6, 6), "how many rows and columns", least=2, most=20, square=True),
        Switch("all_dots", "all dots are shown, so that their absence says something, too", True),
        Whole(
            "givens", None, "numbers given; left out: none, or without all dots as few as it takes", most=400
        ),
        OneOf("symmetry", list(STYLES), "how the givens lie as before"),
        Switch("minimal", "no given and, without --all-dots, no dot can go"),
        Switch("boxes", "no number twice in a box, either: Kropki Sudoku"),
    )

    def refuse(self, options: Mapping[str, Any], bench: Bench) -> str | None:
        (size, _), givens = options["size"], _wanted(options)
        if givens == 0 and size in MIRRORED:
            return (
                f"on {size}x{size} dots never settle a board: they fit as well if every number v becomes "
                f"{size + 1} - v; ask for a given"
            )
        if givens is not None and givens > size * size:
            return f"{size}x{size} has no {givens} cells for givens"
        if options["boxes"] and _box(size) is None:
            return f"{size} is no product of two numbers, so there are no boxes; ask for another size"
        if givens and not _adds_up(orbits(Grid(size, size), options["symmetry"]), givens):
            return f"with {options['symmetry']} symmetry there cannot be {givens} givens on {size}x{size}"
        return None

    def attempt(self, options: Mapping[str, Any], random: Random, bench: Bench) -> Puzzle | None:
        size, _ = options["size"]
        square = latin_square(size, random, bench, boxes=options["boxes"])
        if size >= CROWDED and not options["boxes"]:
            square = _crowded(square, random)
        shape = ShapeKey.of(Kropki, size, size, all_dots=options["all_dots"])
        labels = _labels(square, options["boxes"])
        if _wanted(options) != 0 and bench.prove(shape, labels).status != "unique":
            labels = _give(shape, labels, square, options["symmetry"], random, bench)
        settled = _settle(shape, labels, square, options, random, bench)
        if settled is None or bench.prove(shape, settled).status != "unique":
            return None
        names = {"boxes": tuple(range(size))} if options["boxes"] else {}
        return Puzzle(shape, settled, names)

    def like(self, puzzle: Puzzle) -> dict[str, Any]:
        givens = sum(number >= 0 for number in puzzle.labels[GIVENS])
        boxes = max(puzzle.labels[BOXES], default=-1) >= 0
        all_dots = puzzle.scalars["all_dots"]
        return {"size": (puzzle.rows, puzzle.columns), "all_dots": all_dots, "boxes": boxes, "givens": givens}


MAKER = KropkiMaker()


def _wanted(options: Mapping[str, Any]) -> int | None:
    """How many givens; None: as few as it takes."""
    return 0 if options["givens"] is None and options["all_dots"] else options["givens"]


def _give(
    shape: ShapeKey, labels: Labels, square: Square, style: str | None, random: Random, bench: Bench
) -> Labels:
    """The board with as few givens as it takes: all are given, then those go that need not be."""
    given = list(labels)
    given[GIVENS] = array("i", [number for row in square for number in row])
    return carve(bench, shape, tuple(given), _shuffled_orbits(shape.grid, style, random))


def _settle(
    shape: ShapeKey,
    labels: Labels,
    square: Square,
    options: Mapping[str, Any],
    random: Random,
    bench: Bench,
) -> Labels | None:
    """As many givens as asked for, and no dot more than it takes; None: it takes another number."""
    wanted, found = _wanted(options), sum(number >= 0 for number in labels[GIVENS])
    if wanted is not None and (found > wanted or (options["minimal"] and found < wanted)):
        return None
    if wanted is not None and not options["minimal"]:
        given = labels[GIVENS][:]
        for group in _shuffled_orbits(shape.grid, options["symmetry"], random):
            cells = [index for _, index, _ in group]
            if found + len(cells) <= wanted and all(given[cell] < 0 for cell in cells):
                found += len(cells)
                for cell in cells:
                    given[cell] = square[cell // len(square)][cell % len(square)]
        if found < wanted:
            return None
        labels = tuple(given if array == GIVENS else each for array, each in enumerate(labels))
    if options["minimal"] and not options["all_dots"]:
        dots = [edge for edge, dot in enumerate(labels[DOTS]) if dot >= 0]
        random.shuffle(dots)
        labels = carve(bench, shape, labels, [blanks(DOTS, [edge]) for edge in dots])
    return labels


def _shuffled_orbits(grid: Grid, style: str | None, random: Random) -> list[list[tuple[int, int, int]]]:
    groups = [blanks(GIVENS, map(grid.index, orbit)) for orbit in orbits(grid, style)]
    random.shuffle(groups)
    return groups


def _adds_up(groups: Sequence[Sequence[object]], wanted: int) -> bool:
    """Can so many cells be chosen, each group as a whole?"""
    reached = {0}
    for group in groups:
        reached |= {number + len(group) for number in reached}
    return wanted in reached


@lru_cache(maxsize=64)
def _box(size: int) -> tuple[int, int] | None:
    """The height and width of boxes: as square as can be, lying rather than standing."""
    heights = [height for height in range(2, size) if size % height == 0 and height * height <= size]
    return (heights[-1], size // heights[-1]) if heights else None


def _boxes(size: int) -> list[int]:
    height, width = _box(size) or (size, size)
    return [
        row // height * (size // width) + column // width for row in range(size) for column in range(size)
    ]


def _labels(square: Square, boxes: bool) -> Labels:
    size = len(square)
    labels = list(ShapeKey.of(Kropki, size, size).no_labels())
    labels[DOTS] = array("i", _dots(square))
    if boxes:
        labels[BOXES] = array("i", _boxes(size))
    return tuple(labels)


@lru_cache(maxsize=32)
def _edges(size: int) -> list[tuple[int, int]]:
    grid = Grid(size, size)
    return [(grid.index(first), grid.index(second)) for first, second in grid.edges]


def _dots(square: Square) -> list[int]:
    """White between 1 and 2, as in the paper."""
    numbers = [number for row in square for number in row]
    return [_dot(numbers[first], numbers[second]) for first, second in _edges(len(square))]


def _dot(one: int, other: int) -> int:
    return 0 if consecutive(one, other) else 1 if double(one, other) else -1


def latin_square(size: int, random: Random, bench: Bench, boxes: bool = False) -> Square:
    shape = ShapeKey.of(Kropki, size, size, all_dots=False)
    labels = list(shape.no_labels())
    if boxes:
        labels[BOXES] = array("i", _boxes(size))
    numbers = bench.sample(shape, tuple(labels), random)
    if numbers is None:
        raise RuntimeError(f"no Latin square of {size}x{size} was found")
    return [list(numbers[start : start + size]) for start in range(0, size * size, size)]


def _crowded(square: Square, random: Random) -> Square:
    """The same lines in an order that brings many dots about."""
    rows = _side_by_side(square, random)
    columns = _side_by_side([list(column) for column in zip(*rows, strict=True)], random)
    return [list(row) for row in zip(*columns, strict=True)]


def _side_by_side(lines: Square, random: Random) -> Square:
    """From one line to that with which it has the most dots, and so on."""
    left = random.sample(lines, len(lines))
    path = [left.pop()]
    while left:
        path.append(max(left, key=lambda line: _dots_between(path[-1], line)))
        left.remove(path[-1])
    return path


def _dots_between(one: Iterable[int], other: Iterable[int]) -> int:
    return sum(_dot(*pair) >= 0 for pair in zip(one, other, strict=True))


def sample(size: int, random: Random) -> dict[str, Any]:
    """A random board with all its dots; it may have several solutions."""
    square = latin_square(size, random, Bench(Budget()))
    return Puzzle(ShapeKey.of(Kropki, size, size), _labels(square, False)).to_json()
