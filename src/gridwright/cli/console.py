"""Where a command writes: data to the standard output, everything else to the standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING, NamedTuple

from gridwright.cli.exits import OutsideError, UsageError

if TYPE_CHECKING:
    from gridwright.cli.progress import Progress


class Style(NamedTuple):
    """How boards and tables are to be drawn."""

    width: int | None  # None: as wide as they like
    encoding: str  # tells which characters there are
    colour: bool
    coordinates: bool


class Console:
    """A failure to write data ends the command; one to write anything else is passed over."""

    def __init__(self) -> None:
        self.encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").lower()
        self.is_terminal = _is_terminal(1)
        self._descriptor = 1 if sys.stdout is not None else None
        self._target = "the standard output"
        self._progress: Progress | None = None

    # --- what the terminal is like -------------------------------------------------------------------------

    @property
    def terminal_width(self) -> int | None:
        """Columns of the terminal that data is written to; None if it is none."""
        if not self.is_terminal:
            return None
        said = os.environ.get("COLUMNS", "")
        if said.isdecimal() and int(said) > 0:
            return int(said)
        try:
            return os.get_terminal_size(1).columns or None
        except OSError:
            return None

    @property
    def width(self) -> int:
        """How wide lines of words may be."""
        return min(self.terminal_width or 80, 100)

    @property
    def colour(self) -> bool:
        return self.is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def style(self, ascii_alone: bool = False, coordinates: bool = False) -> Style:
        encoding = "ascii" if ascii_alone else self.encoding
        return Style(self.terminal_width, encoding, self.colour, coordinates)

    # --- data ----------------------------------------------------------------------------------------------

    def write_to(self, name: str | None, sources: Sequence[object] = ()) -> None:
        """Send data to this file instead, if there is one, which is none of those that are yet to be read.

        It is emptied now: whatever can be refused has been.
        """
        if name is None:
            return
        if any(_same_file(name, source) for source in sources):
            raise UsageError(f"{name}: this is what is to be read, and writing would destroy it")
        try:
            self._descriptor = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
        except (OSError, ValueError) as problem:
            raise OutsideError(f"{name}: {_why(problem)}") from None
        self._target = name
        self.encoding = "utf-8"
        self.is_terminal = False

    def write(self, text: str) -> None:
        """At once: somebody may be waiting for it, and nothing is lost if the command is interrupted."""
        data = text.encode(self.encoding, "backslashreplace")
        if not data:
            return
        if self._descriptor is None:
            raise OutsideError(f"cannot write to {self._target}: it is closed")
        try:
            with self._progress.hidden() if self._progress and self.is_terminal else nullcontext():
                while data:
                    data = data[os.write(self._descriptor, data) :]
        except BrokenPipeError:
            raise
        except OSError as problem:
            raise OutsideError(f"cannot write to {self._target}: {_why(problem)}") from None

    # --- everything else -----------------------------------------------------------------------------------

    @property
    def progress(self) -> Progress:
        """Made when it is first asked for: most commands are too short to need any."""
        if self._progress is None:
            from gridwright.cli.progress import Progress

            self._progress = Progress()
        return self._progress

    def finish(self) -> None:
        """All is written. Some disks say only now that they were full."""
        if self._descriptor not in (None, 1):
            try:
                os.close(self._descriptor)
            except OSError as problem:
                raise OutsideError(f"cannot write to {self._target}: {_why(problem)}") from None

    def close(self) -> None:
        """However it ends, nothing of the progress stays."""
        if self._progress is not None:
            self._progress.end()

    def say(self, words: str) -> None:
        """One line on the standard error. If that is closed, there is nobody left to tell."""
        from gridwright.model.errors import in_one_line

        if sys.stderr is None:
            return
        with self._progress.hidden() if self._progress else nullcontext(), suppress(OSError):
            sys.stderr.write(f"{in_one_line(words)}\n")
            sys.stderr.flush()

    def fail(self, words: object, code: int) -> int:
        """End with one sentence, and this exit code."""
        self.say(f"gridwright: {words}")
        return code


def _is_terminal(descriptor: int) -> bool:
    try:
        return os.isatty(descriptor)
    except OSError:
        return False


def _why(problem: OSError | ValueError) -> str:
    return (isinstance(problem, OSError) and problem.strerror) or str(problem)


def _same_file(name: str, source: object) -> bool:
    try:
        return isinstance(source, str) and os.path.isfile(name) and os.path.samefile(name, source)  # noqa: PTH113, PTH121
    except (OSError, ValueError):
        return False
