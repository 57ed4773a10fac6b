"""Slitherlink as a trial genre: a loop along the borders of cells."""

from __future__ import annotations

from typing import Any

from gridwright.model.constraints import at_most, exactly, implies, one_loop
from gridwright.model.fields import CellNumbers
from gridwright.model.genre import Constraints, Genre, rule
from gridwright.model.grid import BOARD, Place
from gridwright.model.unknowns import YesNo
from tests.genres import rows


class Slitherlink(Genre):
    """Draw one loop along the borders; a number says how many borders of its cell belong to it."""

    name = "slitherlink"

    clues = CellNumbers(key="grid", zero=True, at_most=4)
    line = YesNo(on="borders")

    @rule("A number says how many sides of its cell belong to the loop.")
    def numbers(self) -> Constraints:
        for cell in self.grid.cells:
            sides = [self.line[side] for side in self.grid.sides(cell)]
            for number in range(5):
                yield exactly(number, sides, about=cell, when=self.clues[cell] == number)

    @rule("The loop never ends, branches or crosses itself.")
    def corners(self) -> Constraints:
        for corner, borders in self.grid.borders_at.items():
            lines = [self.line[border] for border in borders]
            yield at_most(2, lines, about=Place.of(corner))
            for line in lines:
                yield implies(line, [other for other in lines if other is not line], about=Place.of(corner))

    @rule("There is one single loop.")
    def loop(self) -> Constraints:
        yield one_loop(((*border, self.line[border]) for border in self.grid.borders), about=BOARD)


BOARDS: list[dict[str, Any]] = [
    {
        "grid": rows(".121 .... .210"),
        "status": "unique",
        "solution": {
            "lines": {"horizontal": rows("1110 0000 0110 1000"), "vertical": rows("10010 10010 11000")}
        },
    },
    {
        "grid": rows("..32. 0...3 1.0.. 2.1.. ..22."),
        "status": "unique",
        "solution": {
            "lines": {
                "horizontal": rows("00100 00011 01001 00001 10110 11001"),
                "vertical": rows("001100 001001 010010 010001 101011"),
            }
        },
    },
    {
        "grid": rows("3...... ..20..0 22..2.1 1...0.. 2..0102 ...2..2 22..2.."),
        "status": "unique",
        "solution": {
            "lines": {
                "horizontal": rows("1000000 0100000 1010110 0101000 1100001 0010100 0000001 1101010"),
                "vertical": rows("11000000 10100000 01011010 00100010 10000001 10111101 10111110"),
            }
        },
    },
    {"grid": rows("... ... ..."), "status": "multiple"},
    {"grid": rows("4.. ... ..4"), "status": "none"},
]
