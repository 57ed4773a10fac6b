"""Genres that are not shipped go through everything, so that nothing rests on what the founding four have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import gridwright as gw
from gridwright.model.rulebook import broken_rules
from tests.genres.trials import boards, registered


@pytest.fixture(autouse=True)
def _known() -> Iterator[None]:
    with registered():
        yield


def name(board: dict[str, Any]) -> str:
    return f"{board['genre']}-{board['status']}"


each = pytest.mark.parametrize("board", boards(), ids=name)


@each
def test_verdict_and_solution(board: dict[str, Any]) -> None:
    puzzle = gw.load(board)
    result = gw.solve(puzzle)
    assert result.status == board["status"]
    for solution in result.solutions:
        assert broken_rules(puzzle, solution.to_json()) == []
    if board["status"] == "unique":
        assert [solution.to_json() for solution in result.solutions] == [board["solution"]]


@each
def test_count(board: dict[str, Any]) -> None:
    counted = gw.count(gw.load(board), limit=5)
    assert counted.count == {"none": 0, "unique": 1}.get(board["status"], counted.count)
    assert counted.exact or counted.count == 5


@each
def test_forced_agrees_with_every_solution(board: dict[str, Any]) -> None:
    puzzle = gw.load(board)
    forced = gw.forced(puzzle)
    assert forced.status == board["status"]
    for solution in gw.solve(puzzle).solutions:
        # What is forced, read as marks, is no mistake; and with it nothing else becomes possible.
        assert not gw.mistakes(puzzle, forced)
        assert gw.forced(puzzle, forced).to_json() == forced.to_json()
        if board["status"] == "unique":
            assert values(board, forced) == flat(solution.to_json())


def values(board: dict[str, Any], forced: gw.Forced) -> list[Any]:
    assert all("value" in entry for entry in forced)
    return [entry["value"] for entry in forced] if board["genre"] != "slitherlink" else sorted_lines(forced)


def sorted_lines(forced: gw.Forced) -> list[Any]:
    horizontal = [entry for entry in forced if entry["border"][0][0] == entry["border"][1][0]]
    vertical = [entry for entry in forced if entry not in horizontal]
    return [entry["value"] for part in (horizontal, vertical) for entry in sorted(part, key=start_of)]


def start_of(entry: dict[str, Any]) -> list[int]:
    start: list[int] = entry["border"][0]
    return start


def flat(solution: dict[str, Any]) -> list[Any]:
    rows = (
        solution["grid"]
        if "grid" in solution
        else [*solution["lines"]["horizontal"], *solution["lines"]["vertical"]]
    )
    return [value for row in rows for value in row]


@each
def test_check_finds_nothing_wrong_with_what_is_known(board: dict[str, Any]) -> None:
    report = gw.check(gw.load(board))
    assert report.status == board["status"]
    kinds = {finding.kind for finding in report.findings}
    assert not kinds & {"wrong-status", "wrong-solution"}
    assert ("several-solutions" in kinds) == (board["status"] == "multiple")
    assert bool(kinds & {"impossible", "no-solution"}) == (board["status"] == "none")


@each
def test_a_wrong_status_is_noticed(board: dict[str, Any]) -> None:
    wrong = {"unique": "multiple", "multiple": "none", "none": "unique"}[board["status"]]
    report = gw.check(gw.load({**board, "status": wrong}))
    assert "wrong-status" in [finding.kind for finding in report.findings]


@each
def test_one_wrong_mark_is_found(board: dict[str, Any]) -> None:
    puzzle = gw.load(board)
    forced = gw.forced(puzzle)
    if board["status"] != "unique":
        return
    for entry in list(forced)[::7]:
        turned = {key: value for key, value in entry.items() if key != "value"} | {"not": entry["value"]}
        assert [mistake.mark for mistake in gw.mistakes(puzzle, [turned])] == [turned]


@each
def test_puzzles_come_back_from_json_and_text(board: dict[str, Any]) -> None:
    puzzle = gw.load(board)
    for again in (gw.load(puzzle.to_json()), gw.load(puzzle.to_text())):
        assert again == puzzle
        assert again.id == puzzle.id
        assert gw.solve(again).status == board["status"]


def test_the_null_genre_is_among_them() -> None:
    assert "null" in {board["genre"] for board in boards()}
