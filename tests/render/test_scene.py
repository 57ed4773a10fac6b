"""What a scene holds, whatever it is drawn as."""

from __future__ import annotations

import json
from typing import Any

import pytest

import gridwright as gw
from gridwright.model import registry
from gridwright.model.fields import Regions
from gridwright.model.genre import Genre
from gridwright.model.grid import Cell
from gridwright.model.unknowns import YesNo
from gridwright.render.scene import Highlight, Symbol, scene_of
from tests.genres.trials import registered
from tests.render.boards import PUZZLES, solved


def test_names_and_roles() -> None:
    board = gw.load(
        {
            "genre": "chess-loop",
            "pieces": {"rook": 2, "knight": 2},
            "givens": [["#", "knight", "."], [None, None, None]],
        }
    )
    marks = [
        {"cell": [1, 0], "value": "rook"},
        {"cell": [1, 1], "not": "knight"},
        {"cell": [1, 2], "value": None},
    ]
    assert scene_of(board, marks=marks).cells == [
        (Symbol("blocked", "#", "given"),),
        (Symbol("knight", "N", "given", 1),),
        (Symbol("empty", "·", "given"),),
        (Symbol("rook", "R", "mark"),),
        (Symbol("knight", "N", "excluded", 1),),
        (Symbol("empty", "·", "mark"),),
    ]


@pytest.mark.parametrize("name", PUZZLES)
def test_a_solution_shows_something_in_every_cell_or_lines(name: str) -> None:
    for scene in map(scene_of, solved(PUZZLES[name])[1:]):
        assert scene.lines or all(scene.cells)
        assert all(len(symbols) == 1 for symbols in scene.cells if symbols)


@pytest.mark.parametrize("name", PUZZLES)
def test_a_kept_solution_is_drawn_like_the_one_that_is_found(name: str) -> None:
    puzzle = PUZZLES[name]
    if "solution" not in puzzle.knowledge:
        return
    kept, found = scene_of(puzzle, solution=puzzle.knowledge["solution"]), scene_of(solved(puzzle)[1])
    assert (kept.cells, sorted(kept.lines)) == (found.cells, sorted(found.lines))


@pytest.mark.parametrize("name", PUZZLES)
def test_json(name: str) -> None:
    puzzle = PUZZLES[name]
    for board in solved(puzzle):
        highlights = [Highlight("target", (Cell(0, 0),))]
        data = scene_of(board, highlights=highlights).to_json()
        assert json.loads(json.dumps(data)) == data
        assert [len(row) for row in data["cells"]] == [puzzle.columns] * puzzle.rows
        borders = data["borders"]
        assert [len(row) for row in borders["horizontal"]] == [puzzle.columns] * (puzzle.rows + 1)
        assert [len(row) for row in borders["vertical"]] == [puzzle.columns + 1] * puzzle.rows
        assert data["highlights"] == [{"kind": "target", "cells": [[0, 0]], "borders": []}]


def test_dots_and_ways() -> None:
    scene = scene_of(
        gw.load({"genre": "kropki", "size": 2, "dots": [{"cells": [[1, 0], [0, 0]], "colour": "black"}]})
    )
    assert scene.to_json()["dots"] == [{"cells": [[0, 0], [1, 0]], "colour": "black"}]
    solution = gw.solve(gw.load("hamle-6")).solution
    assert solution is not None
    moves = [{"from": list(path.cells[0]), "to": list(path.cells[1])} for path in scene_of(solution).paths]
    assert moves == solution.to_json()["moves"]


def test_regions_are_called_as_their_setter_calls_them() -> None:
    board = {"genre": "star-battle", "stars": 1, "regions": [["north", None], ["north", 7]]}
    assert scene_of(gw.load(board)).to_json()["regions"] == [
        {"kind": "region", "name": "north", "cells": [[0, 0], [1, 0]]},
        {"kind": "region", "name": "7", "cells": [[1, 1]]},
    ]
    assert [region.kind for region in scene_of(gw.load("kropki-sudoku-9")).regions] == ["box"] * 9


def test_titles() -> None:
    puzzle = gw.load("queens-5")
    assert scene_of(puzzle).title == "Five queens"
    assert scene_of(puzzle, title="").title == ""
    assert scene_of(puzzle, solution=puzzle.knowledge["solution"]).title == ""
    assert scene_of(gw.load({**puzzle.to_json(), "title": 7})).title == ""


class Overlapping(Genre):
    """Regions of two kinds, and nothing to find but a mark."""

    name = "overlapping"
    says_size = True
    sides = Regions()
    rooms = Regions()
    mark = YesNo()


def test_a_border_is_thick_if_it_parts_regions_of_any_kind() -> None:
    registry.register(Overlapping)
    try:
        rooms = [[None, 0], [None, 0]]
        scene = scene_of(
            gw.load({"genre": "overlapping", "size": 2, "sides": [[1, 1], [2, 2]], "rooms": rooms})
        )
    finally:
        registry.forget(Overlapping)
    assert scene.horizontal == [["thick"] * 2] * 3
    assert scene.vertical == [["thick"] * 3] * 2
    assert [(region.kind, region.name) for region in scene.regions] == [
        ("side", "1"),
        ("side", "2"),
        ("room", "0"),
    ]


@pytest.mark.parametrize(
    "solution",
    [
        {},
        {"grid": None},
        {"grid": [[1, 2]]},
        {"grid": [[9] * 6] * 6},
        {"grid": [[[]] * 6] * 6},
        {"grid": [[0] * 6] * 6, "moves": [{"from": [0, 0]}]},
        {"grid": [[0] * 6] * 6, "moves": [{"from": [0, 0], "to": [99, 0]}]},
        {"grid": [[0] * 6] * 6, "moves": 5},
        [],
    ],
)
def test_what_is_no_solution_is_refused(solution: Any) -> None:
    with pytest.raises(gw.PuzzleError):
        scene_of(gw.load("hamle-6"), solution=solution)


def test_marks_are_checked() -> None:
    with pytest.raises(gw.PuzzleError, match="lies outside") as problem:
        scene_of(gw.load("hamle-6"), marks=[{"piece": [0, 99], "to": [0, 0]}])
    assert problem.value.place == "/0/piece"
    with registered(), pytest.raises(gw.PuzzleError, match="cannot stand here"):
        scene_of(PUZZLES["sudoku/1"], marks=[{"cell": [0, 0], "value": 5}])
