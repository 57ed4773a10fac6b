"""Boards as text: every width, with and without Unicode and colour."""

from __future__ import annotations

import re
import unicodedata
from itertools import product

import pytest

import gridwright as gw
from gridwright.model.grid import Border, Cell, Corner
from gridwright.render.characters import UNICODE
from gridwright.render.scene import THIN, Highlight, Path, Scene, scene_of
from gridwright.render.text import TooNarrow, draw, has_unicode
from tests.render.boards import PUZZLES, solved

QUEENS = gw.load("queens-5")
FREE = gw.load({"genre": "kropki", "size": 3, "dots": [], "all_dots": False})

LOOP = Path("loop", (Cell(0, 0), Cell(1, 2)), closed=True)


def widest(text: str) -> int:
    return max(map(len, text.split("\n")))


# --- characters --------------------------------------------------------------------------------------------


def _weights(name: str) -> tuple[int, ...]:
    """Up, right, down, left of a character, from its name in Unicode."""
    words = name.removeprefix("BOX DRAWINGS ").split()
    arms = {"VERTICAL": ("UP", "DOWN"), "HORIZONTAL": ("RIGHT", "LEFT")}
    strengths = {"LIGHT": 1, "HEAVY": 2}
    found: dict[str, int] = {}
    parts = " ".join(words).split(" AND ")
    leading = strengths.get(words[0])
    for part in parts:
        said = part.split()
        strength = next((strengths[word] for word in said if word in strengths), leading)
        for word in said:
            if word not in strengths:
                found |= dict.fromkeys(arms.get(word, (word,)), strength or 0)
    # "DOWN AND RIGHT HEAVY": what is said last holds for both.
    if leading is None and not any(word in strengths for word in parts[0].split()):
        last = strengths[words[-1]]
        found = dict.fromkeys(found, last)
    return tuple(found.get(arm, 0) for arm in ("UP", "RIGHT", "DOWN", "LEFT"))


def test_the_junctions_are_what_unicode_calls_them() -> None:
    for weights, character in zip(product(range(3), repeat=4), UNICODE.junctions, strict=True):
        if character != " ":
            assert _weights(unicodedata.name(character)) == weights
    assert UNICODE.junctions.count(" ") == 1


def test_regions_are_told_apart() -> None:
    board = gw.load({"genre": "star-battle", "stars": 1, "regions": [[0, 0], [0, 1]]})
    assert draw(board).split("\n") == ["┏━━━┯━━━┓", "┃   ┊   ┃", "┠┈┈┈╆━━━┫", "┃   ┃   ┃", "┗━━━┻━━━┛"]
    plain = draw(board, unicode=False).split("\n")
    assert plain == ["+-------+", "|   :   |", "| . +---+", "|   |   |", "+---+---+"]


def test_regions_are_named_if_there_is_room() -> None:
    names = [["long name", "ab", "é"], ["é\x1b", "解", "q"], [1, 22, 333]]
    board = gw.load({"genre": "star-battle", "stars": 1, "regions": names})
    lines = draw(board, coordinates=True).split("\n")
    assert [lines[1], lines[3], lines[5]] == ["  ┏━━━┳ab━┳é━━┓", "  ┣━━━╋━━━╋q━━┫", "  ┣1━━╋22━╋333┫"]
    assert "é" not in draw(board, coordinates=True, unicode=False)
    sudoku = gw.load("kropki-sudoku-9")
    dotted = next(dot for dot in scene_of(sudoku).dots if dot.cells[1] == Cell(3, 5))
    assert dotted.cells[0] == Cell(2, 5)
    assert draw(sudoku, coordinates=True).split("\n")[8].startswith("  ┣4━━┿━━━┿━━━╋5━━┿━━━┿━○━╋6━━")


def test_holes_are_left_out() -> None:
    board = gw.load({"genre": "star-battle", "stars": 1, "regions": [[None, None, 0], [1, None, 0]]})
    assert draw(board).split("\n") == [
        "        ┏━━━┓",
        "        ┃   ┃",
        "┏━━━┓   ┠┈┈┈┨",
        "┃   ┃   ┃   ┃",
        "┗━━━┛   ┗━━━┛",
    ]
    assert draw(gw.load({"genre": "star-battle", "stars": 1, "regions": [[None]]})).strip() == ""


def test_numbers_of_two_digits_are_aligned() -> None:
    board = gw.load({"genre": "hamle", "grid": [[10, 0], [0, 3]]})
    assert draw(board).split("\n")[1::2] == ["┃ 10 ┊    ┃", "┃    ┊  3 ┃"]


def test_encodings() -> None:
    assert has_unicode("utf-8")
    assert not any(has_unicode(encoding) for encoding in ("ascii", "latin-1", "cp437", "no such", None))


@pytest.mark.parametrize("name", PUZZLES)
def test_ascii_is_ascii_and_as_wide(name: str) -> None:
    boards = [scene_of(board, title="ein schöner Titel") for board in solved(PUZZLES[name])]
    plain = draw(boards, unicode=False)
    assert plain.isascii()
    assert widest(plain) == widest(draw(boards))


# --- width -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("coordinates", [False, True])
@pytest.mark.parametrize("name", PUZZLES)
def test_no_line_is_longer_than_it_may_be(name: str, coordinates: bool) -> None:
    boards = [scene_of(board, title="word " * 12) for board in solved(PUZZLES[name])]
    with pytest.raises(TooNarrow) as problem:
        draw(boards, width=2, coordinates=coordinates)
    needed = problem.value.needed
    assert f"takes {needed} columns" in str(problem.value)
    for width in range(needed, 120):
        assert widest(draw(boards, width=width, coordinates=coordinates)) <= width
    with pytest.raises(TooNarrow):
        draw(boards, width=needed - 1, coordinates=coordinates)


