"""Arguments that belong to makers: what can be asked of the puzzles that they make, or look at."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from argparse import _ArgumentGroup

    from gridwright.cli.parser import Parser
    from gridwright.generate.maker import Maker
    from gridwright.generate.options import Option

ASKED = "asked_"  # before their names, which may be those of other arguments, too


def add(parser: Parser, declared: Callable[[Maker], Sequence[Option]]) -> None:
    """What the makers of all genres can be asked for; values are checked when the genre is known."""
    from gridwright.generate.maker import makers

    group = parser.add_argument_group("what to ask for")
    able = [maker for maker in makers() if declared(maker)]
    found: dict[str, list[tuple[str, Option]]] = {}
    for maker in able:
        for option in declared(maker):
            found.setdefault(option.name, []).append((maker.genre.name, option))
    for name, each in found.items():
        _add_option(parser, group, name, each, len(each) == len(able))


def asked(arguments: Namespace) -> dict[str, Any]:
    """What was said, by the names of the options."""
    return {
        name.removeprefix(ASKED): value
        for name, value in vars(arguments).items()
        if name.startswith(ASKED) and value is not None
    }


def _add_option(
    parser: Parser, group: _ArgumentGroup, name: str, each: list[tuple[str, Option]], everywhere: bool
) -> None:
    """One option, with what it means to which genres."""
    meanings: dict[str, list[str]] = {}
    for genre, option in each:
        meanings.setdefault(option.explanation, []).append(genre)
    alike = everywhere and len(meanings) == 1
    said = "; ".join(text if alike else f"{text} ({', '.join(those)})" for text, those in meanings.items())
    option, place = each[0][1], ASKED + name
    if option.value:
        group.add_argument(f"--{option.said}", dest=place, metavar=option.value, help=said)
        choices = list(dict.fromkeys(word for _, option in each for word in option.choices))
        parser.offer(place, lambda: choices)
    else:
        group.add_argument(f"--{option.said}", dest=place, action="store_const", const="yes", help=said)
        group.add_argument(
            f"--no-{option.said}", dest=place, action="store_const", const="no", help="the reverse"
        )
