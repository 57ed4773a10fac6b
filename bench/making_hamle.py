"""Random Hamle boards with one solution, from a legal final position back to a start; without gridwright."""

from __future__ import annotations

from random import Random
from typing import Any

from bench.rivals.hamle_board import cuts, moves, neighbours
from bench.rivals.hamle_sat import HamleSat
from bench.rivals.sat import MINICARD

REPAIRS = 400
SHORT = 6
"""The longest move is drawn for each board, from here to the whole width: short moves leave more options."""


def make_board(random: Random, size: int, pieces: int) -> dict[str, Any]:
    """One board with one solution, on ``size`` x ``size`` cells."""
    longest = random.randrange(SHORT, size)
    while True:
        ends = final_position(random, size, pieces)
        starts = _step_back(random, size, ends, longest)
        for _ in range(REPAIRS):
            board = _board(size, starts)
            status, found = HamleSat(MINICARD).two_boards(board, 10.0)
            if status == "unique":
                return {**board, "status": "unique"}
            if status != "multiple":
                break
            _repair(random, size, starts, longest, found)


def final_position(random: Random, size: int, pieces: int) -> list[int]:
    """Cells that share no edge and leave the others connected, chosen at random."""
    around = neighbours(size, size)
    while True:
        cells = list(range(size * size))
        random.shuffle(cells)
        taken: set[int] = set()
        for cell in cells:
            if not taken.intersection(around[cell]) and not cuts(around, {*taken, cell}):
                taken.add(cell)
                if len(taken) == pieces:
                    return sorted(taken)


def _step_back(random: Random, size: int, ends: list[int], longest: int) -> dict[int, tuple[int, int]]:
    """For every piece its start, as start -> (number, end)."""
    starts: dict[int, tuple[int, int]] = {}
    for end in ends:
        _place(random, size, starts, end, longest)
    return starts


def _place(random: Random, size: int, starts: dict[int, tuple[int, int]], end: int, longest: int) -> None:
    """Choose a free start for the piece that ends at ``end``."""
    while True:
        n = random.randint(1, longest)
        start = random.choice(moves(size, size)[end][n] or (end,))
        if start != end and start not in starts:
            starts[start] = (n, end)
            return


def _board(size: int, starts: dict[int, tuple[int, int]]) -> dict[str, Any]:
    numbers = {start: n for start, (n, _) in starts.items()}
    grid = [[numbers.get(r * size + c, 0) for c in range(size)] for r in range(size)]
    return {"genre": "hamle", "grid": grid}


def _repair(
    random: Random, size: int, starts: dict[int, tuple[int, int]], longest: int, found: list[list[int]]
) -> None:
    """Give a new start to a piece that ends elsewhere in one of the two solutions found."""
    order = sorted(starts)
    wrong = [s for i, s in enumerate(order) if any(solution[i] != starts[s][1] for solution in found)]
    _, end = starts.pop(random.choice(wrong))
    _place(random, size, starts, end, longest)
