"""Hamle boards as asked for, however dense, with one set of moves; what cannot be is refused."""

from __future__ import annotations

import pytest

import gridwright as gw
from gridwright.generate.recipe import RequestError
from gridwright.generate.regions import hang_together, neighbours_of
from gridwright.model.grid import Grid


@pytest.mark.parametrize(
    ("recipe", "rows", "columns", "pieces"),
    [
        ("hamle:size=4,pieces=5", 4, 4, 5),
        ("hamle:size=6", 6, 6, 9),
        ("hamle:size=4x9,pieces=8", 4, 9, 8),
        ("hamle:size=6,pieces=12", 6, 6, 12),
        ("hamle:size=9,pieces=16,longest=2", 9, 9, 16),
        ("hamle:size=20,pieces=90", 20, 20, 90),
    ],
)
def test_boards_are_as_asked_for(recipe: str, rows: int, columns: int, pieces: int) -> None:
    puzzles = list(gw.generate_many(recipe, count=2, seed=1, grade=False))
    assert len(puzzles) == 2
    for puzzle in puzzles:
        numbers = [number for number in puzzle.labels[0] if number > 0]
        assert (puzzle.rows, puzzle.columns, len(numbers)) == (rows, columns, pieces)
        if "longest" in recipe:
            assert max(numbers) <= 2
        assert [finding.kind for finding in gw.check(puzzle).findings] == []  # one set of moves, too
        assert gw.solve(puzzle).status == "unique"


@pytest.mark.parametrize(
    ("recipe", "says"),
    [
        ("hamle:size=6,pieces=13", "no room is found for 13 pieces"),  # refuted by search
        ("hamle:size=6,pieces=14", "no room is found for 14 pieces"),  # by counting
        ("hamle:size=20,pieces=134", "116 find room"),
        ("hamle:size=6,longest=6", "no piece can move 6 cells; 5 is the most"),
        ("hamle:size=3", "size is a number from 4 to 20"),
    ],
)
def test_what_cannot_be_is_refused(recipe: str, says: str) -> None:
    with pytest.raises(RequestError) as refused:
        gw.generate(recipe)
    assert says in str(refused.value)


def test_no_pieces_stand_where_counting_leaves_no_room() -> None:
    # The bound by which `refuse` need not search, against all ways to stand on small boards.
    for rows, columns in ((2, 2), (2, 4), (3, 3), (3, 4), (4, 4)):
        neighbours = neighbours_of(Grid(rows, columns))
        most = max(
            len(taken)
            for chosen in range(2 ** (rows * columns))
            if (taken := {cell for cell in range(rows * columns) if chosen >> cell & 1})
            and all(taken.isdisjoint(neighbours[cell]) for cell in taken)
            and hang_together(neighbours, taken)
        )
        assert 3 * most <= rows * columns + 3


def test_what_is_hardly_possible_comes_to_an_end() -> None:
    series = gw.generate_many("hamle:size=20,pieces=60,longest=2", seed=1, grade=False, attempt_limit=3)
    assert list(series) == []
    assert (series.stopped, series.tried) == ("attempts", 3)
