"""Count the solutions of each puzzle, up to a limit.

The number is exact if it is proved that there are no more. The exit code is 0 however many there are, 3 if
there are none, 5 if the time or the dead ends allowed were used up.
"""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from gridwright.cli import options
from gridwright.cli.exits import DONE, LIMIT, NO_SOLUTION

if TYPE_CHECKING:
    from gridwright.cli.batch import Answer
    from gridwright.cli.console import Console, Style
    from gridwright.cli.parser import Parser
    from gridwright.model.puzzle import Puzzle

EXAMPLES = (
    ("gridwright count queens-8", "How many solutions has it?"),
    ("gridwright count board.txt --limit 1000000", "Count up to a million."),
)


def configure(parser: Parser) -> None:
    options.add_batch(parser)
    parser.add_argument(
        "--limit", metavar="N", type=options.at_least(1), default=1000, help="count no further (1000)"
    )
    options.add_limits(parser)


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.cli.batch import run_batch

    return run_batch("count", arguments, console)


def answer(puzzle: Puzzle, arguments: Namespace, style: Style) -> Answer:
    from gridwright.cli.batch import Answer
    from gridwright.cli.drawing import verdict
    from gridwright.engine.verdicts import count

    found = count(puzzle, limit=arguments.limit, **options.limits_of(arguments))
    reached = not found.exact and found.count < arguments.limit
    code = LIMIT if reached else DONE if found.count else NO_SOLUTION
    if arguments.json:
        return Answer({**found.to_json(), "stats": found.stats}, code)
    words = f"{found.count:,} {'solution' if found.count == 1 else 'solutions'}"
    if found.up_to_symmetry is not None:
        words += f", {found.up_to_symmetry:,} up to symmetry"
    if not found.exact:
        words += " were found before a limit was reached" if reached else ", or more"
    return Answer(verdict(puzzle, words), code)
