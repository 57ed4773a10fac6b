"""Many puzzles in one stream, read one after the other; a bad one does not hide those after it.

A stream is first split into parts that can be read by themselves, so that others may read them: splitting
costs little, and parts are small to send.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import BinaryIO, NamedTuple

from gridwright.formats.json import attempt, is_unfinished, place_of, read_json
from gridwright.formats.text import END, lines_of, read_text, says_something
from gridwright.model.errors import PuzzleError
from gridwright.model.puzzle import Puzzle
from gridwright.model.reading import read_puzzle

MOST_BYTES = 16 * 2**20  # of a line, or of one puzzle: a hundred times what the largest one needs
MOST_BYTES_AT_ONCE = 256 * 2**20  # of a file that can only be read as a whole

Found = Iterator[Puzzle | PuzzleError]
RawLines = Iterable[tuple[int, bytes]]


def decode_utf8(data: bytes, origin: str, first_line: int = 1) -> str:
    try:
        return data.decode("utf-8-sig" if first_line == 1 else "utf-8")
    except UnicodeDecodeError as problem:
        line = first_line + data.count(b"\n", 0, problem.start)
        column = problem.start - data.rfind(b"\n", 0, problem.start)
        message = f"this is no text in UTF-8 (byte 0x{data[problem.start]:02x})"
        raise PuzzleError(message, f"{line}:{column}", origin) from None


class Piece(NamedTuple):
    """A line of JSON, or the lines of one text, not looked into yet."""

    name: str  # of the stream
    line: int  # its first
    data: bytes
    is_json: bool


Part = Piece | Puzzle | PuzzleError
Parts = Iterator[Part]


def read_stream(file: BinaryIO, name: str) -> Found:
    """All puzzles of a stream."""
    for part in split_stream(file, name):
        yield from read_part(part)


def split_stream(file: BinaryIO, name: str) -> Parts:
    """The parts of a stream. Its first line with anything in it tells what it holds.

    { begins JSON lines, or JSON values of several lines each; [ an array of them; anything else texts.
    """
    lines = enumerate(iter(lambda: file.readline(MOST_BYTES), b""), 1)
    for number, line in lines:
        first = line.removeprefix(b"\xef\xbb\xbf").strip()
        if first:
            rest = chain([(number, line)], lines)
            break
    else:
        yield PuzzleError("there is no puzzle in this text", "", name)
        return
    if first.startswith(b"[") or (first.startswith(b"{") and is_unfinished(first.decode(errors="replace"))):
        yield from _read_values(rest, name)
    elif first.startswith(b"{"):
        yield from _split_json_lines(rest, name)
    else:
        yield from _split_texts(rest, name)


def _split_json_lines(lines: RawLines, name: str) -> Parts:
    for number, line in lines:
        if len(line) == MOST_BYTES:
            yield PuzzleError("this line is too long; what follows is not read", "", f"{name}:{number}")
            return
        if not line.isspace():
            yield Piece(name, number, line, True)


def _split_texts(lines: RawLines, name: str) -> Parts:
    part: list[bytes] = []
    first, size = 1, 0
    for number, line in lines:
        if END.fullmatch(line.decode(errors="replace")):
            yield Piece(name, first, b"".join(part), False)
            part, size = [], 0
        else:
            if not part:
                first = number
            part.append(line)
            size += len(line)
        if size >= MOST_BYTES:
            message = "this is too large for one puzzle; what follows is not read"
            yield PuzzleError(message, "", f"{name}:{first}")
            return
    yield Piece(name, first, b"".join(part), False)


def read_part(part: Part) -> Found:
    """The puzzle in it; nothing if there are only comments in it."""
    if not isinstance(part, Piece):
        yield part
        return
    origin = origin_of(part)
    try:
        text = decode_utf8(part.data, origin, part.line)
        if part.is_json:
            yield read_json(text, origin, part.line)
        elif says_something(lines := lines_of(text, part.line)):
            yield read_text(lines, origin)
    except PuzzleError as problem:
        yield problem


def origin_of(part: Part) -> str:
    """Where it was found, without reading it: "name:line"."""
    if not isinstance(part, Piece):
        return part.origin
    data = part.data
    blank = 0 if part.is_json else data.count(b"\n", 0, len(data) - len(data.lstrip()))
    return f"{part.name}:{part.line + blank}"


def _read_values(lines: RawLines, name: str) -> Found:
    """JSON values one after the other, or in an array."""
    parts, size = [], 0
    for number, line in lines:
        parts.append((number, line))
        size += len(line)
        if size > MOST_BYTES_AT_ONCE:
            message = "this is too large to be read as a whole: write one puzzle on each line"
            yield PuzzleError(message, "", name)
            return
    first_line = parts[0][0]
    try:
        text = decode_utf8(b"".join(line for _, line in parts), name, first_line)
    except PuzzleError as problem:
        yield problem
        return
    yield from _values(text, name, first_line)


_BETWEEN = re.compile(r"\s*")
_BETWEEN_ITEMS = re.compile(r"[\s,]*")
_NEXT = re.compile(r"\n(?=\{)")


def _values(text: str, name: str, first_line: int) -> Found:
    in_array = text.lstrip().startswith("[")
    position = text.index("[") + 1 if in_array else 0
    line, counted = first_line, 0
    while True:
        position = (_BETWEEN_ITEMS if in_array else _BETWEEN).match(text, position).end()  # type: ignore[union-attr]
        if position == len(text):
            break
        if in_array and text[position] == "]":
            in_array = False
            position += 1
            continue
        line, counted = line + text.count("\n", counted, position), position
        origin = f"{name}:{line}"
        value, end = attempt(text, position, first_line)
        if isinstance(value, PuzzleError):
            value.origin = origin
            yield value
        else:
            try:
                yield read_puzzle(value, origin)
            except PuzzleError as problem:
                yield problem
        if end is None:  # go on where an object seems to begin
            following = _NEXT.search(text, position)
            if not following:
                return
            end = following.end()
        position = end
    if in_array:
        place = place_of(text, len(text), first_line)
        yield PuzzleError("this array has no closing bracket", place, f"{name}:{line}")
