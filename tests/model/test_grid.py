"""The board's geometry."""

from __future__ import annotations

import random

import pytest

from gridwright.model.grid import BOARD, DOWN, RIGHT, Border, Cell, Corner, Edge, Grid, Place, letters


def random_grids(count: int) -> list[Grid]:
    chance = random.Random(1)
    grids = []
    for _ in range(count):
        height, width = chance.randint(1, 5), chance.randint(1, 5)
        every = [(row, column) for row in range(height) for column in range(width)]
        grids.append(Grid(height, width, chance.sample(every, chance.randrange(len(every)))))
    return grids


def test_touching_sets_say_exactly_which_cells_touch_and_none_lies_in_another() -> None:
    for grid in random_grids(200):
        sets = [set(block.cells) for block in grid.touching_sets()]
        together = {(one, other) for block in sets for one in block for other in block if one != other}
        assert together == {(cell, other) for cell in grid.cells for other in grid.touching(cell)}, grid
        assert not [(one, other) for one in sets for other in sets if one is not other and one <= other], grid


def test_lines_count_across_holes_and_need_an_open_cell() -> None:
    grid = Grid(3, 3, [(0, 1), (1, 0), (1, 1), (1, 2)])
    assert [row.cells for row in grid.rows] == [((0, 0), (0, 2)), ((2, 0), (2, 1), (2, 2))]
    assert [row.key for row in grid.rows] == [0, 2]
    assert [line.name for line in grid.outer_lines] == ["row 1", "row 3", "column 1", "column 3"]


def test_a_lone_row_is_one_outer_line() -> None:
    assert [line.name for line in Grid(1, 3).outer_lines] == ["row 1", "column 1", "column 3"]


def test_bands_are_adjacent_lines_with_slots_along_them() -> None:
    bands = list(Grid(3, 2, [(0, 0)]).bands())
    assert [band.place.name for band in bands] == ["rows 1 and 2", "rows 2 and 3", "columns 1 and 2"]
    assert bands[0].slots == (((1, 0),), ((0, 1), (1, 1)))
    assert bands[2].slots == (((0, 1),), ((1, 0), (1, 1)), ((2, 0), (2, 1)))
    # Rows 1 and 3 are not adjacent although row 2 is no unit.
    assert [band.place.kind for band in Grid(3, 1, [(1, 0)]).bands()] == []


def test_edges_stand_in_arrays_in_their_own_order() -> None:
    grid = Grid(3, 4)
    assert [grid.edge_index(edge) for edge in grid.edges] == list(range(grid.edge_count))
    assert grid.edges[0] == (Cell(0, 0), Cell(0, 1))
    assert grid.edges[-1] == (Cell(1, 3), Cell(2, 3))
    with_hole = Grid(3, 4, [(1, 1)])
    assert all(with_hole.edge_index(edge) == grid.edge_index(edge) for edge in with_hole.edges)
    assert len(with_hole.edges) == grid.edge_count - 4


def test_moves_jump_over_holes_and_sight_ends_at_them() -> None:
    grid = Grid(1, 5, [(0, 2)])
    assert grid.straight(Cell(0, 0), RIGHT, 2) is None
    assert grid.straight(Cell(0, 0), RIGHT, 3) == (0, 3)
    assert grid.straight(Cell(0, 0), RIGHT, 5) is None
    assert grid.straight(Cell(0, 0), DOWN) is None
    assert list(grid.ray(Cell(0, 0), RIGHT)) == [(0, 1)]


def test_borders_and_corners() -> None:
    grid = Grid(2, 3)
    assert len(grid.borders) == 3 * 3 + 2 * 4
    assert len(grid.corners) == 3 * 4
    assert sorted(len(borders) for borders in grid.borders_at.values()) == [2] * 4 + [3] * 6 + [4] * 2
    assert set(grid.sides(Cell(0, 0))) & set(grid.sides(Cell(0, 1))) == {Border(Corner(0, 1), Corner(1, 1))}


def test_blocks_lie_on_open_cells() -> None:
    assert len(list(Grid(3, 4).blocks(2, 2))) == 6
    assert [block.cells[0] for block in Grid(2, 4, [(0, 1)]).blocks(2, 2)] == [(0, 2)]


@pytest.mark.parametrize(
    ("place", "name"),
    [
        (Place("row", 2), "row 3"),
        (Place("columns", 0), "columns 1 and 2"),
        (Place("region", 2), "region C"),
        (Place("box", 27), "box AB"),
        (Place.of(Cell(1, 8)), "r2c9"),
        (Place.of(Edge(Cell(0, 0), Cell(0, 1))), "r1c1-r1c2"),
        (Place.of(Cell(0, 3), "piece"), "piece at r1c4"),
        (next(Grid(2, 2).touching_sets()), "block r1c1-r2c2"),
        (BOARD, "the board"),
    ],
)
def test_places_are_named_as_players_read_them(place: Place, name: str) -> None:
    assert place.name == name


def test_letters_go_on_after_z() -> None:
    assert [letters(index) for index in (0, 25, 26, 51, 52, 701, 702)] == [
        "A",
        "Z",
        "AA",
        "AZ",
        "BA",
        "ZZ",
        "AAA",
    ]


def test_a_grid_has_cells() -> None:
    with pytest.raises(ValueError, match="at least one row"):
        Grid(0, 3)
