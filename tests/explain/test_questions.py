"""What a player may ask, and what cannot be answered."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import gridwright as gw
from gridwright.explain.verify import verify, verify_all


def wrong_mark(puzzle: gw.Puzzle) -> dict[str, Any]:
    grid = gw.solve(puzzle).solution.to_json()["grid"]
    return {"cell": [0, 0], "value": 1 - grid[0][0]}


def test_a_hint_says_first_which_mark_is_wrong() -> None:
    puzzle = gw.load("two-stars-10")
    mark = wrong_mark(puzzle)
    hint = gw.hint(puzzle, [mark])
    assert hint.number == 0
    assert hint.broken is not None
    assert hint.step is not None
    assert ~hint.mistake in hint.step.conclusions
    assert verify(hint.step) is None


def test_an_explanation_goes_on_without_wrong_marks() -> None:
    puzzle = gw.load("queens-8")
    explanation = gw.explain(puzzle, [wrong_mark(puzzle)])
    assert explanation.mistakes == (0,)
    assert explanation.complete
    assert verify_all(explanation) is None


def test_all_is_known_at_the_end() -> None:
    puzzle = gw.load("kropki-4")
    grid = gw.solve(puzzle).solution.to_json()["grid"]
    marks = [
        {"cell": [row, column], "value": value}
        for row, values in enumerate(grid)
        for column, value in enumerate(values)
    ]
    hint = gw.hint(puzzle, marks)
    assert hint.done
    assert hint.step is None
    assert gw.explain(puzzle, marks).steps == ()


@pytest.mark.parametrize("name", ["queens-8", "kropki-6", "hamle-5"])
def test_why_leads_to_the_value_that_was_asked_for(name: str) -> None:
    puzzle = gw.load(name)
    grid = gw.solve(puzzle).solution.to_json()["grid"]
    for row, column in [(0, 0), (1, 2), (2, 1)]:
        answer = gw.why(puzzle, [row, column], grid[row][column])
        assert answer.answer == "yes"
        assert answer.complete
        assert verify_all(answer) is None


def test_why_not_a_value_that_is_wrong() -> None:
    puzzle = gw.load("kropki-6")
    grid = gw.solve(puzzle).solution.to_json()["grid"]
    answer = gw.why(puzzle, [0, 0], grid[0][0] % 6 + 1)
    assert answer.answer == "no"
    assert answer.complete
    assert verify_all(answer) is None


def test_why_says_nothing_of_what_is_open() -> None:
    puzzle = gw.load("two-stars-several")
    cell = gw.why_impossible(puzzle).cells[0]
    answer = gw.why(puzzle, list(cell), 1)
    assert answer.answer == "open"
    assert not answer.complete
    assert answer.steps == ()


@pytest.mark.parametrize("name", ["two-stars-none", "kropki-none", "hamle-none", "loop-none"])
def test_rules_that_exclude_each_other(name: str) -> None:
    puzzle = gw.load(name)
    answer = gw.why_impossible(puzzle)
    assert answer.status == "none"
    assert answer.premises
    assert gw.explain(puzzle).steps == ()


@pytest.mark.parametrize("name", ["two-stars-several", "kropki-several", "hamle-several"])
def test_of_several_solutions_the_common_part_is_explained(name: str) -> None:
    puzzle = gw.load(name)
    answer = gw.why_impossible(puzzle)
    assert answer.status == "multiple"
    first, second = answer.solutions
    assert first != second
    explanation = gw.explain(puzzle)
    assert explanation.status == "multiple"
    assert verify_all(explanation) is None
    concluded = {tuple(cell) for step in explanation for cell in step.target}
    if explanation.complete:
        forced = gw.forced(puzzle)
        assert {tuple(entry["cell"]) for entry in forced if "value" in entry} <= concluded


@pytest.mark.parametrize(
    ("mark", "place"),
    [
        ({"cell": [99, 0], "value": 1}, "/0/cell"),
        ({"cell": [0, 0], "value": 77}, "/0/value"),
        ("star", "/0"),
    ],
)
def test_marks_that_are_none(mark: object, place: str) -> None:
    with pytest.raises(gw.PuzzleError) as caught:
        gw.explain(gw.load("queens-5"), [mark])
    assert caught.value.place == place


def test_marks_against_what_is_given() -> None:
    puzzle = gw.load({"genre": "kropki", "size": 3, "givens": [[1, None, None], [None] * 3, [None] * 3]})
    for mark in ({"cell": [0, 0], "value": 2}, {"cell": [0, 0], "not": 1}):
        with pytest.raises(gw.PuzzleError, match="given"):
            gw.hint(puzzle, [mark])


def test_limits_leave_what_was_found() -> None:
    puzzle = gw.load("two-stars-10")
    nothing = gw.explain(puzzle, time_limit=0)
    assert nothing.stopped == "time"
    assert not nothing.complete
    assert gw.hint(puzzle, time_limit=0).stopped == "time"
    found: list[gw.Step] = []
    control = gw.Control()

    def hear(step: gw.Step) -> None:
        found.append(step)
        if len(found) == 5:
            control.cancel()

    cut = gw.explain(puzzle, control=control, on_step=hear)
    assert cut.stopped == "cancelled"
    assert len(found) == 5
    assert verify_all(cut) is None


def test_several_threads_may_ask() -> None:
    puzzle = gw.load("queens-8")
    expected = gw.explain(puzzle).to_json()
    answers: list[object] = []
    threads = [
        threading.Thread(target=lambda: answers.append(gw.explain(puzzle).to_json())) for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [expected] * 3


def test_a_mark_that_can_never_be() -> None:
    puzzle = gw.load("loop-1")
    with pytest.raises(gw.PuzzleError, match="never"):
        gw.hint(puzzle, [{"attacker": [0, 0], "piece": "king", "attacks": [1, 2]}])
    with pytest.raises(gw.PuzzleError, match="dog"):
        gw.hint(puzzle, [{"attacker": [0, 0], "piece": "dog", "attacks": [1, 2]}])
