"""`gridwright generate --job` and `--library`."""

from __future__ import annotations

import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest

import gridwright as gw
from tests.books import contents, write_book
from tests.cli.running import QUEENS, objects, run, start


def test_a_book(tmp_path: Path) -> None:
    job = write_book(tmp_path)
    done = run("generate", "--job", "test.toml", "--time-limit", 0, cwd=tmp_path)
    assert done.returncode == 5
    assert "0 of 62 puzzles of Test are in test.db; the same command goes on from there" in done.stderr
    done = run("generate", "--job", "test.toml", "--jobs", 2, cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith("62 of 62 puzzles of Test are in test.db\n")
    assert ["3", "again", "kropki:size=4#6", "20", "20"] in [
        line.split()[:5] for line in done.stdout.splitlines()
    ]
    assert done.stderr == ""
    written = objects(run("generate", "--job", job, "--json").stdout)
    assert [puzzle["id"] for puzzle in written] == [id_ for _, _, id_, _ in contents(tmp_path / "test.db")]
    assert all(puzzle["status"] == "unique" and puzzle["solution"] for puzzle in written)
    assert run("generate", "--job", job, "-o", tmp_path / "test.txt").returncode == 0
    assert [puzzle.id for puzzle in gw.load_all(tmp_path / "test.txt")] == [
        puzzle["id"] for puzzle in written
    ]
    exported = objects(
        run("library", "export", tmp_path / "test.db", "--book", "Test", "--part", 3, "--json").stdout
    )
    assert exported == written[42:]
    assert run("library", "stats", tmp_path / "test.db").stdout.endswith("\nbook Test: 62 of 62 puzzles\n")
    assert "say which" in run("library", "list", tmp_path / "test.db", "--part", 3).stderr


def test_interrupted(tmp_path: Path) -> None:
    job = write_book(tmp_path, '[[part]]\ngenre = "kropki"\nsize = 6\ncount = 100000\n')
    process = start("generate", "--job", job, "--jobs", 2, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            time.sleep(0.1)
            with suppress(gw.LibraryError):  # it is just being made
                if contents(tmp_path / "test.db", "test"):
                    break
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 130
    assert out == b""
    assert b"the same command goes on from there" in errors
    assert len(contents(tmp_path / "test.db", "test")) > 0


def test_too_few(tmp_path: Path) -> None:
    job = write_book(tmp_path, '[[part]]\ngenre = "kropki"\nsize = 3\ngivens = 1\ncount = 30\n')
    done = run("generate", "--job", job)
    assert done.returncode == 5
    assert "part 1 (kropki): " in done.stderr
    assert "there seem to be no others: 12 of 30 puzzles after " in done.stderr


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--job", "no.toml"], 2, "no.toml: No such file"),
        (["--job", "bad.toml"], 2, "line 1, column"),
        (["--job", "test.toml", "kropki"], 2, "GENRE cannot stand beside --job"),
        (["--job", "test.toml", "--count", "3"], 2, "--count cannot stand beside --job"),
        (["--job", "test.toml", "--size", "3"], 2, "--size cannot stand beside --job"),
        (["--job", "test.toml", "--library", "bad.toml"], 6, "no library"),
        (["--job", "test.toml", "--library", "no/a.db"], 6, "no folder"),
        (["kropki", "--library", "bad.toml"], 6, "no library"),
    ],
)
def test_refusals(tmp_path: Path, words: list[str], code: int, said: str) -> None:
    write_book(tmp_path)
    (tmp_path / "bad.toml").write_text("[[part\n" * 100)
    done = run("generate", *words, cwd=tmp_path)
    assert done.returncode == code
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_into_a_library(tmp_path: Path) -> None:
    words = ["generate", "kropki", "--size", 4, "--count", 5, "--seed", 3, "--no-grade", "--json"]
    library = tmp_path / "a.db"
    run("library", "add", library, QUEENS)
    first = objects(run(*words, "--library", library).stdout)
    second = objects(run(*words, "--library", library).stdout)
    assert first == objects(run(*words).stdout)
    ids = [puzzle["id"] for puzzle in first + second]
    assert len(set(ids)) == 10
    assert [item["id"] for item in objects(run("library", "list", library, "--json").stdout)][1:] == ids
