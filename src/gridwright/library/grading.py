"""Grades for puzzles that are in a library without any."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from gridwright.formats.json import read_json
from gridwright.library.entry import Entry, entry_of
from gridwright.library.library import in_batches
from gridwright.model.errors import PuzzleError, describe
from gridwright.model.puzzle import Puzzle

if TYPE_CHECKING:
    from gridwright.library.checking import Row
    from gridwright.library.library import Library


class Graded(NamedTuple):
    """entry  as it is written from now on; None: nothing new is known
    stopped   which limit was reached
    problem   what is wrong with it
    """

    number: int
    id: str
    entry: Entry | None
    stopped: str | None = None
    problem: str | None = None


def graded(row: Row, time_limit: float | None = None) -> Graded:
    """Grade one puzzle; any process can do it."""
    from gridwright.grade import grade

    item = row.item
    try:
        puzzle = read_json(row.json, item.origin)
    except PuzzleError as problem:
        return Graded(item.number, item.id, None, problem=f"its board cannot be read: {problem.message}")
    found = grade(puzzle, time_limit=time_limit)
    if found.stopped is not None:
        return Graded(item.number, item.id, None, found.stopped)
    said = puzzle.knowledge.get("status")
    if said is not None and said != found.status:
        words = f"its status is {found.status}, not {describe(said)}: it gets no grade"
        return Graded(item.number, item.id, None, problem=words)
    knowledge = dict(puzzle.knowledge) | {"status": found.status}
    knowledge["grade"] = {"label": found.label, "score": found.score}
    known = Puzzle(puzzle.shape, puzzle.labels, puzzle.names, knowledge, puzzle.origin)
    return Graded(item.number, item.id, entry_of(known))


def keep(library: Library, found: Iterable[Graded]) -> Iterator[Graded]:
    """Write grades down as they come; what is yielded is on disk."""
    for batch in in_batches(found):
        with library.transaction():
            for each in batch:
                if each.entry is not None:
                    library.replace(each.number, each.entry)
        yield from batch
