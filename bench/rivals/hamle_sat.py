"""Hamle with python-sat; connectedness by cuts, added when a solution breaks it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bench.rivals.hamle_board import Options, cuts, grid_of, moves, options_of
from bench.rivals.sat import Backend, Search


class _Groups:
    """A literal for "one of these options", made when first asked for; a single option stands for itself."""

    def __init__(self, search: Search, options: Options) -> None:
        self.search, self.options = search, options
        self.next = len(options.target) + 1
        self.literals: dict[tuple[int, ...], int] = {}

    def literal(self, group: tuple[int, ...]) -> int:
        """True if one of the options is chosen."""
        if len(group) == 1:
            return group[0]
        if group not in self.literals:
            self.literals[group] = self.next
            self.search.add([-option, self.next] for option in group)
            self.next += 1
        return self.literals[group]

    def forbid_all(self, cells: Iterable[int]) -> None:
        """Not all of these cells are taken."""
        self.search.add([[-self.literal(tuple(self.options.landing[cell])) for cell in cells]])

    def forbid_board(self, chosen: list[int]) -> None:
        """Another final board: some number no longer stands where it stands now."""
        self.search.add([[-self.literal(group) for group in self.options.standing(chosen)]])


@dataclass(frozen=True)
class HamleSat:
    """One solver of python-sat on Hamle. Not the rival of our figures, but the stronger one."""

    backend: Backend
    genre = "hamle"

    @property
    def name(self) -> str:
        """As it is printed in tables."""
        return self.backend.name

    def prepare(self, puzzle: dict[str, Any]) -> None:
        """Compile the puzzle's shape."""
        moves(len(puzzle["grid"]), len(puzzle["grid"][0]))

    def prove(self, puzzle: dict[str, Any], time_limit: float) -> str:
        """Build, first solution, proof that there is no other."""
        status, _ = self.two_boards(puzzle, time_limit)
        return status

    def two_boards(self, puzzle: dict[str, Any], time_limit: float) -> tuple[str, list[list[int]]]:
        """The status and up to two solutions, each as the final cell of every piece."""
        options = options_of(grid_of(puzzle))
        found: list[list[int]] = []
        with Search(self.backend, time_limit) as search:
            search.add(options.by_piece)
            search.add((), ((own, 1) for own in options.by_piece if len(own) > 1))
            search.add((), ((conflict, 1) for conflict in options.conflicts()))
            groups = _Groups(search, options)
            for pocket in options.lone_pockets():
                groups.forbid_all(pocket)
            while len(found) < 2:
                answer = search.solve()
                if answer is None:
                    return "unknown", found
                if not answer:
                    break
                chosen = [v for v in search.model()[: len(options.target)] if v > 0]
                ends = [options.target[v - 1] for v in chosen]
                broken = cuts(options.around, set(ends))
                for border in broken:
                    groups.forbid_all(border)
                if not broken:
                    found.append(ends)
                    groups.forbid_board(chosen)
        return ("none", "unique", "multiple")[len(found)], found
