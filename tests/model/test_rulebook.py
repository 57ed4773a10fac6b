"""The rules of a shape, without the kernel: what they say of filled boards, and where."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from gridwright.model.genre import Board, Genre, rule
from gridwright.model.puzzle import Puzzle
from gridwright.model.reading import read_puzzle
from gridwright.model.rulebook import Rulebook, broken_rules, rulebook_of
from tests.genres.trials import boards, registered

STAR_BATTLE = {
    "genre": "star-battle",
    "stars": 1,
    "regions": [[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 3, 3], [2, 2, 3, 3]],
    "givens": [[None, 1, None, None], [None] * 4, [None] * 4, [None] * 4],
}
KROPKI = {
    "genre": "kropki",
    "size": 3,
    "dots": [
        {"cells": [[0, 0], [0, 1]], "colour": "white"},
        {"cells": [[0, 1], [0, 2]], "colour": "white"},
        {"cells": [[1, 0], [1, 1]], "colour": "white"},
        {"cells": [[2, 1], [2, 2]], "colour": "black"},
        {"cells": [[0, 0], [1, 0]], "colour": "black"},
        {"cells": [[1, 0], [2, 0]], "colour": "white"},
        {"cells": [[0, 1], [1, 1]], "colour": "white"},
        {"cells": [[1, 2], [2, 2]], "colour": "white"},
    ],
}
HAMLE = {"genre": "hamle", "grid": [[0, 2, 1], [0, 0, 0], [0, 0, 0]]}
CHESS_LOOP = {
    "genre": "chess-loop",
    "rows": 2,
    "columns": 3,
    "pieces": {"knight": 2, "king": 2},
    "givens": [[None, ".", None], [None, "#", None]],
}


def broken(puzzle: dict[str, Any], rows: list[list[Any]]) -> list[tuple[str, str]]:
    found = broken_rules(read_puzzle(puzzle), {"grid": rows})
    return [(origin.rule.name, origin.place.name) for origin in found]


@pytest.mark.parametrize(
    ("puzzle", "rows", "expected"),
    [
        (STAR_BATTLE, [[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]], []),
        (
            STAR_BATTLE,
            [[0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]],
            [
                ("given", "r1c2"),
                ("quota", "column 2"),
                ("quota", "column 3"),
                ("quota", "region C"),
                ("quota", "region D"),
                ("apart", "block r3c3-r4c4"),
            ],
        ),
        (KROPKI, [[1, 2, 3], [2, 3, 1], [3, 1, 2]], []),
        (
            KROPKI,
            [[1, 2, 3], [3, 2, 1], [3, 1, 2]],
            [
                ("lines", "column 1"),
                ("lines", "column 2"),
                ("white_dots", "r1c2-r2c2"),
                ("white_dots", "r2c1-r3c1"),
                ("black_dots", "r1c1-r2c1"),
                ("no_dots", "r2c2-r2c3"),
                ("no_dots", "r2c2-r3c2"),
            ],
        ),
        (HAMLE, [[0, 1, 0], [0, 0, 0], [0, 2, 0]], []),  # the 1 lands where the 2 has left
        (HAMLE, [[0, 0, 0], [0, 0, 1], [0, 2, 0]], [("empty_cells", "the board")]),
        (HAMLE, [[0, 0, 1], [0, 0, 0], [0, 2, 0]], [("moves", "piece at r1c3"), ("arrivals", "r1c3")]),
        (
            HAMLE,
            [[2, 1, 0], [0, 0, 0], [0, 0, 0]],
            [("moves", "piece at r1c2"), ("arrivals", "r1c1"), ("apart", "r1c1-r1c2")],
        ),
        (CHESS_LOOP, [["knight", None, "knight"], ["king", None, "king"]], []),
        (
            CHESS_LOOP,
            [["knight", None, "king"], ["king", None, "knight"]],
            [
                ("attacked_by_one", "r1c1"),
                ("attacked_by_one", "r1c3"),
                ("attacked_by_one", "r2c1"),
                ("attacked_by_one", "r2c3"),
                ("other_kind", "line of sight r1c1-r2c3"),
                ("other_kind", "line of sight r2c3-r1c1"),
                ("loop", "the board"),
            ],
        ),
    ],
)
def test_a_filled_board_breaks_these_rules_here(
    puzzle: dict[str, Any], rows: list[list[Any]], expected: list[tuple[str, str]]
) -> None:
    assert broken(puzzle, rows) == expected


def test_blocked_cells_stop_sight_and_stay_empty() -> None:
    line = {"genre": "chess-loop", "rows": 1, "columns": 3, "pieces": {"rook": 1, "queen": 1}, "outer": False}
    assert broken(line, [["rook", None, "queen"]]) == []
    line["givens"] = [[None, "#", None]]
    assert ("attacks_one", "r1c1") in broken(line, [["rook", None, "queen"]])
    assert ("blocked", "r1c2") in broken(line, [["rook", "queen", None]])


def test_a_1_2_pair_may_have_either_dot_but_not_none() -> None:
    dots = [{"cells": [[0, 0], [0, 1]], "colour": colour} for colour in ("white", "black")]
    row = [[1, 2]]
    for given, expected in (([dots[0]], []), ([dots[1]], []), ([], [("no_dots", "r1c1-r1c2")])):
        puzzle = {"genre": "kropki", "rows": 1, "columns": 2, "dots": given}
        assert broken(puzzle, row) == expected
    assert broken({"genre": "kropki", "rows": 1, "columns": 2, "all_dots": False}, row) == []


def test_solutions_of_the_trial_genres_break_nothing_and_their_neighbours_something() -> None:
    with registered():
        for board in boards():
            if "solution" not in board:
                continue
            puzzle = read_puzzle(board)
            assert broken_rules(puzzle, board["solution"]) == [], board
            for other in changed(board["solution"]):
                assert broken_rules(puzzle, other), (board, other)


def changed(solution: dict[str, Any]) -> list[dict[str, Any]]:
    """The solution with the first value of one row changed to another that is possible there."""
    found = []
    grids = solution.get("lines", solution)
    for name, grid in grids.items():
        other = (1, 0) if {value for row in grid for value in row} <= {0, 1} else (None, 2, *range(1, 9))
        for row in range(len(grid)):
            copy = deepcopy(solution)
            copy.get("lines", copy)[name][row][0] = other[grid[row][0]]
            found.append(copy)
    return found


def rulebook(puzzle: dict[str, Any]) -> tuple[Puzzle, Rulebook]:
    read = read_puzzle(puzzle)
    return read, rulebook_of(read.shape)


def test_every_group_of_a_board_has_one_rule_and_one_place() -> None:
    puzzle, book = rulebook(STAR_BATTLE)
    board = Board.of(puzzle)
    labels = tuple(board.labels.values())
    first = {posted.rule.name: posted.group for posted in reversed(book.posted)}
    assert book.origin(first["quota"], labels).place.name == "row 1"
    regions = next(posted for posted in book.posted if not hasattr(posted.constraint.about, "cells"))
    places = [book.origin(regions.group + label, labels).place for label in range(4)]
    assert [place.name for place in places] == ["region A", "region B", "region C", "region D"]
    # The block has room for as many regions as there are cells; what comes after it is another rule's.
    assert book.origin(regions.group + 16, labels).rule.name == "apart"
    assert book.groups == 16 + 8 + 16 + 9 + 1 + 1 + 6


def test_boards_of_one_shape_share_a_rulebook() -> None:
    assert rulebook(STAR_BATTLE)[1] is rulebook({**STAR_BATTLE, "givens": [[None] * 4] * 4})[1]
    assert rulebook(STAR_BATTLE)[1] is not rulebook({**STAR_BATTLE, "stars": 2})[1]
    assert (
        rulebook(HAMLE)[1] is not rulebook({"genre": "hamle", "grid": [[0, 1, 1], [0, 0, 0], [0, 0, 0]]})[1]
    )


def test_rules_are_told_with_their_numbers() -> None:
    _, book = rulebook(STAR_BATTLE)
    assert [book.view.describe(rule) for rule in book.genre.rules if not rule.implied] == [
        "Every row, column and region holds 1 star.",
        "Stars never touch, even diagonally.",
    ]


def test_labelings_choose_the_columns_of_each_rows_stars() -> None:
    _, book = rulebook({**STAR_BATTLE, "stars": 2})
    picks = book.picks()
    assert [(pick.name, pick.number, pick.values) for pick in picks[:2]] == [
        ("row 1", 2, (1, 2, 3, 4)),
        ("row 2", 2, (1, 2, 3, 4)),
    ]


def test_hamle_gives_the_least_of_several_sets_of_moves() -> None:
    # Both pieces can go to both ends of the diagonal: right and down, or down and right.
    puzzle, book = rulebook({"genre": "hamle", "grid": [[0, 1], [1, 0]]})
    values = book.view.read_solution({"grid": [[1, 0], [0, 1]]})
    moves = book.view.solution(values, Board.of(puzzle))["moves"]
    assert moves == [{"from": [0, 1], "to": [0, 0]}, {"from": [1, 0], "to": [1, 1]}]


def test_a_rule_cannot_ask_what_only_a_board_knows() -> None:
    from gridwright.model.fields import CellNumbers
    from gridwright.model.unknowns import YesNo

    class Asking(Genre):
        name = "asking"
        clues = CellNumbers(key="grid")
        mark = YesNo()

        @rule("Asks.")
        def asks(self) -> Any:
            for cell in self.grid.cells:
                if self.clues[cell] == 1:
                    yield self.mark[cell]

    with pytest.raises(TypeError, match=r"what a board gives at clues\[r1c1\] .* write when="):
        Rulebook(Asking, read_puzzle(HAMLE).grid, {})


def test_a_value_that_cannot_stand_there_is_no_solution() -> None:
    with pytest.raises(ValueError, match="number cannot be 4 at r1c1"):
        broken(KROPKI, [[4, 2, 3], [2, 3, 1], [3, 1, 2]])
