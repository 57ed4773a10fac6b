"""Boards as SVG, and the pictures of the documentation."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree as ET

import pytest

import gridwright as gw
from gridwright.model.grid import Border, Cell, Corner
from gridwright.render import svg
from gridwright.render.scene import Highlight, scene_of
from tests.render.boards import PUZZLES, solved

SPACE = "{http://www.w3.org/2000/svg}"
PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


def _script() -> ModuleType:
    spec = spec_from_file_location("pictures", PICTURES / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SCRIPT = _script()


@pytest.mark.parametrize("name", PUZZLES)
def test_it_is_well_formed_and_stays_inside(name: str) -> None:
    root = ET.fromstring(svg.draw(solved(PUZZLES[name]), coordinates=True))
    width, height = (int(number) for number in root.get("viewBox", "").split()[2:])
    for group in root.iter(f"{SPACE}g"):
        left, top = map(int, re.findall(r"\d+", group.get("transform", "")))
        for shape in group.iter(f"{SPACE}circle"):
            assert 0 <= left + int(shape.get("cx", "")) <= width
            assert 0 <= top + int(shape.get("cy", "")) <= height


def test_what_stands_in_the_cells() -> None:
    puzzle = gw.load("kropki-givens-7")
    root = ET.fromstring(svg.draw(solved(puzzle)[1]))
    texts = [(text.text, text.get("font-weight")) for text in root.iter(f"{SPACE}text")]
    given = puzzle.labels[puzzle.genre.label_fields().index(puzzle.genre.fields["givens"])]
    grid = [number for row in puzzle.knowledge["solution"]["grid"] for number in row]
    assert texts == [
        (str(number), "bold" if label >= 0 else None) for number, label in zip(grid, given, strict=True)
    ]
    assert len(list(root.iter(f"{SPACE}circle"))) == len(puzzle.to_json()["dots"])


def test_kinds_of_pieces_are_hollow_or_full() -> None:
    root = ET.fromstring(svg.draw(solved(gw.load("loop-1"))[1]))
    fills = [path.get("fill") for path in root.iter(f"{SPACE}path") if path.get("transform")]
    assert sorted(map(str, fills)) == ["currentColor"] * 2 + ["none"] * 2


def test_marks_and_highlights() -> None:
    highlights = [
        Highlight("target", (Cell(0, 0),), (Border(Corner(0, 0), Corner(0, 1)),)),
        Highlight("evidence", (Cell(0, 1),)),
    ]
    marks = [{"cell": [0, 0], "not": 2}, {"cell": [0, 1], "value": 1}]
    board = gw.load({"genre": "kropki", "size": 3, "dots": [], "all_dots": False})
    root = ET.fromstring(svg.draw(scene_of(board, marks=marks, highlights=highlights)))
    assert [text.text for text in root.iter(f"{SPACE}text")] == ["≠2", "1"]
    assert [len(list(root.iter(SPACE + tag))) for tag in ("circle", "rect")] == [2, 1]


def test_long_titles_take_several_lines() -> None:
    board = scene_of(gw.load("queens-5"), title="word " * 12)
    for coordinates in (False, True):
        group = ET.fromstring(svg.draw([board], coordinates=coordinates)).find(f"{SPACE}g")
        assert group is not None
        lines = [text for text in group.iter(f"{SPACE}text") if text.get("font-size") == "13"]
        assert "".join(f"{line.text} " for line in reversed(lines)) == "word " * 12
        assert all(len(line.text or "") * 7 <= 5 * svg.CELL for line in lines)
        top = int(group.get("transform", "").partition(" ")[2].removesuffix(")"))
        assert {-int(line.get("y", "")) for line in lines} <= set(range(8, top))


def test_titles_are_escaped() -> None:
    title = "<script> & \x07 \udcff"
    root = ET.fromstring(svg.draw(scene_of(gw.load("queens-5"), title=title)))
    assert root.findtext(f"{SPACE}title") == r"<script> & \x07 \udcff"
    assert root.get("role") == "img"
    assert ET.fromstring(svg.draw([])).tag == f"{SPACE}svg"


@pytest.mark.parametrize("name", SCRIPT.PICTURES)
def test_pictures_of_the_documentation(name: str) -> None:
    path = PICTURES / f"{name}.svg"
    assert path.read_text(encoding="utf-8") == SCRIPT.picture(SCRIPT.PICTURES[name]), "run make pictures"


def test_there_are_no_other_pictures() -> None:
    assert {path.stem for path in PICTURES.glob("*.svg")} == set(SCRIPT.PICTURES)
