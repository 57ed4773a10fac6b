"""Brute force: every placement is tried and held against the rules. For tiny grids only.

Nothing here is clever, on purpose: it is meant to be seen to be right.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

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


def count_solutions(puzzle: Puzzle, limit: int) -> tuple[set[Grid], bool]:
    """Up to ``limit`` solutions, and whether they are proved to be all."""
    found: set[Grid] = set()
    for solution in _SOLUTIONS[puzzle["genre"]](puzzle):
        if solution not in found and len(found) == limit:
            return found, False
        found.add(solution)
    return found, True


def status(puzzle: Puzzle) -> str:
    """The verdict."""
    return verdict(puzzle, count_solutions)


def _grid(puzzle: Puzzle, values: dict[Cell, object], default: object) -> Grid:
    rows, columns = size_of(puzzle)
    return tuple(tuple(values.get((r, c), default) for c in range(columns)) for r in range(rows))


def _star_battles(puzzle: Puzzle) -> Iterator[Grid]:
    """Any S open cells of each row."""
    stars, cells, units = puzzle["stars"], open_cells(puzzle), star_units(puzzle)
    rows = [[cell for cell in cells if cell[0] == r] for r in range(size_of(puzzle)[0])]
    for choice in product(*(combinations(row, stars) for row in rows if row)):
        placed = {cell for row in choice for cell in row}
        if (
            all(sum(cell in placed for cell in unit) == stars for unit in units)
            and not any(touch(a, b) for a, b in combinations(placed, 2))
            and all(given_at(puzzle, cell) in (None, int(cell in placed)) for cell in cells)
        ):
            yield _grid(puzzle, {cell: int(cell in placed) for cell in cells}, None)


def _kropkis(puzzle: Puzzle) -> Iterator[Grid]:
    """Any different numbers in each row."""
    rows, columns = size_of(puzzle)
    all_dots, edges = puzzle.get("all_dots", True), kropki_edges(puzzle)
    units = [*lines(all_cells(puzzle)), *groups(puzzle.get("boxes")).values()]
    choices = []
    for r in range(rows):
        wanted = [given_at(puzzle, (r, c)) for c in range(columns)]
        every = permutations(range(1, max(rows, columns) + 1), columns)
        choices.append(
            [row for row in every if all(g in (None, v) for g, v in zip(wanted, row, strict=True))]
        )
    for grid in product(*choices):
        if all(len({grid[r][c] for r, c in unit}) == len(unit) for unit in units) and all(
            edge_allows(colour, all_dots, grid[a[0]][a[1]], grid[b[0]][b[1]])
            for (a, b), colour in edges.items()
        ):
            yield grid


def _hamles(puzzle: Puzzle) -> Iterator[Grid]:
    """Any move of each piece."""
    pieces = hamle_options(puzzle)
    everything = set(all_cells(puzzle))
    for ends in product(*(options for _, options in pieces)):
        taken = set(ends)
        if (
            len(taken) == len(ends)
            and not any(share_edge(a, b) for a, b in combinations(ends, 2))
            and is_connected(everything - taken)
        ):
            yield _grid(puzzle, {end: n for end, (n, _) in zip(ends, pieces, strict=True)}, 0)


def _chess_loops(puzzle: Puzzle) -> Iterator[Grid]:
    """Any cells for each kind."""
    for placed in _placements(all_cells(puzzle), list(puzzle["pieces"].items())):
        if _fits_givens(puzzle, placed) and _is_loop(puzzle, placed):
            yield _grid(puzzle, placed, None)


def _placements(cells: list[Cell], pieces: list[tuple[str, int]]) -> Iterator[dict[Cell, str]]:
    if not pieces:
        yield {}
        return
    (kind, count), *rest = pieces
    for chosen in combinations(cells, count):
        left = [cell for cell in cells if cell not in chosen]
        for others in _placements(left, rest):
            yield {**dict.fromkeys(chosen, kind), **others}


def _fits_givens(puzzle: Puzzle, placed: dict[Cell, str]) -> bool:
    for cell in all_cells(puzzle):
        given = given_at(puzzle, cell)
        if given is not None and placed.get(cell) != (None if given in ("#", ".") else given):
            return False
    outer = puzzle.get("outer", True)
    return not outer or all(any(cell in placed for cell in line) for line in outer_lines(puzzle))


def _attacked(puzzle: Puzzle, placed: dict[Cell, str], cell: Cell) -> list[Cell]:
    """The pieces that the piece on ``cell`` attacks: the first one in each direction."""
    kind = placed[cell]
    found = []
    for ray in rays(puzzle, kind, cell):
        seen = [target for target in ray if target in placed]
        found += seen if kind in LEAPS else seen[:1]
    return found


def _is_loop(puzzle: Puzzle, placed: dict[Cell, str]) -> bool:
    """Each piece attacks exactly one, of another kind, and following the attacks visits every piece."""
    attacked = {cell: _attacked(puzzle, placed, cell) for cell in placed}
    if any(len(targets) != 1 or placed[targets[0]] == placed[cell] for cell, targets in attacked.items()):
        return False
    start = min(placed, default=None)
    visited = []
    cell = start
    while cell is not None and cell not in visited:
        visited.append(cell)
        cell = attacked[cell][0]
    return cell == start and len(visited) == len(placed)


_SOLUTIONS = {
    "star-battle": _star_battles,
    "kropki": _kropkis,
    "hamle": _hamles,
    "chess-loop": _chess_loops,
}
