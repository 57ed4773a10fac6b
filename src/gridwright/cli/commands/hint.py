"""Give a hint: the next step from a player's position. If one of the marks is wrong, that comes first.

It is revealed in stages, so that the move is left to the player: where to look, why, and what follows.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gridwright.cli import options
from gridwright.cli.exits import BY_STATUS, DONE, LIMIT

if TYPE_CHECKING:
    from gridwright.cli.batch import Answer
    from gridwright.cli.console import Console, Style
    from gridwright.cli.parser import Parser
    from gridwright.explain.steps import Hint
    from gridwright.model.puzzle import Puzzle

EXAMPLES = (
    ("gridwright hint queens-8", "Where to look first."),
    ("gridwright hint board.txt --marks marks.json --reveal why", "And why something follows there."),
    ("gridwright hint board.txt --marks marks.json --reveal what", "All of it."),
)

STAGES = ("where", "why", "what")


def configure(parser: Parser) -> None:
    options.add_batch(parser)
    options.add_marks(parser, "the player's position")
    options.add_drawing(parser)
    options.add_limits(parser)
    parser.add_argument(
        "--reveal",
        choices=STAGES,
        default=STAGES[0],
        help="how much to say: where to look (if left out), why, or what follows, too; JSON has all",
    )


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.cli.batch import run_batch
    from gridwright.cli.sources import read_marks

    arguments.read_marks = read_marks(arguments.marks, arguments.sources)
    return run_batch("hint", arguments, console)


def answer(puzzle: Puzzle, arguments: Namespace, style: Style) -> Answer:
    from gridwright.cli.batch import Answer
    from gridwright.cli.sources import blame_marks
    from gridwright.cli.steps import step_to_json
    from gridwright.explain.questions import hint

    with blame_marks(arguments.marks):
        found = hint(puzzle, arguments.read_marks, **options.limits_of(arguments))
    code = LIMIT if found.stopped is not None else BY_STATUS.get(found.status, DONE)
    if arguments.json:
        return Answer({**found.to_json(), "step": found.step and step_to_json(found.step)}, code)
    return Answer("\n".join((*_text(found, arguments, style), "")), code)


def _text(found: Hint, arguments: Namespace, style: Style) -> Iterator[str]:
    from gridwright.cli.drawing import draw, heading
    from gridwright.cli.steps import board_of, moves, paragraph
    from gridwright.explain.words import describe

    yield heading(found.puzzle)
    yield ""
    if found.number is not None:
        yield from paragraph(_mistake(found), style)
    if found.step is None:
        yield _nothing(found)
        return
    words = describe(found.step)
    revealed = STAGES.index(arguments.reveal)
    yield from paragraph(words.where, style)
    if revealed >= STAGES.index("why"):
        yield from paragraph(words.why, style)
        yield from moves(words, style)
    if revealed >= STAGES.index("what"):
        yield from paragraph(words.what, style)
    marks = arguments.read_marks or ()
    scene = board_of(found.puzzle, found.step, marks, target=arguments.reveal == "what")
    yield ""
    yield draw((scene,), style._replace(coordinates=True))


def _mistake(found: Hint) -> str:
    from gridwright.model.genre import view_of
    from gridwright.model.words import name_of

    assert found.number is not None
    said = f"Mark {found.number + 1} is wrong."
    if found.broken is None:
        return said
    rule = view_of(found.puzzle.shape).describe(found.broken.rule)
    return f"{said} It will break a rule at {name_of(found.puzzle, found.broken.place)}: {rule}"


def _nothing(found: Hint) -> str:
    if found.stopped is not None or found.status == "unknown":
        return "A limit was reached before a step was found."
    if found.status == "none":
        return "There is no solution. (gridwright check says why.)"
    if found.done:
        return "Everything is known already."
    return "No short deduction goes on from here."
