"""OR-Tools CP-SAT as an oracle: every genre straight from its rules, every solution enumerated."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from ortools.sat.python import cp_model

from tests.oracles.meaning import (
    LEAPS,
    Cell,
    Grid,
    Puzzle,
    all_cells,
    edge_allows,
    given_at,
    groups,
    hamle_options,
    is_connected,
    kropki_edges,
    lines,
    open_cells,
    outer_lines,
    rays,
    share_edge,
    size_of,
    star_units,
    touch,
    verdict,
)

Value = Callable[[cp_model.IntVar], int]
"""The value of a variable in the solution at hand."""
Read = Callable[[Value], Grid | None]
"""Reads the solution at hand; None if a rule that the model does not hold rejects it."""

SECONDS = 60.0


def count_solutions(puzzle: Puzzle, limit: int) -> tuple[set[Grid], bool]:
    """Up to ``limit`` solutions, and whether they are proved to be all."""
    model = cp_model.CpModel()
    read = _MODELS[puzzle["genre"]](model, puzzle)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = SECONDS
    solver.parameters.enumerate_all_solutions = True
    collector = _Collector(read, limit)
    answer = solver.solve(model, collector)
    finished = answer in (cp_model.OPTIMAL, cp_model.INFEASIBLE) and not collector.overflowed
    return collector.found, finished


def status(puzzle: Puzzle) -> str:
    """The verdict."""
    return verdict(puzzle, count_solutions)


class _Collector(cp_model.CpSolverSolutionCallback):
    """Keeps different solutions, and stops at the first one too many."""

    def __init__(self, read: Read, limit: int) -> None:
        super().__init__()
        self.read, self.limit = read, limit
        self.found: set[Grid] = set()
        self.overflowed = False

    def on_solution_callback(self) -> None:
        """Called by CP-SAT."""
        solution = self.read(self.value)
        if solution is None or solution in self.found:
            return
        if len(self.found) == self.limit:
            self.overflowed = True
            self.stop_search()
            return
        self.found.add(solution)


def _grid(puzzle: Puzzle, at: Callable[[Cell], object]) -> Grid:
    rows, columns = size_of(puzzle)
    return tuple(tuple(at((r, c)) for c in range(columns)) for r in range(rows))


def _star_battle(model: cp_model.CpModel, puzzle: Puzzle) -> Read:
    star = {cell: model.new_bool_var(f"star{cell}") for cell in open_cells(puzzle)}
    for unit in star_units(puzzle):
        model.add(sum(star[cell] for cell in unit) == puzzle["stars"])
    for a, b in combinations(star, 2):
        if touch(a, b):
            model.add(star[a] + star[b] <= 1)
    for cell, variable in star.items():
        given = given_at(puzzle, cell)
        if given is not None:
            model.add(variable == given)
    return lambda value: _grid(puzzle, lambda cell: value(star[cell]) if cell in star else None)


def _kropki(model: cp_model.CpModel, puzzle: Puzzle) -> Read:
    numbers = range(1, max(size_of(puzzle)) + 1)
    number = {cell: model.new_int_var(1, numbers[-1], f"number{cell}") for cell in all_cells(puzzle)}
    for unit in (*lines(number), *groups(puzzle.get("boxes")).values()):
        model.add_all_different(number[cell] for cell in unit)
    all_dots = puzzle.get("all_dots", True)
    for (a, b), colour in kropki_edges(puzzle).items():
        table = [(v, w) for v in numbers for w in numbers if edge_allows(colour, all_dots, v, w)]
        model.add_allowed_assignments([number[a], number[b]], table)
    for cell, variable in number.items():
        given = given_at(puzzle, cell)
        if given is not None:
            model.add(variable == given)
    return lambda value: _grid(puzzle, lambda cell: value(number[cell]))


def _hamle(model: cp_model.CpModel, puzzle: Puzzle) -> Read:
    """Connectedness is not modelled but read off each solution: slow, and plainly right."""
    landing: dict[Cell, list[tuple[int, cp_model.IntVar]]] = {cell: [] for cell in all_cells(puzzle)}
    for n, ends in hamle_options(puzzle):
        moves = [model.new_bool_var("move") for _ in ends]
        model.add(sum(moves) == 1)
        for end, move in zip(ends, moves, strict=True):
            landing[end].append((n, move))
    pieces = {cell: sum(move for _, move in moves) for cell, moves in landing.items()}
    for taken in pieces.values():
        model.add(taken <= 1)
    for a, b in combinations(pieces, 2):
        if share_edge(a, b):
            model.add(pieces[a] + pieces[b] <= 1)

    def read(value: Value) -> Grid | None:
        standing = {cell: n for cell, moves in landing.items() for n, move in moves if value(move)}
        if not is_connected(set(landing) - set(standing)):
            return None
        return _grid(puzzle, lambda cell: standing.get(cell, 0))

    return read


def _chess_loop(model: cp_model.CpModel, puzzle: Puzzle) -> Read:
    kinds = list(puzzle["pieces"])
    cells = all_cells(puzzle)
    piece = {(kind, cell): model.new_bool_var(f"{kind}{cell}") for kind in kinds for cell in cells}
    taken = {cell: model.new_bool_var(f"taken{cell}") for cell in cells}
    for cell in cells:
        model.add(sum(piece[kind, cell] for kind in kinds) == taken[cell])
    for kind in kinds:
        model.add(sum(piece[kind, cell] for cell in cells) == puzzle["pieces"][kind])
    if puzzle.get("outer", True):
        for line in outer_lines(puzzle):
            model.add(sum(taken[cell] for cell in line) >= 1)
    for cell in cells:
        given = given_at(puzzle, cell)
        if given in ("#", "."):
            model.add(taken[cell] == 0)
        elif given is not None:
            # A given of a kind that is not among the pieces cannot be met.
            model.add(piece[given, cell] == 1 if given in kinds else taken[cell] + 1 == 0)
    _add_loop(model, puzzle, piece, taken)
    return lambda value: _grid(puzzle, lambda cell: next((k for k in kinds if value(piece[k, cell])), None))


def _add_loop(
    model: cp_model.CpModel,
    puzzle: Puzzle,
    piece: dict[tuple[str, Cell], cp_model.IntVar],
    taken: dict[Cell, cp_model.IntVar],
) -> None:
    """The attacks are the arcs of one circuit through all taken cells; all other cells are left out of it."""
    number = {cell: i for i, cell in enumerate(taken)}
    arcs = [(number[cell], number[cell], ~is_taken) for cell, is_taken in taken.items()]
    for (kind, cell), is_here in piece.items():
        attacks = []
        for ray in rays(puzzle, kind, cell):
            for i, target in enumerate(ray):
                between = [] if kind in LEAPS else [~taken[x] for x in ray[:i]]
                attack = model.new_bool_var("attack")
                conditions = [is_here, taken[target], *between]
                model.add_bool_and(conditions).only_enforce_if(attack)
                model.add_bool_or(attack, *(~condition for condition in conditions))
                model.add_implication(attack, ~piece[kind, target])
                arcs.append((number[cell], number[target], attack))
                attacks.append(attack)
        model.add(sum(attacks) == is_here)
    if puzzle["pieces"] and any(puzzle["pieces"].values()):
        model.add_circuit(arcs)


_MODELS = {
    "star-battle": _star_battle,
    "kropki": _kropki,
    "hamle": _hamle,
    "chess-loop": _chess_loop,
}
