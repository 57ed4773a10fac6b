"""Books in a library: what was asked for, how far each part is, and which puzzle stands in which place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from gridwright.library.file import LibraryError, number_of

if TYPE_CHECKING:
    from gridwright.library.entry import Entry
    from gridwright.library.library import Library


class Asked(NamedTuple):
    """What was asked for in one part of a book; the recipe has its seed."""

    name: str
    recipe: str
    graded: bool
    wanted: int


class Progress(NamedTuple):
    """How far a part is: the index that is settled next, and all else as JSON."""

    next: int
    tally: str


class Placed(NamedTuple):
    """wanted  it has got its place
    first      the book had not met it before
    """

    wanted: bool
    first: bool


class Book:
    """A book that has been begun. All is asked and done inside a transaction.

    version  of the program that began it
    """

    def __init__(self, library: Library, name: str, number: int, version: str, before: int) -> None:
        self.library = library
        self.name = name
        self.version = version
        self._number = number
        self._before = before  # the last puzzle that was there when it began

    @classmethod
    def find(cls, library: Library, name: str) -> Book | None:
        select = "SELECT book, version, before FROM books WHERE name = ?"
        row = library.connection.execute(select, (name,)).fetchone()
        return None if row is None else cls(library, name, *row)

    @classmethod
    def begin(
        cls, library: Library, name: str, version: str, parts: Iterable[tuple[Asked, Progress]]
    ) -> Book:
        execute = library.connection.execute
        before = number_of(library.connection, "SELECT coalesce(max(number), 0) FROM puzzles")
        insert = "INSERT INTO books (name, version, before) VALUES (?,?,?)"
        number = execute(insert, (name, version, before)).lastrowid or 0
        insert = "INSERT INTO parts VALUES (?,?,?,?,?,?,?,?)"
        for part, (asked, progress) in enumerate(parts, 1):
            execute(insert, (number, part, *asked, *progress))
        return cls(library, name, number, version, before)

    def asked(self) -> list[Asked]:
        return [
            Asked(name, recipe, bool(graded), wanted)
            for name, recipe, graded, wanted in self._parts("name, recipe, graded, count")
        ]

    def progress(self) -> list[Progress]:
        return [Progress(*row) for row in self._parts("next, tally")]

    def _parts(self, columns: str) -> list[Any]:
        select = f"SELECT {columns} FROM parts WHERE book = ? ORDER BY part"
        return self.library.connection.execute(select, (self._number,)).fetchall()

    def write(self, part: int, progress: Progress, expected: int) -> None:
        """`expected` is the next index as this process believes it to be."""
        update = "UPDATE parts SET next = ?, tally = ? WHERE book = ? AND part = ? AND next = ?"
        values = (*progress, self._number, part, expected)
        if self.library.connection.execute(update, values).rowcount == 0:
            raise LibraryError(self.library.path, f'another program is making the book "{self.name}"')

    def keep(self, part: int, place: int, entry: Entry) -> Placed:
        """Give a puzzle this place, unless it is in the book or was there before the book was begun."""
        added = self.library.put(entry)
        execute = self.library.connection.execute
        if added.number <= self._before:
            met = execute("INSERT OR IGNORE INTO passed VALUES (?,?)", (self._number, added.number))
            return Placed(False, met.rowcount > 0)
        # Somebody else may have added it meanwhile: that must not change what is in the book.
        placed = "SELECT 1 FROM places WHERE number = ? AND book = ?"
        if not added.new and execute(placed, (added.number, self._number)).fetchone():
            return Placed(False, False)
        execute("INSERT INTO places VALUES (?,?,?,?)", (self._number, part, place, added.number))
        return Placed(True, True)
