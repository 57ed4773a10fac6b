"""Make the bench's boards: ``python -m bench.boards CLASS...`` (without a class: all that are missing).

The files under ``boards/`` are checked in, so that everybody measures the same ones, and stay as they are.
Those of Star Battle, Kropki and Hamle come from programs that stood here before gridwright could generate; a
class that is new, or made again, comes from its makers. Nothing in the search may be tuned to them.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from functools import partial
from typing import Any

import gridwright as gw
from bench.classes import BOARDS

Puzzle = dict[str, Any]

RECIPES = {
    "star-battle-8x8-1": ("star-battle:size=8,stars=1", 100),
    "star-battle-10x10-2": ("star-battle:size=10,stars=2", 100),
    "star-battle-14x14-3": ("star-battle:size=14,stars=3", 60),
    "star-battle-17x17-4": ("star-battle:size=17,stars=4", 40),
    "star-battle-21x21-5": ("star-battle:size=21,stars=5", 30),
    "star-battle-25x25-6": ("star-battle:size=25,stars=6", 30),
    **{f"kropki-{n}": (f"kropki:size={n}", 20) for n in range(6, 13)},
    "hamle-15x15-40": ("hamle:size=15,pieces=40", 100),
}
LEFT_OUT = ("solution", "seed", "id", "version")  # what is known of a puzzle and plays no part here


def _generated(recipe: str, count: int) -> Iterator[Puzzle]:
    for puzzle in gw.generate_many(recipe, count=count, seed=0, grade=False):
        yield {key: value for key, value in puzzle.to_json().items() if key not in LEFT_OUT}


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


MAKERS: dict[str, Callable[[], Iterator[Puzzle]]] = {
    **{name: partial(_generated, *recipe) for name, recipe in RECIPES.items()},
    "chess-loop-15": _chess_loops,
    "star-battle-paper-10x10_1": _paper,
}


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
