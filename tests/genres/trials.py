"""All trial genres with their boards, and how to make them known for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gridwright.model import registry
from gridwright.model.genre import Genre
from tests.genres import null, nurikabe, slitherlink, sudoku

TRIALS: dict[type[Genre], list[dict[str, Any]]] = {
    null.Null: null.BOARDS,
    sudoku.Sudoku: sudoku.BOARDS,
    slitherlink.Slitherlink: slitherlink.BOARDS,
    nurikabe.Nurikabe: nurikabe.BOARDS,
}


def boards() -> list[dict[str, Any]]:
    """Every board as the JSON of a puzzle, with its status and, if it is unique, its solution."""
    return [{"genre": genre.name, **board} for genre, made in TRIALS.items() for board in made]


@contextmanager
def registered() -> Iterator[None]:
    """The trial genres are known like any other."""
    for genre in TRIALS:
        registry.register(genre)
    try:
        yield
    finally:
        for genre in TRIALS:
            registry.forget(genre)
