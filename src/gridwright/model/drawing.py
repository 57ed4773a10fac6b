"""Boards drawn with characters: how the text form writes and reads what stands in cells and between them.

A drawing is read into the value that JSON would have, so that both forms are checked by the same code; beside
it stands where each part of the value was found. docs/text-form.md is for those who write drawings.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from gridwright.model.errors import PuzzleError, describe


class Line(NamedTuple):
    """A line of a text; lines count from 1."""

    number: int
    text: str


Place = tuple[int, int]  # line and column, both from 1
# For an array a list with the places of its items, for anything else where it stands.
Places = Sequence["Places"] | Place


class Drawn(NamedTuple):
    """What a drawing says, as JSON would say it, and where each part stands."""

    value: list[object]
    places: list[Places]
    rows: int
    columns: int


class Word(NamedTuple):
    text: str
    place: Place


NOTHING = ".", "?"


def at(place: Place) -> str:
    return f"{place[0]}:{place[1]}"


_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"]+|"')
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_PLAIN = re.compile(r'[^\s"#:\-][^\s"#:]*')


def words_of(line: Line, comments: bool = True) -> list[Word]:
    """The words of a line up to its comment: quoted strings, and whatever else stands between blanks."""
    words = []
    for found in _WORD.finditer(line.text):
        text = found.group()
        apart = found.start() == 0 or line.text[found.start() - 1].isspace()
        if comments and apart and text[0] == "#":
            break
        place = line.number, found.start() + 1
        if text == '"':
            raise PuzzleError('a quoted word has no closing "', at(place))
        words.append(Word(text, place))
    return words


def value_of(
    word: Word, nothing: Iterable[str] = NOTHING, letters: Mapping[str, str] | None = None
) -> object:
    """null, a letter's meaning, an integer, or else the word itself."""
    text, place = word
    if text in nothing:
        return None
    if letters and text in letters:
        return letters[text]
    try:
        if text[0] == '"':
            return json.loads(text)
        return int(text) if _INTEGER.fullmatch(text) else text
    except ValueError:
        raise PuzzleError(f"{describe(text)} cannot be read", at(place)) from None


def word_of(value: object, nothing: str = ".", names: Mapping[str, str] | None = None) -> str:
    """A word that `value_of` reads back as this value."""
    if value is None:
        return nothing
    if not isinstance(value, str):
        return str(value)
    if names and value in names:
        return names[value]
    plain = _PLAIN.fullmatch(value) and value.isprintable() and not _INTEGER.fullmatch(value)
    return value if plain and value not in NOTHING else json.dumps(value)


def draw_cells(words: Sequence[str], columns: int) -> list[str]:
    """Rows of words, one below the other."""
    width = max(map(len, words))
    words = [word.rjust(width) for word in words]
    return [" ".join(words[start : start + columns]) for start in range(0, len(words), columns)]


def undraw_cells(
    lines: Sequence[Line],
    columns: int | None,
    nothing: Iterable[str] = NOTHING,
    letters: Mapping[str, str] | None = None,
    comments: bool = True,
) -> Drawn:
    """Rows of words. Where each is a single word, its characters are the cells, unless one column is said."""
    rows = [words for line in lines if (words := words_of(line, comments))]
    if columns != 1 and all(len(words) == 1 and words[0].text[0] != '"' for words in rows):
        rows = [_characters(words[0]) for words in rows]
    values: list[object] = [[value_of(word, nothing, letters) for word in words] for words in rows]
    places: list[Places] = [[word.place for word in words] for words in rows]
    return Drawn(values, places, len(rows), len(rows[0]) if rows else 0)


def _characters(word: Word) -> list[Word]:
    line, start = word.place
    return [Word(character, (line, start + offset)) for offset, character in enumerate(word.text)]


# --- marks on the edges between cells ----------------------------------------------------------------------


def draw_edges(labels: Sequence[int], rows: int, columns: int, letters: str) -> list[str]:
    """A line for each row of cells and one for the edges below each: `. o . - .` and `|   *   |`."""
    lines, across, down = [], iter(labels), iter(labels[rows * (columns - 1) :])
    for row in range(rows):
        marks = [next(across) for _ in range(columns - 1)]
        lines.append(" ".join([".", *(f"{letters[mark] if mark >= 0 else '-'} ." for mark in marks)]))
        if row + 1 < rows:
            lines.append(
                "   ".join(letters[mark] if (mark := next(down)) >= 0 else "|" for _ in range(columns))
            )
    return lines


class DrawnMark(NamedTuple):
    cells: tuple[Place, Place]
    letter: str
    place: Place


def undraw_edges(lines: Sequence[Line], letters: str) -> tuple[list[DrawnMark], int, int]:
    """The marks of such a drawing, and how many rows and columns it has. Blanks mean nothing in it."""
    drawn = [found for line in lines if (found := _marks_of(line))]
    width = len(drawn[0]) if drawn else 0
    marks = []
    for index, characters in enumerate(drawn):
        row, between = divmod(index, 2)
        _check_count(characters, width, between)
        for column, (letter, place) in enumerate(characters):
            if not between and column % 2 == 0:
                expected, named = ".", 'a cell is "." here'
                cells = (row, column // 2), (row, column // 2)
            else:
                expected = "|" if between else "-"
                named = f'between cells stands one of "{letters}", or "{expected}" for nothing'
                first = (row, column) if between else (row, column // 2)
                cells = first, ((row + 1, column) if between else (row, column // 2 + 1))
                if letter in letters:
                    marks.append(DrawnMark(cells, letter, place))
                    continue
            if letter != expected:
                raise PuzzleError(f"{named}, not {describe(letter)}", at(place))
    if drawn and len(drawn) % 2 == 0:
        raise PuzzleError("the last line of this drawing must be a row of cells", at(drawn[-1][0].place))
    return marks, (len(drawn) + 1) // 2, (width + 1) // 2


def _marks_of(line: Line) -> list[Word]:
    return [mark for word in words_of(line) for mark in _characters(word)]


def _check_count(characters: list[Word], width: int, between: int) -> None:
    expected = (width + 1) // 2 if between else width
    if width % 2 == 0:
        expected, what = width + 1, "a row of cells begins and ends with a cell"
    else:
        what = "as many marks as cells above it" if between else "as many as the first"
    if len(characters) != expected:
        place = at(characters[0].place)
        raise PuzzleError(f"this line has {len(characters)} characters instead of {expected}: {what}", place)
