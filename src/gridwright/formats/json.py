"""JSON, read strictly: no key twice, no NaN, no number that is too large, no nesting without end.

Errors of the text itself are placed by line and column, all others by a JSON pointer.
"""

from __future__ import annotations

import json
import math
import re
import sys
from typing import Any, NamedTuple, NoReturn

from gridwright.model.errors import PuzzleError, describe, part
from gridwright.model.puzzle import Puzzle
from gridwright.model.reading import read_puzzle

ANOTHER = "here begins another puzzle: load_all reads them all"


def read_json(text: str, origin: str = "", first_line: int = 1) -> Puzzle:
    """The puzzle that a JSON text describes."""
    try:
        value, end = decode(text, 0, first_line)
        if text[end:].strip():
            end = _blank.match(text, end).end()  # type: ignore[union-attr]
            message = (
                ANOTHER if text[end] in "{[" else "after the puzzle's closing brace comes something else"
            )
            raise PuzzleError(message, place_of(text, end, first_line))
    except PuzzleError as problem:
        problem.origin = origin
        raise
    return read_puzzle(value, origin)


def write_json(puzzle: Puzzle) -> str:
    """One line, without a line break at its end."""
    return encode(puzzle.to_json())


def encode(value: object) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        text.encode()
    except UnicodeEncodeError:  # half of a surrogate pair, which JSON can say and UTF-8 cannot
        return json.dumps(value, separators=(",", ":"))
    except RecursionError:
        raise PuzzleError("what is known of this puzzle is nested too deeply to be written") from None
    return text


class _RefusedError(ValueError):
    """JSON as the standard library takes it, but not we."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _RefusedError
    return found


def _float(text: str) -> float:
    if math.isinf(found := float(text)):
        raise _RefusedError
    return found


def _constant(name: str) -> NoReturn:
    raise _RefusedError


_strict = json.JSONDecoder(object_pairs_hook=_object, parse_float=_float, parse_constant=_constant)
_blank = re.compile(r"[ \t\n\r]*")


def decode(text: str, start: int = 0, first_line: int = 1) -> tuple[Any, int]:
    """The JSON value that begins there or after blanks, and where it ends."""
    value, end = attempt(text, start, first_line)
    if isinstance(value, PuzzleError):
        raise value
    assert end is not None
    return value, end


def attempt(text: str, start: int, first_line: int) -> tuple[Any, int | None]:
    """As decode, with an error in place of the value; its end is known if what is wrong is not the syntax."""
    start = _blank.match(text, start).end()  # type: ignore[union-attr]
    try:
        try:
            return _strict.raw_decode(text, start)
        except _RefusedError:
            return _search_refused(text, start)
    except json.JSONDecodeError as wrong:
        start, words = wrong.pos, wrong.msg[0].lower() + wrong.msg[1:]
        if start >= (end := len(text.rstrip())):
            start, words = end, "the text ends in the middle"
        message = f"this is no JSON: {words}"
    except RecursionError:
        message = "arrays and objects are nested too deeply"
    except ValueError:
        digits = re.search(f"[0-9]{{{sys.get_int_max_str_digits()},}}", text[start:])
        start += digits.start() if digits else 0
        message = "this number has too many digits"
    return PuzzleError(message, place_of(text, start, first_line)), None


def is_unfinished(text: str) -> bool:
    """Does it begin as JSON does and end in the middle?"""
    try:
        _strict.raw_decode(text, _blank.match(text).end())  # type: ignore[union-attr]
    except json.JSONDecodeError as wrong:
        return wrong.pos >= len(text.rstrip())
    except (ValueError, RecursionError):
        pass
    return False


def copied(value: object, pointer: str) -> Any:
    """A Python value as JSON would hand it over."""
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        raise PuzzleError("this value cannot be written as JSON", pointer) from None


def place_of(text: str, index: int, first_line: int = 1) -> str:
    """Line and column."""
    return f"{first_line + text.count(chr(10), 0, index)}:{index - text.rfind(chr(10), 0, index)}"


class _Mark(NamedTuple):
    """Stands in a decoded value where it was refused."""

    message: str
    step: str = ""


def _search_refused(text: str, start: int) -> tuple[PuzzleError, int]:
    """Decode again, slowly, to say what was refused and where."""

    def mark_object(pairs: list[tuple[str, Any]]) -> object:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                return _Mark(f"{describe(key)} stands twice in this object", part(key))
            found[key] = value
        return found

    def mark_float(text: str) -> object:
        return _Mark("this number is too large") if math.isinf(float(text)) else 0.0

    marking = json.JSONDecoder(
        object_pairs_hook=mark_object,
        parse_float=mark_float,
        parse_constant=lambda name: _Mark(f"{name} is no number of JSON"),
    )
    decoded, end = marking.raw_decode(text, start)
    heap = [("", decoded)]
    while heap:
        pointer, value = heap.pop()
        if isinstance(value, _Mark):
            return PuzzleError(value.message, pointer + value.step), end
        steps = range(len(value)) if isinstance(value, list) else value if isinstance(value, dict) else ()
        heap += [(pointer + part(step), value[step]) for step in reversed(steps)]
    raise AssertionError("what was refused once is refused again")
