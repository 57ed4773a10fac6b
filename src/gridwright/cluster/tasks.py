"""What workers of a cluster run: found by its name there, in the gridwright that they have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, NamedTuple


class OtherVersionError(Exception):
    """This worker has another gridwright than who asks it: what it made would be something else."""


def version() -> str:
    import gridwright

    return gridwright.__version__


class Answer(NamedTuple):
    """The results for some items, in how many seconds, and what was raised at the next."""

    results: list[Any]
    seconds: float
    problem: Exception | None = None


def answer(asked_by: str, work: Callable[[Any], Any], items: Sequence[Any]) -> Answer:
    own = version()
    if own != asked_by:  # a worker that came later
        raise OtherVersionError(own)
    started = perf_counter()
    results: list[Any] = []
    for item in items:
        try:
            results.append(work(item))
        except Exception as problem:  # noqa: BLE001 - raised again by who asked, behind the results before it
            return Answer(results, perf_counter() - started, problem)
    return Answer(results, perf_counter() - started)
