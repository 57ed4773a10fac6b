"""Kropki boards as asked for: dots, givens, symmetry, boxes; sizes that dots alone never settle."""

from __future__ import annotations

from typing import Any

import pytest

import gridwright as gw
from gridwright.generate.carving import symmetries_of
from gridwright.generate.recipe import Recipe, RequestError
from gridwright.genres.kropki.making import DOTS, GIVENS, MIRRORED
from gridwright.genres.kropki.rules import consecutive, double


def number_of(puzzle: gw.Puzzle, array: int) -> int:
    return sum(label >= 0 for label in puzzle.labels[array])


@pytest.mark.parametrize(
    ("recipe", "givens"),
    [
        ("kropki:size=4", 0),
        ("kropki:size=5,givens=1", 1),
        ("kropki:size=9", 0),
        ("kropki:size=14", 0),
        ("kropki:size=6,givens=6,symmetry=half-turn", 6),
        ("kropki:size=7,givens=5,symmetry=quarter-turn", 5),
        ("kropki:size=6,all-dots=no,givens=0", 0),
        ("kropki:size=9,all-dots=no,givens=4,boxes", 4),
    ],
)
def test_boards_are_as_asked_for(recipe: str, givens: int) -> None:
    options = Recipe.read(recipe)[0].options
    puzzles = list(gw.generate_many(recipe, count=2, seed=1, grade=False))
    assert len(puzzles) == 2
    for puzzle in puzzles:
        assert gw.solve(puzzle).status == "unique"
        assert number_of(puzzle, GIVENS) == givens
        assert puzzle.scalars["all_dots"] == options["all_dots"]
        assert ("boxes" in puzzle.to_json()) == options["boxes"]
        given = {cell for cell in puzzle.grid.cells if puzzle.labels[GIVENS][puzzle.grid.index(cell)] >= 0}
        for symmetry in symmetries_of(options["symmetry"]):
            assert {symmetry.cell(cell, puzzle.grid) for cell in given} == given


def without(puzzle: gw.Puzzle, array: int, index: int) -> gw.Puzzle:
    labels = [each[:] for each in puzzle.labels]
    labels[array][index] = -1
    return gw.Puzzle(puzzle.shape, tuple(labels), puzzle.names)


@pytest.mark.parametrize("recipe", ["kropki:size=6,all-dots=no,minimal", "kropki:size=5,givens=1,minimal"])
def test_of_a_minimal_board_nothing_can_go(recipe: str) -> None:
    puzzle = gw.generate(recipe, seed=2, grade=False)
    arrays = [GIVENS] if puzzle.scalars["all_dots"] else [GIVENS, DOTS]
    clues = [
        (array, index) for array in arrays for index, label in enumerate(puzzle.labels[array]) if label >= 0
    ]
    assert clues
    for array, index in clues:
        assert gw.solve(without(puzzle, array, index)).status == "multiple"


def test_a_minimal_board_has_no_other_number_of_givens() -> None:
    for recipe in ("kropki:size=5,givens=9,minimal", "kropki:size=6,all-dots=no,givens=6,minimal"):
        series = gw.generate_many(recipe, seed=2, grade=False, attempt_limit=20)
        assert list(series) == []
        assert series.stopped == "attempts"


def related(one: int, other: int) -> str | None:
    return "white" if consecutive(one, other) else "black" if double(one, other) else None


def fits(dot: str | None, one: int, other: int) -> bool:
    relations: dict[str | None, Any] = {"white": consecutive, "black": double}
    if dot is None:
        return related(one, other) is None
    return bool(relations[dot](one, other))


def test_where_dots_alone_never_settle_a_board() -> None:
    for size in range(2, 13):
        mirrored = all(
            fits(related(one, other), size + 1 - one, size + 1 - other)
            for one in range(1, size + 1)
            for other in range(1, size + 1)
            if one != other
        )
        assert mirrored == (size in MIRRORED)


@pytest.mark.parametrize(
    ("recipe", "says"),
    [
        ("kropki:size=5", "every number v becomes 6 - v; ask for a given"),
        ("kropki:size=4,givens=17", "no 17 cells"),
        ("kropki:size=7,boxes", "there are no boxes"),
        ("kropki:size=6,givens=5,symmetry=half-turn", "there cannot be 5 givens"),
    ],
)
def test_what_cannot_be_is_refused(recipe: str, says: str) -> None:
    with pytest.raises(RequestError) as refused:
        gw.generate(recipe)
    assert says in str(refused.value)
