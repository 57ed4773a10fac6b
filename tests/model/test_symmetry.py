"""Rotations and reflections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import pytest

from gridwright.model.grid import Grid
from gridwright.model.symmetry import (
    SYMMETRIES,
    Symmetry,
    cell_sources,
    edge_sources,
    position_sources,
    renumbered,
    symmetries,
)

T = TypeVar("T")


def permuted(items: Sequence[T], order: Sequence[int]) -> list[T]:
    return [items[index] for index in order]


@pytest.mark.parametrize(
    ("grid", "number"),
    [(Grid(4, 4), 8), (Grid(2, 3), 4), (Grid(1, 1), 8), (Grid(3, 3, [(0, 0)]), 2), (Grid(2, 3, [(0, 0)]), 1)],
)
def test_how_many_lay_a_grid_on_itself(grid: Grid, number: int) -> None:
    assert len(symmetries(grid)) == number


def test_they_are_a_group_that_begins_with_the_identity() -> None:
    grid = Grid(3, 3)
    orders = [tuple(cell_sources(symmetry, grid)) for symmetry in SYMMETRIES]
    assert orders[0] == tuple(range(9))
    assert len(set(orders)) == 8
    assert {tuple(permuted(one, other)) for one in orders for other in orders} == set(orders)


def test_turned_once_is_clockwise() -> None:
    moved = permuted([1, 2, 3, 4, 5, 6], cell_sources(SYMMETRIES[1], Grid(2, 3)))
    assert moved == [4, 1, 5, 2, 6, 3]


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=lambda symmetry: symmetry.name)
def test_what_lies_on_cells_and_edges_moves_with_them(symmetry: Symmetry) -> None:
    grid = Grid(3, 4, [(0, 1)])
    image = symmetry.grid(grid)
    cells = list(range(12))
    moved = permuted(cells, cell_sources(symmetry, grid))
    for cell in grid.cells:
        assert moved[image.index(symmetry.cell(cell, grid))] == grid.index(cell)
    edges = permuted(range(grid.edge_count), edge_sources(symmetry, grid))
    assert {symmetry.position(edge, grid) for edge in grid.edges} == set(image.edges)
    for edge in grid.edges:
        there = symmetry.position(edge, grid)
        assert edges[image.edge_index(there)] == grid.edge_index(edge)


def test_borders_and_corners_of_a_grid_lie_on_each_other() -> None:
    grid = Grid(2, 2)
    for symmetry in symmetries(grid):
        for positions in (grid.borders, grid.corners):
            assert sorted(position_sources(symmetry, grid, positions)) == list(range(len(positions)))


def test_regions_are_the_same_whatever_they_are_called() -> None:
    assert renumbered([3, 3, -1, 0, 3]) == renumbered([0, 0, -1, 7, 0]) == (0, 0, -1, 1, 0)
    assert renumbered([0, 1]) != renumbered([0, 0])
