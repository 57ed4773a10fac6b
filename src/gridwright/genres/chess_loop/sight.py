"""How chess pieces look around."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from gridwright.model.grid import AROUND, DIAGONAL, STRAIGHT, Cell, Direction, Grid, Place

LEAPS: dict[str, tuple[Direction, ...]] = {
    "king": AROUND,
    "knight": ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)),
}
SLIDES: dict[str, tuple[Direction, ...]] = {"queen": AROUND, "rook": STRAIGHT, "bishop": DIAGONAL}
KINDS = ("king", "queen", "rook", "bishop", "knight")


@dataclass(frozen=True, eq=False)
class Attack:
    """That a piece of a kind on one cell would see the other, if nothing stood between."""

    kind: str
    start: Cell
    target: Cell
    between: tuple[Cell, ...]

    @property
    def line(self) -> Place:
        return Place("line of sight", (*self.start, *self.target), (self.start, *self.between, self.target))


def possible_attacks(grid: Grid, kinds: Iterable[str]) -> Iterator[Attack]:
    """Every attack that some position of these kinds might contain."""
    for kind in kinds:
        for cell in grid.cells:
            for target, between in sights(grid, kind, cell):
                yield Attack(kind, cell, target, between)


def sights(grid: Grid, kind: str, cell: Cell) -> Iterator[tuple[Cell, tuple[Cell, ...]]]:
    """Every cell that a piece may see from here, with the cells that must be free for that."""
    for leap in LEAPS.get(kind, ()):
        target = grid.straight(cell, leap)
        if target is not None:
            yield target, ()
    for direction in SLIDES.get(kind, ()):
        line = tuple(grid.ray(cell, direction))
        for distance, target in enumerate(line):
            yield target, line[:distance]


def attacked(grid: Grid, pieces: Mapping[Cell, str], blocked: Collection[Cell], cell: Cell) -> Iterator[Cell]:
    """The pieces that the piece on this cell attacks."""
    for target, between in sights(grid, pieces[cell], cell):
        if target in pieces and not any(seen in pieces or seen in blocked for seen in between):
            yield target
