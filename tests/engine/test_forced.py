"""What every solution shares; marks as a restriction; and which marks are understood."""

from __future__ import annotations

from typing import Any

import pytest

import gridwright as gw
from tests.engine import known


def test_a_value_alone_where_it_is_known_and_otherwise_what_is_excluded() -> None:
    puzzle = gw.load(
        {"genre": "kropki", "rows": 1, "columns": 3, "all_dots": False, "givens": [[None, 1, None]]}
    )
    assert gw.forced(puzzle).to_json() == [
        {"cell": [0, 0], "not": 1},
        {"cell": [0, 1], "value": 1},
        {"cell": [0, 2], "not": 1},
    ]


def test_of_a_unique_puzzle_everything_is_forced() -> None:
    puzzle = gw.load(known.star_battle(known.STAR_5X5_1, 1))
    forced, solution = gw.forced(puzzle), gw.solve(puzzle).solution
    assert solution is not None
    assert forced.status == "unique"
    assert [entry["value"] for entry in forced] == [
        value for row in solution.to_json()["grid"] for value in row
    ]


def test_hamle_is_asked_for_its_final_board() -> None:
    puzzle = gw.load({"genre": "hamle", "grid": [[2, 0, 0], [0, 0, 0], [0, 0, 0]]})
    forced = gw.forced(puzzle)
    assert {"cell": [0, 0], "value": 0} in forced
    assert {"cell": [0, 2], "not": 1} in forced
    assert gw.forced(puzzle, [{"piece": [0, 0], "to": [0, 2]}])[2] == {"cell": [0, 2], "value": 2}


def test_chess_loop_is_asked_without_symmetry() -> None:
    puzzle = gw.load(known.chess_loop(2, 3, "knight", "king", 2))
    assert gw.solve(puzzle).status == "unique"
    forced = gw.forced(puzzle)
    assert forced.status == "multiple"
    assert forced.to_json() == [
        {"cell": [0, 0], "not": None},
        {"cell": [0, 1], "value": None},
        {"cell": [0, 2], "not": None},
        {"cell": [1, 0], "not": None},
        {"cell": [1, 1], "value": None},
        {"cell": [1, 2], "not": None},
    ]
    assert gw.forced(puzzle, [{"cell": [0, 0], "value": "king"}]).status == "unique"


def test_marks_restrict_the_question() -> None:
    puzzle = gw.load(known.star_battle(known.STAR_8X8_1, 2))
    assert gw.forced(puzzle).status == "multiple"
    for value, columns in ((1, "2468246813571357"), (0, "5713571368246824")):
        forced = gw.forced(puzzle, [{"cell": [0, 1], "value": value}])
        assert forced.status == "unique"
        stars = [str(entry["cell"][1] + 1) for entry in forced if entry["value"]]
        assert "".join(stars) == columns
    both = [{"cell": [0, 1], "value": 1}, {"cell": [0, 4], "not": 0}]
    assert (gw.forced(puzzle, both).to_json(), gw.forced(puzzle, both).status) == ([], "none")


def test_without_a_solution_nothing_is_forced() -> None:
    forced = gw.forced(gw.load(known.star_battle(known.STAR_4X4_1, 2)))
    assert (list(forced), forced.status) == ([], "none")


def test_holes_are_never_named() -> None:
    regions = [[0, None, 1], [None, None, None], [0, None, 1]]
    puzzle = gw.load({"genre": "star-battle", "stars": 1, "regions": regions})
    forced = gw.forced(puzzle, [{"cell": [0, 0], "value": 1}])
    assert [entry["cell"] for entry in forced] == [[0, 0], [0, 2], [2, 0], [2, 2]]


HAMLE = {"genre": "hamle", "grid": [[2, 0, 0], [0, 0, 0], [0, 0, 1]]}
KROPKI = {"genre": "kropki", "size": 3}
CHESS = known.chess_loop(2, 3, "knight", "king", 2)
STARS = {"genre": "star-battle", "stars": 1, "regions": [[0, None], [1, 1]]}


