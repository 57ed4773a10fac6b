"""What a study is: boards, labelings, how often, and within which limits."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from gridwright import __version__
from gridwright.engine.labelings import Labeling
from gridwright.formats.json import encode

if TYPE_CHECKING:
    from gridwright.model.puzzle import Puzzle

KEY = ("board", "digest", "labeling", "repeat", "seed", "first", "version")
DEFAULT = "default"  # not a labeling: the search that solves puzzles when nobody asks for one

# SICStus Prolog's first seven and five: the table that the paper on Chess Loop has.
VARIABLES = ("leftmost", "min", "max", "ff", "ffc", "occurrence", "max_regret")
VALUES = ("step", "enum", "bisect", "middle", "median")


def crossed(variables: Sequence[str] = VARIABLES, values: Sequence[str] = VALUES) -> tuple[str, ...]:
    """Every variable choice with every value choice."""
    return tuple(f"{variable},{value}" for value, variable in product(values, variables))


def canonical(labeling: str) -> str:
    """One spelling for each labeling. ValueError: what is wrong with it."""
    return DEFAULT if labeling.strip() == DEFAULT else str(Labeling.parse(labeling))


class Board(NamedTuple):
    """A puzzle of a study. Boards of one group share a row of the table."""

    name: str
    group: str
    puzzle: Puzzle

    @property
    def digest(self) -> str:
        """Of what the puzzle means: knowledge about it may change."""
        said = self.puzzle.to_json()
        meant = {key: said[key] for key in sorted(said) if key not in self.puzzle.knowledge}
        return hashlib.sha256(encode(meant).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Limits:
    seconds: float | None = 10.0
    conflicts: int | None = None

    def to_json(self) -> dict[str, Any]:
        return {"time_limit": self.seconds, "conflict_limit": self.conflicts}


@dataclass(frozen=True)
class Study:
    """Each board is solved by each labeling, `repeats` times; a further repeat has the next seed.

    first    stop at the first solution, as the papers do; otherwise the verdict is proved
    figures  what the table shows, unless somebody asks for others
    """

    name: str
    title: str
    boards: tuple[Board, ...]
    labelings: tuple[str, ...]
    repeats: int = 1
    seed: int = 0
    first: bool = False
    limits: Limits = Limits()
    figures: tuple[str, ...] = ("time", "backtracks", "nodes", "prunings")

    def runs(self) -> Iterator[Run]:
        """The first repeat of everything comes before the second of anything."""
        for repeat, board, labeling in product(range(self.repeats), self.boards, self.labelings):
            yield Run(self, board, labeling, repeat)


class Run(NamedTuple):
    """One measurement to be made."""

    study: Study
    board: Board
    labeling: str
    repeat: int

    @property
    def seed(self) -> int:
        return self.study.seed + self.repeat

    @property
    def key(self) -> dict[str, Any]:
        """What makes a measurement the same: with all of this equal it need not be made again."""
        board = self.board
        return dict(
            zip(
                KEY,
                (
                    board.name,
                    board.digest,
                    self.labeling,
                    self.repeat,
                    self.seed,
                    self.study.first,
                    __version__,
                ),
                strict=True,
            )
        )
