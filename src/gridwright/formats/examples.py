"""The puzzles that come with each genre: `examples/` in its folder holds one text for each.

An example is called as its file is: `load("queens-8")`. Where two genres have one of the same name, the genre
goes before it: `load("star-battle/queens-8")`.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

from gridwright.model import registry
from gridwright.model.errors import suggest

if TYPE_CHECKING:
    from gridwright.model.puzzle import Puzzle

FOLDER, SUFFIX = "examples", ".txt"


class Example(NamedTuple):
    """A puzzle that comes with a genre."""

    name: str
    path: str
    puzzle: Puzzle

    @property
    def genre(self) -> str:
        return self.puzzle.genre.name

    @property
    def title(self) -> str:
        return str(self.puzzle.knowledge.get("title", ""))

    @property
    def status(self) -> str:
        """What is known of it: "unique", "multiple" or "none"; empty if nothing is."""
        return str(self.puzzle.knowledge.get("status", ""))


def examples(genre: str | None = None) -> list[Example]:
    """All examples, or those of one genre: genre by genre, small numbers in names before large ones."""
    from gridwright.formats.load import load  # which itself finds examples

    return [
        Example(name, path, load(path))
        for kind in (registry.genres() if genre is None else [registry.find(genre)])
        for name, path in sorted(_files(registry.folder(kind)).items(), key=lambda file: _natural(file[0]))
    ]


def example_path(name: str) -> str | None:
    """The file of an example, by its name or by `genre/name`; None if there is none."""
    genre, _, stem = name.rpartition("/")
    if genre:
        try:
            return _files(registry.folder(registry.find(genre))).get(stem)
        except registry.UnknownGenre:
            return None
    return next((path for folder in registry.folders() if (path := _files(folder).get(stem))), None)


def similar(name: str) -> str:
    """`; did you mean "queens-8"?`, or nothing."""
    return suggest(
        name.rpartition("/")[2], [stem for folder in registry.folders() for stem in _files(folder)]
    )


def _files(folder: str | None) -> dict[str, str]:
    """The examples in a genre's folder by their names; nothing is opened."""
    try:
        files = list(os.scandir(os.path.join(folder, FOLDER))) if folder else []  # noqa: PTH118 - pathlib is slow
    except FileNotFoundError:
        return {}
    return {file.name.removesuffix(SUFFIX): file.path for file in files if file.name.endswith(SUFFIX)}


def _natural(name: str) -> list[tuple[str, int]]:
    """queens-8 goes before queens-10."""
    return [(word, int(number or 0)) for word, number in re.findall(r"(\D+)(\d*)", name)]
