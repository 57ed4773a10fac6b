"""`load` and `load_all`: find out what a source is, and read the puzzles in it.

A source is a dict as JSON has it, a text (if it contains a line break or begins with "{"), "-" for the
standard input, or a path; or else, if there is no such file, the name of an example. Files may hold one
puzzle or many: JSON lines, JSON arrays, or texts separated by `---`. Whatever is wrong with a source or a
puzzle is a PuzzleError.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from io import BytesIO
from typing import BinaryIO

from gridwright.formats.json import ANOTHER, copied, read_json
from gridwright.formats.many import MOST_BYTES, Part, decode_utf8, read_part, split_stream
from gridwright.formats.text import lines_of, read_text, split
from gridwright.model.errors import PuzzleError, describe, part
from gridwright.model.puzzle import Puzzle
from gridwright.model.reading import read_puzzle

Source = str | os.PathLike[str] | bytes | dict[str, object]

EXAMPLE = re.compile(r"([\w-]+/)?[\w-]+")
SUFFIXES = (".json", ".jsonl", ".ndjson", ".txt")


def load(source: Source | Puzzle) -> Puzzle:
    """The one puzzle that this is, or that the file of this name holds."""
    if isinstance(source, Puzzle):
        return source
    if isinstance(source, dict):
        return _checked(read_puzzle(source))
    text = _as_text(source)
    if text is not None:
        return _read_one(text, "")
    name = _name(source)
    try:
        with _opened(name) as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as problem:
        raise _unreadable(name, problem) from None
    if len(data) > MOST_BYTES:
        raise PuzzleError("this is too large for one puzzle: load_all reads files of many", "", name)
    return _read_one(decode_utf8(data, name), name)


def load_all(source: Source | list[object]) -> Puzzles:
    """All puzzles that this holds, read as they are asked for; a folder stands for the files in it."""
    if not isinstance(source, (dict, list, tuple)) and _as_text(source) is None:
        _check_path(_name(source))
    return Puzzles(read_all(source))


class Puzzles(Iterator[Puzzle]):
    """An iterator that raises PuzzleError for a puzzle that cannot be read, then goes on with the next."""

    def __init__(self, found: Iterator[Puzzle | PuzzleError]) -> None:
        self._found = found

    def __next__(self) -> Puzzle:
        found = next(self._found)
        if isinstance(found, PuzzleError):
            raise found
        return found


def read_all(source: Source | list[object]) -> Iterator[Puzzle | PuzzleError]:
    """As load_all, but errors come in their places. Puzzles and errors know their `origin`: "name:line"."""
    for piece in split_all(source):
        yield from read_part(piece)


def split_all(source: Source | list[object]) -> Iterator[Part]:
    """As read_all, but nothing is read that somebody else could read: `read_part` does."""
    try:
        if isinstance(source, dict):
            yield load(source)
        elif isinstance(source, (list, tuple)):
            yield from map(_attempt, source)
        elif (text := _as_text(source)) is not None:
            yield from split_stream(BytesIO(text.encode("utf-8", "surrogatepass")), "text")
        else:
            for name in _files(source):
                yield from _split_file(name)
    except PuzzleError as problem:
        yield problem


def _attempt(source: object) -> Puzzle | PuzzleError:
    try:
        return load(source)  # type: ignore[arg-type]
    except PuzzleError as problem:
        return problem


def _split_file(name: str) -> Iterator[Part]:
    try:
        with _opened(name) as file:
            yield from split_stream(file, name)
    except PuzzleError as problem:
        yield problem
    except OSError as problem:
        yield _unreadable(name, problem)


# --- what a source is --------------------------------------------------------------------------------------


def _as_text(source: object) -> str | None:
    """The source itself if it is a text and not a name."""
    if isinstance(source, (bytes, bytearray)):
        return decode_utf8(bytes(source), "")
    if isinstance(source, str) and ("\n" in source or source.lstrip("\ufeff \t").startswith("{")):
        return source
    return None


def _name(source: object) -> str:
    if not isinstance(source, (str, os.PathLike)):
        raise PuzzleError(f"a puzzle is a text, a path or a dict, not {describe(source)}")
    name = os.fspath(source)
    if not isinstance(name, str):
        raise PuzzleError("a path is a string, not bytes")
    if not name.strip():
        raise PuzzleError("there is nothing to read: the text is empty")
    if name[:8].lower().startswith(("http://", "https://")):
        message = "links are not understood yet: use a file, or a puzzle's JSON or text"
        raise PuzzleError(message, "", describe(name)[1:-1])
    return name


def _check_path(name: str) -> None:
    """Raise if there is nothing of this name."""
    if name != "-":
        try:
            os.stat(_located(name))  # noqa: PTH116
        except (OSError, ValueError) as problem:
            raise _unreadable(name, problem) from None


def _located(name: str) -> str:
    """The path of the file; if there is none of this name, that of the example which is called so."""
    if os.path.lexists(name) or not EXAMPLE.fullmatch(name):
        return name
    from gridwright.formats.examples import example_path  # few puzzles are examples

    return example_path(name) or name


def _unreadable(name: str, problem: OSError | ValueError) -> PuzzleError:
    why = problem.strerror if isinstance(problem, OSError) else None
    if isinstance(problem, FileNotFoundError):
        from gridwright.formats.examples import similar

        why = 'there is no such file or example (a text would have a line break, or begin with "{")'
        why += similar(name) if EXAMPLE.fullmatch(name) else ""
    return PuzzleError(why or "this cannot be the name of a file", "", describe(name)[1:-1])


def _opened(name: str) -> AbstractContextManager[BinaryIO]:
    """The file, or the standard input, which nobody closes."""
    if name == "-":
        return nullcontext(sys.stdin.buffer)
    try:
        return open(_located(name), "rb")  # noqa: PTH123 - pathlib is slow to import; callers close it
    except IsADirectoryError:
        raise PuzzleError("this is a folder: load_all reads the files in it", "", name) from None
    except (OSError, ValueError) as problem:
        raise _unreadable(name, problem) from None


def expand(source: str) -> list[str]:
    """A folder as the files in it, anything else as it is; PuzzleError if there is nothing of this name."""
    return [source] if _as_text(source) is not None else _files(source)


def _files(source: object) -> list[str]:
    """The file of this name itself, or the files of puzzles in a folder, by name."""
    name = _name(source)
    _check_path(name)
    if name == "-" or not os.path.isdir(name):  # noqa: PTH112
        return [name]
    try:
        found = sorted(entry for entry in os.listdir(name) if entry.endswith(SUFFIXES) and entry[0] != ".")  # noqa: PTH208
    except OSError as problem:
        raise _unreadable(name, problem) from None
    if not found:
        raise PuzzleError(f"in this folder are no files that end with {', '.join(SUFFIXES)}", "", name)
    return [os.path.join(name, entry) for entry in found]  # noqa: PTH118


def _read_one(text: str, origin: str) -> Puzzle:
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith(("{", "[")):
        return read_json(text, origin)
    parts = list(split(lines_of(text)))
    if not parts:
        raise PuzzleError("there is no puzzle in this text", "", origin)
    if len(parts) > 1:
        raise PuzzleError(ANOTHER, f"{parts[1][0].number}:1", origin)
    return read_text(parts[0], origin)


def _checked(puzzle: Puzzle) -> Puzzle:
    """A dict of Python's may hold what JSON cannot say: check what is only passed on, and copy it."""
    if not puzzle.knowledge:
        return puzzle
    knowledge = {key: copied(value, part(key)) for key, value in puzzle.knowledge.items()}
    return Puzzle(puzzle.shape, puzzle.labels, puzzle.names, knowledge)
