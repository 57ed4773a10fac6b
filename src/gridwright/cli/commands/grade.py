"""Grade puzzles: how hard they are for a person, by the steps that explain them.

The label is that of the hardest step a puzzle needs: easy, medium, hard, expert, beyond; a dash where short
deductions do not solve it. The score compares puzzles of one genre and size; nobody has calibrated it with
people yet. The exit code is 3 if a puzzle has no solution, 5 if a limit was reached.
"""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from gridwright.cli import options
from gridwright.cli.exits import BY_STATUS, DONE, LIMIT

if TYPE_CHECKING:
    from gridwright.cli.batch import Answer
    from gridwright.cli.console import Console, Style
    from gridwright.cli.parser import Parser
    from gridwright.grade import Grade
    from gridwright.model.puzzle import Puzzle

EXAMPLES = (
    ("gridwright grade queens-8", "How hard is it?"),
    ("gridwright grade boards.jsonl --json --jobs 4", "Many, on four processes, for programs."),
)


def configure(parser: Parser) -> None:
    options.add_batch(parser)
    options.add_limits(parser)


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.cli.batch import run_batch

    return run_batch("grade", arguments, console)


def answer(puzzle: Puzzle, arguments: Namespace, style: Style) -> Answer:
    from gridwright.cli.batch import Answer
    from gridwright.cli.drawing import verdict
    from gridwright.grade import grade

    found = grade(puzzle, **options.limits_of(arguments))
    code = LIMIT if found.stopped is not None else BY_STATUS.get(found.status, DONE)
    if arguments.json:
        return Answer(found.to_json(), code)
    return Answer(verdict(puzzle, _words(found)), code)


def _words(found: Grade) -> str:
    tiers = ", ".join(f"{number:,} {label}" for label, number in found.tiers.items())
    if found.stopped is not None or found.status == "unknown":
        return "-: a limit was reached"
    if found.status != "unique":
        return "-: there is no solution" if found.status == "none" else "-: there are several solutions"
    if found.label is None:
        return f"-: short deductions leave {found.left:,} possibilities (steps: {tiers})"
    return (
        f"{found.label}, score {found.score:,} (steps: {tiers or 'none'}; hardest: {found.hardest or 'none'})"
    )
