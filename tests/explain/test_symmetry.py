"""By symmetry we may assume: what may be chosen, and cases inside cases, on boards that start empty."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import gridwright as gw
from gridwright.explain.steps import SYMMETRY, Explanation, Step, claims_of
from gridwright.explain.verify import verify, verify_all
from gridwright.explain.words import sentences
from gridwright.model.images import images_of
from gridwright.model.symmetry import symmetries
from tests.explain.test_steps import final_values

LOOPS = ("loop-1", "loop-3", "loop-5", "loop-7", "loop-12")


def images(puzzle: gw.Puzzle) -> list[list[list[Any]]]:
    grid = gw.solve(puzzle).solution.to_json()["grid"]
    found = []
    for symmetry in symmetries(puzzle.grid):
        image = [[None] * puzzle.columns for _ in range(puzzle.rows)]
        for cell in puzzle.grid.cells:
            row, column = symmetry.cell(cell, puzzle.grid)
            image[row][column] = grid[cell.row][cell.column]
        found.append(image)
    return found


@pytest.fixture(scope="module", params=LOOPS)
def explanation(request: pytest.FixtureRequest) -> Explanation:
    return gw.explain(gw.load(request.param))


def test_an_empty_board_is_explained(explanation: Explanation) -> None:
    assert explanation.complete
    assert explanation.status == "unique"
    assert verify_all(explanation) is None
    assert final_values(explanation) in images(explanation.puzzle)
    assert any(step.kind == SYMMETRY for step in explanation)


def test_json_and_words(explanation: Explanation) -> None:
    for step in explanation:
        assert Step.from_json(explanation.puzzle, json.loads(json.dumps(step.to_json()))) == step
        words = gw.describe(step)
        assert len(words.links) == len(words.numbers)
        assert all(len(sentence) <= 200 for sentence in sentences(words))


def test_a_choice_that_loses_solutions_is_rejected(explanation: Explanation) -> None:
    for step in explanation:
        if step.kind != SYMMETRY:
            continue
        assert verify(replace(step, cases=(*step.cases, ~step.cases[0]))) is not None
        assert verify(replace(step, conclusions=(~step.conclusions[0],))) is not None
        broken = replace(step, assumed=(*step.assumed, step.conclusions[0]))
        assert verify(broken) is not None
        for case in step.cases:
            fewer = tuple(other for other in step.cases if other != case)
            assert verify(replace(step, cases=fewer)) is not None
        break


def test_what_was_chosen_before_must_be_told(explanation: Explanation) -> None:
    choices = [step for step in explanation if step.kind == SYMMETRY]
    if len(choices) > 1:
        steps = tuple(replace(step, assumed=()) if step == choices[-1] else step for step in explanation)
        assert verify_all(replace(explanation, steps=steps)) is not None


def test_cases_inside_a_chain_are_checked() -> None:
    puzzle = gw.load("loop-5")
    step = next(step for step in gw.explain(puzzle) if step.depth > 0)
    assert verify(step) is None
    place = next(place for place, link in enumerate(step.links) if link.moves)
    case = step.links[place]
    wrong = [
        replace(case, moves=case.moves[:-1]),
        replace(case, conclusions=(~case.conclusions[0],)),
        replace(case, moves=(replace(case.moves[-1], because=()),)),
    ]
    for other in wrong:
        links = (*step.links[:place], other, *step.links[place + 1 :])
        assert verify(replace(step, links=links)) is not None
    # What holds within a case holds nowhere else.
    inside = case.moves[0]
    links = (*step.links[: place + 1], replace(inside, because=inside.conclusions), *step.links[place + 1 :])
    assert verify(replace(step, links=links)) is not None


@pytest.mark.parametrize("name", ["loop-1", "loop-10"])
def test_a_mark_of_another_image_is_no_mistake(name: str) -> None:
    puzzle = gw.load(name)
    for image in images(puzzle):
        marks = [
            {"cell": [row, column], "value": value}
            for row, values in enumerate(image)
            for column, value in enumerate(values)
        ]
        assert gw.hint(puzzle, marks).done
        placed = [mark for mark in marks if mark["value"] is not None][:1]
        found = gw.explain(puzzle, placed)
        assert found.mistakes == ()
        assert found.complete
        literals = claims_of(puzzle).from_marks(placed)
        assert final_values(found, literals) in images(puzzle)
        assert verify_all(found, literals) is None


def test_hints_lead_from_the_empty_board_to_the_end() -> None:
    puzzle = gw.load("loop-1")
    marks: list[dict[str, Any]] = []
    for _ in range(60):
        hint = gw.hint(puzzle, marks)
        if hint.step is None:
            break
        assert hint.mistake is None
        assert verify(hint.step) is None
        marks += hint.step.to_json()["conclusions"]
    assert hint.done


def test_why_speaks_of_the_image_that_is_asked_for() -> None:
    puzzle = gw.load("loop-1")
    for image in images(puzzle):
        row, column = next((r, c) for r, line in enumerate(image) for c, value in enumerate(line) if value)
        answer = gw.why(puzzle, [row, column], image[row][column])
        assert answer.complete
        assert {"cell": [row, column], "value": image[row][column]} in answer[-1].to_json()["conclusions"]


def test_only_symmetries_that_keep_the_rules_count() -> None:
    puzzle = {"genre": "chess-loop", "rows": 4, "columns": 4, "pieces": {"bishop": 2, "knight": 2}}
    assert len(images_of(gw.load(puzzle))) == 7
    blocked = [["#", None, None, None], *([None] * 4 for _ in range(3))]
    assert len(images_of(gw.load({**puzzle, "givens": blocked}))) == 1
    dots = [{"cells": [[0, 0], [0, 1]], "colour": "white"}, {"cells": [[0, 1], [0, 2]], "colour": "white"}]
    assert len(images_of(gw.load({"genre": "kropki", "size": 3, "dots": dots}))) == 1
