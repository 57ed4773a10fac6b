"""Runs the real executable, as a user would."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
SCRIPT = Path(sys.executable).parent / "gridwright"
COMMAND = [str(SCRIPT)] if SCRIPT.exists() else [sys.executable, "-m", "gridwright"]

QUEENS = "queens-8"
UNIQUE = '{"genre":"star-battle","stars":1,"regions":[[0,0,1,1],[0,1,1,1],[2,2,2,3],[2,3,3,3]]}'
SEVERAL = '{"genre":"star-battle","stars":1,"rows":4,"columns":4}'
NONE = '{"genre":"star-battle","stars":2,"rows":4,"columns":4}'
IMPOSSIBLE = '{"genre":"star-battle","stars":2,"regions":[[0,0],[0,0]]}'
BAD = '{"genre":"star-battle","stars":1,"regions":[[0,0],[0]]}'
ENDLESS = '{"genre":"star-battle","stars":1,"rows":40,"columns":40}'  # to count, not to solve


def environment(**more: str) -> dict[str, str]:
    plain = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
    return {**plain, "PYTHONUTF8": "1", "TERM": "xterm-256color", **more}


def run(
    *words: object, given: str | bytes = b"", cwd: Path = ROOT, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """A command with its streams in pipes; `given` is its standard input."""
    data = given.encode() if isinstance(given, str) else given
    done = subprocess.run(
        [*COMMAND, *map(str, words)],
        input=data,
        capture_output=True,
        cwd=cwd,
        env=env or environment(),
        check=False,
        timeout=120,
    )
    out, errors = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in errors, errors
    return subprocess.CompletedProcess(done.args, done.returncode, out, errors)


def start(*words: object, **options: Any) -> subprocess.Popen[bytes]:
    """A command that goes on running, in a group of its own, as shells start them."""
    return subprocess.Popen(
        [*COMMAND, *map(str, words)], cwd=ROOT, env=environment(), start_new_session=True, **options
    )


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def children(process: int) -> list[int]:
    """The processes that this one has started."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == process and fields[0] != "Z":
            found.append(int(status.parent.name))
    return found


def in_terminal(
    *words: object, columns: int = 80, data_in_terminal: bool = True, **more: str
) -> tuple[int, str]:
    """The exit code, and what a terminal of so many columns receives; all of it, or the messages alone."""
    import fcntl
    import pty
    import struct
    import termios

    control, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(
        [*COMMAND, *map(str, words)],
        stdin=terminal,
        stdout=terminal if data_in_terminal else subprocess.DEVNULL,
        stderr=terminal,
        cwd=ROOT,
        env=environment(**more),
    )
    os.close(terminal)
    received = b""
    while True:
        try:
            data = os.read(control, 65536)
        except OSError:  # nobody has the other side open any more
            break
        if not data:
            break
        received += data
    os.close(control)
    return process.wait(), received.decode().replace("\r\n", "\n")


def lines_of_json(puzzles: Sequence[str]) -> str:
    return "".join(f"{puzzle}\n" for puzzle in puzzles)


def with_genre(folder: Path, name: str, does: str) -> dict[str, str]:
    """An environment with another genre installed, whose puzzles do this when they are read."""
    metadata = folder / f"{name}-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text(f"[gridwright.genres]\n{name} = {name}_genre:Other\n")
    (folder / f"{name}_genre.py").write_text(
        f"""
import os, pathlib, signal, time
from tests.genres.null import Null

class Other(Null):
    name = {name!r}

    @classmethod
    def derive(cls, board):
        {does}
        return {{}}
"""
    )
    return environment(PYTHONPATH=f"{folder}{os.pathsep}{ROOT}")
