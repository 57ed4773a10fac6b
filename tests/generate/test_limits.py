"""Limits hold whatever the work is at: proofs, borders that move, clues that are taken away, refusals."""

from __future__ import annotations

import threading
import time

import pytest

import gridwright as gw

LONG = [
    "star-battle:size=25,stars=4",  # borders move
    "kropki:size=16,all-dots=no,minimal",  # edits are tried
    "chess-loop:size=12,each=20",  # it would take seconds to refuse it
]


@pytest.mark.parametrize("recipe", LONG)
def test_a_time_limit_holds(recipe: str) -> None:
    started = time.monotonic()
    series = gw.generate_many(recipe, count=10**6, seed=1, grade=False, time_limit=0.2)
    list(series)
    assert series.stopped == "time"
    assert time.monotonic() - started < 2


@pytest.mark.parametrize("recipe", LONG)
def test_who_cancels_does_not_wait(recipe: str) -> None:
    control = gw.Control()
    cancelled: list[float] = []

    def cancel() -> None:
        control.cancel()
        cancelled.append(time.monotonic())

    threading.Timer(0.3, cancel).start()
    series = gw.generate_many(recipe, count=10**6, seed=1, grade=False, control=control)
    list(series)
    assert series.stopped == "cancelled"
    assert time.monotonic() - cancelled[0] < 0.5
