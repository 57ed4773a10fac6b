"""Every step is right, needs all that it stands on, and comes in order; explanations reach the end."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

import gridwright as gw
from gridwright.explain.steps import CHAIN, Explanation, Step, claims_of
from gridwright.explain.verify import verify, verify_all
from gridwright.explain.walk import given_literals
from gridwright.model.rulebook import rulebook_of
from gridwright.model.terms import Integer, Literal

EXPLAINED = (
    "queens-5",
    "queens-8",
    "two-stars-9",
    "two-stars-10",
    "kropki-4",
    "kropki-6",
    "kropki-givens-7",
    "hamle-5",
    "hamle-6",
    "hamle-7",
    "hamle-8",
)
CORPUS = os.environ.get("GRIDWRIGHT_CORPUS")
FILES = sorted(Path(CORPUS).glob("*.jsonl")) if CORPUS else []


@pytest.mark.parametrize("name", EXPLAINED)
def test_explanations_are_complete_and_right(name: str) -> None:
    puzzle = gw.load(name)
    explanation = gw.explain(puzzle)
    assert explanation.complete
    assert explanation.status == "unique"
    assert explanation.stopped is None
    assert verify_all(explanation) is None
    assert final_values(explanation) == gw.solve(puzzle).solution.to_json()["grid"]


def final_values(explanation: Explanation, marks: Iterable[Literal] = ()) -> list[list[object]]:
    """The board that the steps' conclusions, what is given, and marks leave: by candidates alone."""
    puzzle = explanation.puzzle
    rulebook = rulebook_of(puzzle.shape)
    left = {
        shown.position: {claims_of(puzzle).read(literal).value for literal in possible(shown.term)}
        for shown in rulebook.shown
    }
    concluded = [literal for step in explanation for literal in step.conclusions]
    for literal in [*given_literals(rulebook, puzzle), *marks, *concluded]:
        claim = claims_of(puzzle).read(literal)
        if claim.unknown is not None:
            left[claim.position] &= left[claim.position] - {claim.value} if claim.negated else {claim.value}
    assert all(len(values) == 1 for values in left.values())
    grid = puzzle.grid
    return [[left[cell].pop() for cell in grid.cells if cell.row == row] for row in range(grid.height)]


def possible(term: Literal | Integer) -> list[Literal]:
    return term.literals if isinstance(term, Integer) else [term, ~term]


@pytest.mark.parametrize("name", EXPLAINED)
def test_nothing_can_be_left_out(name: str) -> None:
    """Without any one premise or fact a step loses a conclusion."""
    for cited in itertools.islice(gw.explain(gw.load(name)), 0, 60, 3):
        if cited.kind == CHAIN:
            continue
        step = replace(cited, sums=())
        for index in range(len(step.premises)):
            fewer = step.premises[:index] + step.premises[index + 1 :]
            assert verify(replace(step, premises=fewer)) is not None, step.to_json()
        for index in range(len(step.facts)):
            fewer_facts = step.facts[:index] + step.facts[index + 1 :]
            assert verify(replace(step, facts=fewer_facts)) is not None, step.to_json()


def test_a_tampered_step_is_rejected() -> None:
    steps = gw.explain(gw.load("two-stars-10")).steps
    for step in steps:
        for literal in step.conclusions:
            opposite = tuple(~other if other == literal else other for other in step.conclusions)
            assert verify(replace(step, conclusions=opposite)) is not None
        assert verify(replace(step, conclusions=())) is not None
    last = steps[-1]
    assert verify_all(Explanation(last.puzzle, (last,), True, "unique")) is not None


@pytest.fixture(scope="module")
def large() -> Explanation:
    """It takes cores of more than ten scopes: far beyond what search for them reaches."""
    return gw.explain(gw.load("three-stars-14"))


def test_large_boards_are_explained_by_counting(large: Explanation) -> None:
    assert large.complete
    assert not any(step.kind == CHAIN for step in large)
    assert max(step.weight for step in large) > 10
    assert verify_all(large) is None
    assert final_values(large) == gw.solve(large.puzzle).solution.to_json()["grid"]


