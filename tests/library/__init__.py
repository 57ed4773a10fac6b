"""Puzzles to be kept, quick to make: their ids matter, not their solutions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import gridwright as gw


def boards(count: int, seed: int = 0) -> Iterator[gw.Puzzle]:
    """Boards with different ids."""
    random, seen = Random(seed), set()
    while len(seen) < count:
        rows = [[random.randint(0, 4) for _ in range(5)] for _ in range(5)]
        puzzle = gw.load({"genre": "hamle", "grid": rows})
        if puzzle.id not in seen:
            seen.add(puzzle.id)
            yield puzzle


def lines(count: int, seed: int = 0) -> list[str]:
    return [json.dumps(puzzle.to_json(), separators=(",", ":")) + "\n" for puzzle in boards(count, seed)]
