"""Work for pools, where worker processes can import it."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


def square(number: int) -> int:
    return number * number


def slowly(number: int) -> tuple[int, int]:
    time.sleep(0.02 if number % 7 else 0.1)
    return number, os.getpid()


def die_at(fatal: int, log: str, number: int) -> int:
    """Note each time that the fatal number is tried, and die of it."""
    if number == fatal:
        with Path(log).open("a") as file:
            file.write("x")
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die_once(mark: str, number: int) -> int:
    if number == 5 and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def refuse(number: int) -> int:
    if number == 3:
        raise ZeroDivisionError("three")
    print("this must not get between the answers")
    return number


def large(number: int) -> bytes:
    return bytes(300_000) + bytes([number])


class Awkward(Exception):  # noqa: N818 - it is one of those that cannot be unpickled
    def __init__(self, first: str, second: str) -> None:
        super().__init__(first + second)


def raise_awkward(number: int) -> int:
    raise Awkward("some", "thing")
