"""The carving loop: take away whatever a board can do without, for all genres alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from gridwright.generate.proving import Bench, Edit, Keep, Labels
from gridwright.model.grid import Cell, Grid
from gridwright.model.symmetry import SYMMETRIES, Symmetry

if TYPE_CHECKING:
    from gridwright.model.puzzle import ShapeKey

# What stays as it is when such a board is laid on the table in another way.
STYLES: dict[str, tuple[str, ...]] = {
    "half-turn": ("turned twice",),
    "quarter-turn": ("turned once", "turned twice", "turned three times"),
    "left-right": ("mirrored left to right",),
    "top-bottom": ("mirrored top to bottom",),
    "diagonal": ("mirrored along the main diagonal",),
}


def carve(bench: Bench, shape: ShapeKey, labels: Labels, groups: Iterable[Sequence[Edit]]) -> Labels:
    """Make each group of changes in turn, and keep those that leave the board unique."""
    _, carved = bench.try_edits(shape, labels, groups, Keep.UNIQUE)
    return carved


def blanks(array: int, indexes: Iterable[int]) -> list[Edit]:
    """The changes that take labels away."""
    return [(array, index, -1) for index in indexes]


def symmetries_of(style: str | None) -> tuple[Symmetry, ...]:
    """All but the one that moves nothing."""
    if style is None:
        return ()
    named = {symmetry.name: symmetry for symmetry in SYMMETRIES}
    return tuple(named[name] for name in STYLES[style])


def orbits(grid: Grid, style: str | None) -> list[list[Cell]]:
    """The cells in groups that a symmetric style treats alike; without a style each by itself."""
    found: list[list[Cell]] = []
    seen: set[Cell] = set()
    for cell in grid.cells:
        if cell in seen:
            continue
        orbit = {cell, *(symmetry.cell(cell, grid) for symmetry in symmetries_of(style))}
        seen.update(orbit)
        found.append(sorted(orbit))
    return found
