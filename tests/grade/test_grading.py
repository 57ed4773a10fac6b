"""Grades: what label a puzzle gets, and that its images get the same."""

from __future__ import annotations

import pytest

import gridwright as gw
from gridwright.explain.steps import Explanation, Step
from gridwright.explain.walk import Walk
from gridwright.grade.grading import grade_of, label_of, openings_of
from gridwright.model.puzzle import Puzzle
from gridwright.model.symmetry import SYMMETRIES
from tests.explain.making import is_not, is_so, make_step

KROPKI = gw.load("kropki-4")


def image(puzzle: Puzzle, number: int) -> Puzzle:
    """A star battle, turned or mirrored, with its regions called otherwise."""
    symmetry, grid = SYMMETRIES[number], puzzle.grid
    board = puzzle.to_json()
    moved = symmetry.grid(grid)
    regions = [[""] * moved.width for _ in range(moved.height)]
    for cell in grid.cells:
        there = symmetry.cell(cell, grid)
        regions[there.row][there.column] = f"old {board['regions'][cell.row][cell.column]}"
    return gw.load({**board, "regions": regions} | {"solution": None, "title": "image"})


@pytest.mark.parametrize("name", ["queens-8", "two-stars-10"])
def test_images_have_the_same_grade(name: str) -> None:
    puzzle = gw.load(name)
    images = [image(puzzle, number) for number in range(len(SYMMETRIES))]
    assert len(set(images)) == len(SYMMETRIES)
    [found] = {str(gw.grade(one).to_json()) for one in images}
    assert gw.grade(puzzle).to_json()["score"] > 0
    assert found == str(gw.grade(puzzle).to_json())


def test_no_step_is_looked_for_where_there_are_several_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Walk, "steps", lambda walk: pytest.fail("a step is looked for"))
    board = {"genre": "chess-loop", "rows": 6, "columns": 7, "pieces": {"knight": 5, "rook": 5}}
    found = gw.grade(gw.load(board))
    assert (found.status, found.stopped) == ("multiple", None)
    assert (found.label, found.score, found.tiers) == (None, None, {})


def made(kind: str, weight: int = 1) -> Step:
    step = make_step(KROPKI, [is_so(1, 1, 1)], [("lines", "row", 0)], [], kind)
    return Step(**{**vars(step), "weight": weight})


def test_labels() -> None:
    steps = [made("rule"), made("scope"), made("core", 2), made("core", 3), made("chain")]
    assert [label_of(step) for step in steps] == ["easy", "medium", "hard", "expert", "beyond"]
    for number, label in enumerate(["easy", "medium", "hard", "expert", "beyond"], start=1):
        grade = grade_of(KROPKI, Explanation(KROPKI, tuple(steps[:number]), True, "unique"))
        assert grade.label == label
        assert sum(grade.tiers.values()) == number


@pytest.mark.parametrize(
    ("complete", "status"), [(False, "unique"), (True, "multiple"), (True, "none"), (False, "unknown")]
)
def test_what_is_not_solved_has_no_label(complete: bool, status: str) -> None:
    grade = grade_of(KROPKI, Explanation(KROPKI, (made("rule"),), complete, status))
    assert (grade.label, grade.score) == (None, None)
    assert grade.tiers == {"easy": 1}


def test_openings_count_what_could_be_done_at_each_moment() -> None:
    line = [("lines", "row", 0)]
    steps = [
        make_step(KROPKI, [is_so(1, 1, 1)], line),
        make_step(KROPKI, [is_so(1, 2, 2)], line, [is_not(1, 1, 2)]),  # known with the value of r1c1
        make_step(KROPKI, [is_so(2, 2, 3)], line, [is_not(4, 4, 1)]),  # open from the beginning
        make_step(KROPKI, [is_so(3, 3, 4)], line, [is_so(1, 2, 2), is_so(2, 2, 3)]),
    ]
    assert openings_of(steps) == [2, 2, 1, 1]


def test_what_is_no_puzzle_cannot_be_graded() -> None:
    with pytest.raises(TypeError, match="what load"):
        gw.grade({"genre": "kropki", "size": 3})  # type: ignore[arg-type]