def test_a_wrong_sum_is_rejected(large: Explanation) -> None:
    counted = [step for step in large if all(step.sums) and step.sums]
    assert len(counted) > 10
    for step in counted:
        sums = step.sums
        for place, terms in enumerate(sums):
            for wrong in (terms[:-1], terms[1:], tuple((number, -times) for number, times in terms)):
                tampered = replace(step, sums=(*sums[:place], wrong, *sums[place + 1 :]))
                assert not wrong or verify(tampered) is not None
            elsewhere = ((len(step.premises), 1), *terms)
            assert verify(replace(step, sums=(elsewhere,) * len(sums))) == "a sum takes what is no premise"
        assert verify(replace(step, sums=sums[1:] or (*sums, *sums))) is not None
        opposite = tuple(~literal for literal in step.conclusions)
        assert verify(replace(step, conclusions=opposite)) is not None


def test_a_tampered_chain_is_rejected() -> None:
    chain = first_chain()
    assert verify(chain) is None
    for index in range(len(chain.links)):
        without = chain.links[:index] + chain.links[index + 1 :]
        assert verify(replace(chain, links=without)) is not None
    wrong = replace(chain.links[0], conclusions=tuple(~literal for literal in chain.links[0].conclusions))
    assert verify(replace(chain, links=(wrong, *chain.links[1:]))) is not None
    assert verify(replace(chain, facts=())) is not None or not chain.facts


def first_chain() -> Step:
    """A chain, where cores are not asked for."""
    from gridwright.engine.compile import compile_shape
    from gridwright.engine.deductions import Reach
    from gridwright.engine.limits import Budget
    from gridwright.explain.walk import Walk

    puzzle = gw.load("two-stars-10")
    walk = Walk(puzzle, compile_shape(puzzle.shape), None, Budget())
    while True:
        found = walk.deductions.next(Reach(weight=0, moves=12), walk.budget)
        assert found is not None
        step = walk.take(walk.step(found))
        if step.kind == CHAIN:
            return step


def test_json_says_sums(large: Explanation) -> None:
    for step in large:
        assert Step.from_json(large.puzzle, json.loads(json.dumps(step.to_json()))) == step


@pytest.mark.parametrize("name", ["two-stars-10", "kropki-6", "hamle-6"])
def test_json_says_everything(name: str) -> None:
    puzzle = gw.load(name)
    for step in gw.explain(puzzle):
        again = Step.from_json(puzzle, json.loads(json.dumps(step.to_json())))
        assert again == step
        assert verify(again) is None


@pytest.mark.parametrize("name", ["two-stars-10", "kropki-6", "hamle-7"])
def test_the_same_steps_every_time(name: str) -> None:
    first = gw.explain(gw.load(name)).to_json()
    assert gw.explain(gw.load(name)).to_json() == first


def test_cheaper_steps_come_first() -> None:
    """Whatever step is taken, no cheaper kind was there."""
    puzzle = gw.load("two-stars-10")
    marks: list[dict[str, object]] = []
    for step in gw.explain(puzzle):
        hint = gw.hint(puzzle, marks)
        assert hint.step is not None
        assert hint.step.cost <= step.cost
        marks += step.to_json()["conclusions"]
    assert gw.hint(puzzle, marks).done


@pytest.mark.skipif(not FILES, reason="GRIDWRIGHT_CORPUS is not set")
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_corpus(file: Path) -> None:
    """Every tenth published puzzle of a modest size, as far as five seconds take it."""
    with file.open(encoding="utf-8") as lines:
        for line in itertools.islice(lines, 0, 100, 10):
            data = json.loads(line)
            puzzle = gw.load(data)
            if puzzle.rows * puzzle.columns > 100 or data.get("status") != "unique":
                continue
            explanation = gw.explain(puzzle, time_limit=5)
            assert verify_all(explanation) is None
