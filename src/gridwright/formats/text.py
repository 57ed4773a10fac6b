"""The text form of puzzles: written by hand, read by people, compared by lines; one grammar for all genres.

    genre: star-battle
    stars: 1                    # a comment
    title: A small one

    regions:
    A A B B
    A A B B
    C A D B
    C D D D

A text is lines of these kinds; blanks at either end of a line mean nothing.

    key: value     The keys are those of JSON, in any order, none twice. The value is a number, true, false,
                   null, JSON on one line if it begins with " { or [, and otherwise the words as they stand.
                   A key that is not made of letters, digits, _ and - stands in quotes.
    key:           A drawing follows, up to the next blank line or key; blank lines before it are skipped.
    # anything     A comment. On other lines one begins with a blank and "#".
    ---            The end of a puzzle; another may follow.

Some values have a form of their own: `size: 4x5` (rows x columns; `size: 4` is a square), yes and no for
true and false, and counts as in `pieces: knight 3, king 3`.

Drawings of cells (regions, boxes, givens, grids of numbers) have a line for each row and a word for each
cell: a number, a name, a name in quotes if there is anything unusual in it, "." or "?" for nothing. If every
row is a single word, each of its characters is a cell, as in `AABB` (in a board of one column `size` prevents
that). Where "." and "#" mean something in a cell themselves (in Chess Loop: empty, blocked), only "?" is
nothing, and there are no comments in the drawing; there letters stand for names, too: K Q R B N. `solution:`
may be followed by a drawing of cells. If no drawing of cells shows how large the board is, `size` says it.

Drawings of marks on edges have a line for each row of cells, each of them a ".", with what lies between two
cells between them; and after each such line but the last a line with what lies below each cell. "-" and "|"
are nothing. Blanks mean nothing at all, so that it can be drawn well:

    dots:
    . o . - . * .
    |   *   |   o
    . - . o . - .

Errors are placed by line and column.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from gridwright.formats.json import decode
from gridwright.model.drawing import Drawn, Line, Place, Places, at, undraw_cells
from gridwright.model.errors import PuzzleError, describe
from gridwright.model.labels import LabelField
from gridwright.model.puzzle import KNOWLEDGE, Puzzle
from gridwright.model.reading import SIZE_KEYS, find_genre, read_puzzle
from gridwright.model.scalars import Scalar
from gridwright.model.writing import JSON_LITERAL

KNOWN_KEYS = KNOWLEDGE | {"genre", *SIZE_KEYS}

_KEY = re.compile(r'\s*(?:([A-Za-z][A-Za-z0-9_-]*)|("(?:[^"\\]|\\.)*"))\s*:\s*')
_SIZE = re.compile(r"([0-9]{1,9})\s*[xX×]\s*([0-9]{1,9})")
_COMMENT = re.compile(r"(?:^|\s+)#")
END = re.compile(r"\s*---+\s*")

_STRAY = (
    'expected "key: value" or a comment; a drawing stands below its "key:" and ends at the first blank line'
)


class Entry(NamedTuple):
    """A key with what stands after its colon and, if that is nothing, the lines drawn below it."""

    key: str
    place: Place
    value: str
    value_place: Place
    drawing: list[Line]


def lines_of(text: str, first: int = 1) -> list[Line]:
    return [Line(first + index, line.removesuffix("\r")) for index, line in enumerate(text.split("\n"))]


def split(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """The lines of each puzzle; parts without anything but comments are left out."""
    part: list[Line] = []
    for line in lines:
        if END.fullmatch(line.text):
            if says_something(part):
                yield part
            part = []
        else:
            part.append(line)
    if says_something(part):
        yield part


def says_something(lines: Sequence[Line]) -> bool:
    return any(line.text.strip() and not line.text.lstrip().startswith("#") for line in lines)


def read_text(lines: Sequence[Line], origin: str = "") -> Puzzle:
    """The puzzle that these lines describe."""
    places: dict[str, Places] = {}
    try:
        return read_puzzle(_as_json(_entries(lines), places), origin)
    except PuzzleError as problem:
        problem.origin = origin
        if not problem.place or problem.place.startswith("/"):
            problem.place = at(_locate(problem.place, places, lines))
        raise


def _entries(lines: Sequence[Line]) -> list[Entry]:
    found: dict[str, Entry] = {}
    open_drawing: Entry | None = None
    for line in lines:
        text = line.text.strip()
        header = _KEY.match(line.text)
        if header:
            entry = open_drawing = _entry(line, header)
            if entry.key in found:
                raise PuzzleError(f"{describe(entry.key)} stands twice in this puzzle", at(entry.place))
            found[entry.key] = entry
            if entry.value:
                open_drawing = None
        elif not text:
            if open_drawing and open_drawing.drawing:
                open_drawing = None
        elif open_drawing:
            open_drawing.drawing.append(line)
        elif text[0] != "#":
            column = len(line.text) - len(line.text.lstrip()) + 1
            raise PuzzleError(_STRAY, f"{line.number}:{column}")
    return list(found.values())


def _entry(line: Line, header: re.Match[str]) -> Entry:
    plain, quoted = header.groups()
    place = line.number, header.start(1 if plain else 2) + 1
    key = plain or _decode(quoted, place)
    text = line.text[header.end() :]
    if not text.startswith(('"', "{", "[")):
        comment = _COMMENT.search(text)
        text = text[: comment.start()] if comment else text
    return Entry(key, place, text.strip(), (line.number, header.end() + 1), [])


def _decode(text: str, place: Place) -> Any:
    """A JSON value up to the end of the line or a comment."""
    try:
        value, end = decode(text)
    except PuzzleError as problem:
        column = int(problem.place.partition(":")[2] or 1) - 1 if ":" in problem.place else 0
        raise PuzzleError(problem.message, f"{place[0]}:{place[1] + column}") from None
    if text[end:] and not _COMMENT.match(text, end):
        raise PuzzleError("after this value comes something else", f"{place[0]}:{place[1] + end}")
    return value


def _value(entry: Entry) -> Any:
    text = entry.value
    return _decode(text, entry.value_place) if text[0] in '"{[' or JSON_LITERAL.fullmatch(text) else text


def _as_json(entries: Sequence[Entry], places: dict[str, Places]) -> dict[str, Any]:
    """The JSON object that the entries stand for, and where each key's value stands."""
    data: dict[str, Any] = {}
    for entry in entries:
        places[entry.key] = entry.value_place if entry.value else entry.place
    plain = [entry for entry in entries if entry.value]
    for entry in plain:
        size = _SIZE.fullmatch(entry.value) if entry.key == "size" else None
        said = dict(zip(("rows", "columns"), map(int, size.groups()), strict=True)) if size else None
        for key, value in (said or {entry.key: _value(entry)}).items():
            if data.setdefault(key, value) != value:
                raise PuzzleError(f'"size" contradicts "{key}"', at(entry.value_place))
            places.setdefault(key, entry.value_place)
    fields = {field.key: field for field in find_genre(data).fields.values()}
    for entry in plain:
        field = fields.get(entry.key)
        if isinstance(field, Scalar):
            data[entry.key] = field.from_words(data[entry.key])
    for entry in entries:
        if not entry.value:
            _add_drawing(entry, fields.get(entry.key), data, places)
    return data


