"""Draw puzzles."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from gridwright.cli import options

if TYPE_CHECKING:
    from gridwright.cli.batch import Answer
    from gridwright.cli.console import Console, Style
    from gridwright.cli.parser import Parser
    from gridwright.model.puzzle import Puzzle

EXAMPLES = (
    ("gridwright show queens-8", "Draw a board."),
    ("gridwright show boards.jsonl --ascii", "Draw many, without special characters."),
    ("gridwright show board.txt --marks marks.json", "Draw a player's marks, too."),
)


def configure(parser: Parser) -> None:
    options.add_batch(parser)
    options.add_marks(parser, "draw these marks, too")
    options.add_drawing(parser)


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.cli.batch import run_batch
    from gridwright.cli.sources import read_marks

    arguments.read_marks = read_marks(arguments.marks, arguments.sources)
    return run_batch("show", arguments, console)


def answer(puzzle: Puzzle, arguments: Namespace, style: Style) -> Answer:
    from gridwright.cli.batch import Answer
    from gridwright.cli.drawing import draw, heading
    from gridwright.cli.sources import blame_marks

    if arguments.json:
        said = {"rows": puzzle.rows, "columns": puzzle.columns, "id": puzzle.id}
        return Answer({**said, "puzzle": puzzle.to_json()})
    from gridwright.render.scene import scene_of

    with blame_marks(arguments.marks):
        scene = scene_of(puzzle, marks=arguments.read_marks or (), title="")
    return Answer(f"{heading(puzzle)}\n\n{draw((scene,), style)}\n")
