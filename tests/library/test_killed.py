"""Killed at any instant, a library holds all that was acknowledged, and is whole."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from random import Random

import gridwright as gw
from gridwright.library.checking import damage
from tests.library import lines

ROUNDS = 12


def test_killed_at_random_moments(tmp_path: Path) -> None:
    """One process after the other adds what is still missing, and is killed; some before they have a file."""
    path, source = tmp_path / "a.db", tmp_path / "some.jsonl"
    puzzles = lines(6000)
    source.write_text("".join(puzzles))
    random, acknowledged, killed = Random(5), set[str](), 0
    for round_ in range(ROUNDS):
        process = subprocess.Popen(
            [sys.executable, "-m", "gridwright", "library", "add", path, source, "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        seconds = random.uniform(0.05, 0.5) if round_ < ROUNDS - 1 else 60
        killer = threading.Timer(seconds, process.send_signal, [signal.SIGKILL])
        killer.start()
        assert process.stdout is not None
        for line in process.stdout.read().splitlines(keepends=True):
            if line.endswith(b"\n"):
                acknowledged.add(json.loads(line)["id"])
        killer.cancel()
        killed += process.wait() == -signal.SIGKILL
        if path.exists() and path.stat().st_size:
            with gw.Library(path) as library:
                assert not damage(library)
                assert acknowledged <= {item.id for item in library.find()}
    assert killed >= ROUNDS // 2
    with gw.Library(path) as library:
        ids = [item.id for item in library.find()]
        assert len(ids) == len(set(ids)) == 6000 == len(acknowledged)
        assert [library.json_of(item.number) for item in library.find()] == [line.strip() for line in puzzles]
