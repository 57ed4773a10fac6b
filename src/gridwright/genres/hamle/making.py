"""Random Hamle boards: a legal final board, and every piece moved back from there until only it is left."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any

from gridwright.generate.maker import Maker
from gridwright.generate.options import Size, Whole
from gridwright.generate.proving import Bench
from gridwright.generate.regions import hang_together, neighbours_of
from gridwright.genres.hamle.moves import undecided
from gridwright.genres.hamle.rules import Hamle
from gridwright.model.constraints import at_most, connected, exactly
from gridwright.model.fields import Number
from gridwright.model.genre import Board, Constraints, Genre, rule
from gridwright.model.grid import STRAIGHT, Grid
from gridwright.model.puzzle import Puzzle, ShapeKey
from gridwright.model.unknowns import YesNo

CELLS_PER_PIECE = 4  # if nobody says how many pieces
CELLS_PER_PIECE_IN_SAMPLES = 5
TRIES = 100
SCATTERINGS = 3  # at random; where that ends with too few pieces, a search finds room for all
REPAIRS_PER_PIECE = 12  # a board that needs more is given up
MOST_CONFLICTS = 2_000  # a search for room that takes longer is given up
SURE_PIECES = 29  # in a hundred cells: for so many it never takes longer

Starts = dict[int, tuple[int, int]]  # for each piece, by the cell where it starts, its number and its end


class FinalBoard(Genre):
    """Where pieces may stand in the end: none side by side, all empty cells connected."""

    pieces = Number(at_least=1, noun="piece")
    taken = YesNo()

    @rule("There are {pieces}.")
    def counts(self) -> Constraints:
        yield exactly(self.pieces, [self.taken[cell] for cell in self.grid.cells])

    @rule("No two share an edge.")
    def apart(self) -> Constraints:
        for edge in self.grid.edges:
            yield at_most(1, [self.taken[cell] for cell in edge], about=edge)

    @rule("All empty cells are connected.")
    def empty_cells(self) -> Constraints:
        yield connected({cell: ~self.taken[cell] for cell in self.grid.cells}, self.grid.edges)


class HamleMaker(Maker):
    """Moves pieces that could end elsewhere to other starts, until none can."""

    genre = Hamle
    own_options = (
        Size((6, 6), "rows and columns", least=4, most=20),
        Whole("pieces", None, "how many pieces", least=1, most=200),
        Whole("longest", None, "the largest number there may be", least=1, most=19),
    )

    def complete(self, options: dict[str, Any]) -> None:
        rows, columns = options["size"]
        if options["pieces"] is None:
            options["pieces"] = rows * columns // CELLS_PER_PIECE
        if options["longest"] is None:
            options["longest"] = (2 * max(rows, columns) + 2) // 3

    def refuse(self, options: Mapping[str, Any], bench: Bench) -> str | None:
        (rows, columns), pieces, longest = options["size"], options["pieces"], options["longest"]
        if longest >= max(rows, columns):
            return (
                f"on {rows}x{columns} no piece can move {longest} cells; {max(rows, columns) - 1} is the most"
            )
        if not _have_room(rows, columns, pieces, bench):
            return (
                f"on {rows}x{columns} no room is found for {pieces} pieces that share no edge and leave the "
                f"empty cells connected; {SURE_PIECES * rows * columns // 100} find room"
            )
        return None

    def attempt(self, options: Mapping[str, Any], random: Random, bench: Bench) -> Puzzle | None:
        (rows, columns), longest = options["size"], options["longest"]
        grid = _grid(rows, columns)
        ends = _final_board(grid, options["pieces"], random, bench)
        if ends is None:
            return None
        starts: Starts = {}
        for end in ends:
            if not _move_back(grid, starts, end, longest, random):
                return None
        for _ in range(REPAIRS_PER_PIECE * len(ends)):
            puzzle = _puzzle(grid, starts)
            unsettled = _unsettled(puzzle, starts, bench)
            if not unsettled:
                return puzzle if unsettled is not None else None
            _, end = starts.pop(random.choice(unsettled))
            if not _move_back(grid, starts, end, longest, random):
                return None
        return None

    def like(self, puzzle: Puzzle) -> dict[str, Any]:
        numbers = [number for number in puzzle.labels[0] if number > 0]
        size = (puzzle.rows, puzzle.columns)
        return {"size": size, "pieces": len(numbers), "longest": min(max(numbers, default=1), max(size) - 1)}


MAKER = HamleMaker()


@lru_cache(maxsize=64)
def _grid(rows: int, columns: int) -> Grid:
    return Grid(rows, columns)


@lru_cache(maxsize=16)
def _ways(grid: Grid) -> list[list[list[int]]]:
    """For every cell and number: the cells from which a piece with this number gets here."""
    farthest = max(grid.height, grid.width)
    ways: list[list[list[int]]] = [[[] for _ in range(farthest)] for _ in grid.all_cells]
    for cell in grid.all_cells:
        for direction in STRAIGHT:
            for number, start in enumerate(grid.ray(cell, direction), start=1):
                ways[grid.index(cell)][number].append(grid.index(start))
    return ways


def _have_room(rows: int, columns: int, pieces: int, bench: Bench) -> bool:
    """Is there a final board with so many pieces, as far as a short search can tell?

    Draw a line between pieces with a common corner, and from those at the edge of the board to the edge: a
    ring of lines would cut cells off. A count of corners then leaves no more pieces than a third of the cells
    and one.
    """
    grid = _grid(rows, columns)
    if 3 * pieces > rows * columns + 3:
        return False
    return _final_board(grid, pieces, Random(0), bench) is not None


def _final_board(grid: Grid, pieces: int, random: Random, bench: Bench) -> list[int] | None:
    for _ in range(SCATTERINGS):
        ends = scatter(grid, pieces, random)
        if len(ends) == pieces:
            return ends
    shape = ShapeKey.of(FinalBoard, grid.height, grid.width, pieces=pieces)
    found = bench.sample(shape, (), random, MOST_CONFLICTS)
    return None if found is None else [cell for cell, taken in enumerate(found) if taken]


def scatter(grid: Grid, pieces: int, random: Random) -> list[int]:
    """At most so many cells, no two sharing an edge, that leave the other cells connected."""
    neighbours = neighbours_of(grid)
    taken: set[int] = set()
    for cell in random.sample(range(len(neighbours)), len(neighbours)):
        if len(taken) == pieces:
            break
        if taken.isdisjoint(neighbours[cell]) and hang_together(neighbours, {*taken, cell}):
            taken.add(cell)
    return sorted(taken)


def _move_back(grid: Grid, starts: Starts, end: int, longest: int, random: Random) -> bool:
    """Choose a number and a free start for the piece that ends here; False: there is none."""
    ways = _ways(grid)[end]
    for number in random.sample(range(1, longest + 1), longest):
        free = [start for start in ways[number] if start not in starts]
        if free:
            starts[random.choice(free)] = number, end
            return True
    return False


def _puzzle(grid: Grid, starts: Starts) -> Puzzle:
    shape = ShapeKey.of(Hamle, grid.height, grid.width)
    (labels,) = shape.no_labels()
    for start, (number, _) in starts.items():
        labels[start] = number
    return Puzzle(shape, (labels,))


def _unsettled(puzzle: Puzzle, starts: Starts, bench: Bench) -> list[int] | None:
    """The starts of pieces that could also end elsewhere; None: that cannot be told."""
    proof = bench.prove_puzzle(puzzle)
    if proof.status == "multiple":
        return [
            start
            for start, (number, end) in starts.items()
            if any(solution[end] != number for solution in proof.solutions)
        ]
    if proof.status != "unique":
        return None
    board = Board.of(puzzle)
    ends = {board.grid.all_cells[end]: number for number, end in starts.values()}
    numbers = {cell: ends.get(cell, 0) for cell in board.grid.cells}
    return [board.grid.index(cell) for cell in undecided(board, numbers)]


def sample(size: int, random: Random) -> dict[str, Any] | None:
    """A random board; it may have several solutions. None: there is no room for a piece and its move."""
    grid = Grid(size, size)
    for _ in range(TRIES if size > 1 else 0):
        starts: Starts = {}
        ends = scatter(grid, max(1, size * size // CELLS_PER_PIECE_IN_SAMPLES), random)
        if all(_move_back(grid, starts, end, size - 1, random) for end in ends):
            rows = [[0] * size for _ in range(size)]
            for start, (number, _) in starts.items():
                rows[start // size][start % size] = number
            return {"genre": "hamle", "grid": rows}
    return None
