"""Job files: what a book holds, in TOML.

    title = "Summer"          # the name of the book; left out: that of the file
    seed = 7                  # 0 if left out: the same seed makes the same book
    library = "summer.db"     # where puzzles and progress are kept, beside the job file

    [[part]]
    genre = "star-battle"     # a genre, or a recipe such as "star-battle:size=8"
    size = 8                  # all that the genre's generator can be asked for
    stars = 1
    count = { easy = 100, medium = 60 }

    [[part]]
    name = "To finish"
    genre = "kropki"
    size = 6
    difficulty = "hard"
    count = 20

What is wrong is told in one sentence that says where.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gridwright.generate.maker import DIFFICULTY
from gridwright.generate.recipe import MOST_SEEDS, Recipe, RequestError, Seed
from gridwright.model.errors import describe, in_one_line, suggest

KEYS = ("title", "seed", "library", "grade", "part")
PART_KEYS = ("name", "genre", "count", "seed")
MOST_PUZZLES = 10_000_000


class JobError(ValueError):
    """A job file cannot be read, or asks for what cannot be: one sentence that says where."""


@dataclass(frozen=True)
class Part:
    """Puzzles of one recipe that stand together in a book."""

    name: str
    recipe: Recipe
    seed: Seed
    count: int

    @property
    def asked(self) -> str:
        return f"{self.recipe}#{self.seed}"


@dataclass(frozen=True)
class Job:
    """path     the job file
    title    what the book is called where its library keeps it
    library  where puzzles and progress are kept
    graded   False: grades are left out where no part asks for one
    """

    path: Path
    title: str
    library: Path
    graded: bool
    parts: tuple[Part, ...]

    @property
    def count(self) -> int:
        return sum(part.count for part in self.parts)


def read_job(path: str | os.PathLike[str]) -> Job:
    """The job that a file describes, with everything checked that can be before work begins."""
    path = Path(path)
    try:
        return _Reader(path, _load(path)).job()
    except JobError as problem:
        raise JobError(in_one_line(f"{path}: {problem}")) from None


def _load(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_bytes().decode())
    except tomllib.TOMLDecodeError as problem:
        raise JobError(f"this is no TOML: {str(problem)[:1].lower()}{str(problem)[1:]}") from None
    except UnicodeDecodeError:
        raise JobError("this is no text in UTF-8") from None
    except RecursionError:
        raise JobError("arrays are nested too deeply") from None
    except (OSError, ValueError) as problem:
        raise JobError(getattr(problem, "strerror", None) or str(problem)) from None


class _Reader:
    def __init__(self, path: Path, data: dict[str, Any]) -> None:
        self.path = path
        self.data = data
        self.taken: set[tuple[str, int]] = set()  # recipes with the numbers of their seeds

    def job(self) -> Job:
        _known(self.data, KEYS, "")
        title = _text(self.data, "title", self.path.stem)
        library = self.path.parent / _text(self.data, "library", f"{self.path.stem}.db")
        graded = self.data.get("grade", True)
        if not isinstance(graded, bool):
            raise JobError(f"grade: this is true or false, not {describe(graded)}")
        seed = _seed(self.data.get("seed", 0), "seed")
        parts = self.data.get("part")
        if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts) or not parts:
            raise JobError("what shall the book hold? Say it in tables that begin with [[part]]")
        found = [part for number, said in enumerate(parts, 1) for part in self._parts(said, number, seed)]
        return Job(self.path, title, library, graded, tuple(found))

    def _parts(self, said: dict[str, Any], number: int, seed: Seed) -> Iterator[Part]:
        """One; or one for each difficulty that is counted."""
        where = f"part {number}"
        genre = said.get("genre")
        if not isinstance(genre, str):
            wrong = "which genre?" if genre is None else f"this is the name of a genre, not {describe(genre)}"
            raise JobError(f"{where}, genre: {wrong}")
        options = {key.replace("-", "_"): value for key, value in said.items() if key not in PART_KEYS}
        count = said.get("count")
        if isinstance(count, dict):
            if "difficulty" in options:
                raise JobError(f"{where}, difficulty: the count says difficulties already")
            if not count:
                raise JobError(f"{where}, count: how many of which difficulty?")
            _check_labels(count, where)
            counted = [({"difficulty": label}, each, f"count.{label}") for label, each in count.items()]
        else:
            counted = [({}, count, "count")]
        for more, each, key in counted:
            if type(each) is not int or not 0 <= each <= MOST_PUZZLES:
                missing = "how many puzzles?" if each is None else f"not {describe(each)}."
                wanted = f"a whole number from 0 to {MOST_PUZZLES}, or {{ easy = 10, hard = 5 }}"
                raise JobError(f"{where}, {key}: {missing} Say {wanted}")
            yield self._part(said, options | more, each, where, seed)

    def _part(
        self, said: dict[str, Any], options: dict[str, Any], count: int, where: str, seed: Seed
    ) -> Part:
        try:
            recipe, own = Recipe.read(said["genre"], options)
        except RequestError as problem:
            raise JobError(f"{where}: {problem}") from None
        if own is not None:
            raise JobError(f"{where}, genre: a recipe with a seed is one puzzle: write seed = ...")
        begin = _seed(said["seed"], f"{where}, seed") if "seed" in said else seed
        # The same once more needs another seed, or it would be the same puzzles, sooner or later.
        number = begin.number
        while (str(recipe), number) in self.taken:
            number = (number + 1) % MOST_SEEDS
        self.taken.add((str(recipe), number))
        begin = Seed(number, begin.index)
        return Part(_text(said, "name", _usual_name(recipe), f"{where}, "), recipe, begin, count)


def _check_labels(labels: Iterable[str], where: str) -> None:
    try:
        for label in labels:
            DIFFICULTY.read(label)
    except ValueError as problem:
        raise JobError(f"{where}, count: {problem}") from None


def _usual_name(recipe: Recipe) -> str:
    difficulty = recipe.options["difficulty"]
    return f"{difficulty} {recipe.genre}" if difficulty else recipe.genre


def _known(data: Mapping[str, Any], keys: tuple[str, ...], where: str) -> None:
    for key in data:
        if key not in keys:
            known = suggest(key, list(keys)) or f"; there are {', '.join(keys)}"
            raise JobError(f"{where}{describe(key)}: there is no such key{known}")


def _text(data: Mapping[str, Any], key: str, usual: str, where: str = "") -> str:
    value = data.get(key, usual)
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise JobError(f"{where}{key}: this is a text in quotes, not {describe(value)}")
    return value


def _seed(value: object, where: str) -> Seed:
    try:
        return Seed.read(value)  # type: ignore[arg-type]
    except RequestError as problem:
        raise JobError(f"{where}: {problem}") from None
