"""Thousands of puzzles: in order, errors in place, whatever happens to the processes."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import gridwright as gw
from tests.cli.running import (
    BAD,
    COMMAND,
    QUEENS,
    SEVERAL,
    UNIQUE,
    children,
    environment,
    lines_of_json,
    objects,
    run,
    start,
    with_genre,
)

needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are listed in /proc")


@pytest.mark.parametrize("jobs", [1, 3])
def test_order_and_errors_in_their_places(tmp_path: Path, jobs: int) -> None:
    puzzles = [(UNIQUE, SEVERAL, UNIQUE, BAD, "nonsense", '{"genre":')[index % 6] for index in range(600)]
    boards = tmp_path / "boards.jsonl"
    boards.write_text(lines_of_json(puzzles))
    done = run("solve", boards, "--json", "--jobs", jobs)
    assert done.returncode == 2
    found = objects(done.stdout)
    assert [entry["input"] for entry in found] == [f"{boards}:{line}" for line in range(1, 601)]
    said = [entry.get("status") or entry["error"]["place"].rpartition(":")[2] for entry in found]
    assert said == ["unique", "multiple", "unique", "/regions/1", "1", "10"] * 100
    done = run("check", boards, "--jobs", jobs)
    assert done.stdout.count(": unique\n") == 200
    assert [line.partition(": ")[0] for line in done.stderr.splitlines()] == [
        f"{boards}:{line}" for line in range(1, 601) if line % 6 in (4, 5, 0)
    ]


def test_several_texts_in_the_standard_input() -> None:
    text = "# a comment\ngenre: hamle\ngrid:\n. 2\n. .\n---\n\ngenre: hamle\ngrid:\n1 2\n. .\n---\ngenre: x\n"
    found = objects(run("solve", "-", "--json", given=text).stdout)
    assert [entry["input"] for entry in found] == ["-:1", "-:8", "-:13"]
    assert [entry.get("status") for entry in found] == ["none", "none", None]


def test_a_folder(tmp_path: Path) -> None:
    (tmp_path / "b.jsonl").write_text(lines_of_json([UNIQUE, SEVERAL]))
    (tmp_path / "a.txt").write_text(gw.load(QUEENS).to_text())
    (tmp_path / "c.md").write_text("no puzzle")
    (tmp_path / "empty").mkdir()
    found = objects(run("solve", tmp_path, "--json").stdout)
    assert [entry["input"] for entry in found] == [
        f"{tmp_path}/{name}" for name in ("a.txt:1", "b.jsonl:1", "b.jsonl:2")
    ]
    done = run("solve", tmp_path / "empty")
    assert done.returncode == 2
    assert "no files" in done.stderr


def test_answers_come_as_puzzles_do() -> None:
    """Somebody types puzzle after puzzle: no answer waits for the next puzzle."""
    process = start("solve", "-", "--json", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    for _ in range(3):
        process.stdin.write(f"{UNIQUE}\n".encode())
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["status"] == "unique"
    process.stdin.close()
    assert process.stdout.read() == b""
    assert process.wait() == 0
    process.stdout.close()


def test_memory_does_not_grow_with_the_number_of_puzzles(tmp_path: Path) -> None:
    def peak(count: int, *more: str) -> int:
        boards = tmp_path / "boards.jsonl"
        boards.write_text(lines_of_json([UNIQUE] * count))
        measure = (
            "import resource, subprocess, sys\n"
            "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)\n"
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
        )
        words = [sys.executable, "-c", measure, *COMMAND, "solve", str(boards), "--json", *more]
        return int(subprocess.run(words, capture_output=True, check=True, env=environment()).stdout)

    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > 0
    for more in ((), ("--jobs", "2")):
        assert peak(20_000, *more) < 1.15 * peak(2_000, *more)


# --- workers that are killed -------------------------------------------------------------------------------


@needs_proc
def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    board = json.dumps(gw.load("two-stars-10").to_json())
    boards = tmp_path / "boards.jsonl"
    boards.write_text(lines_of_json([board] * 3000))
    process = start("solve", boards, "--json", "--jobs", 2, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    lines = []
    for line in process.stdout:
        lines.append(json.loads(line))
        if len(lines) in (1, 800, 1600):
            os.kill(children(process.pid)[0], signal.SIGKILL)
    assert [line["input"] for line in lines] == [f"{boards}:{number}" for number in range(1, 3001)]
    assert {line.get("status") for line in lines} == {"unique"}
    assert process.stderr.read() == b""
    assert process.wait() == 0
    process.stdout.close()
    process.stderr.close()


def test_a_puzzle_that_kills_is_reported_and_the_rest_go_on(tmp_path: Path) -> None:
    log = tmp_path / "log"
    does = f"pathlib.Path({str(log)!r}).open('a').write('x'); os.kill(os.getpid(), signal.SIGKILL)"
    env = with_genre(tmp_path, "deadly", does)
    boards = tmp_path / "boards.jsonl"
    puzzles = [UNIQUE] * 300
    puzzles[150] = '{"genre":"deadly","marks":1,"rows":2,"columns":2}'
    boards.write_text(lines_of_json(puzzles))
    done = run("solve", boards, "--json", "--jobs", 2, env=env)
    found = objects(done.stdout)
    assert log.read_text() == "xx"
    assert [entry["input"] for entry in found] == [f"{boards}:{line}" for line in range(1, 301)]
    assert "SIGKILL" in found[150]["error"]["message"]
    assert [entry.get("status") for entry in found].count("unique") == 299
    assert done.returncode == 6


@needs_proc
def test_workers_do_not_outlive_the_command() -> None:
    puzzle = '{"genre":"star-battle","stars":1,"rows":40,"columns":40}'
    process = start("count", puzzle, "--limit", 10**15, "--jobs", 2, stdout=subprocess.PIPE)
    assert process.stdout is not None
    deadline = time.monotonic() + 30
    while not (workers := children(process.pid)) and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.5)
    process.kill()
    process.wait()
    process.stdout.close()
    while any(Path(f"/proc/{worker}").exists() for worker in workers) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)
