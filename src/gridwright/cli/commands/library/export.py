"""library export: the puzzles in the forms that `convert` writes."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from gridwright.cli.commands.library import chosen
from gridwright.cli.exits import DONE

if TYPE_CHECKING:
    from gridwright.cli.console import Console


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.cli.forms import FormWriter, asked_form, in_form, need_form
    from gridwright.library import Library

    form = asked_form(arguments) or need_form(None, None)
    choice = chosen(arguments)
    with Library(arguments.file, read_only=True) as library:
        console.write_to(arguments.output, [arguments.file])
        console.progress.expect(library.count(choice))
        writer = FormWriter(form, console)
        for item in library.choose(choice, arguments.limit):
            console.progress.take(1)
            writer.add(in_form(library.puzzle(item), form))
            console.progress.advance()
        writer.end()
    return DONE
