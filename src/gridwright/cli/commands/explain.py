"""Explain a puzzle step by step, from the board as it is given (or from --marks) to its solution.

Each step says what follows and why. On the small boards the cells that it stands on are outlined [ ], and
those that it decides are ringed ( ). The exit code is 3 if there is no solution, 5 if a limit was reached.
"""

from __future__ import annotations

import re
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from gridwright.cli import options
from gridwright.cli.exits import BY_STATUS, DONE, INTERNAL, LIMIT

if TYPE_CHECKING:
    from gridwright.cli.batch import Answer
    from gridwright.cli.console import Console, Style
    from gridwright.cli.parser import Parser
    from gridwright.explain.steps import Explanation, Step
    from gridwright.model.puzzle import Puzzle

EXAMPLES = (
    ("gridwright explain queens-8", "Every step, with boards."),
    ("gridwright explain queens-8 --brief --until r2c5", "Sentences alone, until this cell is decided."),
    ("gridwright explain board.txt --until hard", "Until the first step that is hard."),
    ("gridwright explain boards.jsonl --json --verify", "For programs; each step proved once more."),
)

LABELS = ("easy", "medium", "hard", "expert", "beyond")


def configure(parser: Parser) -> None:
    options.add_batch(parser)
    options.add_marks(parser, "begin with these marks")
    options.add_drawing(parser)
    options.add_limits(parser)
    parser.add_argument(
        "--brief", action="store_true", help="without boards and without the moves inside chains"
    )
    parser.add_argument("--step", metavar="N", type=options.at_least(1), help="show this step alone")
    parser.add_argument(
        "--until",
        metavar="WHERE",
        type=_until,
        help="show steps up to the first that decides a cell (r2c3), or is so hard (easy, medium, hard, "
        "expert, beyond)",
    )
    parser.add_argument("--verify", action="store_true", help="prove each step once more, from what it cites")


def _until(word: str) -> str:
    if word in LABELS or re.fullmatch(options.CELL, word):
        return word
    raise ArgumentTypeError(f"a cell such as r2c3 is needed, or one of {', '.join(LABELS)}, not {word!r}")


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.cli.batch import run_batch
    from gridwright.cli.sources import read_marks

    arguments.read_marks = read_marks(arguments.marks, arguments.sources)
    return run_batch("explain", arguments, console)


def answer(puzzle: Puzzle, arguments: Namespace, style: Style) -> Answer:
    from gridwright.cli.sources import blame_marks
    from gridwright.explain.questions import explain
    from gridwright.model.errors import PuzzleError

    until = arguments.until and re.fullmatch(options.CELL, arguments.until)
    if until:
        require_cell(puzzle, (int(until[1]) - 1, int(until[2]) - 1))
    with blame_marks(arguments.marks):
        found = explain(puzzle, arguments.read_marks, **options.limits_of(arguments))
    explained = found.status in ("unique", "multiple") and found.stopped is None
    if explained and arguments.step is not None and arguments.step > len(found):
        steps = f"{len(found)} step{'' if len(found) == 1 else 's'}"
        raise PuzzleError(f"there is no step {arguments.step}: the explanation has {steps}")
    return tell(found, arguments, style)


def require_cell(puzzle: Puzzle, cell: tuple[int, int]) -> None:
    """What is asked about must lie on the board."""
    from gridwright.model.errors import PuzzleError
    from gridwright.model.grid import Cell

    grid = puzzle.shape.grid
    if cell not in grid:
        name = Cell(*cell)
        why = "is a hole" if cell in grid.holes else f"lies outside a board of {puzzle.rows}x{puzzle.columns}"
        raise PuzzleError(f"{name} {why}: name another cell")


