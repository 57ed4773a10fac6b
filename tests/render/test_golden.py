"""Every example of every genre is drawn as it was: what changes a picture has to be looked at.

A picture that does not exist yet is written, and the test fails once: look at it, then record it. To make all
anew, delete the folder.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import gridwright as gw
from gridwright.render import svg
from tests.render.boards import PUZZLES, solved

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", PUZZLES)
def test_text(name: str) -> None:
    boards = solved(PUZZLES[name])
    unicode = gw.draw(boards, coordinates=True)
    plain = gw.draw(boards, unicode=False, width=60)
    assert plain.isascii()
    compare(f"{name}.txt", f"{unicode}\n\n{plain}\n")


# One small board of each genre: an SVG is too long to be looked at often.
SMALLEST = {
    puzzle.genre.name: name
    for name, puzzle in sorted(PUZZLES.items(), key=lambda item: -item[1].rows * item[1].columns)
    if puzzle.knowledge.get("status") == "unique"
}


@pytest.mark.parametrize("name", SMALLEST.values())
def test_svg(name: str) -> None:
    compare(f"{name}.svg", svg.draw(solved(PUZZLES[name]), coordinates=True))


def compare(name: str, drawn: str) -> None:
    path = GOLDEN / name
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(drawn, encoding="utf-8")
        pytest.fail(f"{path} is new: look at it")
    assert drawn == path.read_text(encoding="utf-8"), f"if this is right, delete {path}"


def test_no_golden_file_is_left_over() -> None:
    drawn = {f"{name}.txt" for name in PUZZLES} | {f"{name}.svg" for name in SMALLEST.values()}
    assert {str(path.relative_to(GOLDEN)) for path in GOLDEN.rglob("*.*")} == drawn
