"""Which marks are wrong, and why."""

from __future__ import annotations

from typing import Any

import gridwright as gw
from tests.engine import known

STARS = known.star_battle(known.STAR_4X4_1, 1)  # its solution: 2413


def wrong(board: dict[str, Any], *marks: dict[str, Any]) -> list[tuple[int, str, str | None]]:
    found = gw.mistakes(gw.load(board), list(marks))
    for mistake in found:
        assert mistake.mark == marks[mistake.number]
        assert mistake.message
    return [(mistake.number, mistake.kind, mistake.rule) for mistake in found]


def star(row: int, column: int, value: int = 1) -> dict[str, Any]:
    return {"cell": [row, column], "value": value}


def test_right_marks_are_no_mistakes() -> None:
    assert wrong(STARS) == []
    assert wrong(STARS, star(0, 1), star(1, 3), star(0, 0, 0), {"cell": [2, 0], "not": 0}) == []


def test_a_mark_that_only_the_solution_contradicts() -> None:
    assert wrong(STARS, star(0, 1), star(0, 2, 0), star(3, 3)) == [(2, "solution", None)]
    assert wrong(STARS, {"cell": [3, 2], "not": 1}) == [(0, "solution", None)]


def test_of_two_marks_that_break_a_rule_the_wrong_one_is_named() -> None:
    touching = "Stars never touch, even diagonally."
    quota = "Every row, column and region holds 1 star."
    assert wrong(STARS, star(0, 1), star(1, 0)) == [(1, "rule", touching)]
    assert wrong(STARS, star(0, 3), star(0, 1)) == [(0, "rule", quota)]
    empty = [star(0, column, 0) for column in range(4)]
    assert wrong(STARS, *empty) == [(1, "rule", quota)]


def test_a_broken_rule_is_shown_with_its_place() -> None:
    found = gw.mistakes(gw.load(STARS), [star(0, 1), star(1, 0)]).to_json()
    assert found == [
        {
            "number": 1,
            "mark": {"cell": [1, 0], "value": 1},
            "kind": "rule",
            "message": "Block r1c1-r2c2: Stars never touch, even diagonally. There are 2 already.",
            "rule": "Stars never touch, even diagonally.",
            "cells": [[0, 0], [0, 1], [1, 0], [1, 1]],
        }
    ]


def test_what_is_given_cannot_be_changed() -> None:
    board = {**STARS, "givens": [[None, 1, None, None], *[[None] * 4] * 3]}
    assert wrong(board, star(0, 1, 0), star(2, 0)) == [(0, "given", "What is given stays as it is.")]


def test_without_a_single_solution_both_marks_are_wrong() -> None:
    board = {"genre": "kropki", "size": 4, "all_dots": False}
    marks = [{"cell": [0, 0], "value": 2}, {"cell": [3, 0], "value": 2}, {"cell": [1, 1], "value": 2}]
    rule = "No number comes twice in a row or column."
    assert wrong(board, *marks) == [(0, "rule", rule), (1, "rule", rule)]
    same = [{"cell": [0, 0], "value": 2}, {"cell": [1, 1], "value": 2}, {"cell": [0, 0], "value": 3}]
    assert wrong(board, *same) == [(0, "marks", None), (2, "marks", None)]


def test_marks_that_no_solution_has() -> None:
    board = known.star_battle(known.STAR_8X8_1, 2)
    # Of the two solutions one begins with stars in columns 2 and 4, the other with 5 and 7.
    assert wrong(board, star(0, 1), star(0, 3)) == []
    assert wrong(board, star(0, 1), star(0, 0, 0), star(0, 4)) == [
        (0, "impossible", None),
        (2, "impossible", None),
    ]
    assert wrong(board, star(0, 0), star(0, 3)) == [(0, "impossible", None)]


def test_of_an_impossible_puzzle_only_broken_rules_count() -> None:
    board = known.star_battle(known.STAR_4X4_1, 2)
    assert wrong(board, star(0, 0)) == []
    assert wrong(board, star(0, 0), star(0, 1)) == [
        (0, "rule", "Stars never touch, even diagonally."),
        (1, "rule", "Stars never touch, even diagonally."),
    ]


def test_hamle_pieces() -> None:
    board = known.hamle(known.HAMLE_6)
    right = [{"piece": [0, 1], "to": [3, 1]}, {"cell": [3, 1], "value": 3}, {"cell": [0, 0], "value": None}]
    assert wrong(board, *right) == []
    assert wrong(board, {"piece": [0, 5], "to": [2, 5]}) == [(0, "impossible", None)]
    assert wrong(board, {"piece": [5, 1], "to": [0, 0]}) == [(0, "rule", None)]
    beside = [{"piece": [1, 2], "to": [1, 5]}, {"piece": [0, 5], "to": [2, 5]}]
    assert wrong(board, *beside) == [(1, "rule", "No two pieces share an edge.")]


def test_chess_loop_takes_the_image_that_fits_best() -> None:
    puzzle = known.chess_loop(2, 3, "knight", "king", 2)
    kings, knights = [[0, 0], [0, 2]], [[1, 0], [1, 2]]
    for one, other in (("king", "knight"), ("knight", "king")):
        marks = [{"cell": cell, "value": one} for cell in kings]
        marks += [{"cell": cell, "value": other} for cell in knights]
        assert wrong(puzzle, *marks) == []
        marks[3] = {"cell": [1, 2], "value": one}
        assert [number for number, _, _ in wrong(puzzle, *marks)] == [3]
    assert wrong(puzzle, {"cell": [0, 1], "value": "king"}) == [(0, "solution", None)]


def test_a_limit_leaves_the_rules() -> None:
    found = gw.mistakes(gw.load(STARS), [star(0, 1), star(1, 0)], conflict_limit=0)
    assert {mistake.number for mistake in found} >= {1}
    assert gw.mistakes(gw.load(STARS), [star(0, 1)], time_limit=0).status in ("unknown", "unique")


def test_the_forced_cells_are_right_marks() -> None:
    puzzle = gw.load(
        {"genre": "kropki", "size": 4, "all_dots": False, "givens": [[1, 2, 3, 4], *[[None] * 4] * 3]}
    )
    forced = gw.forced(puzzle)
    assert forced.status == "multiple"
    assert list(gw.mistakes(puzzle, forced)) == []
