"""Each way to end has its exit code, one sentence, and no traceback."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from gridwright.cli import exits
from gridwright.cli.commands import generate
from gridwright.cli.console import Console
from gridwright.generate.tally import Tally
from tests.cli.running import (
    BAD,
    COMMAND,
    ENDLESS,
    NONE,
    QUEENS,
    ROOT,
    SEVERAL,
    UNIQUE,
    environment,
    lines_of_json,
    objects,
    run,
    with_genre,
)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["solve", UNIQUE], 0),
        (["solve", SEVERAL], 0),
        (["solve", NONE], 3),
        (["solve", UNIQUE, "--time-limit", "0"], 5),
        (["solve", QUEENS, "--conflict-limit", "0"], 5),
        (["check", UNIQUE], 0),
        (["check", SEVERAL], 4),
        (["check", NONE], 3),
        (["check", UNIQUE, "--time-limit", "0"], 5),
        (["count", UNIQUE], 0),
        (["count", SEVERAL, "--limit", "1"], 0),
        (["count", NONE], 3),
        (["count", ENDLESS, "--limit", "1000000000", "--conflict-limit", "10"], 5),
        (["forced", SEVERAL], 0),
        (["forced", NONE], 3),
        (["forced", UNIQUE, "--time-limit", "0"], 5),
        (["explain", UNIQUE], 0),
        (["explain", UNIQUE, "--verify"], 0),
        (["explain", SEVERAL], 0),
        (["explain", NONE], 3),
        (["explain", QUEENS, "--time-limit", "0"], 5),
        (["hint", UNIQUE], 0),
        (["hint", NONE], 3),
        (["hint", UNIQUE, "--time-limit", "0"], 5),
        (["why", UNIQUE, "r1c1=empty"], 0),
        (["why", UNIQUE, "r9c1=1"], 2),
        (["grade", UNIQUE], 0),
        (["grade", SEVERAL], 0),
        (["grade", NONE], 3),
        (["grade", QUEENS, "--time-limit", "0"], 5),
        (["show", NONE], 0),
        (["solve", BAD], 2),
        (["convert", NONE, "--to", "text"], 0),
    ],
)
def test_codes(words: list[str], code: int) -> None:
    done = run(*words)
    assert done.returncode == code
    assert (done.stderr == "") == (code != 2)
    if words[0] != "convert":
        assert run(*words, "--json").returncode == code
        assert run(*words, "--jobs", 2).returncode == code


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["sovle"], 'did you mean "solve"'),
        (["hint", QUEENS, "--reveal", "evrything"], "--reveal: there is no 'evrything', only "),
        ([QUEENS], f"Try: gridwright solve {QUEENS}"),
        (["--versoin"], 'did you mean "--version"'),
        (["solve"], "SOURCE"),
        (["solve", QUEENS, "--jsn"], 'did you mean "--json"'),
        (["solve", QUEENS, "--time-limit", "soon"], "a number of seconds"),
        (["solve", QUEENS, "--time-limit", "-1"], "a number of seconds"),
        (["solve", QUEENS, "--time-limit", "nan"], "a number of seconds"),
        (["solve", QUEENS, "--jobs", "0"], "from 1"),
        (["count", QUEENS, "--limit", "0"], "from 1"),
        (["solve", QUEENS, "--seed", "x"], "from 0"),
        (["solve", QUEENS, "--labeling", "no-such"], "no-such"),
        (["explain", QUEENS, "--until", "soon"], "a cell such as r2c3"),
        (["explain", QUEENS, "--step", "0"], "from 1"),
        (["hint", QUEENS, "--reveal", "all"], "all"),
        (["why", QUEENS, "r2c3"], "such as r2c3=1"),
        (["why", QUEENS], "CELL=VALUE"),
        (["solve", "-", "-"], "only once"),
        (["solve", "no such file.txt"], "no such file"),
        (["solve", "--time-limit", "1", "--", "-x"], "-x: there is no such file"),
        (["lab", "kropki"], "--sizes 4-8"),
        (["lab", "chess-loop-labelins"], 'did you mean "chess-loop-labelings"'),
        (["convert", QUEENS, "--to", "xml"], "xml"),
        (["completion", "tcsh"], "tcsh"),
    ],
)
def test_usage(words: list[str], says: str) -> None:
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_bad_puzzle_says_where() -> None:
    done = run("solve", "-", given=f"{UNIQUE}\n{BAD}\n")
    assert done.stderr.startswith("-:2: /regions/1: ")
    found = objects(run("solve", "-", "--json", given=f"{UNIQUE}\n{BAD}\n").stdout)
    assert found[1] == {
        "input": "-:2",
        "error": {"message": done.stderr.strip().partition("/regions/1: ")[2], "place": "/regions/1"},
    }


@pytest.mark.parametrize(
    ("puzzles", "more", "code"),
    [
        ([UNIQUE, SEVERAL], [], 4),
        ([SEVERAL, NONE], [], 3),
        ([NONE, QUEENS], ["--conflict-limit", "0"], 5),
        ([NONE, BAD, SEVERAL], ["--time-limit", "0"], 2),
    ],
)
def test_several_puzzles(puzzles: list[str], more: list[str], code: int) -> None:
    for order in (puzzles, puzzles[::-1]):
        assert run("check", *order, *more).returncode == code


def test_the_order_of_codes() -> None:
    assert [exits.worse(a, b) for a, b in ((0, 4), (4, 3), (3, 5), (5, 2), (2, 6), (6, 1), (1, 0))] == [
        4, 3, 5, 2, 6, 1, 1,
    ]  # fmt: skip


# --- what fails outside ------------------------------------------------------------------------------------

needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk here is always full")


@needs_full
@pytest.mark.parametrize(
    "words",
    [
        ["solve", QUEENS],
        ["solve", QUEENS, "--json", "--jobs", "2"],
        ["--help"],
        ["genres"],
        ["convert", QUEENS, "--to", "json"],
        [],
    ],
)
def test_a_full_disk(words: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, *words],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env=environment(),
            check=False,
            text=True,
        )
    assert done.returncode == 6
    assert done.stderr == "gridwright: cannot write to the standard output: No space left on device\n"


@needs_full
def test_an_output_that_cannot_be_written(tmp_path: Path) -> None:
    for target, says in (
        ("/dev/full", "No space left"),
        (tmp_path / "no" / "x", "No such file"),
        (tmp_path, "directory"),
    ):
        done = run("solve", QUEENS, "-o", target)
        assert (done.returncode, done.stdout) == (6, "")
        assert says in done.stderr
        assert done.stderr.count("\n") == 1


def test_a_closed_output() -> None:
    done = subprocess.run(
        f"exec {' '.join(COMMAND)} genres >&-",
        shell=True,
        env=environment(),
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 6
    assert "closed" in done.stderr


def test_nothing_that_is_to_be_read_is_overwritten(tmp_path: Path) -> None:
    board = tmp_path / "a.json"
    board.write_text(UNIQUE)
    for source in (board, tmp_path):
        done = run("solve", source, "-o", board)
        assert done.returncode == 2
        assert board.read_text() == UNIQUE
    assert run("convert", tmp_path, "-o", tmp_path / "b.jsonl").returncode == 0


def test_a_closed_pipe(tmp_path: Path) -> None:
    boards = tmp_path / "boards.jsonl"
    boards.write_text(lines_of_json([UNIQUE] * 3000))
    for more in ([], ["--json"], ["--json", "--jobs", "2"]):
        process = subprocess.Popen(
            [*COMMAND, "solve", boards, *more],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        )
        assert process.stdout is not None
        assert process.stderr is not None
        os.read(process.stdout.fileno(), 10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0
        process.stderr.close()


def test_a_defect_of_ours_is_no_traceback(tmp_path: Path) -> None:
    """A genre that fails makes one sentence in the place of its puzzle, and exit code 1."""
    env = with_genre(tmp_path, "faulty", "raise ZeroDivisionError('on purpose')")
    faulty = '{"genre":"faulty","marks":1,"rows":2,"columns":2}'
    for more in ([], ["--jobs", "2"]):
        done = run("solve", faulty, UNIQUE, "--json", *more, env=env)
        assert done.returncode == 1
        first, second = objects(done.stdout)
        assert first["input"] == "text:1"
        assert "on purpose" in first["error"]["message"]
        assert second["status"] == "unique"


@pytest.mark.parametrize(
    ("lost", "stopped", "code"),
    [({}, None, 0), ({}, "attempts", 5), ({3: "killed"}, None, 6), ({3: "killed"}, "attempts", 6)],
)
def test_a_series_ends_as_the_worst_that_befell_it(
    lost: dict[int, str], stopped: str | None, code: int
) -> None:
    tally = Tally(next=4, count=5, lost=lost, stopped=stopped)
    assert generate._conclude(tally, Console()) == code  # type: ignore[arg-type]
