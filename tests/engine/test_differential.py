"""Random small puzzles of every genre against engines that share nothing with ours.

Verdicts, solutions, counts and forced cells must agree.

GRIDWRIGHT_LONG=1 holds 20,000 puzzles against them instead of some thousands.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any, NamedTuple

import pytest

import gridwright as gw
from gridwright.model.rulebook import broken_rules
from tests.oracles import brute, cpsat
from tests.oracles.meaning import Grid, Puzzle, equal_up_to_symmetry
from tests.oracles.random_puzzles import MAKERS, make

LONG = bool(os.environ.get("GRIDWRIGHT_LONG"))
LIMIT = 60
CHUNK = 50


class Oracle(NamedTuple):
    """An engine to hold ours against, how many puzzles in a short run and in a long one, and how large."""

    engine: Any
    short: int
    long: int
    tiny: bool


# Each where it is fastest: brute force on few possibilities, CP-SAT on many.
ORACLES = {
    "star-battle": (Oracle(brute, 300, 4000, True), Oracle(cpsat, 200, 1500, False)),
    "kropki": (Oracle(brute, 20, 300, True), Oracle(cpsat, 430, 4700, False)),
    "hamle": (Oracle(brute, 1250, 4000, True), Oracle(cpsat, 250, 1000, False)),
    "chess-loop": (Oracle(brute, 300, 3500, True), Oracle(cpsat, 100, 1000, False)),
}
CHUNKS = [
    pytest.param(genre, oracle, start, id=f"{genre}-{oracle.engine.__name__.rpartition('.')[2]}-{start}")
    for genre, oracles in ORACLES.items()
    for oracle in oracles
    for start in range(0, oracle.long if LONG else oracle.short, CHUNK)
]


def test_every_genre_is_held_against_an_oracle() -> None:
    assert ORACLES.keys() == MAKERS.keys()
    assert sum(oracle.long for oracles in ORACLES.values() for oracle in oracles) == 20_000


@pytest.mark.parametrize(("genre", "oracle", "start"), CHUNKS)
def test_against_oracles(genre: str, oracle: Oracle, start: int) -> None:
    stop = min(start + CHUNK, oracle.long if LONG else oracle.short)
    for index in range(start, stop):
        data = make(genre, Random(f"engine/{genre}/{index}"), tiny=oracle.tiny)
        if is_refused(data):
            continue
        solutions, exact = oracle.engine.count_solutions(data, LIMIT)
        compare(data, solutions, exact, seed=index % 3)


def is_refused(data: Puzzle) -> bool:
    """A star battle without holes that is no square is none."""
    if data["genre"] != "star-battle" or "regions" not in data:
        return False
    regions = data["regions"]
    if len(regions) == len(regions[0]) or any(None in row for row in regions):
        return False
    with pytest.raises(gw.PuzzleError, match="as many rows as columns"):
        gw.load(data)
    return True


def compare(data: Puzzle, solutions: set[Grid], exact: bool, seed: int) -> None:
    puzzle = gw.load(data)
    classes = up_to_symmetry(data, solutions) if data["genre"] == "chess-loop" else len(solutions)
    status = ("none", "unique", "multiple")[min(classes, 2)] if exact else "multiple"
    result = gw.solve(puzzle, seed=seed)
    assert result.status == status, data
    assert len(result.solutions) == min(classes, 2), data
    for solution in result.solutions:
        found = solution.to_json()
        assert broken_rules(puzzle, found) == [], data
        assert not exact or as_grid(found["grid"]) in solutions, data
    counted = gw.count(puzzle, limit=LIMIT, seed=seed).to_json()
    assert (counted["count"], counted["exact"]) == (len(solutions), exact), data
    if exact and "up_to_symmetry" in counted:
        assert counted["up_to_symmetry"] == classes, data
    if exact:
        compare_forced(data, puzzle, solutions)
    assert gw.check(puzzle).status == status, data


def compare_forced(data: Puzzle, puzzle: gw.Puzzle, solutions: set[Grid]) -> None:
    forced = gw.forced(puzzle)
    everything = ("none", "unique", "multiple")[min(len(solutions), 2)]
    assert forced.status == everything, data
    values, excluded = {}, {}
    for entry in forced:
        cell = tuple(entry["cell"])
        if "value" in entry:
            assert cell not in values, data
            values[cell] = entry["value"]
        else:
            excluded.setdefault(cell, set()).add(entry["not"])
    assert not values.keys() & excluded.keys(), data
    if not solutions:
        assert not forced, data
        return
    legal = every_value(data, puzzle)
    for row in range(puzzle.rows):
        for column in range(puzzle.columns):
            seen = {solution[row][column] for solution in solutions}
            if puzzle.holes and row * puzzle.columns + column in puzzle.holes:
                assert (row, column) not in values.keys() | excluded.keys(), data
            elif len(seen) == 1:
                assert values[row, column] == seen.pop(), data
            else:
                assert excluded.get((row, column), set()) == legal - seen, data


def every_value(data: Puzzle, puzzle: gw.Puzzle) -> set[Any]:
    """What may stand in a cell as far as the rules' words go."""
    if data["genre"] == "star-battle":
        return {0, 1}
    if data["genre"] == "kropki":
        return set(range(1, max(puzzle.rows, puzzle.columns) + 1))
    if data["genre"] == "hamle":
        return set(range(max(0, *(number or 0 for row in data["grid"] for number in row)) + 1))
    return {None, *(kind for kind, count in data["pieces"].items() if count)}


def up_to_symmetry(data: Puzzle, solutions: set[Grid]) -> int:
    classes: list[Grid] = []
    for solution in solutions:
        if not any(equal_up_to_symmetry(data, solution, other) for other in classes):
            classes.append(solution)
    return len(classes)


def as_grid(rows: list[list[Any]]) -> Grid:
    return tuple(map(tuple, rows))
