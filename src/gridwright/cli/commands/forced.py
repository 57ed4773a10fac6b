"""Show what all solutions of a puzzle share; with --marks, all solutions that agree with these marks.

The exit code is 0 if there is a solution, 3 if there is none, 5 if a limit was reached.
"""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from gridwright.cli import options
from gridwright.cli.exits import BY_STATUS, DONE

if TYPE_CHECKING:
    from gridwright.cli.batch import Answer
    from gridwright.cli.console import Console, Style
    from gridwright.cli.parser import Parser
    from gridwright.engine.forcing import Forced
    from gridwright.model.puzzle import Puzzle

EXAMPLES = (
    ("gridwright forced board.txt", "Draw what is certain."),
    ("gridwright forced board.txt --marks marks.json --json", "What follows from these marks?"),
)


def configure(parser: Parser) -> None:
    options.add_batch(parser)
    options.add_marks(parser, "take these marks for right")
    options.add_drawing(parser)
    options.add_limits(parser)


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.cli.batch import run_batch
    from gridwright.cli.sources import read_marks

    arguments.read_marks = read_marks(arguments.marks, arguments.sources)
    return run_batch("forced", arguments, console)


def answer(puzzle: Puzzle, arguments: Namespace, style: Style) -> Answer:
    from gridwright.cli.batch import Answer
    from gridwright.cli.sources import blame_marks
    from gridwright.engine.forcing import forced

    with blame_marks(arguments.marks):
        found = forced(puzzle, arguments.read_marks, **options.limits_of(arguments))
    code = BY_STATUS.get(found.status, DONE)
    if arguments.json:
        said: dict[str, Any] = {"status": found.status, "forced": found.to_json(), "stats": found.stats}
        return Answer(said, code)
    return Answer(_text(puzzle, found, style), code)


WORDS = {
    "unique": "unique: everything is forced",
    "none": "none: there is no solution, so nothing is forced",
    "unknown": "unknown: a limit was reached",
}


def _text(puzzle: Puzzle, found: Forced, style: Style) -> str:
    from gridwright.cli.drawing import draw, heading
    from gridwright.render.scene import scene_of

    known = sum("value" in entry for entry in found)
    counted = {"forced": known, "excluded elsewhere" if known else "excluded": len(found) - known}
    said = [
        f"{count:,} {'value is' if count == 1 else 'values are'} {what}"
        for what, count in counted.items()
        if count
    ]
    several = f"multiple: {', and '.join(said) or 'nothing is forced'}"
    boards = (puzzle, scene_of(puzzle, marks=found, title="")) if found else (puzzle,)
    lines = [heading(puzzle), "", draw(boards, style), "", WORDS.get(found.status, several), ""]
    return "\n".join(lines)
