"""`gridwright generate` and `gridwright census`: what they say, how they end, and their exit codes."""

from __future__ import annotations

import os
import signal
import subprocess

import pytest

import gridwright as gw
from tests.cli.running import in_terminal, objects, run, start

SMALL = ("kropki", "--size", 4, "--no-grade")


def test_puzzles_as_json_are_whole_and_the_same_again() -> None:
    words = ("generate", *SMALL, "--count", 5, "--seed", 3, "--json")
    done = run(*words)
    assert (done.returncode, done.stderr) == (0, "")
    puzzles = objects(done.stdout)
    assert len(puzzles) == 5
    for puzzle in puzzles:
        assert {"solution", "status", "seed", "id", "version"} <= puzzle.keys()
        assert gw.solve(gw.load(puzzle)).status == "unique"
    assert run(*words, "--jobs", 2).stdout == done.stdout
    again = run("generate", puzzles[3]["seed"], "--no-grade", "--json")
    assert objects(again.stdout) == [puzzles[3]]


def test_what_genres_share_and_what_they_do_not() -> None:
    text = run("generate", "--help").stdout
    for option in ("--stars", "--holes", "--symmetry", "--minimal", "--no-all-dots", "--pieces", "--each"):
        assert option in text
    done = run("generate", "kropki", "--no-all-dots", "--size", 5, "--no-grade", "--seed", 1, "--json")
    assert objects(done.stdout)[0]["all_dots"] is False


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("star-battle", "--size", 6, "--stars", 3), "ask for 1 star, or for size 12 or more"),
        (("hamle", "--size", 6, "--pieces", 20), "no room is found for 20 pieces"),
        (("kropki", "--size", 5), "ask for a given"),
        (("kropki", "--stars", 2), "kropki has no option"),
        (("hamle", "--difficulty", "fiendish"), "difficulty is one of"),
        (("star-battle", "--seed", "x"), "a seed is a whole number"),
        (("sudoku",), "no genre is called"),
        ((), "what shall be made?"),
        (("hamle", "--like", "kropki-4"), "--like says the genre: leave out hamle"),
        (("kropki", "--count", 2**62), "--count: 4611686018427387903 is the largest number here"),
        (("hamle", "--json", "--to", "text"), "--json writes JSON lines, not text"),
        (("hamle", "-o", "x.pdf"), "which form?"),
        (("--like", "no-such-file"), "there is no such file or example"),
    ],
)
def test_what_cannot_be_is_refused_at_once(words: tuple[object, ...], says: str) -> None:
    done = run("generate", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr


def test_limits_say_how_rare_it_is_so_far() -> None:
    done = run(
        "generate", "kropki", "--size", 4, "--difficulty", "beyond", "--attempt-limit", 10, "--seed", 1
    )
    assert (done.returncode, done.stdout) == (5, "")
    assert (
        "too many attempts led nowhere: 0 of 1 puzzles after 10 attempts; boards of other grades"
        in done.stderr
    )
    done = run("generate", *SMALL, "--count", 10**6, "--json", "--time-limit", 0.5)
    assert done.returncode == 5
    assert objects(done.stdout)
    assert "the time limit was reached" in done.stderr or "no others" in done.stderr


def test_others_like_one() -> None:
    done = run("generate", "--like", "kropki-4", "--difficulty", "medium", "--seed", 1, "--json")
    assert done.returncode == 0
    puzzle = objects(done.stdout)[0]
    assert (puzzle["genre"], puzzle["size"], puzzle["grade"]["label"]) == ("kropki", 4, "medium")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("generate", "star-battle", "--count", 10**9, "--seed", 7, "--json"), "of 1,000,000,000 puzzles; "),
        (("generate", "star-battle", "--count", 10**9, "--json", "--jobs", 2), "' goes on from there"),
        (("census", "chess-loop", "--size", 12, "--each", 20, "--json"), " unique; a census begins anew"),
    ],
)
def test_interrupted_they_end_at_once_with_whole_lines(words: tuple[object, ...], says: str) -> None:
    process = start(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline().endswith(b"}\n")
    os.killpg(process.pid, signal.SIGINT)
    out, messages = process.communicate(timeout=30)
    assert process.returncode == 130
    assert messages.decode().startswith("interrupted; until then: ")
    assert says in messages.decode()
    assert messages.count(b"\n") == 1
    assert not out or out.endswith(b"}\n")


@pytest.mark.parametrize("words", [("generate", *SMALL, "--count", 500, "--json"), ("census", "chess-loop")])
def test_a_closed_pipe_ends_them_quietly(words: tuple[object, ...]) -> None:
    process = start(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    assert process.wait(timeout=60) == 0


def test_progress_shows_on_a_terminal_only() -> None:
    words = ("generate", *SMALL, "--size", 9, "--count", 10**6, "--json", "--time-limit", 2.5)
    _, shown = in_terminal(*words, data_in_terminal=False)
    assert "a second" in shown
    _, shown = in_terminal("census", "chess-loop", "--time-limit", 2.5, data_in_terminal=False)
    assert "unique" in shown


def test_a_census_lists_and_counts() -> None:
    done = run("census", "chess-loop", "--size", "3x4", "--kinds", "rook-knight")
    assert (done.returncode, done.stderr) == (0, "")
    listed, _, table = done.stdout.partition("\n\n")
    assert listed == "3x4: 3 rooks and 3 knights"
    assert table.splitlines()[0].split() == [
        "size",
        "boards",
        "unique",
        "several",
        "none",
        "unsettled",
        "seconds",
    ]
    boards = objects(run("census", "chess-loop", "--size", "3x4", "--kinds", "rook-knight", "--json").stdout)
    assert [(board["pieces"], board["status"]) for board in boards] == [({"rook": 3, "knight": 3}, "unique")]


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("kropki",), 2, "there is no census of kropki puzzles; chess-loop has one"),
        ((), 2, "Name a genre"),
        (("chess-loop", "--each", 0), 2, "each is a whole number from 1"),
        (("chess-loop", "--time-limit", 0), 5, "the time limit was reached after 0 boards"),
        (("chess-loop", "--size", "4x4", "--conflict-limit", 0), 5, "are unsettled"),
    ],
)
def test_how_a_census_ends_early(words: tuple[object, ...], code: int, says: str) -> None:
    done = run("census", *words)
    assert done.returncode == code
    assert says in done.stderr
