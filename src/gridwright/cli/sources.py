"""What the words of a command line stand for: files, folders, examples, and lists of marks."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from gridwright.cli.exits import UsageError
from gridwright.model.errors import PuzzleError

if TYPE_CHECKING:
    from gridwright.cli.progress import Progress
    from gridwright.formats.many import Part


def find_sources(words: Sequence[str]) -> list[str | PuzzleError]:
    """What the words stand for: a folder is gone through; in place of what is not there stands an error.

    All are known before anything is written, which might go into one of the folders.
    """
    from gridwright.formats.load import expand

    if words.count("-") > 1:
        raise UsageError("the standard input can be read only once: give - only once")
    if "-" in words and sys.stdin is None:
        raise UsageError("the standard input is closed: name a file")
    found: list[str | PuzzleError] = []
    for word in words:
        try:
            found += expand(word)
        except PuzzleError as problem:
            found.append(problem)
    return found


def parts_of(sources: Sequence[str | PuzzleError], progress: Progress) -> Iterator[Part]:
    """The parts of all sources; progress hears how much of them has been read."""
    from gridwright.formats.load import split_all
    from gridwright.formats.many import Piece

    progress.expect(_size_of(sources))
    for source in sources:
        for part in split_all(source) if isinstance(source, str) else (source,):
            progress.take(len(part.data) if isinstance(part, Piece) else 0)
            yield part


def _size_of(sources: Sequence[object]) -> int | None:
    """Bytes of all files; None if one of them has no size that is known before it is read."""
    total = 0
    for name in sources:
        if isinstance(name, str):
            if not os.path.isfile(name):  # noqa: PTH113
                return None
            total += os.path.getsize(name)  # noqa: PTH202
    return total


@contextmanager
def blame_marks(name: str | None) -> Iterator[None]:
    """What is wrong with marks is said of their file, not of the puzzle."""
    try:
        yield
    except PuzzleError as problem:
        problem.origin = problem.origin or name or ""
        raise


def read_marks(name: str | None, sources: Sequence[str]) -> Any:
    """The list in a file of marks; the engine looks into it."""
    if name is None:
        return None
    from gridwright.formats.json import decode
    from gridwright.formats.many import decode_utf8

    if name == "-" and "-" in sources:
        raise UsageError("the standard input can be read only once: put the marks into a file")
    try:
        if name == "-":
            data = sys.stdin.buffer.read()
        else:
            with open(name, "rb") as file:  # noqa: PTH123
                data = file.read()
        text = decode_utf8(data, name)
        marks, end = decode(text)
        if text[end:].strip():
            raise PuzzleError("after the array of marks comes something else")
    except (OSError, ValueError) as problem:
        if isinstance(problem, PuzzleError):
            problem.origin = name
            raise UsageError(str(problem)) from None
        why = isinstance(problem, OSError) and problem.strerror
        raise UsageError(f"{name}: {why or problem}") from None
    return marks
