"""Random Kropki boards with all dots, from well mixed Latin squares."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from bench.rivals.kropki_sat import KropkiSat
from bench.rivals.sat import MINICARD

PATIENCE = 120.0
SAMPLE, STRATA = 2000, 10


def latin_square(random: Random, n: int) -> list[list[int]]:
    """A random Latin square by Jacobson and Matthews' walk, which in the end reaches all equally often.

    The square is a cube of zeros and ones with a single one in every line. The walk may pass through
    improper cubes, which hold one -1; it only ends on a proper one.
    """
    cube = [[[int((r + c) % n == v) for v in range(n)] for c in range(n)] for r in range(n)]
    improper: tuple[int, int, int] | None = None
    step = 0
    while step < n**3 or improper:
        step += 1
        if improper is None:
            r, c, v = (random.randrange(n) for _ in range(3))
            if cube[r][c][v]:
                continue
        else:
            r, c, v = improper
        r2 = random.choice([i for i in range(n) if cube[i][c][v] == 1])
        c2 = random.choice([i for i in range(n) if cube[r][i][v] == 1])
        v2 = random.choice([i for i in range(n) if cube[r][c][i] == 1])
        for row, column, value, change in (
            (r, c, v, 1), (r2, c2, v, 1), (r2, c, v2, 1), (r, c2, v2, 1),
            (r2, c, v, -1), (r, c2, v, -1), (r, c, v2, -1), (r2, c2, v2, -1),
        ):  # fmt: skip
            cube[row][column][value] += change
        improper = (r2, c2, v2) if cube[r2][c2][v2] < 0 else None
    return [[cell.index(1) + 1 for cell in row] for row in cube]


def with_all_dots(square: list[list[int]]) -> dict[str, Any]:
    """The puzzle whose dots are those of the square; white between 1 and 2, as in the paper."""
    n = len(square)
    dots = []
    for r in range(n):
        for c in range(n):
            for y, x in ((r, c + 1), (r + 1, c)):
                if y < n and x < n:
                    low, high = sorted((square[r][c], square[y][x]))
                    colour = "white" if high - low == 1 else "black" if high == 2 * low else None
                    if colour:
                        dots.append({"cells": [[r, c], [y, x]], "colour": colour})
    return {"genre": "kropki", "size": n, "dots": dots}


def unique_boards(n: int, count: int) -> Iterator[dict[str, Any]]:
    """Boards with one solution; one that resists the proof stays in, without a status."""
    index = 0
    while count:
        board = with_all_dots(latin_square(Random(f"kropki-{n}/{index}"), n))
        index += 1
        status = KropkiSat(MINICARD).prove(board, PATIENCE)
        if status != "multiple":
            count -= 1
            yield {**board, "status": status} if status == "unique" else board


def stratified_boards(n: int, count: int) -> Iterator[dict[str, Any]]:
    """Boards that nobody has tried to solve: as many from each tenth of a large sample, by number of dots."""
    random = Random(f"kropki-{n}")
    sample = [with_all_dots(latin_square(random, n)) for _ in range(SAMPLE)]
    sample.sort(key=lambda board: len(board["dots"]))
    tenth, share = SAMPLE // STRATA, count // STRATA
    for start in range(0, SAMPLE, tenth):
        for board in sorted(
            random.sample(sample[start : start + tenth], share), key=lambda b: len(b["dots"])
        ):
            yield {**board, "x-slow": True, "x-dots": len(board["dots"])}
