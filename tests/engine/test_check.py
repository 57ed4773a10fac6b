"""What a setter is told of a puzzle."""

from __future__ import annotations

from typing import Any

import pytest

import gridwright as gw
from tests.engine import known

NONE = [None] * 4
MOVES = "Every piece moves exactly its number of cells, straight, and stays on the board."
SHAPELESS: dict[str, Any] = {"genre": "star-battle", "stars": 1, "rows": 4, "columns": 4}


def findings(board: dict[str, Any], **limits: Any) -> dict[str, gw.Finding]:
    """By kind; each kind that comes has to come once."""
    found = gw.check(gw.load(board), **limits).findings
    assert len({finding.kind for finding in found}) == len(found)
    return {finding.kind: finding for finding in found}


def test_a_sound_puzzle_leaves_nothing_to_say() -> None:
    for board in (
        known.star_battle(known.STAR_4X4_1, 1),
        known.star_battle(known.STAR_10X10_1, 2),
        known.hamle(known.HAMLE_6),
        known.chess_loop(4, 5, "queen", "knight", 3),
    ):
        report = gw.check(gw.load(board))
        assert (report.status, report.findings) == ("unique", ())


IMPOSSIBLE: list[tuple[dict[str, Any], str, list[list[int]]]] = [
    (
        {"genre": "star-battle", "stars": 2, "regions": [list(range(10))] * 9 + [[10] * 10]},
        "11 regions need 22 in all, but 10 rows have room for only 20.",
        [],
    ),
    (
        {"genre": "star-battle", "stars": 1, "regions": [["a", "a", "a"], ["a", "b", "b"], ["a", "b", "b"]]},
        "3 rows need 3 in all, but 2 regions have room for only 2.",
        [],
    ),
    (
        {"genre": "star-battle", "stars": 2, "rows": 2, "columns": 2},
        "Row 1: Every row, column and region holds 2 stars. There is room for only 1.",
        [[0, 0], [0, 1]],
    ),
    (
        known.star_battle(["AABB", "AABB", "CCDD", "CCDD"], 2),
        "Region A: Every row, column and region holds 2 stars. There is room for only 1.",
        [[0, 0], [0, 1], [1, 0], [1, 1]],
    ),
    (
        {**SHAPELESS, "givens": [[1, *NONE[1:]], [0, 1, None, None], NONE, NONE]},
        "Block r1c1-r2c2: Stars never touch, even diagonally. There are 2 already.",
        [[0, 0], [0, 1], [1, 0], [1, 1]],
    ),
    (
        {**SHAPELESS, "givens": [[0, 0, 0, 0], NONE, NONE, NONE]},
        "Row 1: Every row, column and region holds 1 star. There is no room for that.",
        [[0, 0], [0, 1], [0, 2], [0, 3]],
    ),
    (
        {"genre": "kropki", "size": 4, "givens": [[3, None, None, 3], NONE, NONE, NONE]},
        "Row 1: No number comes twice in a row or column. 3 comes twice.",
        [[0, 0], [0, 1], [0, 2], [0, 3]],
    ),
    (
        {"genre": "kropki", "size": 4, "dots": [{"cells": [[0, 0], [1, 0]], "colour": "white"}],
         "givens": [[1, *NONE[1:]], [4, *NONE[1:]], NONE, NONE]},
        "r1c1-r2c1: A white dot joins consecutive numbers. There are 1 and 4.",
        [[0, 0], [1, 0]],
    ),
    (
        {"genre": "kropki", "size": 2, "all_dots": False, "boxes": [["x", "x"], ["x", "y"]]},
        "Box x: No number comes twice in a box. For 3 cells only 2 numbers are left.",
        [[0, 0], [0, 1], [1, 0]],
    ),
    (
        {"genre": "hamle", "grid": [[0, 3, 0], [0, 0, 0], [0, 0, 0]]},
        f"Piece at r1c2: {MOVES} There is no room for that.",
        [[0, 1]],
    ),
    (
        {"genre": "chess-loop", "rows": 2, "columns": 2, "pieces": {"king": 3, "knight": 3}},
        "There are 6 to be placed, but there is room for only 4.",
        [],
    ),
    (
        {**SHAPELESS, "stars": 2},
        "Row 1 and row 2 need 4 in all, but there is room for only 2.",
        [[row, column] for row in (0, 1) for column in range(4)],
    ),
    (
        known.chess_loop(2, 3, "king", "knight", 2, givens=[["rook", None, None], [None] * 3]),
        "r1c1: What is given stays as it is. This can never be here.",
        [[0, 0]],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("board", "message", "cells"), IMPOSSIBLE)
def test_why_a_board_is_impossible(board: dict[str, Any], message: str, cells: list[list[int]]) -> None:
    report = gw.check(gw.load(board))
    assert report.status == "none"
    assert report.findings[0].to_json() == {"kind": "impossible", "message": message, "cells": cells}
    # Nothing was searched for that: it is found although no search is allowed.
    limited = gw.check(gw.load(board), conflict_limit=0)
    assert limited.status == "none"
    assert limited.findings[0] == report.findings[0]


def test_unequal_counts_of_chess_pieces() -> None:
    board = {"genre": "chess-loop", "rows": 4, "columns": 4, "pieces": {"king": 3, "knight": 2}}
    assert gw.solve(gw.load(board)).status == "none"
    assert findings(board).keys() == {"unequal-counts"}
    assert gw.check(gw.load(board), conflict_limit=0).status == "none"


def test_an_impossible_board_that_no_rule_by_itself_explains() -> None:
    assert findings({"genre": "hamle", "grid": [[1, 0, 1], [0, 0, 0], [1, 0, 1]]}).keys() == {"no-solution"}
    # What is odd about a board does not explain it.
    shapeless = {"genre": "star-battle", "stars": 1, "rows": 3, "columns": 3}
    assert findings(shapeless).keys() == {"no-regions", "no-solution"}


def test_odd_regions() -> None:
    torn = {"genre": "star-battle", "stars": 1, "regions": [["x", "y"], ["y", "x"]]}
    found = gw.check(gw.load(torn)).findings
    assert [finding.message for finding in found if finding.kind == "disconnected-region"] == [
        "Region x: It lies in 2 parts.",
        "Region y: It lies in 2 parts.",
    ]
    assert "no-dots" in findings({"genre": "kropki", "size": 4})
    assert "no-dots" not in findings({"genre": "kropki", "size": 4, "all_dots": False})
    shapeless = findings(SHAPELESS)
    assert shapeless.keys() == {"no-regions", "several-solutions"}
    number = findings({"genre": "star-battle", "stars": 1, "regions": [[0] * 4] * 4})
    assert number["number-of-regions"].message == "The board has 1 region, but 4 rows."
    boxes = {"genre": "kropki", "size": 2, "all_dots": False, "boxes": [[0, 1], [2, 0]]}
    assert "disconnected-box" in findings(boxes)


def test_where_solutions_differ() -> None:
    puzzle = gw.load(
        {"genre": "kropki", "rows": 1, "columns": 3, "all_dots": False, "givens": [[2, None, None]]}
    )
    report = gw.check(puzzle)
    assert report.status == "multiple"
    assert report.to_json()["findings"] == [
        {
            "kind": "several-solutions",
            "message": "There are several solutions; two of them differ in 2 cells.",
            "cells": [[0, 1], [0, 2]],
        }
    ]


def test_crossing_pieces_may_change_places() -> None:
    """Two pieces of a kind that can both reach both ends: one board, two sets of moves."""
    for board in crossing_boards():
        puzzle = gw.load(board)
        if gw.solve(puzzle).status == "unique":
            found = findings(board)
            assert found["several-moves"].message == "Several sets of moves lead to the same final board."
            return
    pytest.fail("none of the boards has a single final board")


def crossing_boards() -> list[dict[str, Any]]:
    """Two pieces in opposite corners of a square, and a third of another number beside them."""
    made = []
    for rows in range(3, 5):
        for columns in range(3, 5):
            for number in (1, 2):
                grid = [[0] * columns for _ in range(rows)]
                grid[0][0] = grid[number][number] = number
                made.append({"genre": "hamle", "grid": grid})
                for row in range(rows):
                    for column in range(columns):
                        if not grid[row][column]:
                            more = [list(line) for line in grid]
                            more[row][column] = 3 - number
                            made.append({"genre": "hamle", "grid": more})
    return made


def test_givens_and_dots_that_could_go() -> None:
    row = {"genre": "kropki", "rows": 1, "columns": 3, "all_dots": False}
    assert findings({**row, "givens": [[1, 2, 3]]})["unnecessary"].to_json() == {
        "kind": "unnecessary",
        "message": "Any one of these 3 givens could go: the solution would remain the only one.",
        "cells": [[0, 0], [0, 1], [0, 2]],
    }
    assert "unnecessary" not in findings({**row, "givens": [[1, 2, None]]})
    dots = [{"cells": [[0, 0], [0, 1]], "colour": "white"}, {"cells": [[0, 1], [0, 2]], "colour": "black"}]
    report = gw.check(gw.load({**row, "givens": [[None, None, 1]], "dots": dots}))
    assert [finding.message for finding in report.findings] == [
        "One of the dots could go: the solution would remain the only one.",
        "One of the givens could go: the solution would remain the only one.",
    ]
    assert [finding.places for finding in report.findings] == [((0, 0), (0, 1)), ((0, 2),)]


def test_under_all_dots_no_dot_can_go() -> None:
    dots = [{"cells": [[0, 0], [0, 1]], "colour": "white"}]
    board = {"genre": "kropki", "rows": 1, "columns": 2, "dots": dots, "givens": [[1, None]]}
    assert "unnecessary" not in findings(board)


def test_a_blocked_cell_may_go_but_not_what_decides_between_images() -> None:
    board = known.chess_loop(2, 3, "knight", "king", 2, givens=[["king", "#", None], [None] * 3])
    assert findings(board)["unnecessary"].places == ((0, 1),)


def test_what_came_with_the_puzzle_is_held_against_it() -> None:
    board = known.star_battle(known.STAR_4X4_1, 1)
    solution = {"grid": [[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]]}
    assert findings({**board, "status": "unique", "solution": solution}) == {}
    assert findings({**board, "status": "none"})["wrong-status"].message == (
        "It came with the status none, but its status is unique."
    )
    wrong = {"grid": [[0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 1, 0, 0]]}
    assert "breaks a rule at region" in findings({**board, "solution": wrong})["wrong-solution"].message
    for nonsense in (
        1,
        "x",
        [],
        {},
        {"grid": 3},
        {"grid": [[0, 1]]},
        {"grid": [["1"] * 4] * 4},
        {"grid": [[2] * 4] * 4},
    ):
        assert findings({**board, "solution": nonsense})["wrong-solution"].message == (
            "The solution that came with it is none of this board."
        )


@pytest.mark.parametrize("board", [known.hamle(known.HAMLE_7), known.chess_loop(4, 5, "rook", "king", 3)])
def test_our_own_solutions_pass(board: dict[str, Any]) -> None:
    solution = gw.solve(gw.load(board)).solution
    assert solution is not None
    assert "wrong-solution" not in findings({**board, "solution": solution.to_json()})


def test_within_a_limit_the_verdict_may_be_open() -> None:
    puzzle = gw.load({"genre": "kropki", "size": 12})
    report = gw.check(puzzle, conflict_limit=1)
    assert report.status in ("unknown", "none")
    report = gw.check(puzzle, time_limit=0)
    assert (report.status, [finding.kind for finding in report.findings]) == ("unknown", ["no-dots"])


@pytest.mark.parametrize("outer", [True, False])
def test_a_chess_loop_with_too_few_free_cells_is_told_why(outer: bool) -> None:
    blocked = [["#", "#", "#"], ["#", None, None], ["#", "#", None]]
    pieces = {"knight": 2, "king": 2}
    said = {
        "genre": "chess-loop",
        "rows": 3,
        "columns": 3,
        "pieces": pieces,
        "givens": blocked,
        "outer": outer,
    }
    kinds = {finding.kind for finding in gw.check(gw.load(said)).findings}
    assert kinds == {"impossible"}
