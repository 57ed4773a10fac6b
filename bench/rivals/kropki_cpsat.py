"""Kropki with CP-SAT: integers, all-different lines, tables for dots and for their absence."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any

from ortools.sat.python import cp_model

from bench.rivals.cpsat import verdict_by_enumeration
from bench.rivals.kropki_sat import Shape, may_touch, measures, shape_of


@lru_cache(maxsize=64)
def _lines_model(rows: int, columns: int) -> cp_model.CpModel:
    """Cells and Latin lines; cloned for every board."""
    model = cp_model.CpModel()
    numbers = max(rows, columns)
    grid = [[model.new_int_var(1, numbers, "") for _ in range(columns)] for _ in range(rows)]
    for line in (*grid, *zip(*grid, strict=True)):
        model.add_all_different(line)
    return model


@lru_cache(maxsize=64)
def _tables(numbers: int) -> dict[str, list[tuple[int, int]]]:
    """The pairs that a dot allows; under "" the pairs that the absence of one forbids (which are fewer)."""
    pairs = list(product(range(1, numbers + 1), repeat=2))
    tables = {colour: [pair for pair in pairs if may_touch(colour, *pair)] for colour in ("white", "black")}
    return {**tables, "": [pair for pair in pairs if not may_touch("", *pair)]}


class KropkiCpSat:
    """CP-SAT, one worker, the shape's model made beforehand."""

    genre = "kropki"
    name = "cp-sat"

    def prepare(self, puzzle: dict[str, Any]) -> None:
        """Compile the puzzle's shape."""
        size = measures(puzzle)
        shape_of(*size)
        _lines_model(*size)
        _tables(max(size))

    def prove(self, puzzle: dict[str, Any], time_limit: float) -> str:
        """Build, first solution, proof that there is no other."""
        size = measures(puzzle)
        shape, tables = shape_of(*size), _tables(max(size))
        model = _lines_model(*size).clone()
        cells = [model.get_int_var_from_proto_index(i) for i in range(size[0] * size[1])]
        dots = {tuple(map(tuple, sorted(dot["cells"]))): dot["colour"] for dot in puzzle.get("dots") or ()}
        no_dot = puzzle.get("all_dots", True)
        for edge in shape.edges:
            (r, c), (y, x) = edge
            pair = [cells[r * size[1] + c], cells[y * size[1] + x]]
            colour = dots.get(edge, "")
            if colour:
                model.add_allowed_assignments(pair, tables[colour])
            elif no_dot:
                model.add_forbidden_assignments(pair, tables[""])
        _add_rest(model, shape, cells, puzzle)
        return verdict_by_enumeration(model, time_limit)


def _add_rest(
    model: cp_model.CpModel, shape: Shape, cells: list[cp_model.IntVar], puzzle: dict[str, Any]
) -> None:
    """Givens and boxes."""
    for r, row in enumerate(puzzle.get("givens") or ()):
        for c, value in enumerate(row):
            if value:
                model.add(cells[r * shape.columns + c] == value)
    boxes: dict[Any, list[cp_model.IntVar]] = {}
    for r, row in enumerate(puzzle.get("boxes") or ()):
        for c, name in enumerate(row):
            boxes.setdefault(name, []).append(cells[r * shape.columns + c])
    for box in boxes.values():
        model.add_all_different(box)
