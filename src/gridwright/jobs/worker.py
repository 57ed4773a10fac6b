"""A process that works for a pool: reads batches of items, answers each item at once.

Both directions carry pickled values, those back each with its length before it. The first value is the
function that does the work; the first answer says that the worker is ready.
"""

from __future__ import annotations

import os
import pickle
import struct
import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

LENGTH = struct.Struct("<Q")


class Raised(Exception):  # noqa: N818 - it carries one
    """What the work has raised, where that cannot be sent itself."""


def main() -> None:
    batches: SimpleQueue[list[Any]] = SimpleQueue()
    # What the work may print must not get between the answers.
    answers = os.dup(1)
    os.dup2(2, 1)
    try:
        work: Callable[[Any], Any] = pickle.load(sys.stdin.buffer)
    except Exception as problem:  # noqa: BLE001 - raised again by the pool
        _send(answers, (False, problem))
        return
    threading.Thread(target=_read, args=(batches,), daemon=True).start()
    _send(answers, (True, None))
    while True:
        for item in batches.get():
            try:
                answer = True, work(item)
            except Exception as problem:  # noqa: BLE001 - raised again by the pool
                answer = False, problem
            _send(answers, answer)


def _read(batches: SimpleQueue[list[Any]]) -> None:
    """Always reads, so that the pool never waits for a worker; and ends the process when the pool is gone."""
    try:
        while True:
            batches.put(pickle.load(sys.stdin.buffer))
    except BaseException:  # noqa: BLE001 - whatever it is, there is nobody left to work for
        os._exit(0)


def _send(answers: int, answer: tuple[bool, Any]) -> None:
    try:
        data = pickle.dumps(answer)
        if not answer[0]:
            pickle.loads(data)  # not every exception survives the way
    except Exception:  # noqa: BLE001 - a result or an exception that cannot be pickled
        data = pickle.dumps((False, Raised(f"{type(answer[1]).__name__}: {answer[1]}")))
    frame = memoryview(LENGTH.pack(len(data)) + data)
    while frame:
        frame = frame[os.write(answers, frame) :]
