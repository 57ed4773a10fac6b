"""Star Battle with CP-SAT."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ortools.sat.python import cp_model

from bench.rivals.cpsat import verdict_by_enumeration
from bench.rivals.star_battle_sat import PLAIN, Cells, open_cells, region_units, shape_of


@lru_cache(maxsize=64)
def _shape_model(cells: Cells, stars: int) -> cp_model.CpModel:
    """Rows, columns and touching; cloned for every board."""
    numbered = shape_of(cells, stars, PLAIN).cells
    model = cp_model.CpModel()
    for _ in range(sum(map(sum, cells))):
        model.new_bool_var("")
    for line in (*numbered, *zip(*numbered, strict=True)):
        unit = [_star(model, v) for v in line if v]
        if unit:
            model.add(cp_model.LinearExpr.sum(unit) == stars)
    for r in range(max(1, len(numbered) - 1)):
        for c in range(max(1, len(numbered[0]) - 1)):
            block = [v for row in numbered[r : r + 2] for v in row[c : c + 2] if v]
            model.add_at_most_one(_star(model, v) for v in block)
    return model


def _star(model: cp_model.CpModel, v: int) -> cp_model.IntVar:
    """CP-SAT's variable for the cell whose number (from 1) is ``v``."""
    return model.get_bool_var_from_proto_index(v - 1)


class StarBattleCpSat:
    """CP-SAT, one worker, the shape's model made beforehand."""

    genre = "star-battle"
    name = "cp-sat"

    def prepare(self, puzzle: dict[str, Any]) -> None:
        """Compile the puzzle's shape."""
        _shape_model(open_cells(puzzle), puzzle["stars"])

    def prove(self, puzzle: dict[str, Any], time_limit: float) -> str:
        """Build, first solution, proof that there is no other."""
        cells, stars = open_cells(puzzle), puzzle["stars"]
        shape = shape_of(cells, stars, PLAIN)
        model = _shape_model(cells, stars).clone()
        for unit in region_units(shape, puzzle.get("regions")):
            model.add(cp_model.LinearExpr.sum([_star(model, v) for v in unit]) == stars)
        for values, variables in zip(puzzle.get("givens") or (), shape.cells, strict=False):
            for value, v in zip(values, variables, strict=True):
                if v and value is not None:
                    model.add(_star(model, v) == value)
        return verdict_by_enumeration(model, time_limit)
