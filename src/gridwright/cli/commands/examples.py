"""List the puzzles that come with gridwright. Their names may stand wherever a file may."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from gridwright.cli import options
from gridwright.cli.drawing import filled
from gridwright.cli.exits import DONE, UsageError

if TYPE_CHECKING:
    from gridwright.cli.console import Console
    from gridwright.cli.parser import Parser
    from gridwright.formats.examples import Example

EXAMPLES = (
    ("gridwright examples", "All of them, by genre."),
    ("gridwright examples kropki", "Those of one genre."),
    ("gridwright solve queens-8", "Their names stand for them everywhere."),
)


def configure(parser: Parser) -> None:
    options.add_genre(parser, "only those of this genre")
    parser.add_argument("--json", action="store_true", help=options.JSON_HELP)


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.formats.examples import examples
    from gridwright.formats.json import encode
    from gridwright.model.registry import UnknownGenre

    try:
        found = examples(arguments.genre)
    except UnknownGenre as problem:
        raise UsageError(f"{problem} (see gridwright genres)") from None
    if arguments.json:
        console.write("".join(f"{encode(_object(example))}\n" for example in found))
        return DONE
    genre = ""
    width = max((len(example.name) for example in found), default=0)
    for example in found:
        if example.genre != genre:
            console.write(f"\n{example.genre}\n" if genre else f"{example.genre}\n")
            genre = example.genre
        size = f"{example.puzzle.rows}x{example.puzzle.columns}"
        console.write(
            "\n".join(filled(f"  {example.name:{width}}  {size:7}{example.title}", console, width + 11))
        )
        console.write("\n")
    return DONE


def _object(example: Example) -> dict[str, Any]:
    return {
        "name": example.name,
        "genre": example.genre,
        "rows": example.puzzle.rows,
        "columns": example.puzzle.columns,
        "title": example.title,
        "status": example.status,
    }
