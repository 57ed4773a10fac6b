"""library show: draw some of the puzzles."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from gridwright.cli.exits import DONE, USAGE

if TYPE_CHECKING:
    from gridwright.cli.console import Console


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.cli.commands import show
    from gridwright.formats.json import encode
    from gridwright.library import Library

    code = DONE
    style = console.style(arguments.ascii, arguments.coordinates)
    arguments.marks = arguments.read_marks = None
    with Library(arguments.file, read_only=True) as library:
        console.write_to(arguments.output, [arguments.file])
        for word in arguments.words:
            try:
                puzzle = library.puzzle(word)
            except KeyError as problem:
                console.say(problem.args[0])
                code = USAGE
                continue
            said = show.answer(puzzle, arguments, style).said
            console.write(f"{said}\n" if isinstance(said, str) else encode(said) + "\n")
    return code
