"""Which genres there are, found when asked for.

A genre of the package itself lies in the folder of its name, so that reading one puzzle imports one genre and
does not search the installed packages. All others are found through entry points.
"""

from __future__ import annotations

import os
import re
import sys
import threading
import warnings
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from gridwright.model.genre import Genre

GROUP = "gridwright.genres"
BUNDLED = "gridwright.genres"

_lock = threading.RLock()
_known: dict[str, type[Genre]] = {}  # by name and by alias
_parts: dict[tuple[str, str], ModuleType | None] = {}  # by the module of a genre and the name of the part
_searched = False


class UnknownGenre(KeyError):  # noqa: N818 - what it says, not what it is
    """No genre has this name."""

    def __init__(self, name: str, known: list[str]) -> None:
        from gridwright.model.errors import describe, suggest

        super().__init__(name)
        self.message = f"no genre is called {describe(name)}{suggest(name, known)}"

    def __str__(self) -> str:
        return self.message


def find(name: str) -> type[Genre]:
    """The genre with this name or alias."""
    name = plain(name)
    with _lock:
        if name not in _known:
            _load_bundled(name)
        if name not in _known:
            _search()
        if name not in _known:
            raise UnknownGenre(name, sorted(_known))
        return _known[name]


def genres() -> list[type[Genre]]:
    """All genres, by name."""
    with _lock:
        _search()
        return sorted(set(_known.values()), key=lambda genre: genre.name)


def names() -> list[str]:
    return [genre.name for genre in genres()]


def register(genre: type[Genre]) -> type[Genre]:
    """Make a genre known. A name belongs to one genre, an alias to the one that comes first."""
    with _lock:
        if _known.get(genre.name, genre) is not genre and _known[genre.name].name == genre.name:
            raise ValueError(f"there are two genres called {genre.name}")
        _known[genre.name] = genre
        for alias in genre.aliases:
            _known.setdefault(plain(alias), genre)
    return genre


def forget(genre: type[Genre]) -> None:
    """Undo `register`: for tests with genres of their own."""
    with _lock:
        for name in [name for name, known in _known.items() if known is genre]:
            del _known[name]


def part(genre: type[Genre], name: str) -> ModuleType | None:
    """What a genre adds to a default: the module of that name beside its `rules`, if there is one."""
    key = genre.__module__, name
    if key not in _parts:
        package, _, module = genre.__module__.rpartition(".")
        there = module == "rules" and package and find_spec(f"{package}.{name}") is not None
        _parts[key] = import_module(f"{package}.{name}") if there else None
    return _parts[key]


def folder(genre: type[Genre]) -> str | None:
    """Where the files of a genre lie; None: it has no folder of its own."""
    package, _, module = genre.__module__.rpartition(".")
    return _folder(sys.modules.get(package)) if module == "rules" else None


def folders() -> Iterator[str]:
    """The folders of all genres. Those of the package come first: until then nothing need be imported."""
    bundled = _folder(import_module(BUNDLED)) or ""
    found = [entry.path for entry in os.scandir(bundled) if entry.is_dir() and entry.name[0] not in "_."]
    yield from sorted(found)
    yield from (own for genre in genres() if (own := folder(genre)) and own not in found)


def _folder(package: ModuleType | None) -> str | None:
    return next(iter(getattr(package, "__path__", ())), None)


def plain(name: str) -> str:
    """Names are lower case with hyphens; people also write spaces, underscores and capitals."""
    return re.sub(r"[\s_]+", "-", name.strip().lower())


def _load_bundled(name: str) -> None:
    """The package's own genre of that name, if there is one."""
    if not re.fullmatch(r"[a-z][a-z0-9-]*", name):
        return
    module = f"{BUNDLED}.{name.replace('-', '_')}"
    if find_spec(module) is None:
        return
    for member in vars(import_module(module)).values():
        if isinstance(member, type) and issubclass(member, Genre) and member.name == name:
            register(member)


def _search() -> None:
    """Read the entry points, once: it takes long compared with reading a puzzle."""
    global _searched  # noqa: PLW0603 - one search in a process
    if _searched:
        return
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP):
        if point.name in _known:
            continue
        try:
            register(point.load())
        except Exception as problem:  # noqa: BLE001 - another package's broken genre must not take ours along
            warnings.warn(
                f"the genre {point.name} cannot be loaded: {problem!r}", RuntimeWarning, stacklevel=2
            )
    _searched = True
