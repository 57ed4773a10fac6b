"""Random Kropki boards: a Latin square, and its dots."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from gridwright.generate.maker import Maker
from gridwright.generate.options import Size
from gridwright.generate.proving import Bench
from gridwright.genres.kropki.rules import Kropki, consecutive, double
from gridwright.model.grid import Grid
from gridwright.model.puzzle import Puzzle
from gridwright.model.reading import read_puzzle


class KropkiMaker(Maker):
    """Random Latin squares, until the dots of one say everything."""

    genre = Kropki
    own_options = (Size((6, 6), "how many rows and columns", least=2, most=20, square=True),)

    def attempt(self, options: Mapping[str, Any], random: Random, bench: Bench) -> Puzzle | None:
        size, _ = options["size"]
        puzzle = read_puzzle(sample(size, random))
        return puzzle if bench.prove_puzzle(puzzle).status == "unique" else None

    def like(self, puzzle: Puzzle) -> dict[str, Any]:
        return {"size": puzzle.rows}


MAKER = KropkiMaker()


def sample(size: int, random: Random) -> dict[str, Any]:
    """A random board with all its dots; it may have several solutions."""
    return with_all_dots(latin_square(size, random))


def latin_square(size: int, random: Random) -> list[list[int]]:
    """Filled row by row at random, as in the paper; a row can always be completed."""
    left = [set(range(1, size + 1)) for _ in range(size)]  # per column the numbers it lacks
    square = []
    for _ in range(size):
        column_of: dict[int, int] = {}
        for column in random.sample(range(size), size):
            _settle(column, left, column_of, set(), random)
        row = [0] * size
        for number, column in column_of.items():
            row[column] = number
            left[column].remove(number)
        square.append(row)
    return square


def _settle(
    column: int, left: list[set[int]], column_of: dict[int, int], tried: set[int], random: Random
) -> bool:
    """Give this column a number; another column that has it is given a new one."""
    for number in random.sample(sorted(left[column] - tried), len(left[column] - tried)):
        if number in tried:
            continue
        tried.add(number)
        if number not in column_of or _settle(column_of[number], left, column_of, tried, random):
            column_of[number] = column
            return True
    return False


def with_all_dots(square: list[list[int]]) -> dict[str, Any]:
    """The puzzle whose dots are those of the square; white between 1 and 2, as in the paper."""
    dots = []
    for edge in Grid(len(square), len(square)).edges:
        one, other = (square[row][column] for row, column in edge)
        if consecutive(one, other) or double(one, other):
            colour = "white" if consecutive(one, other) else "black"
            dots.append({"cells": [list(cell) for cell in edge], "colour": colour})
    return {"genre": "kropki", "size": len(square), "dots": dots}
