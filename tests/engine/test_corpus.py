"""Published puzzles, if GRIDWRIGHT_CORPUS names a folder of them: their status, solutions and counts."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright.model.rulebook import broken_rules

CORPUS = os.environ.get("GRIDWRIGHT_CORPUS")
FILES = sorted(Path(CORPUS).glob("*.jsonl")) if CORPUS else []
SECONDS = 120

pytestmark = pytest.mark.skipif(not FILES, reason="GRIDWRIGHT_CORPUS is not set")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_corpus(file: Path) -> None:
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            data = json.loads(line)
            place = f"{file.name}:{number}"
            compare(data, place)


def compare(data: dict[str, Any], place: str) -> None:
    puzzle = gw.load(data)
    result = gw.solve(puzzle, time_limit=SECONDS)
    assert result.status == data["status"], place
    for solution in result.solutions:
        assert broken_rules(puzzle, solution.to_json()) == [], place
    known = data.get("solution")
    if known is not None and result.status == "unique":
        report = gw.check(puzzle, time_limit=SECONDS)
        kinds = {finding.kind for finding in report.findings}
        assert not kinds & {"wrong-status", "wrong-solution"}, place
        if not puzzle.genre.symmetric_verdict:
            # Some write 0 in holes.
            found = [[value or 0 for value in row] for row in result.solutions[0].to_json()["grid"]]
            assert found == [[value or 0 for value in row] for row in known["grid"]], place
    compare_notes(data, puzzle, place)


def compare_notes(data: dict[str, Any], puzzle: gw.Puzzle, place: str) -> None:
    notes = data.get("notes")
    if not isinstance(notes, dict):
        return
    if "solutions" in notes:
        counted = gw.count(puzzle, time_limit=SECONDS).to_json()
        assert counted["count"] == notes["solutions"], place
        assert counted["exact"], place
        if "solutions_up_to_symmetry" in notes:
            assert counted["up_to_symmetry"] == notes["solutions_up_to_symmetry"], place
    if "status_without_all_dots" in notes:
        other = gw.solve(gw.load({**data, "all_dots": False}), time_limit=SECONDS)
        assert other.status == notes["status_without_all_dots"], place
