"""Kropki: a Latin square with dots between neighbours; with boxes, Kropki Sudoku."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.model.constraints import distinct, related, whole_line
from gridwright.model.fields import EdgeMarks, Flag, Givens, Regions
from gridwright.model.genre import Board, Constraints, Genre, Remark, implied, rule
from gridwright.model.unknowns import Numbers


class Kropki(Genre):
    """Fill in the numbers 1 to N; white dots join consecutive numbers, black dots a number and its double."""

    name = "kropki"
    aliases = ("kropki-sudoku", "dots")
    says_size = True

    # what the setter gives
    dots = EdgeMarks("white", "black", letters="o*")
    all_dots = Flag(default=True)
    boxes = Regions()

    # what the solver finds
    number = Numbers(1, lambda board: max(board.grid.height, board.grid.width))
    givens = Givens(number)

    @rule("No number comes twice in a row or column.")
    def lines(self) -> Constraints:
        for line in (*self.grid.rows, *self.grid.columns):
            yield distinct(self.number[line], about=line)

    @rule("No number comes twice in a box.")
    def in_boxes(self) -> Constraints:
        for box in self.boxes:
            yield distinct(self.number[box], about=box)

    @rule("A white dot joins consecutive numbers.")
    def white_dots(self) -> Constraints:
        for edge in self.grid.edges:
            a, b = edge
            yield related(
                self.number[a], self.number[b], consecutive, about=edge, when=self.dots[edge] == "white"
            )

    @rule("A black dot joins a number and its double.")
    def black_dots(self) -> Constraints:
        for edge in self.grid.edges:
            a, b = edge
            yield related(self.number[a], self.number[b], double, about=edge, when=self.dots[edge] == "black")

    @rule("Numbers without a dot between them are neither consecutive nor double.")
    def no_dots(self) -> Constraints:
        if not self.all_dots:
            return
        for edge in self.grid.edges:
            a, b = edge
            yield related(self.number[a], self.number[b], neither, about=edge, when=self.dots[edge].missing)

    def remarks(self, board: Board) -> Iterator[Remark]:
        if self.all_dots and self.grid.edges and max(board.labels["dots"]) < 0:
            message = (
                "There are no dots at all, and no two neighbours without one may be consecutive or double."
            )
            yield Remark("no-dots", message)

    @implied
    def whole_lines(self) -> Constraints:
        """All that is said within one line, taken together."""
        for line in (*self.grid.rows, *self.grid.columns):
            yield whole_line([self.number[cell] for cell in line], about=line)


def consecutive(a: int, b: int) -> bool:
    return abs(a - b) == 1


def double(a: int, b: int) -> bool:
    return a == 2 * b or b == 2 * a


def neither(a: int, b: int) -> bool:
    return not consecutive(a, b) and not double(a, b)
