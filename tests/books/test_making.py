"""A book is the same however it is made, and however often that is cut short."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import gridwright as gw
from gridwright.books import JobError, Making, read_job
from gridwright.engine.limits import Control
from gridwright.generate import tally
from gridwright.jobs import Lost
from gridwright.library.books import Book
from gridwright.library.checking import damage
from tests.books import BOOK, contents, write_book

KILLS = 8


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[int, int, str, str | None]]:
    folder = tmp_path_factory.mktemp("undisturbed")
    with gw.Library(folder / "test.db") as library:
        making = Making(read_job(write_book(folder)), library)
        assert making.run()
        assert making.complete
        assert making.made == len(library) == 62
        assert making.states[2].repeated > 0, "nothing came twice: this tests too little"
        assert making.states[2].next > 20
    found = contents(folder / "test.db")
    assert [place[:2] for place in found] == [
        (part, place) for part, count in ((1, 30), (2, 12), (3, 20)) for place in range(1, count + 1)
    ]
    assert len({id_ for _, _, id_, _ in found}) == 62
    return found


def test_each_puzzle_is_made_again_by_its_seed(undisturbed: list[tuple[int, int, str, str | None]]) -> None:
    for _, _, id_, seed in undisturbed[::9]:
        assert seed is not None
        assert gw.generate(seed, grade=False).id == id_


def test_more_workers(tmp_path: Path, undisturbed: list[Any]) -> None:
    with gw.Library(tmp_path / "test.db") as library:
        assert Making(read_job(write_book(tmp_path)), library).run(jobs=2)
    assert contents(tmp_path / "test.db") == undisturbed


def test_killed_at_random_moments(tmp_path: Path, undisturbed: list[Any]) -> None:
    job, random, codes = write_book(tmp_path), Random(3), list[int]()
    while 0 not in codes:
        assert len(codes) < 60
        process = subprocess.Popen(
            [sys.executable, "-m", "gridwright", "generate", "--job", job, "--jobs", "2"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            # Longer and longer, so that it comes to an end on a slow machine, too.
            codes.append(
                process.wait(random.uniform(0.1, 0.8) + 0.1 * len(codes) if len(codes) < KILLS else 60)
            )
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            codes.append(process.wait())
    assert codes.count(-signal.SIGKILL) > 1
    with gw.Library(tmp_path / "test.db") as library:
        assert not damage(library)
        assert len(library) == 62
    assert contents(tmp_path / "test.db") == undisturbed


def test_called_off_and_continued(tmp_path: Path, undisturbed: list[Any]) -> None:
    job = read_job(write_book(tmp_path))
    with gw.Library(tmp_path / "test.db") as library:
        control = Control()
        making = Making(job, library)
        assert not making.run(time_limit=0, control=control)
        assert (making.stopped, control.cancelled) == ("time", False)
        assert not making.run(time_limit=1e12, control=control, tell=lambda _: control.cancel())
        assert making.stopped == "cancelled"
        assert 0 < making.made < 62
        assert Making(job, library).run()
        assert Making(job, library).run(), "a complete book stays complete"
    assert contents(tmp_path / "test.db") == undisturbed


def test_what_others_add_meanwhile_changes_nothing(tmp_path: Path, undisturbed: list[Any]) -> None:
    job = read_job(write_book(tmp_path))
    with gw.Library(tmp_path / "test.db") as library, gw.Library(tmp_path / "test.db") as other:
        making = Making(job, library)
        other.add_all(gw.generate(seed, grade=False) for _, _, _, seed in undisturbed[::8])
        assert making.run()
    assert contents(tmp_path / "test.db") == undisturbed


def test_what_was_there_before_is_not_made_again(tmp_path: Path, undisturbed: list[Any]) -> None:
    with gw.Library(tmp_path / "test.db") as library:
        old = {library.add(gw.generate(seed, grade=False)).id for _, _, _, seed in undisturbed[30:36]}
        assert Making(read_job(write_book(tmp_path)), library).run()
        assert len(library) == 62 + len(old)
    assert not old & {id_ for _, _, id_, _ in contents(tmp_path / "test.db")}


def test_an_index_that_no_worker_survives_is_told_and_replaced(tmp_path: Path) -> None:
    def spread(work: Callable[..., Any], places: Iterable[Any], _: object) -> Iterator[Any]:
        for place in places:
            yield Lost(place, "killed") if place == (1, 4) else work(place)

    with gw.Library(tmp_path / "test.db") as library:
        making = Making(read_job(write_book(tmp_path)), library)
        assert making.run(spread=spread)
        assert making.states[1].lost == {4: "killed"}
        again = Making(read_job(write_book(tmp_path)), library)
        assert again.states == making.states
    assert len(contents(tmp_path / "test.db")) == 62


def killing(work: Callable[..., Any], items: Iterable[Any], _: object) -> Iterator[Any]:
    return (Lost(item, "killed") for item in items)


def test_where_no_worker_lives_the_book_waits_for_better_times(
    tmp_path: Path, undisturbed: list[Any]
) -> None:
    with gw.Library(tmp_path / "test.db") as library:
        making = Making(read_job(write_book(tmp_path)), library)
        assert not making.run(spread=killing)
        assert [(state.stopped, len(state.lost)) for state in making.states] == [("lost", 20)] * 3
        assert Making(read_job(write_book(tmp_path)), library).run()
    assert len(contents(tmp_path / "test.db")) == 62


def test_two_programs_do_not_make_one_book(tmp_path: Path) -> None:
    job = read_job(write_book(tmp_path))
    with gw.Library(tmp_path / "test.db") as library, gw.Library(tmp_path / "test.db") as other:
        first, second = Making(job, library), Making(job, other)
        assert first.run()
        with pytest.raises(gw.LibraryError, match="another program is making"):
            second.run()
        assert Making(job, other).complete


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("count = 12", "count = 13", "part 2 was 12 of kropki:size=6#5"),
        ("seed = 5", "seed = 6", "part 1 was 30 of"),
        ('name = "again"', 'name = "other"', "part 3 was"),
        ("grade = false", "grade = true", "part 1 was"),
        ("[[part]]", '[[part]]\ngenre = "kropki"\nsize = 7\ncount = 1\n[[part]]', "part 1 was 30"),
    ],
)
def test_a_book_that_was_begun_otherwise(tmp_path: Path, old: str, new: str, said: str) -> None:
    with gw.Library(tmp_path / "test.db") as library:
        Making(read_job(write_book(tmp_path)), library)
        changed = write_book(tmp_path, BOOK.replace(old, new, 1))
        with pytest.raises(JobError, match=said):
            Making(read_job(changed), library)
        titled = write_book(tmp_path, changed.read_text().replace('"Test"', '"Other"'))
        assert Making(read_job(titled), library).made == 0


HARDLY = """
part = [
    { genre = "kropki", size = 3, givens = 1, count = 30 },
    { genre = "kropki", size = 4, difficulty = "expert", count = 2 },
    { genre = "kropki", size = 6, count = 1 },
]
"""


def test_what_hardly_exists_ends_and_the_others_go_on(tmp_path: Path) -> None:
    job = read_job(write_book(tmp_path, HARDLY))
    with gw.Library(tmp_path / "test.db") as library:
        making = Making(job, library, most_attempts=30)
        assert not making.run()
        few, none, fine = making.states
        assert (few.stopped, none.stopped, fine.stopped) == ("repeats", "attempts", None)
        assert few.made < 30 <= 1000 <= few.repeated
        assert (none.made, none.tried, none.grades["medium"] > 0) == (0, 30, True)
        assert fine.made == 1
        before = contents(tmp_path / "test.db", "test")
        again = Making(job, library, most_attempts=30)
        assert not again.run()
        assert again.states == making.states, "it has been tried in vain"
        assert contents(tmp_path / "test.db", "test") == before
        more = Making(job, library, most_attempts=40)
        assert not more.run()
        assert (more.states[1].tried, more.states[1].vain) == (40, 40)


def test_what_was_there_before_says_nothing_about_what_there_is(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(tally, "MOST_REPEATS", 5)
    job = read_job(write_book(tmp_path, '[[part]]\ngenre = "kropki"\nsize = 6\ncount = 3\n'))
    with gw.Library(tmp_path / "test.db") as library:
        library.add_all(gw.generate_many("kropki", size=6, count=12, seed=0, grade=False))
        making = Making(job, library)
        assert making.run()
        assert making.states[0].repeated == 12
        # and where it is all that there is, this is found out
        few = write_book(
            tmp_path, 'title = "few"\n[[part]]\ngenre = "kropki"\nsize = 3\ngivens = 1\ncount = 30\n'
        )
        library.add_all(gw.generate_many("kropki", size=3, givens=1, count=12, seed=3, grade=False))
        making = Making(read_job(few), library)
        assert not making.run()
        assert making.states[0].stopped == "repeats"


def test_what_could_not_be_written_is_made_again(
    tmp_path: Path, undisturbed: list[Any], monkeypatch: Any
) -> None:
    with gw.Library(tmp_path / "test.db") as library:
        making = Making(read_job(write_book(tmp_path)), library)
        before = [state.written() for state in making.states]
        with monkeypatch.context() as patch:
            patch.setattr(Book, "write", lambda *_: (_ for _ in ()).throw(gw.LibraryError("it", "full")))
            with pytest.raises(gw.LibraryError, match="full"):
                making.run()
        assert [state.written() for state in making.states] == before
        assert making.run()
    assert contents(tmp_path / "test.db") == undisturbed


def test_nothing_but_what_was_asked_lies_about(tmp_path: Path) -> None:
    with gw.Library(tmp_path / "test.db") as library:
        assert Making(read_job(write_book(tmp_path)), library).run()
    assert sorted(os.listdir(tmp_path)) == ["test.db", "test.toml"]  # noqa: PTH208
