"""Hamle: numbered pieces that move apart."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import Any

from gridwright.genres.hamle.moves import matched, undecided
from gridwright.model.constraints import any_of, at_most, connected, defines, exactly
from gridwright.model.errors import PuzzleError
from gridwright.model.fields import CellNumbers
from gridwright.model.genre import Board, Constraints, Genre, Remark, Values, rule
from gridwright.model.grid import STRAIGHT, Cell, Direction, Place
from gridwright.model.marks import read_cell
from gridwright.model.terms import FALSE, TRUE, Literal, Member
from gridwright.model.unknowns import Hidden, Numbers, Pick

Ways = list[Member[Literal]]  # moves, each on those boards where a piece there can make it


class Hamle(Genre):
    """Move every piece its number of cells so that none touch and the empty cells hang together."""

    name = "hamle"

    # what the setter gives
    pieces = CellNumbers(key="grid")
    reach: int  # the largest number on the board that can move at all

    # what the solver finds: the number that ends in each cell, 0 for none
    number = Numbers(0, lambda board: board.reach)
    move: Hidden[tuple[Cell, Direction]] = Hidden()

    @rule("Every piece moves exactly its number of cells, straight, and stays on the board.")
    def moves(self) -> Constraints:
        for cell in self.grid.cells:
            yield exactly(1, self.ways[cell], about=Place.of(cell, "piece"), when=self.pieces[cell].given)

    @rule("A piece takes its number along.")
    def arrivals(self) -> Constraints:
        for cell in self.grid.cells:
            for number in range(1, self.reach + 1):
                yield defines(self.number[cell] == number, any_of=self.arriving[cell][number], about=cell)

    @rule("No two pieces share a cell.")
    def alone(self) -> Constraints:
        for cell in self.grid.cells:
            yield at_most(1, chain(*self.arriving[cell].values()), about=cell)

    @rule("No two pieces share an edge.")
    def apart(self) -> Constraints:
        for edge in self.grid.edges:
            yield any_of([self.number[cell] == 0 for cell in edge], about=edge)

    @rule("All empty cells are connected.")
    def empty_cells(self) -> Constraints:
        yield connected({cell: self.number[cell] == 0 for cell in self.grid.cells}, self.grid.edges)

    @cached_property
    def ways(self) -> dict[Cell, Ways]:
        """The moves of a piece in each cell: in every direction where its number leaves it on the board."""
        return {
            cell: [
                self.move[cell, direction].when(self.pieces[cell] <= room)
                for direction in STRAIGHT
                if (room := sum(1 for _ in self.grid.ray(cell, direction)))
            ]
            for cell in self.grid.cells
        }

    @cached_property
    def arriving(self) -> dict[Cell, dict[int, Ways]]:
        """For each cell and number: the moves that would bring this number to this cell."""
        numbers = range(1, self.reach + 1)
        found: dict[Cell, dict[int, Ways]] = {
            cell: {number: [] for number in numbers} for cell in self.grid.cells
        }
        for start in self.grid.cells:
            for direction in STRAIGHT:
                for number, end in enumerate(self.grid.ray(start, direction), start=1):
                    if number <= self.reach:
                        way = self.move[start, direction].when(self.pieces[start] == number)
                        found[end][number].append(way)
        return found

    def branch_on(self) -> Iterator[Pick]:
        """Where each piece goes."""
        for cell in self.grid.cells:
            for number in range(1, self.reach + 1):
                ends = {
                    end: self.move[cell, direction]
                    for direction in STRAIGHT
                    if (end := self.grid.straight(cell, direction, number))
                }
                literals, here = tuple(ends.values()), self.pieces[cell] == number
                yield Pick(f"piece at {cell}", 1, literals, tuple(ends), when=here)

    @classmethod
    def derive(cls, board: Board) -> dict[str, Hashable]:
        longest = max(board.grid.height, board.grid.width) - 1
        return {"reach": min(longest, max(0, *board.labels["pieces"]))}

    def fill_hidden(self, values: Values, board: Board) -> Mapping[Literal, bool]:
        ends = matched(board, values["number"])
        return {
            literal: cell in ends and ends[cell] in self.grid.ray(cell, direction)
            for (cell, direction), literal in self.move.items()
        }

    def read_mark(self, mark: Mapping[str, Any], board: Board) -> Literal | None:
        """{"piece": cell, "to": cell}; with "not": true it does not go there."""
        if not {"piece", "to"} <= mark.keys() <= {"piece", "to", "not"} or mark.get("not", True) is not True:
            return None
        start, end = (read_cell(mark[key], self.grid, f"/{key}") for key in ("piece", "to"))
        number = board.at("pieces", start)
        if number < 0:
            raise PuzzleError("in this cell there is no piece", "/piece")
        for direction in STRAIGHT:
            if self.grid.straight(start, direction, number) == end:
                move = self.move[start, direction]
                return ~move if "not" in mark else move
        return TRUE if "not" in mark else FALSE

    def write_mark(self, literal: Literal, board: Board) -> Mapping[str, Any] | None:
        found = self.move_of.get(literal.variable)
        if found is None:
            return None
        start, direction = found
        end = self.grid.straight(start, direction, board.at("pieces", start))
        said = {"piece": list(start), "to": None if end is None else list(end)}
        return {**said, "not": True} if literal.negated else said

    @cached_property
    def move_of(self) -> dict[int, tuple[Cell, Direction]]:
        """What each move's variable stands for."""
        return {literal.variable: key for key, literal in self.move.items()}

    def remarks_on_solution(self, values: Values, board: Board) -> Iterator[Remark]:
        pieces = undecided(board, values["number"])
        if pieces:
            yield Remark(
                "several-moves", "Several sets of moves lead to the same final board.", tuple(pieces)
            )

    def solution(self, values: Values, board: Board) -> dict[str, Any]:
        moves = matched(board, values["number"])
        pairs = [{"from": list(start), "to": list(end)} for start, end in sorted(moves.items())]
        return {**super().solution(values, board), "moves": pairs}
