"""Pictures of boards made of characters, one beside the other."""

from __future__ import annotations

from typing import NamedTuple

GAP = 4  # between two boards


class Picture(NamedTuple):
    title: str
    rows: list[str]  # all as wide as the picture
    width: int


def side_by_side(pictures: list[Picture], width: int | None) -> str:
    """The boards begin on the same line, whatever their titles take."""
    if len(pictures) == 1:
        width = width or width_of(pictures[0].title)
        return "\n".join([*wrap(pictures[0].title, width), *map(str.rstrip, pictures[0].rows)])
    titles = [wrap(picture.title, picture.width) for picture in pictures]
    above = max(map(len, titles), default=0)
    below = max((len(picture.rows) for picture in pictures), default=0)
    columns = []
    for title, picture in zip(titles, pictures, strict=True):
        nothing = [" " * picture.width]
        heading = [filled(line, picture.width) for line in title]
        columns.append(
            nothing * (above - len(title)) + heading + picture.rows + nothing * (below - len(picture.rows))
        )
    return "\n".join([(" " * GAP).join(lines).rstrip() for lines in zip(*columns, strict=True)])


def filled(text: str, width: int) -> str:
    return text + " " * (width - width_of(text))


def wrap(title: str, width: int) -> list[str]:
    if not title:
        return []
    if width_of(title) <= width:
        return [title]
    from textwrap import wrap  # here, because it takes a while to import

    return wrap(title, width)


def width_of(text: str) -> int:
    """How many columns a terminal takes for it."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(1 + (east_asian_width(letter) in "WF") for letter in text if not combining(letter))
