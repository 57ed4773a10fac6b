"""What a library writes down of a puzzle. To find it out is most of the work, which any process can do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from gridwright.formats.json import encode, write_json
from gridwright.formats.many import Piece, decode_utf8, read_part
from gridwright.model.errors import PuzzleError
from gridwright.model.puzzle import Puzzle

if TYPE_CHECKING:
    from gridwright.formats.many import Part


class Kind(NamedTuple):
    """What the puzzles of one genre and shape have in common."""

    genre: str
    rows: int
    columns: int
    scalars: str  # as JSON, without those that have their defaults


class Entry(NamedTuple):
    """A puzzle as it is kept. What is None is not known of it."""

    id: str
    kind: Kind
    status: str | None
    grade: str | None
    score: float | None
    title: str | None
    author: str | None
    source: str | None
    seed: str | None
    origin: str
    json: str


def entries_of(part: Part) -> Iterator[Entry | PuzzleError]:
    """What there is to write of the puzzle in one part of a source."""
    for puzzle in read_part(part):
        if isinstance(puzzle, PuzzleError):
            yield puzzle
        elif isinstance(part, Piece) and part.is_json:
            # As it came: that it can be read is known, and writing it anew takes as long as all the rest.
            yield entry_of(puzzle, decode_utf8(part.data, part.name, part.line).strip())
        else:
            yield entry_of(puzzle)


def entry_of(puzzle: Puzzle, json: str | None = None) -> Entry:
    known = puzzle.knowledge
    grade, score = _grade(known.get("grade"))
    return Entry(
        puzzle.id,
        _kind(puzzle),
        _word(known.get("status")),
        grade,
        score,
        _word(known.get("title")),
        _word(known.get("author")),
        _word(known.get("source")),
        _word(known.get("seed")),
        _word(puzzle.origin) or "",
        write_json(puzzle) if json is None else json,
    )


def _kind(puzzle: Puzzle) -> Kind:
    return Kind(puzzle.genre.name, puzzle.rows, puzzle.columns, encode(scalars_of(puzzle)))


def scalars_of(puzzle: Puzzle) -> dict[str, Any]:
    values = puzzle.scalars
    said = {field.key: field.write(values[field.name]) for field in puzzle.genre.scalar_fields()}
    return {key: value for key, value in sorted(said.items()) if value is not None}


def _grade(said: object) -> tuple[str | None, float | None]:
    """Label and score, as `generate` writes them, or what somebody else says."""
    if isinstance(said, dict):
        score = said.get("score")
        if isinstance(score, bool) or not isinstance(score, (int, float)) or abs(score) > 1e15:
            score = None
        return _word(said.get("label")), score if score is None else float(score)
    return _word(said), None


def _word(said: object) -> str | None:
    """What can be searched for; lone halves of surrogate pairs cannot be stored."""
    if not isinstance(said, (str, int, float)) or isinstance(said, bool):
        return None
    return str(said).encode("utf-8", "replace").decode() or None
