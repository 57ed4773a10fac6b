"""What is made once for each shape."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

import pytest

from gridwright.model.kept import Kept, Watch
from gridwright.model.puzzle import ShapeKey
from gridwright.model.registry import find


@dataclass
class Thing:
    rows: int
    weight: int
    recent: bool = False


def shape(rows: int) -> ShapeKey:
    return ShapeKey(find("kropki"), rows, 1)


def make(shape: ShapeKey, watch: Watch | None) -> Thing:
    return Thing(shape.rows, shape.rows)


def test_the_same_thing_comes_again() -> None:
    kept = Kept(make, 100)
    assert kept.get(shape(3)) is kept.get(shape(3))
    assert kept.weight == 3


def test_what_was_not_asked_for_goes_first() -> None:
    kept = Kept(make, 20)
    for rows in (6, 7, 5):
        kept.get(shape(rows))
    kept.get(shape(6))
    kept.get(shape(8))
    assert {key.rows for key in kept.found} == {6, 5, 8}
    assert kept.weight == 19


def test_something_too_heavy_is_kept_alone() -> None:
    kept = Kept(make, 10)
    kept.get(shape(4))
    kept.get(shape(50))
    assert [key.rows for key in kept.found] == [50]
    kept.get(shape(4))
    assert [key.rows for key in kept.found] == [4]


def test_threads_wait_for_each_other() -> None:
    made = []

    def slowly(shape: ShapeKey, watch: Watch | None) -> Thing:
        made.append(shape)
        time.sleep(0.05)
        return make(shape, watch)

    kept = Kept(slowly, 100)
    threads = [threading.Thread(target=kept.get, args=(shape(2),)) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [shape(2)]


def test_after_a_failure_the_next_tries_again() -> None:
    tries = []

    def fails_once(shape: ShapeKey, watch: Watch | None) -> Thing:
        tries.append(shape)
        if len(tries) == 1:
            raise LookupError("no")
        return make(shape, watch)

    kept = Kept(fails_once, 100)
    with pytest.raises(LookupError):
        kept.get(shape(2))
    assert kept.get(shape(2)).rows == 2


def test_whoever_watches_may_give_up() -> None:
    begun, go_on = threading.Event(), threading.Event()

    def waits(shape: ShapeKey, watch: Watch | None) -> Thing:
        begun.set()
        go_on.wait(5)
        return make(shape, watch)

    kept = Kept(waits, 100)
    other = threading.Thread(target=kept.get, args=(shape(2),))
    other.start()
    begun.wait(5)

    def watch() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        kept.get(shape(2), watch)
    go_on.set()
    other.join()
    assert kept.get(shape(2)).rows == 2
