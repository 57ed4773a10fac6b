"""List the puzzles that come with gridwright. Their names may stand wherever a file may."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from gridwright.cli import options
from gridwright.cli.exits import DONE

if TYPE_CHECKING:
    from gridwright.cli.console import Console
    from gridwright.cli.parser import Parser

EXAMPLES = (
    ("gridwright examples", "All of them, by genre."),
    ("gridwright examples kropki", "Those of one genre."),
)


def configure(parser: Parser) -> None:
    parser.add_argument("genre", metavar="GENRE", nargs="?", help="only those of this genre")
    parser.add_argument("--json", action="store_true", help=options.JSON_HELP)


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.formats.examples import names_of_examples

    for name in names_of_examples():
        console.write(f"{name}\n")
    return DONE
