"""Ctrl-C ends a command at once, with exit code 130 and not a word."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.running import ENDLESS, UNIQUE, lines_of_json, start


def interrupt(process: subprocess.Popen[bytes]) -> tuple[int, bytes, float]:
    """As a terminal does: the signal reaches all processes of the group. Exit code, messages, seconds."""
    began = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    _, messages = process.communicate(timeout=30)
    return process.returncode, messages, time.monotonic() - began


@pytest.mark.parametrize("jobs", [1, 2])
def test_one_long_search(jobs: int) -> None:
    words = ["count", ENDLESS, "--limit", 10**15, "--jobs", jobs]
    process = start(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(2)
    code, messages, seconds = interrupt(process)
    assert (code, messages) == (130, b"")
    assert seconds < 2


@pytest.mark.parametrize("jobs", [1, 2])
def test_many_puzzles(tmp_path: Path, jobs: int) -> None:
    """What was answered before is there, and it ends with a whole line."""
    boards, answers = tmp_path / "boards.jsonl", tmp_path / "answers.jsonl"
    boards.write_text(lines_of_json([UNIQUE] * 200_000))
    process = start("solve", boards, "--json", "--jobs", jobs, "-o", answers, stderr=subprocess.PIPE)
    while not (answers.exists() and answers.stat().st_size > 100_000):
        time.sleep(0.02)
    code, messages, seconds = interrupt(process)
    assert (code, messages) == (130, b"")
    assert seconds < 2
    assert answers.read_bytes().endswith(b"}\n")


def test_waiting_for_the_standard_input() -> None:
    process = start("solve", "-", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(1)
    assert interrupt(process)[:2] == (130, b"")
