"""Steps as commands show them: words, and small boards with evidence outlined and the target ringed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from gridwright.model.grid import Border

if TYPE_CHECKING:
    from gridwright.cli.console import Style
    from gridwright.explain.steps import Step
    from gridwright.explain.words import Words
    from gridwright.model.puzzle import Puzzle
    from gridwright.render.scene import Scene

Marks = Sequence[dict[str, Any]]

WIDEST = 100


def step_to_json(step: Step) -> dict[str, Any]:
    """What programs get of a step: what it stands on, and what is said of it."""
    from gridwright.explain.words import describe

    return {**step.to_json(), "words": describe(step).to_json()}


def after(marks: Iterable[dict[str, Any]], step: Step) -> list[dict[str, Any]]:
    """What is known once a step is taken."""
    return [*marks, *step.claims.to_marks(step.conclusions)]


def board_of(puzzle: Puzzle, step: Step, marks: Iterable[dict[str, Any]], target: bool = True) -> Scene:
    """The board before a step. What cells cannot be is left out: it would hide what they are."""
    from gridwright.render.scene import Highlight, scene_of

    borders = tuple(
        position
        for position in (step.claims.read(literal).position for literal in step.conclusions)
        if isinstance(position, Border)
    )
    highlights = [Highlight("evidence", step.evidence)]
    if target:
        highlights.append(Highlight("target", step.target, borders))
    shown = {str(mark): mark for mark in marks if ("value" in mark and "hidden" not in mark) or "to" in mark}
    return scene_of(puzzle, marks=shown.values(), highlights=highlights, title="")


def told(words: Words, number: int, label: str, style: Style, brief: bool = False) -> Iterator[str]:
    """A step as lines: its number, what it is called, how hard it is, and its words.

    In brief a chain is what is supposed, and the contradiction that it ends in.
    """
    if brief:
        words = words._replace(links=words.links[-1:], numbers=words.numbers[-1:])
    title = words.title or "Deduction"
    indent = " " * len(f"{number}. ")
    yield from paragraph(f"{number}. {title} ({label}): {words.text}", style, indent)
    yield from moves(words, style, indent)


def moves(words: Words, style: Style, indent: str = "") -> Iterator[str]:
    """The moves of a chain; what is tried out on the way stands further in."""
    for number, link in zip(words.numbers, words.links, strict=True):
        further = indent + "   " * number.count(".")
        yield from paragraph(f"{further}{number}) {link}", style, further + " " * (len(number) + 2))


def paragraph(text: str, style: Style, indent: str = "") -> list[str]:
    return wrap(text, min(style.width or WIDEST, WIDEST), subsequent_indent=indent) or [""]
