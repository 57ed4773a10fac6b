"""Look at every board of a kind up to a size, and find those with exactly one solution.

They are listed as they are found, smallest first; then a table says how many boards of each size have one
solution, several (counted up to symmetry where the genre says so) or none, and how long it took. With --json,
--to or -o the boards are written instead, with solution and id; without --to the name of the file tells the
form.

The exit code is 5 if a limit was reached, also if it was on one board only; what was found is written.
"""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from gridwright.cli import asking, options
from gridwright.cli.exits import DONE, LIMIT, OUTSIDE, OutsideError, UsageError

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator

    from gridwright.cli.console import Console
    from gridwright.cli.parser import Parser
    from gridwright.generate.enumerating import Census
    from gridwright.model.puzzle import Puzzle

COLUMNS = {"boards": None, "unique": "unique", "several": "multiple", "none": "none", "unsettled": "unknown"}
EXAMPLES = (
    ("gridwright census chess-loop --size 4x5", "All chess loops up to 4x5 that need no clue."),
    ("gridwright census chess-loop --kinds rook-knight --json", "Two kinds, for programs."),
    (
        "gridwright census chess-loop --size 6x7 --each 6 --jobs 4 -o loops.jsonl",
        "A larger one, in a file.",
    ),
)


def configure(parser: Parser) -> None:
    options.add_genre(parser, "the kind of board")
    options.add_forms(parser)
    options.add_json(parser)
    options.add_output(parser)
    options.add_jobs(parser)
    limits = parser.add_argument_group("limits")
    limits.add_argument(
        "--time-limit", metavar="SECONDS", type=options.seconds, help="stop after so many seconds"
    )
    limits.add_argument(
        "--conflict-limit",
        metavar="N",
        type=options.at_least(0),
        help="leave a board unsettled after so many dead ends",
    )
    asking.add(parser, lambda maker: maker.census_options)


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.cli.forms import asked_form
    from gridwright.generate.enumerating import census
    from gridwright.generate.recipe import RequestError
    from gridwright.jobs import WorkersError

    if arguments.genre is None:
        raise UsageError("of what? Name a genre (see gridwright genres)")
    form = asked_form(arguments)
    try:
        found = census(
            arguments.genre,
            jobs=arguments.jobs,
            time_limit=arguments.time_limit,
            conflict_limit=arguments.conflict_limit,
            **asking.asked(arguments),
        )
    except RequestError as problem:
        raise UsageError(f"{problem} (see gridwright census --help)") from None
    if arguments.output is not None:
        console.write_to(arguments.output)
    console.progress.words = lambda: _so_far(found)
    try:
        _write(found, form, console)
    except WorkersError as problem:
        raise OutsideError(str(problem)) from None
    return _conclude(found, console)


def _so_far(found: Census) -> str:
    total = found.total
    return f"{total.total():,} boards, {total['unique']:,} unique"


def _write(found: Census, form: str | None, console: Console) -> None:
    from gridwright.cli.forms import FormWriter, in_form

    writer = None if form is None else FormWriter(form, console)
    try:
        for puzzle in found:
            if writer is None or form is None:
                console.write(f"{_said(puzzle)}\n")
            else:
                writer.add(in_form(puzzle, form))
    except KeyboardInterrupt:
        console.say(f"interrupted; until then: {_so_far(found)}; a census begins anew")
        raise
    finally:
        found.close()
        if writer is not None:
            writer.end()
    if writer is None:
        console.write("".join(f"{line}\n" for line in ("", *_table(found))))


def _said(puzzle: Puzzle) -> str:
    """The size, and whatever makes it this board."""
    from gridwright.model.words import features_of

    return f"{puzzle.rows}x{puzzle.columns}: {', '.join(features_of(puzzle))}"


def _table(found: Census) -> Iterator[str]:
    yield _row("size", [*COLUMNS, "seconds"])
    for size, statuses in found.statuses.items():
        yield _row("x".join(map(str, size)), [*_counts(statuses), f"{found.seconds[size]:.2f}"])
    yield _row("all", [*_counts(found.total), f"{sum(found.seconds.values()):.2f}"])


def _row(name: str, entries: list[str]) -> str:
    return f"{name:<8}" + "".join(f"{entry:>10}" for entry in entries)


def _counts(statuses: Counter[str]) -> list[str]:
    return [f"{statuses.total() if key is None else statuses[key]:,}" for key in COLUMNS.values()]


def _conclude(found: Census, console: Console) -> int:
    for message in found.lost:
        console.say(f"gridwright: a board is missing: {message}")
    total = found.total
    if found.stopped is not None:
        console.say(f"gridwright: the time limit was reached after {_so_far(found)}")
        return LIMIT
    if total["unknown"]:
        console.say(f"gridwright: {total['unknown']:,} boards are unsettled: the conflict limit was reached")
        return LIMIT
    return OUTSIDE if found.lost else DONE
