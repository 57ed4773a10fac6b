"""The pool keeps the order, bounds what is on its way, and loses nothing when workers are killed."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from gridwright.jobs import Lost, in_order
from gridwright.jobs.pool import MOST_AHEAD
from tests.jobs import work


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_order(jobs: int) -> None:
    numbers = range(3000)
    assert list(in_order(work.square, numbers, jobs)) == [number * number for number in numbers]
    assert list(in_order(work.square, [], jobs)) == []


def test_large_items_and_results_do_not_block() -> None:
    results = list(in_order(work.large, range(100), 2))
    assert [result[-1] for result in results if isinstance(result, bytes)] == list(range(100))
    items = [bytes(500_000)] * 20
    assert list(in_order(len, items, 2)) == [500_000] * 20


def test_items_are_taken_as_they_are_needed() -> None:
    taken = 0

    def items() -> Iterator[int]:
        nonlocal taken
        while True:
            taken += 1
            yield taken

    with closing(in_order(work.square, items(), 2)) as results:
        for expected in range(1, 2001):
            assert next(results) == expected * expected
            assert taken <= expected + 2 * MOST_AHEAD


def test_what_the_work_raises_is_raised_in_its_place() -> None:
    results = in_order(work.refuse, range(10), 2)
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ZeroDivisionError, match="three"):
        next(results)


def test_an_exception_that_cannot_be_sent_is_raised_in_words() -> None:
    with pytest.raises(Exception, match="Awkward: something"):
        list(in_order(work.raise_awkward, range(3), 2))


def test_killed_workers_lose_nothing() -> None:
    """Every third result the worker that made it is killed from outside."""
    killed: set[int] = set()
    seen = []
    with closing(in_order(work.slowly, range(40), 2)) as results:
        for result in results:
            assert not isinstance(result, Lost)
            seen.append(result[0])
            if result[0] in (3, 15, 30):
                killed.add(result[1])
                os.kill(result[1], signal.SIGKILL)
    assert seen == list(range(40))
    assert len(killed) >= 2


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_item_that_kills_is_tried_twice_and_given_up(tmp_path: Path, jobs: int) -> None:
    log = tmp_path / "log"
    results = list(in_order(partial(work.die_at, 50, str(log)), range(200), jobs, apart=True))
    assert isinstance(results[50], Lost)
    assert "SIGKILL" in results[50].message
    assert [result for result in results if not isinstance(result, Lost)] == [*range(50), *range(51, 200)]
    assert log.read_text() == "xx"


def test_an_item_that_kills_once_is_done_again(tmp_path: Path) -> None:
    results = list(in_order(partial(work.die_once, str(tmp_path / "mark")), range(100), 2))
    assert results == list(range(100))


def test_closing_ends_the_workers() -> None:
    results = in_order(work.slowly, range(1000), 2)
    processes = {result[1] for result in (next(results) for _ in range(8)) if not isinstance(result, Lost)}
    assert all(alive(process) for process in processes)
    results.close()
    time.sleep(0.05)
    assert not any(alive(process) for process in processes)


def test_work_that_cannot_be_sent() -> None:
    with pytest.raises((OSError, AttributeError, TypeError), match=r"pickle|begin"):
        list(in_order(lambda number: number, [1], 2))
