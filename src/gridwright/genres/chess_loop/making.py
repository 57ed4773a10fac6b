"""Chess Loop boards: those that need no clue are so few that a census finds them; others get some."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

from gridwright.generate.maker import Maker
from gridwright.generate.options import AnyOrder, OneOf, Size, Switch, Whole
from gridwright.generate.proving import Bench, Proof
from gridwright.genres.chess_loop.rules import ChessLoop
from gridwright.genres.chess_loop.sight import KINDS, sights
from gridwright.model.genre import view_of
from gridwright.model.grid import Cell
from gridwright.model.puzzle import Puzzle, ShapeKey

CELLS_PER_PIECE = 4  # of both kinds, if nobody says how many
MOST_CLUES = 60  # that are tried; a board that needs more is given up
MOST_CONFLICTS = 5_000  # a search for some loop that takes longer is given up
BLOCKED = ChessLoop.givens.encode("#")

ALL_PAIRS = {f"{one}-{other}": (one, other) for one, other in combinations(KINDS, 2)}
# A queen with a piece that moves as she does makes no loop of more than two: attacked, she attacks back.
PAIRS = {name: pair for name, pair in ALL_PAIRS.items() if "queen" not in pair or "knight" in pair}


class ChessLoopMaker(Maker):
    """Gives pieces, or blocks cells, where another loop would go, and then takes back what need not be."""

    genre = ChessLoop
    own_options = (
        Size((5, 5), "rows and columns", least=2, most=12),
        AnyOrder("kinds", list(PAIRS), "which two kinds; left out: any"),
        Whole("each", None, "how many of each kind", least=2, most=20),
        OneOf("clues", ("givens", "blocked"), "what makes the loop the only one", "givens"),
        Switch("minimal", "no clue can go"),
    )
    census_options = (
        Size((5, 6), "the largest board", least=1, most=12),
        Whole("each", 5, "how many of each kind at most", least=1, most=20),
        AnyOrder("kinds", list(ALL_PAIRS), "which two kinds; left out: all"),
    )

    def complete(self, options: dict[str, Any]) -> None:
        if options["each"] is None:
            rows, columns = options["size"]
            options["each"] = max(2, rows * columns // (2 * CELLS_PER_PIECE))

    def refuse(self, options: Mapping[str, Any], bench: Bench) -> str | None:
        (rows, columns), each = options["size"], options["each"]
        if 2 * each > rows * columns:
            return f"{rows}x{columns} has no cells for {each} pieces of each of two kinds"
        if not _is_there_a_loop(rows, columns, each, options["kinds"], bench):
            kinds = options["kinds"] or "any two kinds"
            return f"no loop of {each} each of {kinds} is found on {rows}x{columns}; ask for others, or fewer"
        return None

    def attempt(self, options: Mapping[str, Any], random: Random, bench: Bench) -> Puzzle | None:
        (rows, columns), each = options["size"], options["each"]
        pair = PAIRS[options["kinds"] or random.choice(list(PAIRS))]
        shape = _shape(rows, columns, pair, each)
        loop = bench.sample(shape, shape.no_labels(), random, MOST_CONFLICTS)
        if loop is None:
            return None
        clues = _Clues(shape, loop, options["clues"] == "blocked", random, bench)
        return clues.board(options["minimal"])

    def cases(self, options: Mapping[str, Any]) -> Iterator[Puzzle]:
        shortest, longest = sorted(options["size"])
        sizes = [(rows, columns) for rows in range(1, shortest + 1) for columns in range(rows, longest + 1)]
        pairs = list(ALL_PAIRS.values()) if options["kinds"] is None else [ALL_PAIRS[options["kinds"]]]
        for rows, columns in sorted(sizes, key=lambda size: (size[0] * size[1], size)):
            for pair in pairs:
                for each in range(1, min(options["each"], rows * columns // 2) + 1):
                    shape = _shape(rows, columns, pair, each)
                    yield Puzzle(shape, shape.no_labels())

    def like(self, puzzle: Puzzle) -> dict[str, Any]:
        kinds = [kind for kind, count in puzzle.scalars["pieces"].items() if count]
        each = max(puzzle.scalars["pieces"].values())
        clues = "blocked" if BLOCKED in puzzle.labels[0] else "givens"
        found = {"size": (puzzle.rows, puzzle.columns), "each": each, "clues": clues}
        return found | {"kinds": "-".join(kinds) if "-".join(kinds) in PAIRS else None}


MAKER = ChessLoopMaker()


class _Clues:
    """Clues to one loop."""

    def __init__(
        self, shape: ShapeKey, loop: Sequence[int], blocked: bool, random: Random, bench: Bench
    ) -> None:
        self.shape = shape
        self.random = random
        self.bench = bench
        self.loop = list(loop)
        pieces = view_of(shape).decode(loop)["piece"]
        # What may be told of each cell without cutting the loop.
        if blocked:
            free = {cell for cell, kind in pieces.items() if kind is None} - _between(shape, pieces)
            self.tellable = {shape.grid.index(cell): BLOCKED for cell in free}
        else:
            field = ChessLoop.givens
            self.tellable = {
                shape.grid.index(cell): field.encode(kind) for cell, kind in pieces.items() if kind
            }

    def board(self, minimal: bool) -> Puzzle | None:
        """The board with enough clues; None: they cannot be found."""
        (labels,) = self.shape.no_labels()
        for _ in range(MOST_CLUES):
            proof = self._prove(labels)
            if proof.status == "unique":
                break
            helpful = self._helpful(labels, proof)
            if proof.status != "multiple" or not helpful:
                return None
            cell = self.random.choice(helpful)
            labels[cell] = self.tellable[cell]
        else:
            return None
        if minimal:
            self._take_back(labels)
        return Puzzle(self.shape, (labels,))

    def _helpful(self, labels: array[int], proof: Proof) -> list[int]:
        """Cells not told of yet, where some other solution is different."""
        others = [list(solution) for solution in proof.solutions if list(solution) != self.loop]
        return [
            cell
            for cell in self.tellable
            if labels[cell] < 0 and any(other[cell] != self.loop[cell] for other in others)
        ]

    def _take_back(self, labels: array[int]) -> None:
        told = [cell for cell in self.tellable if labels[cell] >= 0]
        for cell in self.random.sample(told, len(told)):
            label, labels[cell] = labels[cell], -1
            if self._prove(labels).status != "unique":
                labels[cell] = label

    def _prove(self, labels: array[int]) -> Proof:
        return self.bench.prove(self.shape, (labels,))


def _between(shape: ShapeKey, pieces: Mapping[Cell, str | None]) -> set[Cell]:
    """The cells across which pieces attack."""
    standing = {cell: kind for cell, kind in pieces.items() if kind}
    found: set[Cell] = set()
    for cell, kind in standing.items():
        for target, between in sights(shape.grid, kind, cell):
            if target in standing and standing.keys().isdisjoint(between):
                found.update(between)
    return found


def _is_there_a_loop(rows: int, columns: int, each: int, kinds: str | None, bench: Bench) -> bool:
    """With these two kinds, or any two, as far as a short search can tell?"""
    shapes = (_shape(rows, columns, PAIRS[name], each) for name in ([kinds] if kinds else PAIRS))
    return any(
        bench.sample(shape, shape.no_labels(), Random(0), MOST_CONFLICTS) is not None for shape in shapes
    )


def _shape(rows: int, columns: int, pair: tuple[str, str], each: int) -> ShapeKey:
    pieces = {kind: each if kind in pair else 0 for kind in KINDS}
    return ShapeKey.of(ChessLoop, rows, columns, pieces=pieces)
