"""Measurements survive whatever happens to the program: nothing is lost, nothing is measured twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import gridwright as gw
from gridwright.lab.measure import measure
from gridwright.lab.records import Records, RecordsError, key_of
from gridwright.lab.study import Board, Limits, Run, Study

STUDY = Study(
    "test", "Test", (Board("five", "five", gw.load("queens-5")),), ("ff,step", "max,enum"), repeats=2
)


def test_what_was_measured_is_found_again(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    with Records(path) as records:
        for run in STUDY.runs():
            assert records.find(run) is None
            records.add(measure(run))
    with Records(path) as records:
        assert len(records) == len(list(STUDY.runs())) == 4
        for run in STUDY.runs():
            found = records.find(run)
            assert found is not None
            assert {name: found[name] for name in run.key} == run.key


def test_another_board_or_way_of_measuring_is_another_measurement(tmp_path: Path) -> None:
    with Records(tmp_path / "records.jsonl") as records:
        run = next(STUDY.runs())
        records.add(measure(run))
        other = Board("five", "five", gw.load("queens-8"))
        for study in (
            replace(STUDY, first=True),
            replace(STUDY, seed=7),
            replace(STUDY, boards=(other,)),
            replace(STUDY, labelings=("ff,step,down",)),
        ):
            assert records.find(next(study.runs())) is None


def test_a_limit_counts_only_where_it_struck(tmp_path: Path) -> None:
    study = replace(STUDY, boards=(Board("b", "b", gw.load("queens-8")),), labelings=("ff,step",))

    def limited(conflicts: int) -> Run:
        return next(replace(study, limits=Limits(None, conflicts)).runs())

    with Records(tmp_path / "records.jsonl") as records:
        records.add(measure(limited(2)))
        assert records.find(limited(2)) is not None
        assert records.find(limited(50)) is None
        # 11 dead ends are enough: with 100 it comes to its end, and need not be measured with 50.
        records.add(measure(limited(100)))
        assert records.find(limited(50)) == records.find(limited(2)) == records.find(limited(100))


@pytest.mark.parametrize("kept", range(0, 60, 7))
def test_a_torn_last_line_is_cut_off(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "records.jsonl"
    with Records(path) as records:
        for run in STUDY.runs():
            records.add(measure(run))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:3]) + lines[3][:kept])
    with Records(path) as records:
        assert len(records) == 3
        missing = [run for run in STUDY.runs() if records.find(run) is None]
        assert len(missing) == 1
        records.add(measure(missing[0]))
    assert [json.loads(line)["labeling"] for line in path.read_text("utf-8").splitlines()] == [
        run.labeling for run in STUDY.runs()
    ]


@pytest.mark.parametrize(
    "held", [b"hello\n", b"hello", b"{}\n", b'{"board":1}\n', b"[]\n", b"\xff\n", b"7\n"]
)
def test_the_file_of_somebody_else_stays_as_it_is(tmp_path: Path, held: bytes) -> None:
    path = tmp_path / "other"
    path.write_bytes(held)
    for fresh in (False, True):
        with pytest.raises(RecordsError, match="other:1: this is no measurement"), Records(path, fresh=fresh):
            pass
    assert path.read_bytes() == held


def test_what_is_no_file(tmp_path: Path) -> None:
    for path, words in (
        (tmp_path, "Is a directory"),
        (tmp_path / "none" / "x", "No such file"),
        ("/dev/zero", "no file"),
    ):
        with pytest.raises(RecordsError, match=words), Records(path):
            pass


LAB = [sys.executable, "-m", "gridwright", "lab", "kropki", "--sizes", "4-9", "--boards", "3", "--json"]
LABELINGS = ["--labelings", "ffc", "ff,bisect", "dom_w_deg,learn", "--conflict-limit", "300"]


def test_killed_at_any_moment_it_goes_on(tmp_path: Path) -> None:
    command = [*LAB, *LABELINGS, "--records", str(tmp_path / "records.jsonl")]
    for wait in (0.25, 0.3, 0.35, 0.4, 0.5):
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(wait)
        running.kill()
        running.wait()
    told = subprocess.run(command, capture_output=True, check=False)
    assert told.returncode in (0, 5)
    assert len(told.stdout.splitlines()) == 6 * 3 * 3
    kept = [json.loads(line) for line in (tmp_path / "records.jsonl").read_text("utf-8").splitlines()]
    assert set(Counter(map(key_of, kept)).values()) == {1}
    assert [json.loads(line) for line in told.stdout.splitlines()] == kept
    again = subprocess.run(command, capture_output=True, check=False)
    assert again.stdout == told.stdout
    assert b"54 of 54 measurements are in" in again.stderr


def test_ctrl_c_says_what_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    command = [*LAB[:4], "kropki", "--sizes", "12", "--boards", "50", "--labelings", "leftmost"]
    running = subprocess.Popen(
        [*command, "--time-limit", "0.3", "--records", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    while not path.exists() or not path.read_bytes():
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    out, complaint = running.communicate(timeout=10)
    assert running.returncode == 130
    assert not out
    assert b"the same command goes on from there" in complaint
    assert b"Traceback" not in complaint


@pytest.mark.skipif(not hasattr(os, "fork"), reason="limits of processes are a matter of Unix")
def test_a_full_disk_keeps_what_was_measured(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    limited = f"""
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))
from gridwright.cli.start import start
sys.exit(start({[*LAB[3:], *LABELINGS, "--records", str(path)]!r}))
"""
    told = subprocess.run([sys.executable, "-c", limited], capture_output=True, check=False)
    assert told.returncode == 6
    assert b"records.jsonl: File too large" in told.stderr
    assert not told.stdout
    assert path.stat().st_size <= 3000
    with Records(path) as records:
        assert len(records) >= 2
