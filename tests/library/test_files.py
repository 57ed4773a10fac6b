"""What is no library, or cannot be read or written, is one sentence."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright.library.checking import Row, damage, doubts
from tests.library import boards


@pytest.fixture
def library(tmp_path: Path) -> Path:
    with gw.Library(tmp_path / "a.db") as library:
        library.add_all(boards(200))
    return tmp_path / "a.db"


def _use(path: Path, **options: Any) -> None:
    with gw.Library(path, **options) as library:
        library.add(next(boards(1, seed=7)))
        list(library)


def refusal(path: Path, **options: Any) -> str:
    with pytest.raises(gw.LibraryError) as caught:
        _use(path, **options)
    said = str(caught.value)
    assert said.startswith(str(path))
    assert "\n" not in said
    return said


def test_nothing_is_left_beside_it(library: Path) -> None:
    with gw.Library(library, read_only=True) as opened:
        assert len(opened) == 200
    assert os.listdir(library.parent) == ["a.db"]  # noqa: PTH208


def test_not_there(tmp_path: Path) -> None:
    assert "no such library" in refusal(tmp_path / "b.db", read_only=True)
    assert "no such library" in refusal(tmp_path / "b.db", create=False)
    assert "no folder" in refusal(tmp_path / "no" / "b.db")
    assert "folder" in refusal(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_something_else(tmp_path: Path, library: Path) -> None:
    text, empty, foreign = tmp_path / "text.db", tmp_path / "empty.db", tmp_path / "foreign.db"
    text.write_text("puzzles\n" * 500)
    assert "not even a database" in refusal(text)
    empty.touch()
    assert "empty" in refusal(empty, read_only=True)
    with gw.Library(empty) as made:
        assert made.add(next(boards(1))).new
    with sqlite3.connect(foreign) as other:
        other.execute("CREATE TABLE puzzles (name)")
    assert "another program" in refusal(foreign)
    with sqlite3.connect(library) as newer:
        newer.execute("PRAGMA user_version = 99")
    assert "newer" in refusal(library)
    assert text.read_text() == "puzzles\n" * 500


def test_damaged(library: Path) -> None:
    with library.open("r+b") as file:
        file.seek(3 * 4096)
        file.write(b"\xff" * (library.stat().st_size - 4 * 4096))
    assert "damaged" in refusal(library)
    with gw.Library(library, read_only=True) as opened:
        assert damage(opened)


def test_cut_off(library: Path) -> None:
    os.truncate(library, library.stat().st_size // 2)
    assert "damaged" in refusal(library)


def test_locked(library: Path) -> None:
    with gw.Library(library, patience=0.05) as waiting, gw.Library(library) as other:
        with other.transaction(), pytest.raises(gw.LibraryError, match="another program is writing"):
            waiting.add(next(boards(1, seed=7)))
        assert waiting.add(next(boards(1, seed=7))).new


def test_readers_do_not_wait(library: Path) -> None:
    with gw.Library(library, read_only=True, patience=0.05) as reader, gw.Library(library) as writer:
        with writer.transaction():
            writer.connection.execute("DELETE FROM boards")
            assert len(list(reader)) == 200
        assert damage(reader)


def test_reading_writes_nothing(library: Path) -> None:
    assert "cannot be written" in refusal(library, read_only=True)


def test_full(library: Path) -> None:
    with gw.Library(library) as full:
        pages = full.connection.execute("PRAGMA page_count").fetchone()[0]
        full.connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(gw.LibraryError, match="full"):
            full.add_all(boards(500, seed=1))
        assert not damage(full)
    with gw.Library(library) as again:
        assert len(again) >= 200


def test_what_the_rows_say_is_checked(library: Path) -> None:
    with gw.Library(library) as changed:
        first, second, third = list(changed.find(limit=3))
        assert not any(doubts(Row(item, changed.json_of(item.number))) for item in changed.find())
        changed.connection.execute("UPDATE boards SET json = '{}' WHERE number = 1")
        changed.connection.execute("UPDATE boards SET json = ? WHERE number = 2", (changed.json_of(3),))
        changed.connection.execute("UPDATE puzzles SET grade = 'easy' WHERE number = 3")
        assert not damage(changed)
        said = [
            [doubt.message for doubt in doubts(Row(item, changed.json_of(item.number)))]
            for item in (first, second, changed.look_up(third.number))
        ]
    assert "cannot be read" in said[0][0]
    assert third.id in said[1][0]
    assert "grade" in said[2][0]


def test_claims_are_proved(tmp_path: Path) -> None:
    with gw.Library(tmp_path / "b.db") as claims:
        true = gw.load("queens-5")
        false = gw.load({"genre": "star-battle", "stars": 1, "rows": 4, "columns": 4, "status": "unique"})
        named = gw.load({"genre": "hamle", "grid": [[0, 1]], "id": "hamle-x"})
        claims.add_all([true, false, named])
        found = [doubts(Row(item, claims.json_of(item.number)), prove=True) for item in claims.find()]
    assert found[0] == []
    assert [doubt.status for doubt in found[1]] == ["multiple"]
    assert "calls itself hamle-x" in found[2][0].message
