"""The papers' boards through solve, count and check."""

from __future__ import annotations

from typing import Any

import pytest

import gridwright as gw
from gridwright.model.rulebook import broken_rules
from tests.engine import known


@pytest.mark.parametrize(("board", "stars", "number", "answer"), known.STAR_BATTLES)
def test_star_battles(board: list[str], stars: int, number: int, answer: str | None) -> None:
    puzzle = gw.load(known.star_battle(board, stars))
    result = gw.solve(puzzle)
    assert result.status == {0: "none", 1: "unique", 2: "multiple"}[number]
    assert len(result.solutions) == number
    assert gw.count(puzzle).to_json() == {"count": number, "exact": True}
    assert answer is None or answer in [known.columns_of(found.to_json()) for found in result.solutions]
    for found in result.solutions:
        assert broken_rules(puzzle, found.to_json()) == []


@pytest.mark.parametrize("board", [known.HAMLE_6, known.HAMLE_7])
def test_hamles(board: list[str]) -> None:
    puzzle = gw.load(known.hamle(board))
    result = gw.solve(puzzle)
    assert result.status == "unique"
    assert result.solution is not None
    solution = result.solution.to_json()
    pieces = [(row, column) for row in range(puzzle.rows) for column in range(puzzle.columns)
              if puzzle.labels[0][row * puzzle.columns + column] > 0]  # fmt: skip
    assert [tuple(move["from"]) for move in solution["moves"]] == pieces
    for move in solution["moves"]:
        (row, column), (end_row, end_column) = move["from"], move["to"]
        number = puzzle.labels[0][row * puzzle.columns + column]
        assert sorted((abs(end_row - row), abs(end_column - column))) == [0, number]
        assert solution["grid"][end_row][end_column] == number
    report = gw.check(puzzle)
    assert (report.status, report.findings) == ("unique", ())


@pytest.mark.parametrize("outer", [True, False])
@pytest.mark.parametrize(("rows", "columns", "one", "other", "each", "number"), known.CHESS_LOOPS)
def test_chess_loops(
    rows: int, columns: int, one: str, other: str, each: int, number: int, outer: bool
) -> None:
    puzzle = gw.load(known.chess_loop(rows, columns, one, other, each, outer=outer))
    result = gw.solve(puzzle)
    assert result.status == "unique"
    assert len(result.solutions) == 1
    counted = gw.count(puzzle).to_json()
    assert counted["exact"]
    assert counted["up_to_symmetry"] == 1
    if outer:
        assert counted["count"] == number


def test_the_seventh_chess_loop_as_it_is_printed_has_no_solution() -> None:
    puzzle = gw.load(known.chess_loop(3, 5, "bishop", "knight", 3))
    assert gw.solve(puzzle).status == "none"
    assert gw.count(puzzle).to_json() == {"count": 0, "exact": True, "up_to_symmetry": 0}


def test_the_loop_goes_from_the_least_cell_to_the_piece_that_it_attacks() -> None:
    puzzle = gw.load(known.chess_loop(4, 5, "rook", "king", 3))
    solution = gw.solve(puzzle).solution
    assert solution is not None
    found: dict[str, Any] = solution.to_json()
    pieces = [[row, column] for row in range(4) for column in range(5) if found["grid"][row][column]]
    assert sorted(found["loop"]) == pieces
    assert found["loop"][0] == pieces[0]
    kinds = [found["grid"][row][column] for row, column in found["loop"]]
    assert all(kind != following for kind, following in zip(kinds, kinds[1:] + kinds[:1], strict=True))


def test_a_kropki_pair_of_1_and_2_takes_either_dot() -> None:
    bare = {"genre": "kropki", "rows": 1, "columns": 2}
    for colour in ("white", "black"):
        dot = {"cells": [[0, 0], [0, 1]], "colour": colour}
        assert gw.count(gw.load({**bare, "dots": [dot]})).to_json() == {"count": 2, "exact": True}
    assert gw.solve(gw.load(bare)).status == "none"
    assert gw.solve(gw.load({**bare, "all_dots": False})).status == "multiple"