def tell(found: Explanation, arguments: Namespace, style: Style) -> Answer:
    """An explanation, as `why` shows it, too."""
    from gridwright.cli.batch import Answer

    code = LIMIT if found.stopped is not None else BY_STATUS.get(found.status, DONE)
    chosen = list(_chosen(found, arguments))
    wrong = _verified(chosen) if arguments.verify else {}
    code = INTERNAL if any(wrong.values()) else code
    if arguments.json:
        return Answer(_data(found, chosen, wrong), code)
    text = "\n".join(_text(found, chosen, wrong, arguments, style))
    return Answer(f"{text.rstrip()}\n", code)


def _chosen(found: Explanation, arguments: Namespace) -> Iterator[tuple[int, Step]]:
    """The steps that are asked for, with their numbers from 1."""
    from gridwright.grade import label_of

    for number, step in enumerate(found, start=1):
        if arguments.step in (None, number):
            yield number, step
        hard = arguments.until in LABELS and LABELS.index(label_of(step)) >= LABELS.index(arguments.until)
        if hard or arguments.until in map(str, step.target):
            return


def _verified(chosen: Sequence[tuple[int, Step]]) -> dict[int, str | None]:
    """By number what is wrong with each step."""
    from gridwright.explain.verify import verify

    return {number: verify(step) for number, step in chosen}


def _data(
    found: Explanation, chosen: Sequence[tuple[int, Step]], wrong: dict[int, str | None]
) -> dict[str, Any]:
    from gridwright.cli.steps import step_to_json

    steps = []
    for number, step in chosen:
        data = {"number": number, **step_to_json(step)}
        if number in wrong:
            data["verified"] = wrong[number] is None
        steps.append(data)
    return {**found.to_json(), "steps": steps}


def _text(
    found: Explanation,
    chosen: Sequence[tuple[int, Step]],
    wrong: dict[int, str | None],
    arguments: Namespace,
    style: Style,
) -> Iterator[str]:
    from gridwright.cli.drawing import draw, heading
    from gridwright.cli.steps import after, board_of, paragraph, told
    from gridwright.explain.words import answer_of, describe
    from gridwright.grade import label_of

    yield heading(found.puzzle)
    yield ""
    answer = answer_of(found)
    if answer:
        yield from paragraph(answer, style)
        yield ""
    marks = [mark for number, mark in enumerate(arguments.read_marks or ()) if number not in found.mistakes]
    numbers = {number for number, _ in chosen}
    for number, step in enumerate(found, start=1):
        if number in numbers:
            yield from told(describe(step), number, label_of(step), style, arguments.brief)
            if wrong.get(number):
                yield from paragraph(f"   This step is wrong: {wrong[number]}", style, "   ")
            if not arguments.brief:
                yield ""
                yield draw((board_of(found.puzzle, step, marks),), style._replace(coordinates=True))
                yield ""
        marks = after(marks, step)
    if wrong and not any(wrong.values()):
        yield f"Verified, steps that follow from what they cite: {len(wrong)} of {len(wrong)}."
    if 0 < len(chosen) < len(found):
        yield f"Shown: {len(chosen)} of {len(found)} steps."
    elif not answer:
        yield from paragraph(_ending(found), style)


def _ending(found: Explanation) -> str:
    """How far it has come."""
    wrong = ", ".join(str(number + 1) for number in found.mistakes)
    ending = f"Marks that are wrong, and left out: {wrong}. " if wrong else ""
    if found.stopped is not None or found.status == "unknown":
        return f"{ending}A limit was reached: there may be more steps."
    if found.status == "none":
        return f"{ending}There is no solution. (gridwright check says why.)"
    if found.status == "multiple":
        ending += "There are several solutions. "
    if not found.complete:
        return f"{ending}No short deduction goes on from here: {len(found.left):,} possibilities are left."
    if found.status == "multiple":
        return f"{ending}Nothing else is the same in all of them."
    if not found.steps:
        return f"{ending}Complete: there is nothing left to explain."
    return f"{ending}Complete: {len(found)} step{'' if len(found) == 1 else 's'}."
