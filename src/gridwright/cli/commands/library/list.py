"""library list: a line for each puzzle."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Container, Sequence
from typing import TYPE_CHECKING, Any

from gridwright.cli.commands.library import chosen
from gridwright.cli.exits import DONE

if TYPE_CHECKING:
    from gridwright.cli.console import Console
    from gridwright.library import Item

USUAL_LIMIT = 50


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.formats.json import encode
    from gridwright.library import Library

    choice = chosen(arguments)
    with Library(arguments.file, read_only=True) as library:
        console.write_to(arguments.output, [arguments.file])
        if arguments.json:
            for item in library.choose(choice, arguments.limit):
                console.write(encode(_object(item)) + "\n")
            return DONE
        limit = USUAL_LIMIT if arguments.limit is None else arguments.limit
        items, every = list(library.choose(choice, limit)), library.count(choice)
    if items:
        console.write(_table(items, console.terminal_width))
    more = every - len(items)
    said = f"{every:,} puzzle{'' if every == 1 else 's'}"
    console.write(f"{said}, {more:,} of them not shown (--limit)\n" if more else f"{said}\n")
    return DONE


def _object(item: Item) -> dict[str, Any]:
    import json

    found = item._asdict() | {"scalars": json.loads(item.scalars)}
    return {name: value for name, value in found.items() if value is not None}


def _table(items: list[Item], width: int | None) -> str:
    from gridwright.model.errors import in_one_line

    rows = [("", "id", "kind", "grade", "score", "status", "title, or origin")]
    rows += [
        (
            str(item.number),
            item.id,
            words_of_kind(item.genre, item.rows, item.columns, item.scalars),
            in_one_line(item.grade or "-"),
            "-" if item.score is None else f"{item.score:,.1f}",
            in_one_line(item.status or "-"),
            in_one_line(item.title or item.origin),
        )
        for item in items
    ]
    return "".join(f"{line[:width]}\n" for line in aligned(rows, (0, 4)).splitlines())


def aligned(rows: Sequence[Sequence[str]], right: Container[int]) -> str:
    """A table in lines; columns with these numbers are aligned to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            word.rjust(size) if place in right else word.ljust(size)
            for place, (word, size) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def words_of_kind(genre: str, rows: int, columns: int, scalars: str) -> str:
    """As in recipes: star-battle 10x10, stars 2."""
    import json

    said = [f"{genre} {rows}x{columns}"]
    for key, value in json.loads(scalars).items():
        if isinstance(value, dict):
            value = " + ".join(f"{count} {name}" for name, count in value.items())
        elif isinstance(value, bool):
            value = "yes" if value else "no"
        said.append(f"{key.replace('_', '-')} {value}")
    return ", ".join(said)
