"""Tell a setter what to know of a puzzle: the verdict, and whatever is odd, superfluous or impossible.

With --marks it also tells which of a player's marks are wrong, and which rule they break. The exit code is 0
if there is exactly one solution, 3 if there is none, 4 if there are several, 5 if a limit was reached.
"""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from gridwright.cli import options
from gridwright.cli.exits import BY_STATUS, DONE, NOT_UNIQUE

if TYPE_CHECKING:
    from gridwright.cli.batch import Answer
    from gridwright.cli.console import Console, Style
    from gridwright.cli.parser import Parser
    from gridwright.engine.mistaken import Mistakes
    from gridwright.model.puzzle import Puzzle

EXAMPLES = (
    ("gridwright check queens-8", "Is it sound?"),
    ("gridwright check puzzles/ --json", "Every puzzle in a folder, for a program."),
    ("gridwright check board.txt --marks marks.json", "Which of these marks are wrong?"),
)


def configure(parser: Parser) -> None:
    options.add_batch(parser)
    options.add_marks(parser, "look for mistakes in these marks, too")
    options.add_limits(parser)


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.cli.batch import run_batch
    from gridwright.cli.sources import read_marks

    arguments.read_marks = read_marks(arguments.marks, arguments.sources)
    return run_batch("check", arguments, console)


def answer(puzzle: Puzzle, arguments: Namespace, style: Style) -> Answer:
    from gridwright.cli.batch import Answer
    from gridwright.cli.drawing import verdict
    from gridwright.engine.findings import check
    from gridwright.model.errors import in_one_line

    limits = options.limits_of(arguments)
    report = check(puzzle, **limits)
    found = None if arguments.read_marks is None else _mistakes(puzzle, arguments)
    unknown = found is not None and found.status == "unknown"
    status = "unknown" if unknown else report.status
    code = NOT_UNIQUE if status == "multiple" else BY_STATUS.get(status, DONE)
    if arguments.json:
        said: dict[str, Any] = report.to_json()
        if found is not None:
            said["mistakes"] = found.to_json()
        return Answer(said, code)
    lines = [verdict(puzzle, report.status)]
    remarks = [finding.message for finding in report.findings]
    if found is not None:
        remarks += [f"Mark {mistake.number + 1}: {mistake.message}" for mistake in found]
        if not found and not unknown:
            remarks.append("No mark is wrong.")
    return Answer("\n".join((*lines, *(f"  {in_one_line(remark)}" for remark in remarks))), code)


def _mistakes(puzzle: Puzzle, arguments: Namespace) -> Mistakes:
    from gridwright.cli.sources import blame_marks
    from gridwright.engine.mistaken import mistakes

    with blame_marks(arguments.marks):
        return mistakes(puzzle, arguments.read_marks, **options.limits_of(arguments))
