"""A question asked of every puzzle of all sources, on one process or several; answers and errors in order."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from gridwright.cli.commands import Command, find_command
from gridwright.cli.exits import (
    DONE,
    INTERNAL,
    OUTSIDE,
    TRACEBACK,
    USAGE,
    OutsideError,
    UsageError,
    internal,
    worse,
)
from gridwright.cli.sources import find_sources, parts_of
from gridwright.formats.json import encode
from gridwright.formats.many import origin_of, read_part
from gridwright.model.errors import PuzzleError

if TYPE_CHECKING:
    from gridwright.cli.console import Console, Style
    from gridwright.formats.many import Part
    from gridwright.jobs import Lost
    from gridwright.model.puzzle import Puzzle


class Answer(NamedTuple):
    """What a command says of one puzzle: with --json the members of an object, otherwise a text."""

    said: dict[str, Any] | str
    code: int = DONE


class Asking(Command, Protocol):
    """A command that asks something of every puzzle."""

    def answer(self, puzzle: Puzzle, arguments: Namespace, style: Style) -> Answer:
        """Runs in any process: what it needs of the arguments can be pickled."""


class Reply(NamedTuple):
    """An answer as it is written; the complaint goes to the standard error."""

    data: str
    code: int
    complaint: str = ""


def run_batch(command: str, arguments: Namespace, console: Console) -> int:
    """Ask `answer` of this command's module about every puzzle, and write what it says."""
    code = DONE
    for reply in ask(command, arguments, console):
        code = worse(code, reply.code)
        console.write(reply.data)
        if reply.complaint:
            console.say(reply.complaint)
    return code


def ask(command: str, arguments: Namespace, console: Console) -> Iterator[Reply]:
    """The answers in order, to be written by whoever asks."""
    sources = find_sources(arguments.sources)
    if arguments.output is not None:
        console.write_to(arguments.output, sources)
    parts = parts_of(sources, console.progress)
    # Not every command draws.
    style = console.style(getattr(arguments, "ascii", False), getattr(arguments, "coordinates", False))
    work = partial(reply_to, command, arguments, style)
    answered = map(work, parts) if arguments.jobs == 1 else _in_processes(work, parts, arguments)
    for replies in answered:
        console.progress.advance()
        yield from replies


def _in_processes(
    work: Callable[[Part], list[Reply]], parts: Iterator[Part], arguments: Namespace
) -> Iterator[list[Reply]]:
    from gridwright.jobs import Lost, WorkersError, in_order  # here, because it takes a while to import

    try:
        for replies in in_order(work, parts, arguments.jobs):
            yield _lost(replies, arguments) if isinstance(replies, Lost) else replies
    except WorkersError as problem:
        raise OutsideError(str(problem)) from None


def reply_to(command: str, arguments: Namespace, style: Style, part: Part) -> list[Reply]:
    """What is said of the puzzle in one part of a source; runs in any process."""
    asked = cast(Asking, find_command(command))
    try:
        return [_reply(asked, puzzle, arguments, style) for puzzle in read_part(part)]
    except (UsageError, OutsideError):
        raise
    except Exception as problem:
        if os.environ.get(TRACEBACK):
            raise
        return [_complaint(PuzzleError(internal(problem), "", origin_of(part)), INTERNAL, arguments)]


def _reply(asked: Asking, puzzle: Puzzle | PuzzleError, arguments: Namespace, style: Style) -> Reply:
    if isinstance(puzzle, PuzzleError):
        return _complaint(puzzle, USAGE, arguments)
    try:
        said, code = asked.answer(puzzle, arguments, style)
        if isinstance(said, str):
            return Reply(f"{said}\n", code)
        return Reply(encode(_object(puzzle, said, arguments)) + "\n", code)
    except PuzzleError as problem:
        elsewhere = problem.origin not in ("", puzzle.origin)  # in a file of marks
        message = f"in {problem.origin}: {problem.message}" if elsewhere else problem.message
        return _complaint(PuzzleError(message, problem.place, puzzle.origin), USAGE, arguments)


def _object(puzzle: Puzzle, said: dict[str, Any], arguments: Namespace) -> dict[str, Any]:
    found = {"input": puzzle.origin, "genre": puzzle.genre.name, **said}
    if getattr(arguments, "with_puzzle", False):
        found["puzzle"] = puzzle.to_json()
    return found


def _complaint(problem: PuzzleError, code: int, arguments: Namespace) -> Reply:
    if getattr(arguments, "json", False):
        error = {"message": problem.message, "place": problem.place}
        return Reply(encode({"input": problem.origin, "error": error}) + "\n", code)
    return Reply("", code, str(problem))


def _lost(lost: Lost, arguments: Namespace) -> list[Reply]:
    return [_complaint(PuzzleError(lost.message, "", origin_of(lost.item)), OUTSIDE, arguments)]