@pytest.mark.parametrize(
    ("board", "mark"),
    [
        (KROPKI, {"cell": [2, 2], "value": 3}),
        (KROPKI, {"cell": [0, 0], "not": 1}),
        (STARS, {"cell": [0, 0], "value": 0}),
        (HAMLE, {"cell": [0, 0], "value": 0}),
        (HAMLE, {"cell": [0, 0], "value": None}),
        (HAMLE, {"cell": [0, 0], "not": 2}),
        (HAMLE, {"piece": [0, 0], "to": [2, 0]}),
        (HAMLE, {"piece": [0, 0], "to": [1, 1]}),
        (CHESS, {"cell": [0, 0], "value": "knight"}),
        (CHESS, {"cell": [0, 0], "value": "queen"}),
        (CHESS, {"cell": [0, 0], "value": None}),
        (CHESS, {"cell": [0, 0], "not": "."}),
    ],
)
def test_these_marks_are_understood(board: dict[str, Any], mark: dict[str, Any]) -> None:
    gw.forced(gw.load(board), [mark])
    gw.mistakes(gw.load(board), [mark])


@pytest.mark.parametrize(
    ("board", "marks", "place", "words"),
    [
        (KROPKI, {"cell": [0, 0], "value": 1}, "", "marks are an array of objects, not an object"),
        (KROPKI, "x", "", "marks are an array"),
        (KROPKI, 5, "", "marks are an array"),
        (KROPKI, [3], "/0", 'a mark is an object like {"cell": [0, 0], "value": 1}'),
        (KROPKI, [{}], "/0", "a mark is an object like"),
        (KROPKI, [{"cell": [0, 0]}], "/0", 'a mark says either "value" or "not"'),
        (KROPKI, [{"cell": [0, 0], "value": 1, "not": 2}], "/0", 'a mark says either "value" or "not"'),
        (KROPKI, [{"cell": [0, 0], "valu": 1}], "/0/valu", 'is no key of a mark; did you mean "value"?'),
        (KROPKI, [{"cell": [0, 3], "value": 1}], "/0/cell", "this cell lies outside the 3 x 3 board"),
        (KROPKI, [{"cell": [0, -1], "value": 1}], "/0/cell", "this cell lies outside"),
        (KROPKI, [{"cell": [0], "value": 1}], "/0/cell", "a place is [row, column]"),
        (KROPKI, [{"cell": [0, True], "value": 1}], "/0/cell", "a place is [row, column]"),
        (KROPKI, [{"cell": {}, "value": 1}], "/0/cell", "a place is [row, column]"),
        (KROPKI, [{"cell": [0, 0], "value": 4}], "/0/value", "4 cannot stand here: 1 to 3"),
        (KROPKI, [{"cell": [0, 0], "not": 0}], "/0/not", "0 cannot stand here"),
        (KROPKI, [{"cell": [0, 0], "value": None}], "/0/value", "null cannot stand here"),
        (KROPKI, [{"cell": [0, 0], "value": True}], "/0/value", "true cannot stand here"),
        (KROPKI, [{"cell": [0, 0], "value": 1.0}], "/0/value", "1.0 cannot stand here"),
        (KROPKI, [{"cell": [0, 0], "value": [1]}], "/0/value", "an array cannot stand here"),
        (KROPKI, [{"cell": [0, 0], "value": 1}, {"cell": [9, 9], "not": 1}], "/1/cell", "this cell lies"),
        (KROPKI, [{"piece": [0, 0], "to": [1, 1]}], "/0", "a mark is an object like"),
        (STARS, [{"cell": [0, 1], "value": 1}], "/0/cell", "this cell is a hole"),
        (STARS, [{"cell": [0, 0], "value": 2}], "/0/value", "2 cannot stand here: 0, 1"),
        (HAMLE, [{"piece": [0, 1], "to": [1, 1]}], "/0/piece", "in this cell there is no piece"),
        (HAMLE, [{"piece": [0, 0], "to": [0, 3]}], "/0/to", "this cell lies outside"),
        (HAMLE, [{"cell": [0, 0], "value": 9}], "/0/value", "9 cannot stand here"),
        (CHESS, [{"cell": [0, 0], "value": "pawn"}], "/0/value", '"pawn" cannot stand here'),
        (CHESS, [{"cell": [0, 0], "value": "#"}], "/0/value", '"#" cannot stand here'),
    ],
)  # fmt: skip
def test_these_marks_are_refused_with_their_place(
    board: dict[str, Any], marks: Any, place: str, words: str
) -> None:
    for ask in (gw.forced, gw.mistakes):
        with pytest.raises(gw.PuzzleError) as caught:
            ask(gw.load(board), marks)
        assert caught.value.place == place
        assert words in caught.value.message
