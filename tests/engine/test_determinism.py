"""The same seed takes the same way, whatever was solved before and whoever solves beside it."""

from __future__ import annotations

from random import Random
from threading import Thread
from typing import Any

import pytest

import gridwright as gw
from tests.engine import known
from tests.genres.trials import registered
from tests.oracles.random_puzzles import MAKERS, make

TIMES = ("build_time", "first_time", "proof_time")


def way(puzzle: gw.Puzzle, **limits: Any) -> dict[str, Any]:
    """All that an answer consists of but the time that it took."""
    result = gw.solve(puzzle, **limits)
    counters = {key: value for key, value in result.stats.items() if key not in TIMES}
    return {
        "status": result.status,
        "found": [found.to_json() for found in result.solutions],
        "counters": counters,
    }


def boards() -> list[gw.Puzzle]:
    """Boards of every genre, of a few shapes in turns."""
    made = [make(genre, Random(f"determinism/{genre}/{index}")) for index in range(8) for genre in MAKERS]
    made += [known.star_battle(known.STAR_10X10_1, 2), known.hamle(known.HAMLE_7)]
    made += [known.chess_loop(4, 5, "queen", "knight", 3), {"genre": "kropki", "size": 5, "all_dots": False}]
    found = []
    for data in made:
        try:
            found.append(gw.load(data))
        except gw.PuzzleError:
            continue  # a star battle that is no square
    return found


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
def test_the_same_seed_takes_the_same_way(seed: int) -> None:
    puzzles = boards()
    first = [way(puzzle, seed=seed) for puzzle in puzzles]
    again = [way(puzzle, seed=seed) for puzzle in reversed(puzzles)]
    assert first == again[::-1]


def test_a_limit_that_is_not_reached_changes_nothing() -> None:
    for puzzle in boards():
        generous = {
            "time_limit": 1e6,
            "conflict_limit": 10**9,
            "memory_limit": 2**40,
            "control": gw.Control(),
        }
        assert way(puzzle, **generous) == way(puzzle)


def test_other_questions_in_between_change_nothing() -> None:
    puzzles = boards()
    first = [way(puzzle) for puzzle in puzzles]
    for puzzle in puzzles:
        gw.forced(puzzle)
        gw.count(puzzle, limit=3)
        gw.check(puzzle, conflict_limit=100)
        gw.solve(puzzle, conflict_limit=1)
    assert [way(puzzle) for puzzle in puzzles] == first


@pytest.mark.parametrize("seed", [0, 7])
def test_every_question_is_deterministic(seed: int) -> None:
    for puzzle in boards()[::3]:
        assert gw.forced(puzzle, seed=seed) == gw.forced(puzzle, seed=seed)
        assert (
            gw.count(puzzle, limit=9, seed=seed).to_json() == gw.count(puzzle, limit=9, seed=seed).to_json()
        )
        assert gw.check(puzzle, seed=seed).to_json() == gw.check(puzzle, seed=seed).to_json()


def test_threads_answer_as_one_does_alone() -> None:
    puzzles = boards()
    alone = [way(puzzle) for puzzle in puzzles]
    answers: list[list[dict[str, Any]]] = [[] for _ in range(6)]

    def work(index: int) -> None:
        for turn in range(3):
            order = Random(10 * index + turn).sample(range(len(puzzles)), len(puzzles))
            found = {place: way(puzzles[place]) for place in order}
            answers[index] = [found[place] for place in range(len(puzzles))]
            assert answers[index] == alone

    threads = [Thread(target=work, args=(index,)) for index in range(len(answers))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [alone] * len(answers)


def test_threads_may_ask_for_the_same_new_shape_at_once() -> None:
    with registered():
        puzzle = gw.load({"genre": "null", "rows": 7, "columns": 11, "marks": 77})
        found: list[str] = []
        threads = [Thread(target=lambda: found.append(gw.solve(puzzle).status)) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == ["unique"] * 8
