"""Chess Loop boards: made unique by clues; and a census against trying every placement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

import gridwright as gw
from gridwright.generate.recipe import RequestError
from gridwright.genres.chess_loop.making import ALL_PAIRS, BLOCKED
from gridwright.genres.chess_loop.sight import attacked
from gridwright.model.grid import Cell, Grid
from gridwright.model.symmetry import symmetries


def is_loop(grid: Grid, pieces: dict[Cell, str]) -> bool:
    attacks = {cell: list(attacked(grid, pieces, (), cell)) for cell in pieces}
    if any(len(targets) != 1 or pieces[targets[0]] == pieces[cell] for cell, targets in attacks.items()):
        return False
    here, seen = min(pieces), set[Cell]()
    while here not in seen:
        seen.add(here)
        here = attacks[here][0]
    return here == min(pieces) and len(seen) == len(pieces)


def loops(grid: Grid, one: str, other: str, each: int) -> Iterator[dict[Cell, str]]:
    for cells in combinations(grid.cells, 2 * each):
        rows, columns = ({cell[axis] for cell in cells} for axis in (0, 1))
        if not (rows >= {0, grid.height - 1} and columns >= {0, grid.width - 1}):
            continue  # an outer line is empty
        for ones in combinations(cells, each):
            pieces = {cell: one if cell in ones else other for cell in cells}
            if is_loop(grid, pieces):
                yield pieces


def orbits(grid: Grid, one: str, other: str, each: int) -> int:
    """Loops, up to symmetry."""
    return len(
        {
            min(
                tuple(sorted((symmetry.cell(cell, grid), kind) for cell, kind in pieces.items()))
                for symmetry in symmetries(grid)
            )
            for pieces in loops(grid, one, other, each)
        }
    )


def test_a_census_finds_what_trying_everything_finds() -> None:
    expected: Counter[str] = Counter()
    unique = set()
    for rows, columns in ((1, 1), (1, 2), (1, 3), (1, 4), (2, 2), (2, 3), (2, 4), (3, 3)):
        for one, other in ALL_PAIRS.values():
            for each in range(1, min(3, rows * columns // 2) + 1):
                number = orbits(Grid(rows, columns), one, other, each)
                expected["none" if number == 0 else "unique" if number == 1 else "multiple"] += 1
                if number == 1:
                    unique.add((rows, columns, one, other, each))
    found = gw.census("chess-loop", size=(3, 4), each=3)
    boards = list(found)
    small = [board for board in boards if (board.rows, board.columns) != (3, 4)]
    pieces = [{kind: count for kind, count in board.scalars["pieces"].items() if count} for board in small]
    assert {
        (board.rows, board.columns, *kinds, max(kinds.values()))
        for board, kinds in zip(small, pieces, strict=True)
    } == unique
    assert found.total - found.statuses[3, 4] == expected
    assert all(gw.solve(board).solution.to_json() == board.knowledge["solution"] for board in boards)  # type: ignore[union-attr]


def test_a_census_has_its_known_answers_and_any_number_of_workers() -> None:
    found = gw.census("chess-loop", kinds="rook-knight", size=(4, 4), jobs=2)
    boards = [(board.rows, board.columns, board.scalars["pieces"]["rook"]) for board in found]
    assert boards == [(3, 4, 3), (4, 4, 3)]  # the first is no. 10 of the paper
    alone = gw.census("chess-loop", kinds="rook-knight", size=(4, 4))
    assert [board.id for board in alone] == [
        board.id for board in gw.census("chess-loop", kinds="rook-knight", size=(4, 4), jobs=2)
    ]
    assert alone.statuses == found.statuses


def test_a_census_stops_at_its_limits() -> None:
    found = gw.census("chess-loop", size=12, each=20, time_limit=0.3)
    assert len(list(found)) == found.total["unique"]
    assert found.stopped == "time"
    control = gw.Control()
    found = gw.census("chess-loop", size=12, each=20, control=control)
    next(found)
    control.cancel()
    list(found)
    assert found.stopped == "cancelled"
    found = gw.census("chess-loop", size=(4, 5), kinds="bishop-knight", conflict_limit=0)
    list(found)
    assert found.total["unknown"] > 0
    with pytest.raises(RequestError, match="there is no census of kropki puzzles; chess-loop has one"):
        gw.census("kropki")
    with pytest.raises(RequestError, match='no option "sise"; did you mean "size"'):
        gw.census("chess-loop", sise=3)


@pytest.mark.parametrize(
    ("recipe", "each"),
    [
        ("chess-loop", 3),
        ("chess-loop:size=6,each=4,kinds=rook-bishop,minimal", 4),
        ("chess-loop:size=5x6,clues=blocked", 3),
    ],
)
def test_boards_are_as_asked_for(recipe: str, each: int) -> None:
    puzzles = list(gw.generate_many(recipe, count=3, seed=2, grade=False))
    assert len(puzzles) == 3
    for puzzle in puzzles:
        assert gw.solve(puzzle).status == "unique"
        kinds = {kind: count for kind, count in puzzle.scalars["pieces"].items() if count}
        assert list(kinds.values()) == [each, each]
        if "kinds" in recipe:
            assert set(kinds) == {"rook", "bishop"}
        clues = [label for label in puzzle.labels[0] if label >= 0]
        assert all((label == BLOCKED) == ("blocked" in recipe) for label in clues)
        for index, label in enumerate(puzzle.labels[0]) if "minimal" in recipe else ():
            if label >= 0:
                fewer = puzzle.labels[0][:]
                fewer[index] = -1
                assert gw.solve(gw.Puzzle(puzzle.shape, (fewer,))).status == "multiple"


@pytest.mark.parametrize(
    ("recipe", "says"),
    [
        ("chess-loop:size=3,each=5", "3x3 has no cells for 5 pieces of each of two kinds"),
        ("chess-loop:size=2,each=2", "no loop of 2 each of any two kinds is found on 2x2"),
        ("chess-loop:size=3x5,each=3,kinds=bishop-knight", "no loop of 3 each of bishop-knight is found"),
        ("chess-loop:kinds=queen-rook", "kinds is one of king-rook"),
    ],
)
def test_what_cannot_be_is_refused(recipe: str, says: str) -> None:
    with pytest.raises(RequestError) as refused:
        gw.generate(recipe)
    assert says in str(refused.value)
