"""Puzzles in order, the same whoever makes them, each of them what was asked for; and how it ends early."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from itertools import islice

import pytest

import gridwright as gw
from gridwright.generate import tally
from gridwright.generate.generating import MOST_CONFLICTS_TO_GRADE
from gridwright.generate.maker import makers
from gridwright.generate.recipe import Recipe, RequestError
from gridwright.jobs import Lost


def made(genre: str, count: int, **further: object) -> list[gw.Puzzle]:
    return list(gw.generate_many(genre, count=count, **further))  # type: ignore[arg-type]


@pytest.mark.parametrize("maker", makers(), ids=lambda maker: maker.genre.name)
def test_what_is_made_is_what_it_says(maker) -> None:  # type: ignore[no-untyped-def]
    from gridwright import __version__

    for puzzle in made(maker.genre.name, 2, seed=12):
        known = puzzle.knowledge
        result = gw.solve(puzzle)
        assert result.status == known["status"] == "unique"
        assert result.solution is not None
        assert result.solution.to_json() == known["solution"]
        assert (known["id"], known["version"]) == (puzzle.id, __version__)
        grade = gw.grade(puzzle, conflict_limit=MOST_CONFLICTS_TO_GRADE)
        assert known["grade"] == {"label": grade.label, "score": grade.score}
        assert gw.generate(known["seed"]).to_json() == puzzle.to_json()
        assert gw.load(puzzle.to_json()).to_json() == puzzle.to_json()
        assert Recipe.like(puzzle, {"difficulty": "easy"}).maker is maker


@pytest.mark.parametrize("maker", makers(), ids=lambda maker: maker.genre.name)
def test_the_number_of_processes_changes_nothing(maker) -> None:  # type: ignore[no-untyped-def]
    alone = made(maker.genre.name, 8, seed=3, grade=False)
    assert [puzzle.to_json() for puzzle in alone] == [
        puzzle.to_json() for puzzle in made(maker.genre.name, 8, seed=3, grade=False, jobs=3)
    ]
    assert len({puzzle.id for puzzle in alone}) == 8
    assert made(maker.genre.name, 8, seed=4, grade=False) != alone


def test_a_series_goes_on_where_another_ended() -> None:
    whole = made("kropki", 6, seed=5, grade=False)
    first = gw.generate_many("kropki", count=2, seed=5, grade=False)
    begun = list(first)
    rest = made("kropki", 4, seed=f"5.{first.next}", known=[puzzle.id for puzzle in begun], grade=False)
    assert begun + rest == whole
    assert [puzzle.knowledge["seed"] for puzzle in begun + rest] == [p.knowledge["seed"] for p in whole]


def test_nothing_comes_twice_and_little_is_told_as_little() -> None:
    series = gw.generate_many("kropki", size=4, count=10_000, seed=1, grade=False)
    found = [puzzle.id for puzzle in series]
    assert len(set(found)) == len(found) == series.made < 1000
    assert series.stopped == "repeats"
    assert "left out" in series.report


def test_what_others_had_before_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally, "MOST_REPEATS", 5)
    first = made("kropki", 12, seed=5, grade=False)
    series = gw.generate_many("kropki", count=3, seed=5, grade=False, known=[puzzle.id for puzzle in first])
    assert len(list(series)) == 3
    assert (series.stopped, series.repeated) == (None, 12)
    monkeypatch.setattr(tally, "MOST_REPEATS", 100)
    few = [puzzle.id for puzzle in made("kropki", 30, size=3, givens=1, seed=5, grade=False)]
    series = gw.generate_many("kropki", size=3, givens=1, count=1, seed=5, grade=False, known=few)
    assert list(series) == []
    assert series.stopped == "repeats"


def test_where_no_worker_lives_it_ends() -> None:
    def killing(work: object, items: Iterable[int], goes_on: object) -> Iterator[Lost]:
        return (Lost(item, "killed") for item in items)

    series = gw.generate_many("kropki", count=3, seed=5, spread=killing)
    assert list(series) == []
    assert (series.stopped, series.next, len(series.lost)) == ("lost", 20, 20)


def test_only_the_difficulty_that_was_asked_for() -> None:
    series = gw.generate_many("kropki", size=6, difficulty="easy", count=3, seed=2)
    puzzles = list(series)
    assert [gw.grade(puzzle).label for puzzle in puzzles] == ["easy"] * 3
    assert series.tried >= 3 + sum(series.grades.values()) > 3
    assert set(series.grades) <= {"medium", "hard", "expert", "beyond", "none"}


def test_what_is_rare_stops_at_the_limit_with_what_it_has() -> None:
    series = gw.generate_many("kropki", size=4, difficulty="beyond", count=2, seed=1, attempt_limit=20)
    assert list(series) == []
    assert (series.stopped, series.tried) == ("attempts", 20)
    assert "0 of 2 puzzles after 20 attempts; boards of other grades: " in series.report
    with pytest.raises(gw.NotFound, match="no puzzle of kropki:size=4,difficulty=beyond was found: 0 of 1"):
        gw.generate("kropki", size=4, difficulty="beyond", seed=1, attempt_limit=20)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_time_limit_gives_a_prefix(jobs: int) -> None:
    started = time.monotonic()
    series = gw.generate_many("kropki", size=9, count=10**9, seed=5, grade=False, time_limit=0.5, jobs=jobs)
    found = list(series)
    assert time.monotonic() - started < 10
    assert series.stopped == "time"
    assert found == made("kropki", len(found), size=9, seed=5, grade=False)
    assert list(gw.generate_many("kropki", count=3, time_limit=0)) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_it_can_be_cancelled(jobs: int) -> None:
    control = gw.Control()
    series = gw.generate_many("kropki", size=9, count=10**9, seed=5, control=control, jobs=jobs)
    threading.Timer(0.3, control.cancel).start()
    started = time.monotonic()
    list(series)
    assert series.stopped == "cancelled"
    assert time.monotonic() - started < 10


def test_closing_ends_the_work() -> None:
    series = gw.generate_many("kropki", count=10**9, seed=5, grade=False, jobs=2)
    assert len(list(islice(series, 3))) == 3
    series.close()
    assert list(series) == []


def test_without_a_seed_each_call_makes_another() -> None:
    one, other = (gw.generate("kropki", size=8, grade=False) for _ in range(2))
    assert one != other
    assert gw.generate(one.knowledge["seed"], grade=False) == one


def test_bad_requests() -> None:
    with pytest.raises(RequestError, match="seed of its own"):
        gw.generate("kropki#7", seed=8)
    for wrong in ({"count": -1}, {"count": 1.5}, {"jobs": 0}, {"attempt_limit": 0}, {"time_limit": -1}):
        with pytest.raises(ValueError, match="is a"):
            gw.generate_many("kropki", **wrong)  # type: ignore[arg-type]
    with pytest.raises(RequestError, match="has no option"):
        gw.generate("kropki", colour="red")
