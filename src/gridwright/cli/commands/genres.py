"""List the kinds of puzzle; with a name, the rules of that one and the keys of its puzzles."""

from __future__ import annotations

from argparse import Namespace
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gridwright.cli import options
from gridwright.cli.drawing import filled
from gridwright.cli.exits import DONE, UsageError

if TYPE_CHECKING:
    from gridwright.cli.console import Console
    from gridwright.cli.parser import Parser
    from gridwright.model.genre import Genre

EXAMPLES = (
    ("gridwright genres", "All of them."),
    ("gridwright genres kropki", "The rules of one; any of its names will do."),
)

NAMES = 14  # columns


def configure(parser: Parser) -> None:
    options.add_genre(parser, "show the rules of this one")
    parser.add_argument("--json", action="store_true", help=options.JSON_HELP)


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.formats.json import encode
    from gridwright.model import registry

    try:
        genres = [registry.find(arguments.genre)] if arguments.genre else registry.genres()
    except registry.UnknownGenre as problem:
        raise UsageError(f"{problem} (see gridwright genres)") from None
    for genre in genres:
        if arguments.json:
            console.write(encode(_object(genre)) + "\n")
        else:
            lines = _page(genre) if arguments.genre else _entry(genre)
            for text in lines:
                indent = NAMES if not arguments.genre else 2 if text.startswith("- ") else 0
                console.write("\n".join((*filled(text, console, indent), "")))
    return DONE


def _sentence(genre: type[Genre]) -> str:
    return (genre.__doc__ or "").strip().partition("\n\n")[0].replace("\n", " ")


def _rules(genre: type[Genre]) -> list[str]:
    """In general words: a puzzle's own number is not known yet."""
    words = defaultdict(lambda: "N", {name: f"N {name}" for name in genre.fields})
    return [rule.text.format_map(words) for rule in genre.rules if not rule.implied]


def _object(genre: type[Genre]) -> dict[str, Any]:
    return {
        "name": genre.name,
        "title": genre.title,
        "aliases": list(genre.aliases),
        "description": _sentence(genre),
        "rules": _rules(genre),
        "keys": [field.key for field in genre.fields.values()],
    }


def _entry(genre: type[Genre]) -> Iterator[str]:
    yield f"{genre.name:{NAMES}}{_sentence(genre)}"


def _page(genre: type[Genre]) -> Iterator[str]:
    yield genre.title
    yield ""
    yield _sentence(genre)
    yield ""
    yield from (f"- {rule}" for rule in _rules(genre))
    yield ""
    yield f"genre: {genre.name}"
    if genre.aliases:
        yield f"also called: {', '.join(genre.aliases)}"
    yield f"keys of a puzzle: {', '.join(field.key for field in genre.fields.values())}"
