"""Nurikabe as a trial genre: islands of given sizes in a connected sea."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gridwright.model.constraints import at_most, connected, exactly, implies
from gridwright.model.fields import CellNumbers
from gridwright.model.genre import Board, Constraints, Genre, Values, rule
from gridwright.model.grid import Cell, Place
from gridwright.model.terms import Literal
from gridwright.model.unknowns import Hidden, YesNo
from tests.genres import rows


class Nurikabe(Genre):
    """Shade cells: the rest are islands, each with one number, its size; the shaded cells are one sea."""

    name = "nurikabe"

    clues = CellNumbers(key="grid")
    shaded = YesNo(yes="■", no="·")
    island: Hidden[tuple[Cell, Cell]] = Hidden()  # of the clue in the first cell, on the second

    @rule("A number is the size of its island.")
    def sizes(self) -> Constraints:
        for clue in self.grid.cells:
            members = [self.island[clue, cell] for cell in self.grid.cells]
            for size in range(1, len(members) + 1):
                yield exactly(size, members, about=Place.of(clue, "island"), when=self.clues[clue] == size)

    @rule("Each cell is shaded or belongs to one island.")
    def one_island(self) -> Constraints:
        for cell in self.grid.cells:
            islands = [self.island[clue, cell].when(self.clues[clue].given) for clue in self.grid.cells]
            yield exactly(1, [self.shaded[cell], *islands], about=cell)
            yield exactly(1, [self.island[cell, cell]], about=cell, when=self.clues[cell].given)

    @rule("Islands hang together and do not share an edge.")
    def islands(self) -> Constraints:
        for clue in self.grid.cells:
            about, given = Place.of(clue, "island"), self.clues[clue].given
            members = {cell: self.island[clue, cell] for cell in self.grid.cells}
            yield connected(members, self.grid.edges, about=about, when=given)
            for first, second in (pair for edge in self.grid.edges for pair in (edge, reversed(edge))):
                beside = [members[second], self.shaded[second]]
                yield implies(members[first], beside, about=about, when=given)

    @rule("All shaded cells are connected.")
    def sea(self) -> Constraints:
        yield connected({cell: self.shaded[cell] for cell in self.grid.cells}, self.grid.edges)

    @rule("No 2x2 block is wholly shaded.")
    def no_pools(self) -> Constraints:
        for block in self.grid.blocks(2, 2):
            yield at_most(3, self.shaded[block], about=block)

    def fill_hidden(self, values: Values, board: Board) -> Mapping[Literal, bool]:
        """A cell belongs to the island that can be walked to from its clue over cells that are not shaded."""
        walked = {clue: self._walk(clue, values["shaded"]) for clue in self.grid.cells}
        return {literal: cell in walked[clue] for (clue, cell), literal in self.island.items()}

    def _walk(self, start: Cell, shaded: Mapping[Cell, int]) -> set[Cell]:
        waiting, reached = [start], {start}
        while waiting:
            beside = self.grid.neighbours(waiting.pop())
            fresh = [cell for cell in beside if not shaded[cell] and cell not in reached]
            reached.update(fresh)
            waiting.extend(fresh)
        return reached


BOARDS: list[dict[str, Any]] = [
    {
        "grid": rows("3.. ... .1."),
        "status": "unique",
        "solution": {"grid": rows("000 111 101")},
    },
    {
        "grid": rows("1..3. ..... .4..1 ..... ...3."),
        "status": "unique",
        "solution": {"grid": rows("01000 11111 00010 01111 11000")},
    },
    {
        "grid": rows("..2... 1....1 .1.2.. ...... .....3 4..1.."),
        "status": "unique",
        "solution": {"grid": rows("110011 011110 101011 111010 001110 001010")},
    },
    {"grid": rows("2.. ... ..2"), "status": "multiple"},
    {"grid": rows("1.. ... ..."), "status": "none"},
]
