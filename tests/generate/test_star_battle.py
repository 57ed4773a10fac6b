"""Star Battle boards as asked for: stars, holes, symmetry, and regions of one piece."""

from __future__ import annotations

import pytest

import gridwright as gw
from gridwright.generate.carving import symmetries_of
from gridwright.generate.recipe import Recipe, RequestError
from gridwright.model.grid import Cell
from gridwright.model.symmetry import renumbered


def regions_of(puzzle: gw.Puzzle) -> dict[int, set[Cell]]:
    found: dict[int, set[Cell]] = {}
    for cell in puzzle.grid.cells:
        found.setdefault(puzzle.labels[0][puzzle.grid.index(cell)], set()).add(cell)
    return found


def is_connected(puzzle: gw.Puzzle, cells: set[Cell]) -> bool:
    waiting, left = [min(cells)], set(cells)
    left.discard(waiting[0])
    while waiting:
        beside = left.intersection(puzzle.grid.neighbours(waiting.pop()))
        left -= beside
        waiting.extend(beside)
    return not left


@pytest.mark.parametrize(
    ("recipe", "stars", "holes"),
    [
        ("star-battle:size=4", 1, 0),
        ("star-battle:size=8,stars=2", 2, 0),
        ("star-battle:size=10", 2, 0),
        ("star-battle:size=9,stars=1,holes=12", 1, 12),
        ("star-battle:size=10,holes=8,symmetry=half-turn", 2, 8),
        ("star-battle:size=9,stars=1,symmetry=quarter-turn", 1, 0),
        ("star-battle:size=13,stars=3,symmetry=half-turn", 3, 0),
        ("star-battle:size=25,stars=6", 6, 0),
    ],
)
def test_boards_are_as_asked_for(recipe: str, stars: int, holes: int) -> None:
    style = Recipe.read(recipe)[0].options["symmetry"]
    puzzles = list(gw.generate_many(recipe, count=2, seed=1, grade=False))
    assert len(puzzles) == 2
    for puzzle in puzzles:
        assert gw.solve(puzzle).status == "unique"
        assert (puzzle.scalars["stars"], len(puzzle.holes)) == (stars, holes)
        regions = regions_of(puzzle)
        assert -1 not in regions
        assert len(regions) == puzzle.rows
        assert all(len(cells) > 1 and is_connected(puzzle, cells) for cells in regions.values())
        for symmetry in symmetries_of(style):
            turned = [puzzle.grid.index(symmetry.cell(cell, puzzle.grid)) for cell in puzzle.grid.all_cells]
            labels = puzzle.labels[0]
            assert renumbered([labels[cell] for cell in turned]) == renumbered(labels)


def test_regions_of_one_cell_only_if_asked_for() -> None:
    puzzles = gw.generate_many("star-battle:size=6,single-cells", count=20, seed=1, grade=False)
    sizes = [len(cells) for puzzle in puzzles for cells in regions_of(puzzle).values()]
    assert min(sizes) == 1


def test_stars_go_with_the_size_if_nobody_says_how_many() -> None:
    assert str(Recipe.read("star-battle:size=10")[0]) == "star-battle:size=10,stars=2"
    assert Recipe.read("star-battle:size=25")[0].options["stars"] == 6
    assert (
        gw.generate("star-battle:size=5#1", grade=False).knowledge["seed"] == "star-battle:size=5,stars=1#1"
    )


@pytest.mark.parametrize(
    ("recipe", "says"),
    [
        ("star-battle:size=6,stars=3", "ask for 1 star, or for size 12 or more"),
        ("star-battle:size=11,stars=3", "ask for 2 stars, or for size 12 or more"),
        ("star-battle:size=8,holes=60", "leave room for 48 holes, not 60"),
        ("star-battle:size=10,symmetry=quarter-turn", "need a size of 4k or 4k+1, not 10"),
        ("star-battle:size=9,symmetry=quarter-turn", "cannot have quarter-turn symmetry"),
        ("star-battle:size=8,holes=3,symmetry=half-turn", "holes come in groups of 2"),
        ("star-battle:size=8,symmetry=left-right", "symmetry is one of half-turn, quarter-turn"),
        ("star-battle:size=26", "size is a number from 4 to 25"),
        ("star-battle:stars=7", "stars is a whole number from 1 to 6"),
    ],
)
def test_what_cannot_be_is_refused(recipe: str, says: str) -> None:
    with pytest.raises(RequestError) as refused:
        gw.generate(recipe)
    assert says in str(refused.value)


def test_a_quarter_of_the_lines_is_the_most_that_there_is_room_for() -> None:
    # Why `refuse` may say so: size 4k - 1 holds no k stars, size 4k does.
    for stars in (1, 2, 3, 4, 5, 6):
        for size, status in ((4 * stars - 1, "none"), (4 * stars, "multiple")):
            board = {"genre": "star-battle", "rows": size, "columns": size, "stars": stars}
            assert gw.solve(gw.load(board)).status == status
