"""Limits hold, on boards that would take minutes and more."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import gridwright as gw
from tests.engine import known

SLACK = 0.1  # seconds that a time limit may be overrun
GRACE = 0.05  # seconds within which a cancelled call returns
COMPILING = 0.5  # more for a call that compiles: collecting a million young objects halts every thread
TRIES = 4  # as the machine may be busy with other things


def hard_kropki() -> gw.Puzzle:
    """A Latin square of 20 with all its dots: far beyond what anything can solve."""
    size, random = 20, Random(4)
    rows, columns, numbers = (random.sample(range(size), size) for _ in range(3))
    square = [[numbers[(row + column) % size] + 1 for column in columns] for row in rows]
    dots = []
    for row in range(size):
        for column in range(size):
            for other_row, other_column in ((row, column + 1), (row + 1, column)):
                if other_row == size or other_column == size:
                    continue
                one, other = square[row][column], square[other_row][other_column]
                cells = [[row, column], [other_row, other_column]]
                if abs(one - other) == 1:
                    dots.append({"cells": cells, "colour": "white"})
                elif one in (2 * other, other / 2):
                    dots.append({"cells": cells, "colour": "black"})
    return gw.load({"genre": "kropki", "size": size, "dots": dots})


def shapeless_stars() -> gw.Puzzle:
    """17x17 with 4 stars and no regions: to count its solutions takes for ever."""
    return gw.load({"genre": "star-battle", "stars": 4, "rows": 17, "columns": 17})


def many_loops() -> gw.Puzzle:
    return gw.load({"genre": "chess-loop", "rows": 8, "columns": 8, "pieces": {"knight": 9, "bishop": 9}})


def new_shape() -> gw.Puzzle:
    """Its rules take seconds to write out before anything can be solved."""
    return gw.load({"genre": "chess-loop", "rows": 30, "columns": 30, "pieces": {"queen": 5, "knight": 5}})


Ask = Callable[..., Any]


def count_all(puzzle: gw.Puzzle, **limits: Any) -> gw.Count:
    return gw.count(puzzle, limit=10**9, **limits)


LONG = {
    "kropki-solve": (hard_kropki, gw.solve),
    "kropki-forced": (hard_kropki, gw.forced),
    "stars-count": (shapeless_stars, count_all),
    "loops-count": (many_loops, count_all),
    "new-shape": (new_shape, gw.solve),
    "check": (hard_kropki, gw.check),
}
long_questions = pytest.mark.parametrize(("make", "ask"), LONG.values(), ids=LONG.keys())


def was_stopped(answer: Any) -> bool:
    if isinstance(answer, gw.Count):
        return not answer.exact
    return bool(answer.status == "unknown")


@long_questions
@pytest.mark.parametrize("limit", [0, 0.05, 0.4])
def test_a_time_limit_is_honoured(make: Callable[[], gw.Puzzle], ask: Ask, limit: float) -> None:
    puzzle, overrun = make(), []
    slack = SLACK + (COMPILING if make is new_shape else 0)
    while len(overrun) < TRIES and min(overrun, default=1.0) >= slack:
        start = time.perf_counter()
        answer = ask(puzzle, time_limit=limit)
        overrun.append(time.perf_counter() - start - limit)
        assert was_stopped(answer)
    assert min(overrun) < slack


@long_questions
def test_another_thread_can_cancel(make: Callable[[], gw.Puzzle], ask: Ask) -> None:
    puzzle, late = make(), []
    grace = GRACE + (COMPILING if make is new_shape else 0)
    while len(late) < TRIES and min(late, default=1.0) >= grace:
        late.append(seconds_after_cancel(puzzle, ask))
    assert min(late) < grace


def seconds_after_cancel(puzzle: gw.Puzzle, ask: Ask) -> float:
    control, when = gw.Control(), []

    def cancel() -> None:
        when.append(time.perf_counter())
        control.cancel()

    timer = threading.Timer(0.2, cancel)
    timer.start()
    answer = ask(puzzle, control=control)
    late = time.perf_counter() - when[0]
    timer.join()
    assert was_stopped(answer)
    assert control.cancelled
    # It stays cancelled.
    start = time.perf_counter()
    assert was_stopped(ask(puzzle, control=control))
    return max(late, time.perf_counter() - start)


def test_what_ended_the_search_is_said() -> None:
    puzzle, control = hard_kropki(), gw.Control()
    assert gw.solve(puzzle, time_limit=0.1).stopped == "time"
    assert gw.solve(puzzle, conflict_limit=10).stopped == "conflicts"
    assert gw.solve(puzzle, memory_limit=1).stopped == "memory"
    control.cancel()
    assert gw.solve(puzzle, control=control).stopped == "cancelled"
    assert gw.solve(gw.load({"genre": "kropki", "size": 1})).stopped is None
    assert gw.solve(new_shape(), time_limit=0).stopped == "time"
    assert gw.solve(new_shape(), control=control).stopped == "cancelled"


@pytest.mark.parametrize("limit", [0, 1, 10, 1000])
def test_a_conflict_limit_means_the_same_every_time(limit: int) -> None:
    puzzle = hard_kropki()
    first, second = gw.solve(puzzle, conflict_limit=limit), gw.solve(puzzle, conflict_limit=limit)
    assert first.status == "unknown"
    counters = {"nodes", "failures", "learned", "restarts", "resumptions", "depth"}
    assert {key: first.stats[key] for key in counters} == {key: second.stats[key] for key in counters}
    assert first.stats["failures"] <= limit + 1


def test_limits_do_not_spoil_the_next_question() -> None:
    puzzle = gw.load(
        {"genre": "kropki", "size": 5, "all_dots": False, "givens": [[1, 2, 3, 4, 5], *[[None] * 5] * 4]}
    )
    expected = gw.count(puzzle, limit=300).to_json()
    for limits in ({"conflict_limit": 0}, {"time_limit": 0}, {"memory_limit": 1}, {"conflict_limit": 5}):
        gw.solve(puzzle, **limits)
        gw.count(puzzle, limit=10, **limits)
        gw.forced(puzzle, **limits)
        assert gw.count(puzzle, limit=300).to_json() == expected


def test_solutions_within_a_limit_are_the_first_ones_without() -> None:
    boards = [known.star_battle(known.STAR_8X8_1, 2), known.chess_loop(4, 5, "knight", "king", 3)]
    for puzzle in [gw.load(board) for board in boards] + [shapeless_stars()]:
        whole = gw.solve(puzzle)
        found = [gw.solve(puzzle, conflict_limit=limit) for limit in (0, 1, 3, 10, 30, 100, 10**6)]
        numbers = [len(result.solutions) for result in found]
        assert numbers == sorted(numbers)
        assert numbers[-1] == len(whole.solutions)
        for result in found:
            assert result.solutions == whole.solutions[: len(result.solutions)]


def test_progress_is_told_and_what_it_raises_comes_back() -> None:
    told: list[tuple[int, int, int]] = []
    control = gw.Control(on_progress=lambda *numbers: told.append(numbers))
    gw.solve(hard_kropki(), time_limit=0.5, control=control)
    assert len(told) >= 5
    assert told == sorted(told)

    def complain(*_: int) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        gw.solve(hard_kropki(), time_limit=5, control=gw.Control(on_progress=complain))


MEMORY = """
import resource
import gridwright as gw
from tests.engine.test_limits import shapeless_stars
puzzle = shapeless_stars()
gw.solve(puzzle)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
result = gw.count(puzzle, limit=10**9, memory_limit=5_000_000, time_limit=60)
print(result.stopped, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""

INTERRUPT = """
import _thread, threading
import gridwright as gw
from tests.engine.test_limits import hard_kropki
puzzle = hard_kropki()
threading.Timer(0.5, _thread.interrupt_main).start()
try:
    gw.solve(puzzle, time_limit=30)
except KeyboardInterrupt:
    print("interrupted")
"""


def run(script: str) -> str:
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return told.stdout


def test_memory_stays_within_its_limit() -> None:
    stopped, kilobytes = run(MEMORY).split()
    assert stopped == "memory"
    assert int(kilobytes) < 20_000


def test_ctrl_c_ends_a_search() -> None:
    start = time.perf_counter()
    assert run(INTERRUPT) == "interrupted\n"
    assert time.perf_counter() - start < 10


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ({"time_limit": -1}, "a time limit is a number of seconds from 0, not -1"),
        ({"time_limit": float("nan")}, "a time limit is"),
        ({"time_limit": "1"}, "a time limit is"),
        ({"conflict_limit": 1.5}, "a conflict limit is a whole number"),
        ({"conflict_limit": -1}, "a conflict limit is"),
        ({"memory_limit": 0}, "a memory limit is a number of bytes"),
        ({"seed": -1}, "a seed is"),
        ({"seed": 2**64}, "a seed is"),
        ({"seed": True}, "a seed is"),
        ({"labeling": "fff"}, 'did you mean "ff"'),
    ],
)
def test_limits_that_mean_nothing_are_refused(limits: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        gw.solve(gw.load({"genre": "kropki", "size": 1}), **limits)


def test_what_is_no_puzzle() -> None:
    for ask in (gw.solve, gw.count, gw.forced, gw.check):
        with pytest.raises(TypeError, match='a puzzle is what load\\(\\) gives, not "queens-5"'):
            ask("queens-5")  # type: ignore[operator]
    with pytest.raises(TypeError, match="what can be drawn is a puzzle, a solution or a scene"):
        gw.draw("queens-5")  # type: ignore[arg-type]


def test_a_count_needs_a_limit_that_makes_sense() -> None:
    puzzle = gw.load({"genre": "kropki", "size": 1})
    for limit in (0, -1, 1.5, True, None):
        with pytest.raises(ValueError, match="a limit is a whole number from 1"):
            gw.count(puzzle, limit=limit)  # type: ignore[arg-type]


def test_what_is_too_large_says_so() -> None:
    puzzle = gw.load({"genre": "kropki", "size": 65})
    for ask in (gw.solve, gw.count, gw.forced, gw.check):
        with pytest.raises(gw.PuzzleError, match="at most 64"):
            ask(puzzle)
        with pytest.raises(gw.PuzzleError, match="at most 64"):
            ask(puzzle, time_limit=60)
