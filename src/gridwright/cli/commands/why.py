"""Tell why a cell has a value, or cannot have it: the steps that lead there, the last of which says it.

CELL=VALUE names both: r2c3=1, r2c3=star, r2c3=empty, r2c3=knight; or CELL and VALUE as two words. The exit
code is 3 if there is no solution, 5 if a limit was reached.
"""

from __future__ import annotations

import re
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from gridwright.cli import options
from gridwright.cli.exits import UsageError

if TYPE_CHECKING:
    from gridwright.cli.batch import Answer
    from gridwright.cli.console import Console, Style
    from gridwright.cli.parser import Parser
    from gridwright.model.puzzle import Puzzle

EXAMPLES = (
    ("gridwright why queens-8 r1c7=star", "Why is there a star?"),
    ("gridwright why kropki-9 r1c2=5 --brief", "Why can this be, or not be, 5? Without boards."),
    ("gridwright why queens-8 r1c1 1 --json", "For programs."),
)


def configure(parser: Parser) -> None:
    parser.add_argument(
        "source", metavar="SOURCE", help="a file, the name of an example, a puzzle itself, or -"
    )
    parser.add_argument("claim", metavar="CELL=VALUE", nargs="+", help="such as r2c3=1")
    options.add_answers(parser)
    options.add_marks(parser, "begin with these marks")
    options.add_drawing(parser)
    options.add_limits(parser)
    parser.add_argument(
        "--brief", action="store_true", help="without boards and without the moves inside chains"
    )
    parser.add_argument("--verify", action="store_true", help="prove each step once more, from what it cites")


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.cli.batch import run_batch
    from gridwright.cli.sources import read_marks

    arguments.sources = [arguments.source]
    arguments.step = arguments.until = None
    arguments.cell, arguments.value = _claim(arguments.claim)
    arguments.read_marks = read_marks(arguments.marks, arguments.sources)
    return run_batch("why", arguments, console)


def _claim(words: list[str]) -> tuple[tuple[int, int], str]:
    found = re.fullmatch(rf"{options.CELL}[= ](\S+)", " ".join(words))
    if found is None:
        said = " ".join(words)
        raise UsageError(
            f"a cell and its value are needed, such as r2c3=1, not {said!r} (see gridwright why --help)"
        )
    row, column, value = found.groups()
    return (int(row) - 1, int(column) - 1), value


def answer(puzzle: Puzzle, arguments: Namespace, style: Style) -> Answer:
    from gridwright.cli.commands.explain import require_cell, tell
    from gridwright.cli.sources import blame_marks
    from gridwright.explain.questions import why

    require_cell(puzzle, arguments.cell)
    value = _value(puzzle, arguments.value)
    with blame_marks(arguments.marks):
        found = why(puzzle, arguments.cell, value, arguments.read_marks, **options.limits_of(arguments))
    return tell(found, arguments, style)


def _value(puzzle: Puzzle, word: str) -> Any:
    """A value by its number, or by what drawings call it."""
    from gridwright.model.errors import PuzzleError, suggest
    from gridwright.model.genre import view_of

    unknown = next(unknown for unknown in puzzle.genre.unknowns.values() if unknown.shown)
    named: dict[str, Any] = {}
    for value in map(unknown.value_of, unknown.range(view_of(puzzle.shape))):
        named.setdefault(str(value), value)
        named.setdefault(unknown.depict(value)[0], value)
    if word not in named:
        raise PuzzleError(f"no cell can be {word!r} here{suggest(word, list(named))}", "", puzzle.origin)
    return named[word]
