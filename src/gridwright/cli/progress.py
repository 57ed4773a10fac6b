"""How far long work is: one line at the bottom of a terminal, and nothing anywhere else."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread
from time import monotonic

_QUIET_SECONDS = 1.0  # whatever is done by then needs no progress
_INTERVAL = 0.2
_CLEAR = "\r\x1b[K"


class Progress:
    """Counts puzzles, and bytes of their sources; a thread shows them, so that the clock goes on."""

    def __init__(self) -> None:
        self.active = (
            sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        )
        self.done = 0
        self.words: Callable[[], str] | None = None  # what to say instead of what is counted here
        self._taken = 0
        self._bytes = 0
        self._total: int | None = None
        self._started = monotonic()
        self._shown = False
        self._ended = Event()
        self._lock = Lock()
        if self.active:
            Thread(target=self._run, name="gridwright shows progress", daemon=True).start()

    # --- counting ------------------------------------------------------------------------------------------

    def expect(self, size: int | None) -> None:
        """So many bytes will be read, if that is known."""
        self._total = size

    def take(self, size: int) -> None:
        """A part of so many bytes has been handed out."""
        self._taken += 1
        self._bytes += size

    def advance(self) -> None:
        """A part is done."""
        self.done += 1

    # --- showing -------------------------------------------------------------------------------------------

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """While anything else is written to the terminal."""
        with self._lock:
            self._erase()
            yield

    def end(self) -> None:
        self._ended.set()
        with self._lock:
            self._erase()

    def _erase(self) -> None:
        if self._shown:
            self._shown = False
            self._write(_CLEAR)

    def _run(self) -> None:
        wait = _QUIET_SECONDS
        while not self._ended.wait(wait):
            wait = _INTERVAL
            with self._lock:
                if not self._ended.is_set():
                    self._shown = True
                    self._write(_CLEAR + self.line(monotonic() - self._started)[: _columns() - 1])

    def line(self, seconds: float) -> str:
        if self.words is not None:
            return f"{self.words()}, {duration(seconds)}"
        words = [duration(seconds)]
        if self.done:
            words.insert(0, f"{self.done:,} done")
            words.append(f"{self.done / seconds:,.0f} a second")
        # What was handed out is not done yet, and parts are of different sizes: good enough for a guess.
        done = self._bytes * self.done / self._taken if self._taken else 0
        if self._total and 0 < done < self._total and self.done > 1:
            words.append(f"about {duration(seconds * (self._total - done) / done)} left")
        return ", ".join(words)

    @staticmethod
    def _write(text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except (OSError, ValueError):
            pass  # there is nobody left to see it


def duration(seconds: float) -> str:
    """For people: `12 s`, `3:05 min`, `2:10 h`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    return f"{minutes}:{rest:02} min" if minutes < 60 else f"{minutes // 60}:{minutes % 60:02} h"


def _columns() -> int:
    try:
        return os.get_terminal_size(2).columns or 80
    except OSError:
        return 80
