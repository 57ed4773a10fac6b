"""Chess Loop with python-sat; closed sub-loops are cut off when they occur, with all their images.

Uniqueness is up to symmetry: after a solution every image of it is forbidden before the search goes on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Any

from bench.rivals.sat import AtMost, Backend, Clause, Search, exactly

STEPS = {
    "rook": ((0, 1), (1, 0), (0, -1), (-1, 0)),
    "bishop": ((1, 1), (1, -1), (-1, 1), (-1, -1)),
    "queen": ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)),
    "king": ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)),
    "knight": ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)),
}
SLIDES = ("rook", "bishop", "queen")

Placed = tuple[str, int]
"""A kind on a cell."""


@dataclass
class Shape:
    """The whole puzzle but for its givens."""

    cells: int
    kinds: tuple[str, ...]
    at: dict[Placed, int] = field(default_factory=dict)
    occupied: dict[int, int] = field(default_factory=dict)
    attack: dict[tuple[str, int, int], int] = field(default_factory=dict)
    """(kind, cell, attacked cell) -> the variable that this attack happens."""
    clauses: list[Clause] = field(default_factory=list)
    at_most: list[AtMost] = field(default_factory=list)
    images: list[list[int]] = field(default_factory=list)
    """Every symmetry of the bare board, as the image of each cell."""
    attack_of: dict[int, tuple[str, int, int]] = field(default_factory=dict)


def _seen(
    kind: str, cell: int, rows: int, columns: int, blocked: frozenset[int]
) -> Iterator[tuple[int, list[int]]]:
    """The cells that a piece may attack, each with the cells between that have to be empty."""
    r, c = divmod(cell, columns)
    for dy, dx in STEPS[kind]:
        between: list[int] = []
        y, x = r + dy, c + dx
        while 0 <= y < rows and 0 <= x < columns and y * columns + x not in blocked:
            yield y * columns + x, list(between)
            between.append(y * columns + x)
            if kind not in SLIDES:
                break
            y, x = y + dy, x + dx


def symmetries(rows: int, columns: int) -> list[list[int]]:
    """The 4 or 8 symmetries of the board, as lists of images."""
    images = []
    for flip_r, flip_c, turn in product(
        (False, True), (False, True), (False, True) if rows == columns else (False,)
    ):
        image = []
        for r, c in product(range(rows), range(columns)):
            y, x = (rows - 1 - r if flip_r else r), (columns - 1 - c if flip_c else c)
            image.append(x * columns + y if turn else y * columns + x)
        images.append(image)
    return images


@lru_cache(maxsize=256)
def shape_of(
    rows: int, columns: int, pieces: tuple[tuple[str, int], ...], outer: bool, blocked: frozenset[int]
) -> Shape:
    """Compile everything that does not depend on givens."""
    kinds = tuple(kind for kind, _ in pieces)
    shape = Shape(rows * columns, kinds, images=symmetries(rows, columns))
    open_cells = [cell for cell in range(rows * columns) if cell not in blocked]
    number = iter(range(1, 10**9))
    for cell in open_cells:
        for kind in kinds:
            shape.at[kind, cell] = next(number)
    for cell in open_cells:
        own = [shape.at[kind, cell] for kind in kinds]
        shape.occupied[cell] = occupied = next(number)
        shape.clauses += [[-occupied, *own], *([-v, occupied] for v in own)]
        if len(own) > 1:
            shape.at_most.append((own, 1))
    for kind, count in pieces:
        clauses, at_most = exactly([shape.at[kind, cell] for cell in open_cells], count)
        shape.clauses += clauses
        shape.at_most += at_most
    _define_attacks(shape, open_cells, number, lambda kind, cell: _seen(kind, cell, rows, columns, blocked))
    _one_attack_each_way(shape, open_cells)
    if sum(count for _, count in pieces) > 2:
        shape.clauses += _no_pairs(shape)
    if outer:
        lines = [range(columns), range((rows - 1) * columns, rows * columns)]
        lines += [range(0, rows * columns, columns), range(columns - 1, rows * columns, columns)]
        shape.clauses += [[shape.occupied[cell] for cell in line if cell not in blocked] for line in lines]
    return shape


def _define_attacks(shape: Shape, open_cells: list[int], number: Iterator[int], seen: Any) -> None:
    """An attack is a variable: a piece here, one there, nothing between. Never between equal kinds."""
    for kind, cell in product(shape.kinds, open_cells):
        for target, between in seen(kind, cell):
            attack = next(number)
            shape.attack[kind, cell, target] = attack
            here, there = shape.at[kind, cell], shape.occupied[target]
            clear = [-shape.occupied[x] for x in between]
            shape.clauses += [[-attack, here], [-attack, -shape.at[kind, target]], [-attack, there]]
            shape.clauses += [[-attack, free] for free in clear]
            shape.clauses.append([attack, -here, -there, *(-free for free in clear)])
    shape.attack_of = {v: key for key, v in shape.attack.items()}


def _one_attack_each_way(shape: Shape, open_cells: list[int]) -> None:
    """Each piece attacks exactly one and is attacked by exactly one."""
    out: dict[Placed, list[int]] = {placed: [] for placed in shape.at}
    into: dict[int, list[int]] = {cell: [] for cell in open_cells}
    for (kind, cell, target), attack in shape.attack.items():
        out[kind, cell].append(attack)
        into[target].append(attack)
    for placed, attacks in out.items():
        shape.clauses.append([-shape.at[placed], *attacks])
    for cell in open_cells:
        all_out = [attack for kind in shape.kinds for attack in out[kind, cell]]
        shape.clauses.append([-shape.occupied[cell], *into[cell]])
        shape.at_most += [(attacks, 1) for attacks in (all_out, into[cell]) if len(attacks) > 1]


def _no_pairs(shape: Shape) -> Iterator[Clause]:
    """Two pieces that attack each other would be a loop of their own."""
    for (_, cell, target), attack in shape.attack.items():
        for kind in shape.kinds:
            back = shape.attack.get((kind, target, cell), 0)
            if attack < back:
                yield [-attack, -back]


def _loops(attacks: list[tuple[str, int, int]]) -> list[list[tuple[str, int, int]]]:
    """The closed loops that the attacks form."""
    following = {cell: (kind, cell, target) for kind, cell, target in attacks}
    loops = []
    while following:
        loop = []
        cell = next(iter(following))
        while cell in following:
            step = following.pop(cell)
            loop.append(step)
            cell = step[2]
        loops.append(loop)
    return loops


def _given_clauses(shape: Shape, givens: list[list[Any]], columns: int) -> Iterator[Clause]:
    for r, row in enumerate(givens):
        for c, given in enumerate(row):
            cell = r * columns + c
            if given == ".":
                yield [-shape.occupied[cell]]
            elif given in STEPS:
                yield [shape.at[given, cell]] if given in shape.kinds else []


def _key(puzzle: dict[str, Any]) -> tuple[Any, ...]:
    columns = puzzle["columns"]
    givens = puzzle.get("givens") or ()
    blocked = (r * columns + c for r, row in enumerate(givens) for c, given in enumerate(row) if given == "#")
    pieces = tuple((kind, count) for kind, count in puzzle["pieces"].items() if count)
    return puzzle["rows"], columns, pieces, puzzle.get("outer", True), frozenset(blocked)


@dataclass(frozen=True)
class ChessLoopSat:
    """One solver of python-sat on Chess Loop."""

    backend: Backend
    genre = "chess-loop"

    @property
    def name(self) -> str:
        """As it is printed in tables."""
        return self.backend.name

    def prepare(self, puzzle: dict[str, Any]) -> None:
        """Compile all but the givens."""
        shape_of(*_key(puzzle))

    def prove(self, puzzle: dict[str, Any], time_limit: float) -> str:
        """Build, first solution, proof that there is no other up to symmetry."""
        shape = shape_of(*_key(puzzle))
        givens = puzzle.get("givens") or ()
        flat = [given for row in givens for given in row]
        kept = [
            im for im in shape.images if not flat or all(flat[im[i]] == given for i, given in enumerate(flat))
        ]
        found = 0
        with Search(self.backend, time_limit) as search:
            search.add(shape.clauses, shape.at_most)
            search.add(_given_clauses(shape, givens, puzzle["columns"]))
            while found < 2:
                answer = search.solve()
                if answer is None:
                    return "unknown"
                if not answer:
                    break
                model = search.model()
                attacks = [step for v, step in shape.attack_of.items() if model[v - 1] > 0]
                loops = _loops(attacks)
                if len(loops) > 1:
                    for loop in loops:
                        search.add(_cuts(shape, loop))
                else:
                    found += 1
                    search.add(_images(shape, kept, attacks))
        return ("none", "unique", "multiple")[found]


def _cuts(shape: Shape, loop: list[tuple[str, int, int]]) -> set[tuple[int, ...]]:
    """No image of this loop, as long as it leaves pieces out (which it does wherever it stands)."""
    attack = shape.attack
    images = ([(kind, im[cell], im[target]) for kind, cell, target in loop] for im in shape.images)
    return {
        tuple(sorted(-attack[step] for step in image)) for image in images if all(s in attack for s in image)
    }


def _images(shape: Shape, kept: list[list[int]], attacks: list[tuple[str, int, int]]) -> set[tuple[int, ...]]:
    """No image of this solution."""
    return {tuple(sorted(-shape.at[kind, im[cell]] for kind, cell, _ in attacks)) for im in kept}
