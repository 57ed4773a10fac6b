"""The commands: a table of their names, and a module of the same name for each.

A module is imported when its command is called, or when help or completion speak of it: at its top it imports
nothing but the command line's own modules. What does the work is imported in `run`.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from argparse import Namespace

    from gridwright.cli.console import Console
    from gridwright.cli.parser import Parser

# In the order in which help lists them.
SUMMARIES = {
    "solve": "find the solution, prove it is the only one",
    "check": "what is odd, impossible, or marked wrongly",
    "count": "count solutions",
    "forced": "what all solutions share",
    "explain": "why the solution is what it is, step by step",
    "hint": "the next step from a player's position",
    "why": "why a cell has a value, or cannot have it",
    "grade": "how hard puzzles are for people",
    "generate": "make puzzles, each with one solution",
    "census": "find all boards that need no clue",
    "library": "keep puzzles in a file: add, find, export",
    "show": "draw puzzles",
    "convert": "write puzzles as JSON, JSON lines or text",
    "lab": "compare labelings: ways to choose in a search",
    "tree": "show how a labeling searches",
    "examples": "list puzzles that come with gridwright",
    "genres": "list the kinds of puzzle; rules of one",
    "completion": "let bash, zsh or fish complete commands",
}


class Command(Protocol):
    """What the module of a command holds. Its docstring is the description that its help shows."""

    __doc__: str | None
    EXAMPLES: Sequence[tuple[str, str]]  # what to type, and what it does

    def configure(self, parser: Parser) -> None:
        """Add the command's arguments."""

    def run(self, arguments: Namespace, console: Console) -> int:
        """Do it; the exit code."""


def find_command(name: str) -> Command:
    return cast(Command, import_module(f"{__name__}.{name}"))