def test_boards_stand_side_by_side_as_long_as_they_fit() -> None:
    boards = [QUEENS, QUEENS]
    heights = {width: len(draw(boards, width=width).split("\n")) for width in (46, 45, 36, 35, 21, 11)}
    assert heights == {46: 12, 45: 12, 36: 12, 35: 25, 21: 25, 11: 25}
    assert [widest(draw(boards, width=width)) for width in (46, 45, 35, 20, 11)] == [46, 36, 21, 16, 11]
    assert len(draw([QUEENS] * 4, width=46).split("\n")) == 2 * 12 + 1
    assert draw([]) == ""


def test_boards_begin_on_the_same_line() -> None:
    scenes = [scene_of(QUEENS, title=title) for title in ("A title of several lines", "", "解答 ★", "x")]
    lines = draw(scenes).split("\n")
    assert lines[0] == "A title of several"
    assert lines[1] == "lines" + " " * 41 + " " * 4 + "解答 ★" + " " * 19 + "x"
    assert lines[2].count("┏") == 4


def test_titles_cannot_steer_a_terminal() -> None:
    drawn = draw(scene_of(QUEENS, title="a\x1b[31mb\nc\u202e"))
    assert drawn.startswith("a\\x1b[31mb\\nc\\u202e\n┏")


# --- what stands in cells ----------------------------------------------------------------------------------


def test_what_is_given_is_told_from_what_is_found() -> None:
    board = gw.load(
        {"genre": "kropki", "rows": 1, "columns": 2, "dots": [], "all_dots": False, "givens": [[2, None]]}
    )
    solution = gw.solve(board).solution
    assert solution is not None
    assert [draw(each).split("\n")[1] for each in (board, solution)] == ["┃ 2 ┊   ┃", "┃ 2'┊ 1 ┃"]
    assert draw(solution, width=7).split("\n")[1] == "┃2'┊1 ┃"


def test_marks() -> None:
    marks = [{"cell": [0, 0], "value": 2}, {"cell": [0, 1], "not": 1}, {"cell": [0, 1], "not": 3}]
    drawn = draw(scene_of(FREE, marks=marks))
    assert drawn.split("\n")[1] == "┃   2 ┊ ≠13 ┊     ┃"
    stars = scene_of(
        QUEENS, marks=[{"cell": [0, 0], "value": 1}, {"cell": [0, 1], "value": 0}, {"cell": [0, 2], "not": 1}]
    )
    assert draw(stars).split("\n")[2] == "┃ ★ ┃ × ┊ × ┊   ┊   ┃"
    assert draw(stars, unicode=False).split("\n")[2] == "| * | x : x :   :   |"


def test_a_marked_move_takes_the_piece_along() -> None:
    board = gw.load({"genre": "hamle", "grid": [[2, 1, 0]]})
    drawn = draw(scene_of(board, marks=[{"piece": [0, 0], "to": [0, 2]}]), coordinates=True)
    assert drawn.split("\n")[2:] == ["1 ┃   ┊ 1 ┊ 2 ┃", "  ┗━━━┷━━━┷━━━┛", "move:", "r1c1 → r1c3"]


def test_a_way_is_broken_only_if_no_line_has_room_for_it() -> None:
    grid = [[2, 0, 0], [0, 0, 0], [2, 0, 0]]
    marks = [{"piece": [0, 0], "to": [0, 2]}, {"piece": [2, 0], "to": [2, 2]}]
    drawn = draw(scene_of(gw.load({"genre": "hamle", "grid": grid}), marks=marks), coordinates=True)
    assert [line.rstrip() for line in drawn.split("\n")[-3:]] == ["move:", "r1c1 → r1c3,", "r3c1 → r3c3"]
    narrow = draw(Scene(1, 1, frozenset(), [[THIN]] * 2, [[THIN] * 2], [()], paths=[LOOP]), coordinates=True)
    assert [line.rstrip() for line in narrow.split("\n")[-4:]] == ["loop:", "r1c1 →", "r2c3 →", "r1c1"]


def test_highlights() -> None:
    highlights = [
        Highlight("evidence", (Cell(0, 0), Cell(0, 1))),
        Highlight("target", (Cell(0, 1), Cell(0, 2))),
    ]
    scene = scene_of(FREE, marks=[{"cell": [0, 1], "value": 2}], highlights=highlights)
    assert draw(scene, width=13).split("\n")[1] == "┃[ ]┊(2)┊( )┃"
    with pytest.raises(TooNarrow):  # they need their room
        draw(scene, width=12)


def test_lines_on_borders() -> None:
    scene = scene_of(PUZZLES["slitherlink/5"])
    scene.highlights.append(Highlight("target", (), (Border(Corner(0, 0), Corner(0, 1)),)))
    assert draw(scene).split("\n")[0] == "· ? ·   ·   ·"


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("name", PUZZLES)
def test_colour_says_nothing_that_is_not_said_without(name: str, unicode: bool) -> None:
    boards = [scene_of(board) for board in solved(PUZZLES[name])]
    boards[0].highlights.append(Highlight("target", (Cell(0, 0),)))
    for width in (None, 60):
        coloured = draw(boards, colour=True, unicode=unicode, width=width)
        plain = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
        assert "\x1b" in coloured
        assert re.sub(" +$", "", plain, flags=re.MULTILINE) == draw(boards, unicode=unicode, width=width)
