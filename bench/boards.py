"""Make the bench's own boards: ``python -m bench.boards CLASS...`` (without a class: all that are missing).

Everything here is made without gridwright, so that no board can be tuned to it. The same seed makes the same
boards; the files under ``boards/`` are checked in, so that everybody measures the same ones.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from functools import partial
from random import Random
from typing import Any

from bench.classes import BOARDS
from bench.making_hamle import make_board as make_hamle
from bench.making_kropki import stratified_boards, unique_boards
from bench.making_star_battle import make_board as make_star_battle

Puzzle = dict[str, Any]


def _each(count: int, make: Callable[[Random], Puzzle], name: str) -> Iterator[Puzzle]:
    """Boards that do not depend on each other: one seed each, so that more can be added at the end."""
    for index in range(count):
        yield make(Random(f"{name}/{index}"))


def _star_battle(size: int, stars: int, count: int) -> tuple[str, Callable[[], Iterator[Puzzle]]]:
    name = f"star-battle-{size}x{size}-{stars}"
    return name, partial(_each, count, lambda random: make_star_battle(random, size, stars), name)


def _hamle(size: int, pieces: int, count: int) -> tuple[str, Callable[[], Iterator[Puzzle]]]:
    name = f"hamle-{size}x{size}-{pieces}"
    return name, partial(_each, count, lambda random: make_hamle(random, size, pieces), name)


CHESS_LOOPS = (
    (2, 3, "knight", "king", 2), (4, 5, "knight", "king", 3), (2, 4, "rook", "king", 2),
    (4, 5, "rook", "king", 3), (3, 3, "bishop", "knight", 2), (4, 4, "bishop", "knight", 4),
    (3, 5, "bishop", "knight", 4), (4, 6, "bishop", "king", 4), (5, 5, "bishop", "king", 4),
    (3, 4, "rook", "knight", 3),
    (3, 8, "rook", "knight", 5), (2, 4, "queen", "knight", 2), (3, 6, "queen", "knight", 3),
    (4, 5, "queen", "knight", 3), (4, 7, "queen", "knight", 4),
)  # fmt: skip
"""Friedman's fifteen puzzles: rows, columns, the two kinds and how many of each."""


def _chess_loops() -> Iterator[Puzzle]:
    for rows, columns, first, second, count in CHESS_LOOPS:
        pieces = {first: count, second: count}
        yield {"genre": "chess-loop", "rows": rows, "columns": columns, "pieces": pieces, "status": "unique"}


PAPER_10X10_1 = (
    "aaabbccccc", "adddbececf", "aaadbeceff", "adddbeeeff", "adggghieif",
    "adddghieif", "aaggghiiif", "jjghhhhhif", "jjgggjfhif", "jjjjjjffff",
)  # fmt: skip
"""The board that took the paper on Star Battle 59.84 seconds."""


def _paper() -> Iterator[Puzzle]:
    regions = [["abcdefghij".index(name) for name in row] for row in PAPER_10X10_1]
    yield {"genre": "star-battle", "stars": 2, "regions": regions, "status": "unique"}


MAKERS: dict[str, Callable[[], Iterator[Puzzle]]] = dict(
    [
        _star_battle(8, 1, 100),
        _star_battle(10, 2, 100),
        _star_battle(14, 3, 60),
        _star_battle(17, 4, 40),
        _star_battle(21, 5, 30),
        _star_battle(25, 6, 30),
        *((f"kropki-{n}", partial(unique_boards, n, 20)) for n in range(6, 13)),
        *((f"kropki-{n}", partial(stratified_boards, n, 30)) for n in (13, 14)),
        _hamle(15, 40, 100),
        ("chess-loop-15", _chess_loops),
        ("star-battle-paper-10x10_1", _paper),
    ]
)


def write_class(name: str) -> None:
    """Make one class and write its file, a compact board a line."""
    start = time.process_time()
    lines = [json.dumps(board, separators=(",", ":")) + "\n" for board in MAKERS[name]()]
    path = BOARDS / f"{name}.jsonl"
    path.write_text("".join(lines), encoding="utf-8")
    spent = time.process_time() - start
    print(f"{path.name}: {len(lines)} boards, {path.stat().st_size:,} bytes, {spent:.1f} s CPU", flush=True)


def main(patterns: list[str]) -> None:
    """Write the classes that are named, or those that have no file yet."""
    for name in MAKERS:
        missing = not (BOARDS / f"{name}.jsonl").exists()
        if any(fnmatch(name, pattern) for pattern in patterns) or (missing and not patterns):
            write_class(name)


if __name__ == "__main__":
    main(sys.argv[1:])
