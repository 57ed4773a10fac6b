"""The parser of one command: argparse, with our errors, suggestions and help."""

from __future__ import annotations

from argparse import Action, ArgumentError, ArgumentParser, HelpFormatter, Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from gridwright.cli.exits import UsageError

if TYPE_CHECKING:
    from gridwright.cli.commands import Command


class HelpWanted(Exception):  # noqa: N818 - nothing is wrong
    """Somebody asked for help instead of calling the command."""


class Option(NamedTuple):
    names: tuple[str, ...]  # none: it stands by itself
    help: str
    value: str | None  # what to call its value, if it takes one
    choices: tuple[str, ...]


class Formatter(HelpFormatter):
    """Wraps paragraphs; indented lines stay as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        paragraphs = text.strip("\n").split("\n\n")
        return "\n\n".join(
            paragraph
            if any(line.startswith(" ") for line in paragraph.split("\n"))
            else super(Formatter, self)._fill_text(paragraph, width, indent)
            for paragraph in paragraphs
        )


class Parser(ArgumentParser):
    """Raises UsageError where argparse would print and exit."""

    # What may stand for an argument that takes other words, too: asked for only when completion is set up.
    offers: Mapping[str, Callable[[], Iterable[str]]] = {}

    def offer(self, argument: str, words: Callable[[], Iterable[str]]) -> None:
        self.offers = {**self.offers, argument: words}

    def read(self, words: Sequence[str]) -> Namespace:
        # Options may stand anywhere; but together with "--", which ends them, argparse cannot do that.
        parse = self.parse_known_args if "--" in words else self.parse_known_intermixed_args
        arguments, unknown = parse(words)
        if unknown:
            self.error(self._unknown(unknown[0]))
        return arguments

    def _check_value(self, action: Action, value: object) -> None:
        if action.choices is not None and value not in action.choices:
            from gridwright.model.errors import suggest

            known = [*map(str, action.choices)]
            listed = ", ".join(known)
            raise ArgumentError(action, f"there is no {value!r}, only {listed}{suggest(value, known)}")

    def _unknown(self, word: str) -> str:
        if not word.startswith("-"):
            return f"{word!r} is one word too many"
        from gridwright.model.errors import suggest

        name = word.partition("=")[0]
        return f"there is no option {name}{suggest(name, sorted(self._option_string_actions))}"

    def options(self) -> list[Option]:
        """What may be typed, as completion needs it; values without a name come last."""
        found = [
            Option(
                tuple(action.option_strings),
                action.help or "",
                None if action.nargs == 0 else str(action.metavar or action.dest),
                tuple(map(str, action.choices or self.offers.get(action.dest, tuple)())),
            )
            for action in self._actions
        ]
        return sorted(found, key=lambda option: not option.names)

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message.removeprefix('argument ')} (see {self.prog} --help)")

    def print_help(self, file: object = None) -> NoReturn:
        raise HelpWanted(self.format_help())


def make_parser(name: str, command: Command, width: int = 80) -> Parser:
    examples = "\n".join(f"  {words}\n      {meaning}" for words, meaning in command.EXAMPLES)
    parser = Parser(
        prog=f"gridwright {name}",
        description=command.__doc__,
        epilog=f"examples:\n{examples}" if examples else None,
        # Said here, because argparse would import half of the standard library to find it out.
        formatter_class=partial(Formatter, width=width, max_help_position=28),
        allow_abbrev=False,
    )
    vars(parser)["color"] = False  # since Python 3.14 help would be coloured
    command.configure(parser)
    return parser
