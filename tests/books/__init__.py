"""A book that is made quickly, and in which puzzles come twice."""

from __future__ import annotations

from pathlib import Path

import gridwright as gw
from gridwright.library.choice import Choice

# Of 4x4 there are not many: parts meet each other's puzzles, and rounds are needed.
BOOK = """
title = "Test"
seed = 5
grade = false

[[part]]
genre = "kropki"
size = 4
count = 30

[[part]]
genre = "kropki"
size = 6
count = 12

[[part]]
name = "again"
genre = "kropki:size=4"
count = 20
"""


def write_book(folder: Path, text: str = BOOK) -> Path:
    path = folder / "test.toml"
    path.write_text(text)
    return path


def contents(path: Path, title: str = "Test") -> list[tuple[int, int, str, str | None]]:
    """What is in a book, place by place."""
    with gw.Library(path, read_only=True) as library:
        rows = library.connection.execute(
            "SELECT part, place, id, seed FROM places JOIN puzzles USING (number) JOIN books USING (book)"
            " WHERE name = ? ORDER BY part, place",
            (title,),
        ).fetchall()
        assert [item.id for item in library.choose(Choice(book=title, sort="place"))] == [
            row[2] for row in rows
        ]
    return rows
