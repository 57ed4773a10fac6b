"""Which puzzles of a library are meant: conditions on what is written down of them, as SQL."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gridwright.model import registry
from gridwright.model.errors import PuzzleError, describe, suggest
from gridwright.model.genre import Genre

NOTHING = "none"  # in place of a grade or status: those that have none
WORDS = ("title", "author", "source", "seed", "origin")
SORTS = {
    "number": ("number",),
    "score": ("score", "number"),  # without one: less than any
    "id": ("id",),
    "place": ("part", "place"),  # in a book
}
_BOOK = "(SELECT book FROM books WHERE name = ?)"


@dataclass(frozen=True)
class Choice:
    """What is left out does not matter. Words may hold * and ? for any letters or one.

    grade, status  one or several of them; "none": not known
    scalars        further fields of a genre by their keys: {"stars": 2}
    book, part     those that stand in this book, and in this part of it
    after          only greater numbers
    """

    genre: str | None = None
    rows: int | None = None
    columns: int | None = None
    grade: Sequence[str] = ()
    status: Sequence[str] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    scalars: Mapping[str, Any] = field(default_factory=dict)
    book: str | None = None
    part: int | None = None
    sort: str = "number"
    reverse: bool = False
    after: int = 0

    def __post_init__(self) -> None:
        if self.sort not in SORTS:
            raise ValueError(f"puzzles can be sorted by {', '.join(SORTS)}, not {describe(self.sort)}")
        if self.book is None and (self.sort == "place" or self.part is not None):
            raise ValueError("places and parts are those of a book: say which")
        for name in self.words:
            if name not in WORDS:
                raise ValueError(f"a library knows nothing of {describe(name)}{suggest(name, list(WORDS))}")
        if self.genre is not None:
            object.__setattr__(self, "genre", find_genre(self.genre).name)
        object.__setattr__(self, "scalars", dict(self._checked_scalars()))

    def _checked_scalars(self) -> Iterator[tuple[str, dict[str, object]]]:
        """For each field what it looks like where it is written down, by genre."""
        asked = [find_genre(self.genre)] if self.genre else registry.genres()
        for key, value in self.scalars.items():
            by_genre, problem = _written(asked, key, value)
            if not by_genre:
                known = sorted({field.key for genre in asked for field in genre.scalar_fields()})
                whose = self.genre or "any genre"
                raise ValueError(problem or f"there is no {key} in {whose}{suggest(key, known)}")
            yield key, by_genre

    # --- as SQL --------------------------------------------------------------------------------------------

    def where(self, connection: sqlite3.Connection, *, in_order: bool = False) -> tuple[str, list[object]]:
        """Conditions on the table `puzzles`, and the values in them.

        in_order  puzzles are looked through in their order: by score along its index, which has what most
                  conditions ask for; by place in the table `places`
        """
        aside = "+" if in_order and self.sort == "score" else ""  # which keeps SQLite from other indexes
        found: list[str] = []
        values: list[object] = []
        if self.genre or self.rows is not None or self.columns is not None or self.scalars:
            found.append(f"{aside}kind IN ({','.join(map(str, self._kinds(connection)))})")
        for name, wanted in (("grade", self.grade), ("status", self.status)):
            if wanted:
                listed = [word for word in wanted if word != NOTHING]
                said = f"{aside}{name} IN ({','.join('?' * len(listed))})"
                found.append(f"({said} OR {name} IS NULL)" if NOTHING in wanted else said)
                values += listed
        for name, word in self.words.items():
            like = bool(set("*?") & set(word))
            found.append(f"{name} {'GLOB' if like else '='} ?")
            values.append(word.replace("[", "[[]") if like else word)
        if self.after:
            found.append("number > ?")
            values.append(self.after)
        if self.book is not None:
            placed = self._placed(values)
            by_place = in_order and self.sort == "place"
            found.append(placed if by_place else f"number IN (SELECT number FROM places WHERE {placed})")
        return " AND ".join(found) or "1", values

    def _placed(self, values: list[object]) -> str:
        values.append(self.book)
        said = f"book = {_BOOK}"
        if self.part is None:
            return said
        values.append(self.part)
        return f"{said} AND part = ?"

    @property
    def order(self) -> str:
        columns = SORTS[self.sort]
        return ", ".join(f"{column} DESC" if self.reverse else column for column in columns)

    def _kinds(self, connection: sqlite3.Connection) -> Iterator[int]:
        for number, genre, rows, columns, scalars in connection.execute("SELECT * FROM kinds"):
            if (
                self.genre in (None, genre)
                and self.rows in (None, rows)
                and self.columns in (None, columns)
                and self._agrees(genre, json.loads(scalars))
            ):
                yield number

    def _agrees(self, genre: str, scalars: Mapping[str, object]) -> bool:
        return all(
            genre in by_genre and scalars.get(key) == by_genre[genre]
            for key, by_genre in self.scalars.items()
        )


def find_genre(name: str) -> type[Genre]:
    try:
        return registry.find(name)
    except registry.UnknownGenre as problem:
        raise ValueError(str(problem)) from None


def _written(genres: Sequence[type[Genre]], key: str, value: object) -> tuple[dict[str, object], str]:
    """The value as puzzles of each genre have it; or why it is none."""
    found: dict[str, object] = {}
    problem = ""
    for genre in genres:
        for scalar in genre.scalar_fields():
            if scalar.key == key:
                try:
                    found[genre.name] = scalar.write(scalar.read(scalar.from_words(value), ""))
                except PuzzleError as wrong:
                    problem = wrong.message
    return found, problem
