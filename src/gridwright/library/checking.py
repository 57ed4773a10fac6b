"""Is a library whole, and is what it says of its puzzles true?"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from gridwright.formats.json import read_json
from gridwright.library.entry import Entry, entry_of
from gridwright.library.file import told
from gridwright.model.errors import PuzzleError

if TYPE_CHECKING:
    from gridwright.library.choice import Choice
    from gridwright.library.library import Item, Library

CHECKED = ("status", "grade", "score", "title", "author", "source", "seed")


class Doubt(NamedTuple):
    """What is wrong with one puzzle.

    status  what it really is, where that contradicts what the library says; "unknown": a limit was reached
    """

    number: int
    id: str
    message: str
    status: str | None = None


class Row(NamedTuple):
    """A puzzle to be checked, which any process can do."""

    item: Item
    json: str


def damage(library: Library) -> list[str]:
    """What SQLite finds wrong with the file, and what is missing in it; nothing: it is whole."""
    execute = library.connection.execute
    try:
        with told(library.path):
            found = [str(row[0]) for row in execute("PRAGMA integrity_check(20)") if row[0] != "ok"]
            rows = execute("PRAGMA foreign_key_check").fetchall()
            lonely = execute("SELECT number FROM puzzles WHERE number NOT IN (SELECT number FROM boards)")
            found += [f"a row of {table} belongs to nothing: {row}" for table, row, *_ in rows]
            found += [f"puzzle {number} has no board" for (number,) in lonely]
    except (OSError, sqlite3.Error) as problem:
        return [str(getattr(problem, "message", problem))]
    return found


def rows_of(library: Library, choice: Choice, take: Callable[[int], None]) -> Iterator[Row]:
    """Puzzles to be worked on while the library changes; `take` hears of each."""
    for items in library.pages(choice):
        for item in items:
            take(1)
            yield Row(item, library.json_of(item.number))


def doubts(row: Row, prove: bool = False, time_limit: float | None = None) -> list[Doubt]:
    """Whether a puzzle can be read, is what the library says, and, if asked, has the status that it says."""
    item = row.item
    try:
        puzzle = read_json(row.json, f"#{item.number}")
    except PuzzleError as problem:
        return [Doubt(item.number, item.id, f"its board cannot be read: {problem.message}")]
    entry = entry_of(puzzle, row.json)
    found = [Doubt(item.number, item.id, message) for message in _contradictions(item, entry)]
    said = puzzle.knowledge.get("id")
    if said not in (None, entry.id):
        found.append(Doubt(item.number, item.id, f"it calls itself {said}, but its id is {entry.id}"))
    if prove:
        found += _disproved(row, time_limit)
    return found


def _contradictions(item: Item, entry: Entry) -> Iterator[str]:
    if (item.genre, item.rows, item.columns, item.scalars) != entry.kind:
        yield "its board is of another kind than the library says"
    if item.id != entry.id:
        yield f"its board has the id {entry.id}"
    for name in CHECKED:
        if getattr(item, name) != getattr(entry, name):
            yield f"its {name} is not the one that stands with its board"


def _disproved(row: Row, time_limit: float | None) -> list[Doubt]:
    from gridwright.engine.findings import check_knowledge

    number, id_ = row.item.number, row.item.id
    report = check_knowledge(read_json(row.json), time_limit=time_limit)
    if report.status == "unknown":
        return [Doubt(number, id_, "a limit was reached", "unknown")]
    found = [Doubt(number, id_, finding.message, report.status) for finding in report.findings]
    if row.item.status is None and report.status != "unique":
        found.append(Doubt(number, id_, f"its status is {report.status}", report.status))
    return found
