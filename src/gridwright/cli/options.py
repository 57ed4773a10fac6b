"""Arguments that several commands share: said once, alike everywhere."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gridwright.cli.parser import Parser

CELL = r"r([1-9]\d{0,4})c([1-9]\d{0,4})"  # as people write it: rows and columns from 1
MOST = 2**62 - 1  # what a number may be
JSON_HELP = "print JSON, one object on each line"


def add_sources(parser: Parser) -> None:
    parser.add_argument(
        "sources",
        metavar="SOURCE",
        nargs="+",
        help="a file of one or many puzzles, a folder, the name of an example, a puzzle itself, or -",
    )


def add_genre(parser: Parser, help: str) -> None:  # noqa: A002 - argparse calls it so
    parser.add_argument("genre", metavar="GENRE", nargs="?", help=help)
    parser.offer("genre", _genres)


def _genres() -> list[str]:
    from gridwright.model.registry import genres

    return [genre.name for genre in genres()]


def add_batch(parser: Parser) -> None:
    """For a command that answers puzzle by puzzle."""
    add_sources(parser)
    add_answers(parser)


def add_answers(parser: Parser) -> None:
    """How it answers, wherever the puzzles come from."""
    add_json(parser)
    parser.add_argument("--with-puzzle", action="store_true", help="with --json: the puzzle itself, too")
    add_output(parser)
    add_jobs(parser)


def add_json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help=JSON_HELP)


def add_jobs(parser: Parser) -> None:
    parser.add_argument(
        "--jobs", metavar="N", type=at_least(1), default=1, help="work on so many processes (1 if left out)"
    )


def add_output(parser: Parser) -> None:
    parser.add_argument("-o", "--output", "--out", metavar="FILE", help="write to this file")


def add_forms(parser: Parser) -> None:
    from gridwright.cli.forms import FORMS

    parser.add_argument("--to", choices=tuple(FORMS), help="the form to write")


def add_ascii(parser: Parser) -> None:
    parser.add_argument("--ascii", action="store_true", help="draw with ASCII characters alone")


def add_drawing(parser: Parser) -> None:
    """For a command that draws boards."""
    add_ascii(parser)
    parser.add_argument(
        "--coordinates", action="store_true", help="number rows and columns; tell moves and loops, too"
    )


def add_marks(parser: Parser, help: str) -> None:  # noqa: A002 - argparse calls it so
    parser.add_argument("--marks", metavar="FILE", help=help)


def add_limits(parser: Parser) -> None:
    group = parser.add_argument_group("limits, for each puzzle")
    group.add_argument("--time-limit", metavar="SECONDS", type=seconds, help="stop after so many seconds")
    group.add_argument(
        "--conflict-limit",
        metavar="N",
        type=at_least(0),
        help="stop after so many dead ends: the same on every machine",
    )
    group.add_argument(
        "--seed", metavar="N", type=at_least(0), default=0, help="the same seed takes the same way (0)"
    )


def limits_of(arguments: Namespace) -> dict[str, Any]:
    """As the engine's questions take them."""
    return {
        "time_limit": arguments.time_limit,
        "conflict_limit": arguments.conflict_limit,
        "seed": arguments.seed,
    }


def seconds(word: str) -> float:
    try:
        found = float(word)
    except ValueError:
        found = -1.0
    if not 0 <= found < float("inf"):
        raise ArgumentTypeError(f"a number of seconds is needed, such as 2.5, not {word!r}")
    return found


def at_least(least: int) -> Callable[[str], int]:
    """The type of an argument that is a whole number."""

    def read(word: str) -> int:
        try:
            found = int(word)
        except ValueError:
            found = least - 1
        if found > MOST:
            raise ArgumentTypeError(f"{MOST} is the largest number here, not {word!r}")
        if found < least:
            raise ArgumentTypeError(f"a whole number from {least} is needed, not {word!r}")
        return found

    return read
