"""How quickly a library takes puzzles in, and answers questions when it holds many."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

from bench.classes import BoardClass

IMPORTED = 5_000
HELD = 200_000
SIZES = {"star-battle-10x10-2": 10, "kropki-9": 9}
LABELS = ("easy", "medium", "hard", "expert", None)
QUESTIONS: dict[str, dict[str, Any]] = {
    "the first 50": {},
    "a genre, a size, a grade": {"genre": "kropki", "size": 9, "grade": "hard"},
    "a grade": {"grade": "expert"},
    "two stars, unique": {"stars": 2, "status": "unique"},
    "a source": {"source": "Magazine 7"},
    "a part of a title": {"title": "*1999*"},
    "the hardest": {"sort": "score", "reverse": True},
    "the hardest of a genre": {"genre": "kropki", "sort": "score", "reverse": True},
}


def different(board_class: BoardClass, size: int) -> Iterator[dict[str, Any]]:
    """As many boards as are needed: those of a class, each with another given."""
    random = Random(board_class.name)
    for _ in range(IMPORTED):
        givens: list[list[int | None]] = [[None] * size for _ in range(size)]
        for _ in range(3):
            givens[random.randrange(size)][random.randrange(size)] = 1
        board = random.choice(board_class.boards)
        yield board | {"givens": givens}


def import_rate(board_class: BoardClass, size: int) -> float:
    """JSON lines a second of CPU time, without grading."""
    from gridwright.formats.load import split_all
    from gridwright.library import Library
    from gridwright.library.entry import entries_of

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "boards.jsonl")
        source.write_text("".join(f"{json.dumps(board)}\n" for board in different(board_class, size)))
        with Library(Path(folder, "boards.db")) as library:
            started = process_time()
            entries = (entry for part in split_all(source) for entry in entries_of(part))
            count = sum(1 for _ in library.stream(entries))
            return count / (process_time() - started)


def milliseconds(repeat: int) -> dict[str, float]:
    """CPU time of questions, at most 50 puzzles each, to a library of many; medians."""
    from gridwright.library import Library
    from gridwright.library.choice import Choice

    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder, Library(Path(folder, "many.db")) as library:
        _fill(library)
        for name, wanted in QUESTIONS.items():
            found[name] = _milliseconds(lambda wanted=wanted: list(library.find(limit=50, **wanted)), repeat)
        placed = Choice(book="Book", sort="place")
        found["a book, place by place"] = _milliseconds(lambda: list(library.choose(placed, 50)), repeat)
        found["how many are in a book"] = _milliseconds(lambda: library.count(placed), repeat)
        found["how many of each"] = _milliseconds(library.stats, repeat)
    return found


def _fill(library: Any) -> None:
    from gridwright.library.books import Asked, Book, Progress
    from gridwright.library.entry import Entry, Kind

    with library.transaction():
        asked = Asked("all", "", False, HELD)
        book = Book.begin(library, "Book", "", [(asked, Progress(0, "{}"))])
    random = Random(0)
    for begin in range(0, HELD, IMPORTED):
        entries = []
        for number in range(begin, begin + IMPORTED):
            genre, size = random.choice(("kropki", "star-battle", "hamle")), random.randint(4, 14)
            scalars = json.dumps({"stars": random.randint(1, 3)}) if genre == "star-battle" else "{}"
            status = random.choice(("unique", "multiple", None))
            grade, score = random.choice(LABELS), random.random() * 1000
            title, source = f"Title {number}", f"Magazine {number % 200}"
            about = (status, grade, score, title, None, source, None, f"boards.jsonl:{number}")
            id_ = f"{genre}-{random.getrandbits(80):020x}"
            entries.append(Entry(id_, Kind(genre, size, size, scalars), *about, "{}" + " " * 800))
        with library.transaction():
            for place, entry in enumerate(entries, begin + 1):
                book.keep(1, place, entry)


def _milliseconds(question: Callable[[], object], repeat: int) -> float:
    times = []
    for _ in range(repeat):
        started = process_time()
        question()
        times.append(1000 * (process_time() - started))
    return median(times)
