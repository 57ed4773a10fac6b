"""Find the solution of each puzzle, and prove whether it is the only one.

The verdict is unique, multiple (there are several), none, or unknown if a limit was reached. The exit code is
0 if there is a solution, 3 if there is none, 5 if a limit was reached.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from gridwright.cli import options
from gridwright.cli.exits import BY_STATUS, DONE, UsageError

if TYPE_CHECKING:
    from gridwright.cli.batch import Answer
    from gridwright.cli.console import Console, Style
    from gridwright.cli.parser import Parser
    from gridwright.engine.verdicts import Result
    from gridwright.model.puzzle import Puzzle

EXAMPLES = (
    ("gridwright solve queens-8", "Draw a puzzle and its solution side by side."),
    ("gridwright solve boards.jsonl --json --jobs 2", "Thousands of puzzles: a line of JSON for each."),
    ("gridwright solve - --time-limit 10 < puzzle.txt", "From the standard input, for ten seconds at most."),
)

VERDICTS = {
    "unique": "unique: this is the only solution",
    "multiple": "multiple: there are several solutions, and these are two of them",
    "none": "none: there is no solution",
    "unknown": "unknown: a limit was reached",
}
TIMES = ("build_time", "first_time", "proof_time")


def configure(parser: Parser) -> None:
    options.add_batch(parser)
    options.add_drawing(parser)
    options.add_limits(parser)
    parser.add_argument("--labeling", metavar="NAME", help="how to choose what the search tries next")
    parser.add_argument("--stats", action="store_true", help="show everything that was counted")


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.cli.batch import run_batch

    return run_batch("solve", arguments, console)


def answer(puzzle: Puzzle, arguments: Namespace, style: Style) -> Answer:
    from gridwright.cli.batch import Answer

    result = _solve(puzzle, arguments)
    code = BY_STATUS.get(result.status, DONE)
    return Answer(result.to_json() if arguments.json else _text(result, arguments, style), code)


def _solve(puzzle: Puzzle, arguments: Namespace) -> Result:
    from gridwright.engine.verdicts import solve
    from gridwright.model.errors import PuzzleError

    try:
        return solve(puzzle, labeling=arguments.labeling, **options.limits_of(arguments))
    except PuzzleError:
        raise
    except ValueError as problem:
        if arguments.labeling is None:
            raise
        raise UsageError(str(problem)) from None


def _text(result: Result, arguments: Namespace, style: Style) -> str:
    from gridwright.cli.drawing import draw, heading, wrapped
    from gridwright.engine.verdicts import COUNTED

    stats = result.stats
    lines = [heading(result.puzzle), "", draw((result.puzzle, *result.solutions), style), ""]
    images = ", up to symmetry" if result.status == "unique" and result.puzzle.genre.symmetric_verdict else ""
    lines.append(f"{VERDICTS[result.status]}{images} ({_time(stats)})")
    if stats:
        lines.append(wrapped((f"{name} {stats[name]:,}" for name in COUNTED), style))
    if arguments.stats:
        lines += _table(stats)
    return "\n".join((*lines, ""))


def _time(stats: Mapping[str, Any]) -> str:
    seconds = sum(stats.get(name, 0) for name in TIMES)
    return _duration(seconds)


def _duration(seconds: float) -> str:
    return f"{seconds * 1000:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def _table(stats: Mapping[str, Any]) -> Iterator[str]:
    """What has not been said yet; of numbers that are not whole it is known that they are seconds."""
    from gridwright.engine.verdicts import COUNTED

    for name, value in stats.items():
        if isinstance(value, Mapping):
            for kind, number in value.items():
                yield f"  {name} of {kind}: {number:,}"
        elif name not in COUNTED:
            said = _duration(value) if isinstance(value, float) else f"{value:,}"
            yield f"  {name.replace('_', ' ')}: {said}"
