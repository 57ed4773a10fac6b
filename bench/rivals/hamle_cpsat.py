"""Hamle with CP-SAT; connectedness by cuts, added when a solution breaks it.

A flow or a tree over the empty cells would cost more variables than the whole rest of the model; with the
cuts against single walled-in cells from the start, few boards need more than two or three rounds.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from ortools.sat.python import cp_model

from bench.rivals.cpsat import VERDICTS, single_threaded
from bench.rivals.hamle_board import Options, cuts, grid_of, moves, options_of


class _Model:
    """The board for CP-SAT."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.model = cp_model.CpModel()
        self.chosen = [self.model.new_bool_var("") for _ in options.target]
        self.groups: dict[tuple[int, ...], cp_model.IntVar] = {}
        for own in options.by_piece:
            self.model.add_exactly_one(self.chosen[i - 1] for i in own)
        for conflict in options.conflicts():
            self.model.add_at_most_one(self.chosen[i - 1] for i in conflict)
        for pocket in options.lone_pockets():
            self.forbid_all(pocket)

    def _literal(self, group: tuple[int, ...]) -> cp_model.IntVar:
        """True if one of the options is chosen; a single option stands for itself."""
        if len(group) == 1:
            return self.chosen[group[0] - 1]
        if group not in self.groups:
            literal = self.model.new_bool_var("")
            self.model.add_exactly_one(~literal, *(self.chosen[i - 1] for i in group))
            self.groups[group] = literal
        return self.groups[group]

    def forbid_all(self, cells: Iterable[int]) -> None:
        """Not all of these cells are taken."""
        self.model.add_bool_or(~self._literal(tuple(self.options.landing[cell])) for cell in cells)

    def forbid_board(self, chosen: list[int]) -> None:
        """Another final board."""
        self.model.add_bool_or(~self._literal(group) for group in self.options.standing(chosen))


def _lean_solver(time_limit: float) -> cp_model.CpSolver:
    """On boards this small, presolve and linear relaxation cost more than they save (2.5 against 1.7 ms)."""
    solver = single_threaded(time_limit)
    solver.parameters.cp_model_presolve = False
    solver.parameters.linearization_level = 0
    solver.parameters.symmetry_level = 0
    solver.parameters.stop_after_first_solution = True
    return solver


class HamleCpSat:
    """CP-SAT, one worker."""

    genre = "hamle"
    name = "cp-sat"

    def prepare(self, puzzle: dict[str, Any]) -> None:
        """Compile the puzzle's shape."""
        moves(len(puzzle["grid"]), len(puzzle["grid"][0]))

    def prove(self, puzzle: dict[str, Any], time_limit: float) -> str:
        """Build, first solution, proof that there is no other."""
        deadline = time.process_time() + time_limit
        options = options_of(grid_of(puzzle))
        board = _Model(options)
        found = 0
        while found < 2:
            solver = _lean_solver(deadline - time.process_time())
            answer = solver.solve(board.model)
            if answer == cp_model.INFEASIBLE:
                break
            if answer not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                return "unknown"
            chosen = [i for i, option in enumerate(board.chosen, 1) if solver.boolean_value(option)]
            broken = cuts(options.around, {options.target[i - 1] for i in chosen})
            for border in broken:
                board.forbid_all(border)
            if not broken:
                found += 1
                board.forbid_board(chosen)
        return VERDICTS[found]
