"""library add: puzzles into a file, each once."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from gridwright.cli.exits import DONE, OUTSIDE, USAGE, OutsideError, worse

if TYPE_CHECKING:
    from gridwright.cli.console import Console
    from gridwright.formats.many import Part
    from gridwright.library import Added
    from gridwright.library.entry import Entry
    from gridwright.model.errors import PuzzleError

MOST_TOLD = 20  # of what was there already, one by one


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.cli.sources import find_sources, parts_of
    from gridwright.model.errors import PuzzleError

    sources = find_sources(arguments.words)
    counted: Counter[str] = Counter()
    code, lost = DONE, set[str]()
    entries = _entries(parts_of(sources, console.progress), arguments.jobs, lost)
    with closing(_stream(entries, sources, arguments, console)) as stream:
        try:
            for added in stream:
                console.progress.advance()
                if isinstance(added, PuzzleError):
                    code = worse(code, OUTSIDE if added.origin in lost else USAGE)
                    counted["bad"] += 1
                else:
                    counted["new" if added.new else "known"] += 1
                _tell(added, counted, arguments, console)
        except KeyboardInterrupt:
            console.say(f"interrupted; until then: {_summary(counted, arguments.file)}")
            raise
    if not arguments.json:
        if counted["known"] > MOST_TOLD:
            console.say(f"and {counted['known'] - MOST_TOLD:,} more were there already")
        console.write(_summary(counted, arguments.file) + "\n")
    return code


def _stream(
    entries: Iterator[Entry | PuzzleError], sources: Sequence[object], arguments: Namespace, console: Console
) -> Generator[Added | PuzzleError, None, None]:
    """A library that is there is opened at once, and may refuse; another is made for the first puzzle."""
    from gridwright.library import Library
    from gridwright.library.file import look
    from gridwright.model.errors import PuzzleError

    used = [arguments.file, *sources]
    look(Path(arguments.file), create=True)
    is_there = Path(arguments.file).exists()
    if not is_there:
        console.write_to(arguments.output, used)
        for entry in entries:
            if not isinstance(entry, PuzzleError):
                entries = chain((entry,), entries)
                break
            yield entry
        else:
            return
    with Library(arguments.file) as library:
        if is_there:
            console.write_to(arguments.output, used)
        yield from library.stream(entries)


def _entries(parts: Iterator[Part], jobs: int, lost: set[str]) -> Iterator[Entry | PuzzleError]:
    """`lost` hears of those that no process survived."""
    from gridwright.formats.many import origin_of
    from gridwright.jobs import Lost, WorkersError, in_order
    from gridwright.model.errors import PuzzleError

    try:
        for found in in_order(entries, parts, jobs):
            if isinstance(found, Lost):
                lost.add(origin_of(found.item))
                yield PuzzleError(found.message, "", origin_of(found.item))
            else:
                yield from found
    except WorkersError as problem:
        raise OutsideError(str(problem)) from None


def entries(part: Part) -> list[Entry | PuzzleError]:
    from gridwright.library.entry import entries_of

    return list(entries_of(part))


def _tell(added: Added | PuzzleError, counted: Counter[str], arguments: Namespace, console: Console) -> None:
    from gridwright.formats.json import encode
    from gridwright.model.errors import PuzzleError

    if isinstance(added, PuzzleError):
        if arguments.json:
            error = {"message": added.message, "place": added.place}
            console.write(encode({"input": added.origin, "error": error}) + "\n")
        else:
            console.say(str(added))
    elif arguments.json:
        said = {"input": added.origin, "id": added.id, "number": added.number, "added": added.new}
        console.write(encode(said if added.new else said | {"known": added.known}) + "\n")
    elif not added.new and counted["known"] <= MOST_TOLD:
        console.say(f"{added.origin}: it is there already, as number {added.number} ({added.known})")


def _summary(counted: Counter[str], name: str) -> str:
    said = f"{counted['new']:,} puzzle{'' if counted['new'] == 1 else 's'} added to {name}"
    if counted["known"]:
        said += f", {counted['known']:,} there already"
    if counted["bad"]:
        said += f", {counted['bad']:,} could not be read"
    return said
