"""The oracles hold each other, and the papers' known answers, before they hold gridwright."""

from __future__ import annotations

from random import Random

import pytest

from tests.oracles import brute, cpsat
from tests.oracles.meaning import Grid, Puzzle
from tests.oracles.random_puzzles import MAKERS, make

EACH = 38
LIMIT = 12


@pytest.mark.parametrize("genre", MAKERS)
def test_brute_force_and_cpsat_agree(genre: str) -> None:
    seen = set()
    for index in range(EACH):
        puzzle = make(genre, Random(f"{genre}/{index}"), tiny=True)
        by_brute, brute_exact = brute.count_solutions(puzzle, LIMIT)
        by_cpsat, cpsat_exact = cpsat.count_solutions(puzzle, LIMIT)
        assert (len(by_brute), brute_exact) == (len(by_cpsat), cpsat_exact), puzzle
        if brute_exact:
            assert by_brute == by_cpsat, puzzle
        assert brute.status(puzzle) == cpsat.status(puzzle), puzzle
        seen.add(brute.status(puzzle))
    assert seen == {"none", "unique", "multiple"}, "the random puzzles no longer cover every verdict"


@pytest.mark.parametrize("genre", MAKERS)
def test_the_same_seed_makes_the_same_puzzle(genre: str) -> None:
    assert make(genre, Random(5)) == make(genre, Random(5))


# The papers' boards, and their answers as the columns of the stars row by row.
BOARD_4X4_1 = ["1211", "1113", "4111", "1111"]
BOARD_5X5_1 = ["11222", "12232", "12222", "42425", "44455"]
BOARD_8X8_1 = ["12345678"] * 8
BOARD_8X8_2 = [str(r) * 8 for r in range(1, 9)]
BOARD_10X10_1 = [
    "1112233333", "1444253536", "1114253566", "1444255566", "1477789596",
    "1444789596", "1177789996", "0078888896", "0077706896", "0000006666",
]  # fmt: skip


def _star_battle(board: list[str], stars: int) -> Puzzle:
    return {"genre": "star-battle", "stars": stars, "regions": [list(row) for row in board]}


def _columns(solution: Grid) -> str:
    return "".join(str(c) for row in solution for c, star in enumerate(row, 1) if star)


@pytest.mark.parametrize(
    ("board", "stars", "count", "answer"),
    [
        (BOARD_4X4_1, 1, 1, "2413"),
        (BOARD_5X5_1, 1, 1, "14253"),
        (BOARD_4X4_1, 2, 0, None),
        (BOARD_5X5_1, 2, 0, None),
        (BOARD_8X8_1, 2, 2, "2468246813571357"),
        (BOARD_8X8_2, 2, 2, "2468246813571357"),
        (BOARD_10X10_1, 2, 1, None),
    ],
)
def test_star_battle_paper(board: list[str], stars: int, count: int, answer: str | None) -> None:
    solutions, exact = cpsat.count_solutions(_star_battle(board, stars), 5)
    assert (len(solutions), exact) == (count, True)
    assert answer is None or answer in map(_columns, solutions)


HAMLE_6 = ["030002", "003040", "010000", "500202", "000000", "040200"]
HAMLE_7 = ["0000303", "4002000", "0043000", "4000302", "0202000", "0000200", "0004002"]


@pytest.mark.parametrize("board", [HAMLE_6, HAMLE_7])
def test_hamle_paper(board: list[str]) -> None:
    puzzle = {"genre": "hamle", "grid": [[int(n) for n in row] for row in board]}
    assert cpsat.status(puzzle) == "unique"


@pytest.mark.parametrize(
    ("rows", "columns", "kinds", "each", "status"),
    [
        (2, 3, ("knight", "king"), 2, "unique"),
        (4, 5, ("knight", "king"), 3, "unique"),
        (2, 4, ("rook", "king"), 2, "unique"),
        (4, 5, ("rook", "king"), 3, "unique"),
        (3, 3, ("bishop", "knight"), 2, "unique"),
        (3, 5, ("bishop", "knight"), 4, "unique"),
        (3, 5, ("bishop", "knight"), 3, "none"),
        (3, 4, ("rook", "knight"), 3, "unique"),
        (2, 4, ("queen", "knight"), 2, "unique"),
        (3, 6, ("queen", "knight"), 3, "unique"),
        (4, 4, ("bishop", "knight"), 4, "unique"),
    ],
)
@pytest.mark.parametrize("outer", [True, False])
def test_chess_loop_paper(
    rows: int, columns: int, kinds: tuple[str, str], each: int, status: str, outer: bool
) -> None:
    puzzle = {"genre": "chess-loop", "rows": rows, "columns": columns, "pieces": dict.fromkeys(kinds, each)}
    assert cpsat.status({**puzzle, "outer": outer}) == status


def test_a_kropki_pair_of_1_and_2_takes_either_dot() -> None:
    for colour in ("white", "black"):
        dot = {"cells": [[0, 0], [0, 1]], "colour": colour}
        pair = {"genre": "kropki", "rows": 1, "columns": 2, "dots": [dot]}
        assert (
            brute.count_solutions(pair, 9) == cpsat.count_solutions(pair, 9) == ({((1, 2),), ((2, 1),)}, True)
        )
    bare = {"genre": "kropki", "size": 2, "dots": []}
    assert brute.status(bare) == cpsat.status(bare) == "none"
    assert (
        brute.status({**bare, "all_dots": False}) == cpsat.status({**bare, "all_dots": False}) == "multiple"
    )
