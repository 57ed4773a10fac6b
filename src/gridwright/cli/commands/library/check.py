"""library check: is the file whole, and is true what it says of its puzzles?"""

from __future__ import annotations

from argparse import Namespace
from functools import partial
from typing import TYPE_CHECKING

from gridwright.cli.exits import BY_STATUS, DONE, NOT_UNIQUE, OUTSIDE, OutsideError, worse

if TYPE_CHECKING:
    from gridwright.cli.console import Console
    from gridwright.library.checking import Doubt


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.jobs import Lost, WorkersError, in_order
    from gridwright.library import Library
    from gridwright.library.checking import Doubt, damage, doubts, rows_of
    from gridwright.library.choice import Choice

    with Library(arguments.file, read_only=True) as library:
        console.write_to(arguments.output, [arguments.file])
        wrong = damage(library)
        for message in wrong:
            console.say(f"{arguments.file}: {message}")
        if wrong:
            raise OutsideError(f"{arguments.file}: this library is damaged: take a copy that is not")
        every = library.count()
        console.progress.expect(every)
        work = partial(doubts, prove=arguments.prove, time_limit=arguments.time_limit)
        code, doubted = DONE, 0
        rows = rows_of(library, Choice(), console.progress.take)
        try:
            for found in in_order(work, rows, arguments.jobs):
                console.progress.advance()
                if isinstance(found, Lost):
                    found = [Doubt(found.item.item.number, found.item.item.id, found.message)]
                doubted += bool(found)
                for doubt in found:
                    code = worse(code, _code(doubt))
                    _tell(doubt, arguments, console)
        except WorkersError as problem:
            raise OutsideError(str(problem)) from None
    if not arguments.json:
        fine = f"{doubted:,} in doubt" if doubted else "all as they should be"
        proved = "proved" if arguments.prove else "not proved (--prove)"
        console.write(f"{arguments.file}: the file is whole; {every:,} puzzles, {fine}, {proved}\n")
    return code


def _code(doubt: Doubt) -> int:
    if doubt.status is None or doubt.status == "unique":
        return OUTSIDE
    return NOT_UNIQUE if doubt.status == "multiple" else BY_STATUS[doubt.status]


def _tell(doubt: Doubt, arguments: Namespace, console: Console) -> None:
    if arguments.json:
        from gridwright.formats.json import encode

        said = {"number": doubt.number, "id": doubt.id, "error": {"message": doubt.message}}
        console.write(encode(said | ({"status": doubt.status} if doubt.status else {})) + "\n")
    else:
        console.write(f"{arguments.file}#{doubt.number}: {doubt.id}: {doubt.message}\n")
