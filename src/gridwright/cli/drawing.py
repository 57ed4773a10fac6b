"""Boards and headings in text, as every command shows them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gridwright.model.errors import in_one_line

if TYPE_CHECKING:
    from gridwright.cli.console import Console, Style
    from gridwright.model.puzzle import Puzzle, Solution
    from gridwright.render.scene import Scene


def draw(boards: Iterable[Puzzle | Solution | Scene], style: Style) -> str:
    """Side by side if there is room; if there is none even for one, how much it takes.

    Without titles: the heading says them.
    """
    from gridwright.render.scene import scenes_of
    from gridwright.render.text import TooNarrow, has_unicode
    from gridwright.render.text import draw as draw_text

    try:
        return draw_text(
            scenes_of(boards, title=""),
            unicode=has_unicode(style.encoding),
            colour=style.colour,
            width=style.width,
            coordinates=style.coordinates,
        )
    except TooNarrow as problem:
        return f"({problem})"


def heading(puzzle: Puzzle) -> str:
    """Which puzzle this is: where it was read, its genre and size, what no drawing shows, and its title."""
    from gridwright.model.words import features_of

    title = puzzle.knowledge.get("title")
    words = [f"{puzzle.origin}: {puzzle.genre.title} {puzzle.rows}x{puzzle.columns}", *features_of(puzzle)]
    return in_one_line(", ".join([*words, title] if isinstance(title, str) and title else words))


def verdict(puzzle: Puzzle, words: str) -> str:
    """Of a puzzle that is not drawn: where it was read, and what is said of it."""
    return in_one_line(f"{puzzle.origin}: {words}")


def filled(text: str, console: Console, indent: int) -> list[str]:
    """A paragraph in lines that fit, all but the first indented."""
    from textwrap import wrap  # here, because it takes a while to import

    return wrap(text, console.width, subsequent_indent=" " * indent) or [""]


def wrapped(words: Iterable[str], style: Style, indent: str = "") -> str:
    """Words joined by commas, in lines that fit."""
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]}, {word}" if lines else indent + word
        if lines and len(longer) >= (style.width or 100):
            lines[-1] += ","
            lines.append(indent + word)
        elif lines:
            lines[-1] = longer
        else:
            lines.append(longer)
    return "\n".join(lines)
