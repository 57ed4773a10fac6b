"""Random Star Battle boards with one solution, made without gridwright.

Stars first, then regions grown around them. As long as there is a second solution, a cell that holds a star
only there goes to a neighbouring region: that solution is dead. Among such moves the one is taken that
leaves the fewest of all solutions met so far alive.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bench.rivals.sat import GLUECARD4, MINICARD, Search
from bench.rivals.star_battle_sat import BLOCKS, PLAIN, StarBattleSat, shape_of

SOLVE_SECONDS = 20.0
PATIENCE = 200
"""Moves after which a board is given up: a fresh one is sooner found."""


def make_board(random: Random, size: int, stars: int) -> dict[str, Any]:
    """One board with one solution."""
    while True:
        placed = random_stars(random, size, stars)
        owner = _grow_regions(random, size, stars, placed)
        if owner is None:
            continue
        board = _Carving(random, size, stars, frozenset(placed), owner)
        if board.carve():
            regions = [board.owner[r * size : (r + 1) * size] for r in range(size)]
            return {
                "genre": "star-battle",
                "stars": stars,
                "regions": _renumbered(regions),
                "status": "unique",
            }


def random_stars(random: Random, size: int, stars: int) -> list[int]:
    """Cells of a random legal placement: a few random stars, completed by a solver with shuffled cells."""
    shape = shape_of(((True,) * size,) * size, stars, BLOCKS if stars > 1 else PLAIN)
    mirror = random.choice((lambda v: v, lambda v: size * size + 1 - v))
    while True:
        with Search(MINICARD, 5.0) as search:
            search.add(shape.clauses, shape.at_most)
            for v in random.sample(shape.flat, size * stars):
                # Each wish is kept only if it leaves a solution.
                if search.backend.solve(search.handle, [mirror(v)], 0, 0):
                    search.add([[mirror(v)]])
            if search.solve():
                return [v - 1 for v in search.model()[: size * size] if v > 0]


def neighbours(size: int, cell: int) -> Iterator[int]:
    """The cells that share an edge with ``cell``."""
    r, c = divmod(cell, size)
    if r:
        yield cell - size
    if c:
        yield cell - 1
    if c + 1 < size:
        yield cell + 1
    if r + 1 < size:
        yield cell + size


def _grow_regions(random: Random, size: int, stars: int, placed: list[int]) -> list[int] | None:
    """Regions of ``stars`` stars each: stars grow patches, patches are joined; None if they cannot be."""
    patch = [-1] * (size * size)
    for index, cell in enumerate(placed):
        patch[cell] = index
    border = list(placed)
    while border:
        cell = border[random.randrange(len(border))]
        free = [near for near in neighbours(size, cell) if patch[near] < 0]
        if free:
            near = random.choice(free)
            patch[near] = patch[cell]
            border.append(near)
        else:
            border.remove(cell)
    beside: list[set[int]] = [set() for _ in placed]
    for cell, own in enumerate(patch):
        beside[own].update(patch[near] for near in neighbours(size, cell) if patch[near] != own)
    for _ in range(200):
        group = _join_patches(random, beside, stars)
        if group:
            return [group[own] for own in patch]
    return None


def _join_patches(random: Random, beside: list[set[int]], stars: int) -> list[int] | None:
    """Partition the patches into connected groups of ``stars``, beginning at the tightest corners."""
    group = [-1] * len(beside)
    free = set(range(len(beside)))
    while free:
        seed = min(free, key=lambda own: (len(beside[own] & free), random.random()))
        members = {seed}
        while len(members) < stars:
            reach = set().union(*(beside[own] for own in members)) & free - members
            if not reach:
                return None
            members.add(min(reach, key=lambda own: (len(beside[own] & free - members), random.random())))
        for own in members:
            group[own] = len(beside) - len(free)
        free -= members
    return group


@dataclass
class _Carving:
    """Regions on their way to one solution."""

    random: Random
    size: int
    stars: int
    solution: frozenset[int]
    owner: list[int]
    pool: list[tuple[frozenset[int], dict[int, int]]] = field(default_factory=list)

    def carve(self) -> bool:
        """Move cells until the solution is the only one; False if that takes too long."""
        prover = StarBattleSat(GLUECARD4, BLOCKS if self.stars > 2 else PLAIN)
        known = [[cell + 1 for cell in sorted(self.solution)]]
        for _ in range(PATIENCE):
            status, found = prover.two_solutions(self._puzzle(), SOLVE_SECONDS, known)
            if status != "multiple":
                return status == "unique"
            other = frozenset(v - 1 for v in found[1])
            self._remember(other)
            moves = list(self._moves(other - self.solution)) or list(self._moves(self._elsewhere()))
            if not moves:
                return False
            self._move(*min(moves, key=self._alive_after))
        return False

    def _puzzle(self) -> dict[str, Any]:
        rows = [self.owner[r * self.size : (r + 1) * self.size] for r in range(self.size)]
        return {"genre": "star-battle", "stars": self.stars, "regions": rows}

    def _remember(self, other: frozenset[int]) -> None:
        counts = dict.fromkeys(set(self.owner), 0)
        for cell in other:
            counts[self.owner[cell]] += 1
        self.pool.append((other, counts))

    def _elsewhere(self) -> set[int]:
        cells = [cell for cell in range(self.size**2) if cell not in self.solution]
        return set(self.random.sample(cells, 4 * self.size))

    def _moves(self, cells: set[int] | frozenset[int]) -> Iterator[tuple[int, int]]:
        """Cells that can leave their region without tearing it, with the region they can go to."""
        for cell in sorted(cells):
            others = {self.owner[near] for near in neighbours(self.size, cell)} - {self.owner[cell]}
            if others and self._can_leave(cell):
                for other in sorted(others):
                    yield cell, other

    def _can_leave(self, cell: int) -> bool:
        own = self.owner[cell]
        near = [n for n in neighbours(self.size, cell) if self.owner[n] == own]
        if not near:
            return False
        seen, todo = {cell, near[0]}, [near[0]]
        while todo:
            for n in neighbours(self.size, todo.pop()):
                if self.owner[n] == own and n not in seen:
                    seen.add(n)
                    todo.append(n)
        return all(n in seen for n in near)

    def _alive_after(self, move: tuple[int, int]) -> tuple[int, float]:
        """How many remembered solutions would be solutions after the move."""
        cell, target = move
        source = self.owner[cell]
        alive = 0
        for other, counts in self.pool:
            shift = cell in other
            alive += all(
                count - (shift and region == source) + (shift and region == target) == self.stars
                for region, count in counts.items()
            )
        return alive, self.random.random()

    def _move(self, cell: int, target: int) -> None:
        source = self.owner[cell]
        self.owner[cell] = target
        for other, counts in self.pool:
            if cell in other:
                counts[source] -= 1
                counts[target] += 1


def _renumbered(regions: list[list[int]]) -> list[list[int]]:
    """Region numbers in order of appearance: shorter files, and the same regions always look the same."""
    names: dict[int, int] = {}
    return [[names.setdefault(own, len(names)) for own in row] for row in regions]
