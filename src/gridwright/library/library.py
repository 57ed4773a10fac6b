"""A library: puzzles in a file, each once, with what is known of them.

with gw.Library("puzzles.db") as library:
    library.add(gw.generate("kropki", size=6))
    for item in library.find(genre="kropki", grade="hard"):
        print(item.id, item.score)
        puzzle = library.puzzle(item)
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from gridwright.formats.json import read_json
from gridwright.library.choice import WORDS, Choice
from gridwright.library.entry import Entry, Kind, entry_of
from gridwright.library.file import LibraryError, connect, number_of, told, transaction
from gridwright.model.errors import PuzzleError, describe
from gridwright.model.puzzle import Puzzle

if TYPE_CHECKING:
    from types import TracebackType

COMMIT_SECONDS = 0.2  # what comes in quick succession is committed together
MOST_AT_ONCE = 4_000
PATIENCE = 5.0  # seconds, while another program writes

COLUMNS = (
    "number, id, genre, rows, columns, scalars, status, grade, score, title, author, source, seed, origin"
)


class Added(NamedTuple):
    """What has become of one puzzle, once that is on disk.

    number  under which it stands in the library
    new     False: it, or an image of it, was there already
    known   where that one had been read
    """

    number: int
    id: str
    origin: str
    new: bool
    known: str = ""


class Item(NamedTuple):
    """What a library knows of a puzzle without looking at its board. None: nobody has said."""

    number: int
    id: str
    genre: str
    rows: int
    columns: int
    scalars: str  # JSON of the other fields of its shape
    status: str | None
    grade: str | None
    score: float | None
    title: str | None
    author: str | None
    source: str | None
    seed: str | None
    origin: str


T = TypeVar("T")


def in_batches(items: Iterable[T]) -> Iterator[list[T]]:
    """What comes in quick succession together; what comes after a while at once."""
    waiting: list[T] = []
    last = monotonic()
    for item in items:
        waiting.append(item)
        if len(waiting) == MOST_AT_ONCE or monotonic() - last > COMMIT_SECONDS:
            yield waiting
            waiting, last = [], monotonic()
    if waiting:
        yield waiting


class Library:
    """The puzzles in a file, which is made if there is none. Close it, or use it with `with`.

    read_only  nothing is written
    create     make the file if it is not there; left out: unless nothing is written
    patience   seconds to wait while another program writes

    LibraryError, an OSError: the file is none, is damaged, cannot be written, or is newer than this program.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        read_only: bool = False,
        create: bool | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self.path = Path(path)
        make = not read_only if create is None else create
        self.connection = connect(self.path, create=make, read_only=read_only, patience=patience)
        self._kinds: dict[Kind, int] = {}

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self.connection.close()

    # --- adding --------------------------------------------------------------------------------------------

    def add(self, puzzle: Puzzle) -> Added:
        """Add one puzzle, unless it or an image of it is there. When this returns, it is on disk."""
        return self.insert([entry_of(puzzle)])[0]

    def add_all(self, puzzles: Iterable[Puzzle]) -> tuple[int, int]:
        """Add many puzzles: how many were new, and how many were there already."""
        new = Counter(
            added.new for added in self.stream(map(entry_of, puzzles)) if not isinstance(added, PuzzleError)
        )
        return new[True], new[False]

    def stream(self, entries: Iterable[Entry | PuzzleError]) -> Iterator[Added | PuzzleError]:
        """Add as they come; what is yielded is on disk. Errors pass through, in their places."""
        for batch in in_batches(entries):
            added = iter(self.insert([entry for entry in batch if isinstance(entry, Entry)]))
            yield from [next(added) if isinstance(entry, Entry) else entry for entry in batch]

    def insert(self, entries: Sequence[Entry]) -> list[Added]:
        """All of them in one transaction."""
        if not entries:
            return []
        with self.transaction():
            return [self.put(entry) for entry in entries]

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written in it is on disk afterwards, or nothing of it."""
        try:
            with told(self.path), transaction(self.connection):
                yield
        except BaseException:
            self._kinds.clear()  # some of them may be gone
            raise

    def put(self, entry: Entry) -> Added:
        """Inside a transaction."""
        execute = self.connection.execute
        cursor = execute(
            "INSERT INTO puzzles (id, kind, status, grade, score, title, author, source, seed, origin)"
            " VALUES (?,?,?,?,?,?,?,?,?,?) ON CONFLICT (id) DO NOTHING",
            (entry.id, self._kind(entry.kind), *entry[2:10]),
        )
        if cursor.rowcount == 0:
            known = execute("SELECT number, origin FROM puzzles WHERE id = ?", (entry.id,)).fetchone()
            return Added(known[0], entry.id, entry.origin, False, known[1])
        number = cursor.lastrowid or 0
        execute("INSERT INTO boards VALUES (?,?)", (number, entry.json))
        return Added(number, entry.id, entry.origin, True)

    def _kind(self, kind: Kind) -> int:
        found = self._kinds.get(kind)
        if found is None:
            same = "genre = ? AND rows = ? AND columns = ? AND scalars = ?"
            row = self.connection.execute(f"SELECT kind FROM kinds WHERE {same}", kind).fetchone()
            if row is None:
                insert = "INSERT INTO kinds (genre, rows, columns, scalars) VALUES (?,?,?,?)"
                row = (self.connection.execute(insert, kind).lastrowid,)
            found = self._kinds[kind] = row[0]
        return found

    def replace(self, number: int, entry: Entry) -> None:
        """Write down what else is known of a puzzle; inside a transaction."""
        said = "status = ?, grade = ?, score = ?, title = ?, author = ?, source = ?, seed = ?"
        execute = self.connection.execute
        execute(f"UPDATE puzzles SET {said} WHERE number = ?", (*entry[2:9], number))
        execute("UPDATE boards SET json = ? WHERE number = ?", (entry.json, number))

    # --- finding -------------------------------------------------------------------------------------------

    def find(
        self,
        *,
        genre: str | None = None,
        size: int | tuple[int, int] | None = None,
        grade: str | Sequence[str] = (),
        status: str | Sequence[str] = (),
        sort: str = "number",
        reverse: bool = False,
        limit: int | None = None,
        **further: Any,
    ) -> Iterator[Item]:
        """The puzzles that agree with all that is said, in the order in which they came.

        size           8 or (5, 6)
        grade, status  one word or several; "none": not known
        sort           "number", "score" or "id"
        further        title, author, source, seed, origin, in which * and ? stand for any letters; or a field
                       of a genre: stars=2
        """
        rows, columns = (size, size) if isinstance(size, int) or size is None else size
        choice = Choice(
            genre,
            rows,
            columns,
            (grade,) if isinstance(grade, str) else grade,
            (status,) if isinstance(status, str) else status,
            {name: value for name, value in further.items() if name in WORDS},
            {name: value for name, value in further.items() if name not in WORDS},
            sort=sort,
            reverse=reverse,
        )
        return self.choose(choice, limit)

    def choose(self, choice: Choice, limit: int | None = None) -> Iterator[Item]:
        question, values = self.question(choice)
        values.append(-1 if limit is None else limit)
        with told(self.path):
            yield from map(Item._make, self.connection.execute(question, values))

    def pages(self, choice: Choice, length: int = 500) -> Iterator[list[Item]]:
        """As `choose` by number, for those who change what they find before they look further."""
        last = 0
        while items := list(self.choose(replace(choice, sort="number", reverse=False, after=last), length)):
            last = items[-1].number
            yield items

    def question(self, choice: Choice) -> tuple[str, list[object]]:
        """The SQL that finds them, but for the limit."""
        with told(self.path):
            where, values = choice.where(self.connection, in_order=True)
        source = "places CROSS JOIN puzzles USING (number)" if choice.sort == "place" else "puzzles"
        joined = f"{source} CROSS JOIN kinds USING (kind)"  # in this order
        return f"SELECT {COLUMNS} FROM {joined} WHERE {where} ORDER BY {choice.order} LIMIT ?", values

    def count(self, choice: Choice | None = None) -> int:
        with told(self.path):
            where, values = (choice or Choice()).where(self.connection)
            return number_of(self.connection, f"SELECT count(*) FROM puzzles WHERE {where}", tuple(values))

    def look_up(self, name: str | int) -> Item:
        """The puzzle with this number or id; the beginning of an id is enough where it is the only one."""
        text = str(name)
        where, value = ("number = ?", text) if text.isdecimal() else ("id >= ? AND id < ? || '~'", text)
        question = f"SELECT {COLUMNS} FROM puzzles JOIN kinds USING (kind) WHERE {where} ORDER BY id LIMIT 2"
        with told(self.path):
            rows = self.connection.execute(question, (value,) * where.count("?")).fetchall()
        if not rows or not text:
            raise KeyError(f"there is no puzzle {describe(text)} in {self.path}")
        if len(rows) > 1 and rows[0][1] != text:
            raise KeyError(f"several ids in {self.path} begin with {describe(text)}")
        return Item._make(rows[0])

    def json_of(self, number: int) -> str:
        """The puzzle as it was given."""
        with told(self.path):
            row = self.connection.execute("SELECT json FROM boards WHERE number = ?", (number,)).fetchone()
        if row is None:
            raise LibraryError(self.path, f"this library is damaged: there is no board number {number}")
        return str(row[0])

    def puzzle(self, item: Item | str | int) -> Puzzle:
        """The puzzle itself: of an item, or with this id or number."""
        found = item if isinstance(item, Item) else self.look_up(item)
        text = self.json_of(found.number)
        try:
            return read_json(text, f"{self.path}#{found.number}")
        except PuzzleError as problem:
            raise LibraryError(
                self.path,
                f"this library is damaged: number {found.number} cannot be read ({problem.message})",
            ) from None

    def __iter__(self) -> Iterator[Puzzle]:
        return map(self.puzzle, self.find())

    def __len__(self) -> int:
        return self.count()

    def __contains__(self, puzzle: object) -> bool:
        """Is this puzzle, or an image of it, there? Ids will do, too."""
        id = puzzle.id if isinstance(puzzle, Puzzle) else puzzle  # noqa: A001
        with told(self.path):
            return bool(self.connection.execute("SELECT 1 FROM puzzles WHERE id = ?", (id,)).fetchone())

    def books(self) -> list[tuple[str, int, int]]:
        """The books that are made here: what they are called, how many puzzles they have, and should have."""
        question = (
            "SELECT name, (SELECT count(*) FROM places WHERE places.book = books.book),"
            " (SELECT sum(count) FROM parts WHERE parts.book = books.book) FROM books ORDER BY book"
        )
        with told(self.path):
            return [(name, made, count) for name, made, count in self.connection.execute(question)]

    # --- all together --------------------------------------------------------------------------------------

    def stats(self, choice: Choice | None = None) -> list[tuple[Kind, str | None, str | None, int]]:
        """How many there are of each kind, grade and status."""
        with told(self.path):
            where, values = (choice or Choice()).where(self.connection)
            rows = self.connection.execute(
                "SELECT genre, rows, columns, scalars, grade, status, counted FROM"
                f" (SELECT kind, grade, status, count(*) AS counted FROM puzzles WHERE {where}"
                " GROUP BY kind, grade, status) JOIN kinds USING (kind)"
                " ORDER BY genre, rows, columns, scalars, grade, status",
                values,
            ).fetchall()
        return [(Kind(*row[:4]), row[4], row[5], row[6]) for row in rows]
