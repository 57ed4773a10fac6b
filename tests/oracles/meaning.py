"""What the oracles agree on before they solve anything: units, neighbours, symmetries and verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

Puzzle = dict[str, Any]
Cell = tuple[int, int]
Grid = tuple[tuple[Any, ...], ...]
"""A solution that can be kept in a set; what stands in its cells is said in the contract."""
Count = Callable[[Puzzle, int], tuple[set[Grid], bool]]

ORBIT = 8
"""A board has at most eight symmetries."""


def size_of(puzzle: Puzzle) -> Cell:
    """Rows and columns, in whichever way the puzzle says it."""
    if puzzle.get("size"):
        return puzzle["size"], puzzle["size"]
    if "rows" in puzzle:
        return puzzle["rows"], puzzle["columns"]
    grid = puzzle.get("regions") or puzzle["grid"]
    return len(grid), len(grid[0])


def all_cells(puzzle: Puzzle) -> list[Cell]:
    """Every cell in reading order."""
    rows, columns = size_of(puzzle)
    return [(r, c) for r in range(rows) for c in range(columns)]


def given_at(puzzle: Puzzle, cell: Cell) -> Any:
    """What is given in a cell, None if nothing is."""
    givens = puzzle.get("givens")
    return givens[cell[0]][cell[1]] if givens else None


def groups(grid: list[list[Any]] | None) -> dict[Any, list[Cell]]:
    """The cells of each region or box; None is no region."""
    found: dict[Any, list[Cell]] = {}
    for r, row in enumerate(grid or ()):
        for c, name in enumerate(row):
            if name is not None:
                found.setdefault(name, []).append((r, c))
    return found


def lines(cells: Iterable[Cell]) -> list[list[Cell]]:
    """The rows and columns that hold any of the cells."""
    found: dict[tuple[str, int], list[Cell]] = {}
    for r, c in cells:
        found.setdefault(("row", r), []).append((r, c))
        found.setdefault(("column", c), []).append((r, c))
    return list(found.values())


def open_cells(puzzle: Puzzle) -> list[Cell]:
    """The cells of a Star Battle that are no holes."""
    regions = puzzle.get("regions")
    return [(r, c) for r, c in all_cells(puzzle) if regions is None or regions[r][c] is not None]


def star_units(puzzle: Puzzle) -> list[list[Cell]]:
    """Rows, columns and regions of a Star Battle. A line without an open cell is no unit."""
    return [*lines(open_cells(puzzle)), *groups(puzzle.get("regions")).values()]


def share_edge(a: Cell, b: Cell) -> bool:
    """Whether two cells are neighbours."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def touch(a: Cell, b: Cell) -> bool:
    """Whether two different cells share an edge or a corner."""
    return a != b and max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1


def kropki_edges(puzzle: Puzzle) -> dict[tuple[Cell, Cell], str | None]:
    """Every edge with the colour of its dot, None without a dot."""
    dots = {frozenset(map(tuple, dot["cells"])): dot["colour"] for dot in puzzle.get("dots") or ()}
    cells = all_cells(puzzle)
    return {(a, b): dots.get(frozenset((a, b))) for a in cells for b in cells if a < b and share_edge(a, b)}


def edge_allows(colour: str | None, all_dots: bool, a: int, b: int) -> bool:
    """Whether two numbers may stand on an edge. A white or a black dot may stand between 1 and 2."""
    consecutive = abs(a - b) == 1
    double = a == 2 * b or b == 2 * a
    if colour == "white":
        return consecutive
    if colour == "black":
        return double
    return not all_dots or not (consecutive or double)


def hamle_options(puzzle: Puzzle) -> list[tuple[int, list[Cell]]]:
    """For each piece in reading order its number and the cells where it can end."""
    rows, columns = size_of(puzzle)
    options = []
    for r, row in enumerate(puzzle["grid"]):
        for c, n in enumerate(row):
            if n:
                ends = [(r - n, c), (r + n, c), (r, c - n), (r, c + n)]
                options.append((n, [(y, x) for y, x in ends if 0 <= y < rows and 0 <= x < columns]))
    return options


def is_connected(cells: set[Cell]) -> bool:
    """Whether edges join all the cells."""
    if not cells:
        return True
    todo = [min(cells)]
    seen = set(todo)
    while todo:
        r, c = todo.pop()
        for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if near in cells and near not in seen:
                seen.add(near)
                todo.append(near)
    return seen == cells


RAYS = {
    "rook": [(0, 1), (0, -1), (1, 0), (-1, 0)],
    "bishop": [(1, 1), (1, -1), (-1, 1), (-1, -1)],
    "queen": [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)],
}
LEAPS = {
    "knight": [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)],
    "king": [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)],
}


def rays(puzzle: Puzzle, kind: str, cell: Cell) -> list[list[Cell]]:
    """What a piece looks at, direction by direction, nearest first; a blocked cell ends the sight."""
    rows, columns = size_of(puzzle)
    found = []
    for dy, dx in RAYS.get(kind) or LEAPS[kind]:
        ray: list[Cell] = []
        y, x = cell[0] + dy, cell[1] + dx
        while 0 <= y < rows and 0 <= x < columns and given_at(puzzle, (y, x)) != "#":
            ray.append((y, x))
            if kind in LEAPS:
                break
            y, x = y + dy, x + dx
        found.append(ray)
    return found


def outer_lines(puzzle: Puzzle) -> list[list[Cell]]:
    """The first and last row and column."""
    rows, columns = size_of(puzzle)
    cells = all_cells(puzzle)
    edges = [[cell for cell in cells if cell[0] == r] for r in (0, rows - 1)]
    return edges + [[cell for cell in cells if cell[1] == c] for c in (0, columns - 1)]


def images(grid: Grid) -> list[Grid]:
    """The grid under all eight rotations and reflections, whatever shape they have."""
    found = []
    for _ in range(4):
        grid = tuple(zip(*grid[::-1], strict=True))
        found += [grid, grid[::-1]]
    return found


def equal_up_to_symmetry(puzzle: Puzzle, a: Grid, b: Grid) -> bool:
    """Whether a symmetry that keeps the size, the givens and the blocked cells turns ``a`` into ``b``."""
    rows, columns = size_of(puzzle)
    givens = puzzle.get("givens") or [[None] * columns for _ in range(rows)]
    given: Grid = tuple(map(tuple, givens))
    pairs = zip(images(given), images(a), strict=True)
    return any(image == b for kept, image in pairs if kept == given and len(kept) == rows)


def verdict(puzzle: Puzzle, count: Count) -> str:
    """The status of a puzzle; for Chess Loop up to symmetry, for Hamle over final boards."""
    by_symmetry = puzzle["genre"] == "chess-loop"
    limit = ORBIT + 1 if by_symmetry else 2
    solutions, exact = count(puzzle, limit)
    if not solutions:
        return "none" if exact else "unknown"
    if len(solutions) == 1:
        return "unique" if exact else "unknown"
    if not by_symmetry:
        return "multiple"
    first = min(solutions, key=repr)
    if all(equal_up_to_symmetry(puzzle, first, other) for other in solutions):
        return "unique" if exact else "unknown"
    return "multiple"
