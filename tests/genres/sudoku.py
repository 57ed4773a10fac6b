"""Sudoku as a trial genre: numbers with boxes."""

from __future__ import annotations

from typing import Any

from gridwright.model.constraints import distinct
from gridwright.model.fields import Givens, Regions
from gridwright.model.genre import Constraints, Genre, rule
from gridwright.model.unknowns import Numbers
from tests.genres import rows


class Sudoku(Genre):
    """Fill in the numbers so that none comes twice in a row, a column or a box."""

    name = "sudoku"
    says_size = True

    boxes = Regions()
    number = Numbers(1, lambda board: board.grid.width)
    givens = Givens(number)

    @rule("No number comes twice in a row, a column or a box.")
    def units(self) -> Constraints:
        for unit in (*self.grid.rows, *self.grid.columns, *self.boxes):
            yield distinct(self.number[unit], about=unit)


BOARDS: list[dict[str, Any]] = [
    {
        "size": 4,
        "boxes": rows("0011 0011 2233 2233"),
        "givens": rows("1... 3... ...4 ...1"),
        "status": "unique",
        "solution": {"grid": rows("1243 3412 2134 4321")},
    },
    {
        "size": 6,
        "boxes": rows("000111 000111 222333 222333 444555 444555"),
        "givens": rows("1...3. 4...2. .5.4.. 34..1. 5....2 ......"),
        "status": "unique",
        "solution": {"grid": rows("162534 435126 251463 346215 513642 624351")},
    },
    {
        "size": 9,
        "boxes": rows(" ".join(["000111222"] * 3 + ["333444555"] * 3 + ["666777888"] * 3)),
        "givens": rows(
            ".2....... ..583.... ..64.597. .6...7... 31...6.2. ....84.6. ......89. .....8.5. ...6..1.2"
        ),
        "status": "unique",
        "solution": {
            "grid": rows(
                "829761435 475839216 136425978 564217389 318596724 792384561 653142897 241978653 987653142"
            )
        },
    },
    {
        "size": 4,
        "boxes": rows("0011 0011 2233 2233"),
        "givens": rows("1... .... .... ...."),
        "status": "multiple",
    },
    {
        "size": 4,
        "boxes": rows("0011 0011 2233 2233"),
        "givens": rows("1..1 .... .... ...."),
        "status": "none",
    },
]
