"""The papers' boards and their known answers."""

from __future__ import annotations

from typing import Any

STAR_4X4_1 = ["1211", "1113", "4111", "1111"]
STAR_5X5_1 = ["11222", "12232", "12222", "42425", "44455"]
STAR_8X8_1 = ["12345678"] * 8
STAR_8X8_2 = [str(row) * 8 for row in range(1, 9)]
STAR_10X10_1 = [
    "1112233333", "1444253536", "1114253566", "1444255566", "1477789596",
    "1444789596", "1177789996", "0078888896", "0077706896", "0000006666",
]  # fmt: skip

# Board, stars, number of solutions, and one of them as the columns of the stars row by row.
STAR_BATTLES: list[tuple[list[str], int, int, str | None]] = [
    (STAR_4X4_1, 1, 1, "2413"),
    (STAR_5X5_1, 1, 1, "14253"),
    (STAR_4X4_1, 2, 0, None),
    (STAR_5X5_1, 2, 0, None),
    (STAR_8X8_1, 2, 2, "2468246813571357"),
    (STAR_8X8_2, 2, 2, "2468246813571357"),
    (STAR_10X10_1, 2, 1, None),
]

HAMLE_6 = [". 3 . . . 2", ". . 3 . 4 .", ". 1 . . . .", "5 . . 2 . 2", ". . . . . .", ". 4 . 2 . ."]
HAMLE_7 = [
    ". . . . 3 . 3", "4 . . 2 . . .", ". . 4 3 . . .", "4 . . . 3 . 2",
    ". 2 . 2 . . .", ". . . . 2 . .", ". . . 4 . . 2",
]  # fmt: skip

# Rows, columns, the two kinds, how many of each, and how many solutions without regard to symmetry.
CHESS_LOOPS = [
    (2, 3, "knight", "king", 2, 2),
    (4, 5, "knight", "king", 3, 4),
    (2, 4, "rook", "king", 2, 2),
    (4, 5, "rook", "king", 3, 4),
    (3, 3, "bishop", "knight", 2, 8),
    (4, 4, "bishop", "knight", 4, 2),
    (3, 5, "bishop", "knight", 4, 4),
    (4, 6, "bishop", "king", 4, 2),
    (5, 5, "bishop", "king", 4, 8),
    (3, 4, "rook", "knight", 3, 4),
    (3, 8, "rook", "knight", 5, 4),
    (2, 4, "queen", "knight", 2, 2),
    (3, 6, "queen", "knight", 3, 4),
    (4, 5, "queen", "knight", 3, 4),
    (4, 7, "queen", "knight", 4, 2),
]


def star_battle(board: list[str], stars: int) -> dict[str, Any]:
    return {"genre": "star-battle", "stars": stars, "regions": [list(row) for row in board]}


def hamle(board: list[str]) -> dict[str, Any]:
    return {
        "genre": "hamle",
        "grid": [[int(word) if word != "." else 0 for word in row.split()] for row in board],
    }


def chess_loop(rows: int, columns: int, one: str, other: str, each: int, **more: Any) -> dict[str, Any]:
    pieces = {one: each, other: each}
    return {"genre": "chess-loop", "rows": rows, "columns": columns, "pieces": pieces, **more}


def columns_of(solution: dict[str, Any]) -> str:
    return "".join(str(column) for row in solution["grid"] for column, star in enumerate(row, 1) if star)
