"""The file of a library: an SQLite database that says whose it is, and errors of it in one sentence each.

It is written ahead (WAL) and synchronised at every commit: with less, a commit that was told to somebody
could be gone after a loss of power. Readers never wait for who writes.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

APPLICATION = 0x47726964  # "Grid": in the header, where other programs put their own
SCHEMA = 1

# What people ask for stands in `puzzles`, which is small; the puzzles themselves lie aside.
TABLES = f"""
CREATE TABLE kinds (  -- what puzzles have in common: few rows
    kind INTEGER PRIMARY KEY,
    genre TEXT NOT NULL,
    rows INTEGER NOT NULL,
    columns INTEGER NOT NULL,
    scalars TEXT NOT NULL,  -- the other fields of their shape, as JSON, without defaults
    UNIQUE (genre, rows, columns, scalars)
);
CREATE TABLE puzzles (
    number INTEGER PRIMARY KEY,  -- in the order in which they came
    id TEXT NOT NULL UNIQUE,
    kind INTEGER NOT NULL REFERENCES kinds,
    status TEXT,
    grade TEXT,
    score REAL,
    title TEXT,
    author TEXT,
    source TEXT,
    seed TEXT,
    origin TEXT NOT NULL  -- where it was read
);
CREATE INDEX by_kind ON puzzles (kind, grade, status);
CREATE INDEX by_grade ON puzzles (grade);
CREATE INDEX by_score ON puzzles (score, number, kind, grade, status);
CREATE INDEX by_title ON puzzles (title) WHERE title IS NOT NULL;
CREATE INDEX by_author ON puzzles (author) WHERE author IS NOT NULL;
CREATE INDEX by_source ON puzzles (source) WHERE source IS NOT NULL;
CREATE TABLE boards (
    number INTEGER PRIMARY KEY REFERENCES puzzles,
    json TEXT NOT NULL
);
CREATE TABLE books (  -- jobs whose puzzles come here
    book INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    version TEXT NOT NULL,
    before INTEGER NOT NULL  -- the last number when it began: what is older is not its own
);
CREATE TABLE parts (
    book INTEGER NOT NULL REFERENCES books,
    part INTEGER NOT NULL,
    name TEXT NOT NULL,
    recipe TEXT NOT NULL,  -- with its seed
    graded INTEGER NOT NULL,
    count INTEGER NOT NULL,
    next INTEGER NOT NULL,  -- the index that is settled next
    tally TEXT NOT NULL,  -- how far it is, as JSON
    PRIMARY KEY (book, part)
) WITHOUT ROWID;
CREATE TABLE places (  -- where in which book a puzzle stands
    book INTEGER NOT NULL,
    part INTEGER NOT NULL,
    place INTEGER NOT NULL,
    number INTEGER NOT NULL REFERENCES puzzles,
    PRIMARY KEY (book, part, place),
    FOREIGN KEY (book, part) REFERENCES parts
) WITHOUT ROWID;
CREATE INDEX by_number ON places (number, book);
CREATE TABLE passed (  -- what a book met that was there before it
    book INTEGER NOT NULL REFERENCES books,
    number INTEGER NOT NULL REFERENCES puzzles,
    PRIMARY KEY (book, number)
) WITHOUT ROWID;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {SCHEMA};
"""


class LibraryError(OSError):
    """A library cannot be opened, read or written: one sentence that says which, and why."""

    def __init__(self, path: object, message: str) -> None:
        super().__init__(f"{path}: {message}")
        self.message = message

    def __str__(self) -> str:
        return str(self.args[0])


@contextmanager
def told(path: object) -> Iterator[None]:
    """What SQLite raises, in words."""
    try:
        yield
    except sqlite3.Error as problem:
        raise LibraryError(path, _why(problem)) from None


_LOCKED = "another program is writing to this library, and does not end: try again later"
_CLOSED = "this library cannot be opened: look at the permissions of file and folder"
_WORDS = {
    sqlite3.SQLITE_NOTADB: "this is no library: not even a database of SQLite",
    sqlite3.SQLITE_CORRUPT: "this library is damaged ({}): take a copy that is not",
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_READONLY: "this library cannot be written: look at the permissions of file and folder",
    sqlite3.SQLITE_CANTOPEN: _CLOSED,
    sqlite3.SQLITE_PERM: _CLOSED,
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written ({})",
}


def _why(problem: sqlite3.Error) -> str:
    code = getattr(problem, "sqlite_errorcode", 0) & 0xFF  # the rest of it says more than people need
    return _WORDS.get(code, "this library cannot be used ({})").format(problem)


def connect(path: Path, *, create: bool, read_only: bool, patience: float) -> sqlite3.Connection:
    """A connection to what is certainly a library that this version understands."""
    look(path, create=create)
    mode = "rwc" if create else "rw"
    with told(path):
        try:
            connection = _connect(path, f"mode={mode}", create, patience)
        except sqlite3.OperationalError:
            if not read_only or _has_journal(path):
                raise
            # Even to read, SQLite wants to write beside the file; but nobody changes one that lies alone.
            connection = _connect(path, "immutable=1", create, patience)
        connection.execute(f"PRAGMA query_only = {int(read_only)}")
    return connection


def look(path: Path, *, create: bool) -> None:
    """LibraryError: nothing needs to be opened to see that there is no library, and none can be made."""
    try:
        if path.is_dir():
            raise LibraryError(path, "this is a folder, no library")
        if not path.exists():
            if not create:
                raise LibraryError(path, "there is no such library; `gridwright library add` makes one")
            if not path.absolute().parent.is_dir():
                raise LibraryError(path, f"there is no folder {path.parent}")
    except (ValueError, PermissionError) as problem:
        raise LibraryError(path, getattr(problem, "strerror", None) or str(problem)) from None


def _has_journal(path: Path) -> bool:
    with suppress(OSError):
        return os.stat(f"{path}-wal").st_size > 0  # noqa: PTH116
    return False


def _connect(path: Path, mode: str, create: bool, patience: float) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{mode}", timeout=patience, isolation_level=None, uri=True
    )
    try:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA cache_size = -65536")  # 64 MB at most
        connection.execute("PRAGMA foreign_keys = ON")
        if _is_empty(connection):
            if not create:
                raise LibraryError(path, "this file is empty: no library")
            _lay_out(connection)
        _identify(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _is_empty(connection: sqlite3.Connection) -> bool:
    """Nothing has been laid out: a file that is new, or whose making was cut short."""
    return not number_of(connection, "PRAGMA user_version") and not number_of(
        connection, "SELECT count(*) FROM sqlite_master"
    )


def _lay_out(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    with transaction(connection):
        if _is_empty(connection):  # still: somebody else might have been quicker
            for statement in TABLES.split(";\n"):
                connection.execute(statement)


def _identify(connection: sqlite3.Connection, path: Path) -> None:
    if number_of(connection, "PRAGMA application_id") != APPLICATION:
        raise LibraryError(path, "this is a database of another program, no library")
    schema = number_of(connection, "PRAGMA user_version")
    if schema > SCHEMA:
        words = f"a newer gridwright has made this library (schema {schema}; this one knows {SCHEMA})"
        raise LibraryError(path, f"{words}: update gridwright")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of it or nothing; what has been left is on disk."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def number_of(connection: sqlite3.Connection, question: str, values: tuple[object, ...] = ()) -> int:
    return int(connection.execute(question, values).fetchone()[0])