def _add_drawing(entry: Entry, field: object, data: dict[str, Any], places: dict[str, Places]) -> None:
    columns = data.get("columns", data.get("size"))
    if entry.drawing and entry.key == "solution":
        data["solution"] = {"grid": undraw_cells(entry.drawing, columns).value}
    elif entry.drawing and isinstance(field, LabelField):
        drawn = field.undraw(entry.drawing, columns)
        data[entry.key], places[entry.key] = drawn.value, drawn.places or entry.place
        if field.kind == "edges":
            _agree(drawn, entry.drawing[0], data, places)
    elif isinstance(field, LabelField):
        raise PuzzleError(f'nothing is drawn below "{entry.key}:"', at(entry.place))
    elif field or entry.key in KNOWN_KEYS or entry.key.startswith("x-"):
        raise PuzzleError(f'"{entry.key}" has no value: write it after the colon', at(entry.place))
    else:
        data[entry.key] = None  # an unknown key


def _agree(drawn: Drawn, first: Line, data: dict[str, Any], places: dict[str, Places]) -> None:
    """The list of marks that comes of a drawing has no size: compare it here, or take it for the board's."""
    size = data.get("size")
    said = data.get("rows", size), data.get("columns", size)
    if said == (None, None):
        data["rows"], data["columns"] = drawn.rows, drawn.columns
        places["rows"] = places["columns"] = first.number, 1
    elif said != (drawn.rows, drawn.columns) and {type(length) for length in said} == {int}:
        found = f"{drawn.rows} x {drawn.columns}"
        message = f"this drawing has {found} cells, but the board is {said[0]} x {said[1]}"
        raise PuzzleError(message, f"{first.number}:1")


def _locate(pointer: str, places: dict[str, Places], lines: Sequence[Line]) -> Place:
    """Where in the text that part of the JSON value stands, or else whatever holds it."""
    key, *steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]] or [""]
    first = next((line.number for line in lines if line.text.strip()), 1), 1
    node = places.get(key, first)
    for step in [*steps, *["0"] * 9]:
        if isinstance(node, tuple):
            return node
        if not (step.isdecimal() and int(step) < len(node)):
            step = "0"
        node = node[int(step)] if node else first
    return first
