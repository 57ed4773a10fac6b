"""What the setter of a puzzle gives: numbers, switches, regions, marks on edges, numbers and givens in cells.

A genre declares these as class attributes. Each kind knows how a JSON value and a drawing of it are read and
checked, and how they are written back. Scalars belong to a board's shape, for which rules are compiled once;
all else labels cells or edges, and is bound to that for each board.

    stars = Number(at_least=1, noun="star")            {"stars": 2}
    all_dots = Flag(default=True)                      {"all_dots": false}
    pieces = Counts("rook", "knight")                  {"pieces": {"rook": 3, "knight": 3}}
    regions = Regions(holes=True)                      {"regions": [[0, 0, "a"], [1, null, "a"]]}
    dots = EdgeMarks("white", "black", letters="o*")   {"dots": [{"cells": [[0,0],[0,1]], "colour": "white"}]}
    pieces = CellNumbers(key="grid")                   {"grid": [[0, 3, 0], [1, 0, 2]]}
    givens = Givens(number)                            {"givens": [[null, 3], [null, null]]}
"""

from gridwright.model.labels import CellField, CellNumbers, EdgeMarks, Givens, LabelField, Regions
from gridwright.model.scalars import Counts, Field, Flag, Number, Scalar

__all__ = [
    "CellField",
    "CellNumbers",
    "Counts",
    "EdgeMarks",
    "Field",
    "Flag",
    "Givens",
    "LabelField",
    "Number",
    "Regions",
    "Scalar",
]
