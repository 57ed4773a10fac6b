"""Measurements on disk: one line of JSON each, added as they come.

Whatever happens to the program, what was measured stays: a line that was being written when it was killed is
cut off when the file is opened again, and only that one is measured anew.
"""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridwright.formats.json import encode
from gridwright.lab.study import KEY

if TYPE_CHECKING:
    from gridwright.lab.study import Run


_BEGINS = b'{"board":'


class RecordsError(Exception):
    """The file holds something else, or cannot be read or written."""


class Records:
    """The measurements that a file holds. Open it with `with`. fresh: forget what it holds."""

    def __init__(self, path: str | os.PathLike[str], fresh: bool = False) -> None:
        self.path = Path(path)
        self._fresh = fresh
        self._known: dict[str, dict[str, Any]] = {}
        self._descriptor = -1

    def __enter__(self) -> Records:
        try:
            self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
            if not stat.S_ISREG(os.fstat(self._descriptor).st_mode):
                raise RecordsError(f"{self.path}: this is no file that measurements can be kept in")
            self._read()
            if self._fresh:
                os.truncate(self.path, 0)
                self._known.clear()
        except OSError as problem:
            self._close()
            raise RecordsError(f"{self.path}: {problem.strerror}") from None
        except RecordsError:
            self._close()
            raise
        return self

    def __exit__(self, *problem: object) -> None:
        self._close()

    def _close(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _read(self) -> None:
        data = self.path.read_bytes()
        complete = data.rfind(b"\n") + 1
        for number, line in enumerate(data[:complete].splitlines(), start=1):
            self._take(line, number)
        # A line that was torn off. What does not even begin like one of ours is somebody else's.
        rest = data[complete:]
        if rest[: len(_BEGINS)] != _BEGINS[: len(rest)]:
            raise RecordsError(f"{self.path}:{len(self._known) + 1}: this is no measurement")
        if rest:
            os.truncate(self.path, complete)

    def _take(self, line: bytes, number: int) -> None:
        if not line.strip():
            return
        try:
            record = json.loads(line)
            key, _ = key_of(record), record["stopped"]
        except (ValueError, KeyError, TypeError):
            raise RecordsError(f"{self.path}:{number}: this is no measurement") from None
        self._known[key] = record

    def find(self, run: Run) -> dict[str, Any] | None:
        """The measurement, unless another is needed: one that a limit stopped holds for that limit alone."""
        known = self._known.get(encode(run.key))
        if known is not None and known["stopped"] is not None:
            limits = run.study.limits.to_json()
            return known if all(known[name] == limits[name] for name in limits) else None
        return known

    def add(self, record: dict[str, Any]) -> None:
        """On disk before anything else is measured; one write, so that no line is torn but by a crash."""
        data = f"{encode(record)}\n".encode()
        try:
            while data:
                data = data[os.write(self._descriptor, data) :]
        except OSError as problem:
            raise RecordsError(f"{self.path}: {problem.strerror}") from None
        self._known[key_of(record)] = record

    def __len__(self) -> int:
        return len(self._known)


def key_of(record: dict[str, Any]) -> str:
    return encode({name: record[name] for name in KEY})
