"""What the CP-SAT rivals share: one worker, two solutions sought in one search."""

from __future__ import annotations

from ortools.sat.python import cp_model

VERDICTS = ("none", "unique", "multiple")


def single_threaded(time_limit: float) -> cp_model.CpSolver:
    """A solver that uses one core and no more than the time it is given."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = max(time_limit, 0.001)
    return solver


class _StopAtTwo(cp_model.CpSolverSolutionCallback):
    """Ends the search at the second solution."""

    def __init__(self) -> None:
        super().__init__()
        self.found = 0

    def on_solution_callback(self) -> None:
        """Called by CP-SAT."""
        self.found += 1
        if self.found == 2:
            self.stop_search()


def verdict_by_enumeration(model: cp_model.CpModel, time_limit: float) -> str:
    """The verdict, by enumerating solutions until there are two."""
    solver = single_threaded(time_limit)
    solver.parameters.enumerate_all_solutions = True
    counter = _StopAtTwo()
    answer = solver.solve(model, counter)
    if counter.found < 2 and answer not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        return "unknown"
    return VERDICTS[counter.found]
