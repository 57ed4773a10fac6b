"""The tiny null genre: always run through everything, so that nothing rests on what other genres have."""

from __future__ import annotations

from typing import Any

from gridwright.model.constraints import exactly
from gridwright.model.fields import Givens, Number
from gridwright.model.genre import Constraints, Genre, rule
from gridwright.model.grid import BOARD
from gridwright.model.unknowns import YesNo


class Null(Genre):
    """Mark so many cells."""

    name = "null"

    marks = Number()
    mark = YesNo()
    givens = Givens(mark)

    @rule("Exactly {marks} cells are marked.")
    def total(self) -> Constraints:
        yield exactly(self.marks, [self.mark[cell] for cell in self.grid.cells], about=BOARD)


BOARDS: list[dict[str, Any]] = [
    {"rows": 1, "columns": 1, "marks": 1, "status": "unique", "solution": {"grid": [[1]]}},
    {"rows": 1, "columns": 1, "marks": 2, "status": "none"},
    {"rows": 1, "columns": 2, "marks": 1, "status": "multiple"},
    {
        "rows": 1,
        "columns": 2,
        "marks": 1,
        "givens": [[None, 0]],
        "status": "unique",
        "solution": {"grid": [[1, 0]]},
    },
    {"rows": 2, "columns": 2, "marks": 0, "status": "unique", "solution": {"grid": [[0, 0], [0, 0]]}},
]
