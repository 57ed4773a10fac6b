"""List the kinds of puzzle, or show the rules of one."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from gridwright.cli.exits import DONE

if TYPE_CHECKING:
    from gridwright.cli.console import Console
    from gridwright.cli.parser import Parser

EXAMPLES = (("gridwright genres", "all of them"),)


def configure(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON object on each line")


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.model.registry import genres

    for genre in genres():
        console.write(f"{genre.name}\n")
    return DONE
