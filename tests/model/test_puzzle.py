"""Puzzles: what is equal, what never changes, and ids that are the same for ever."""

from __future__ import annotations

import pickle
import subprocess
import sys
import tomllib
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright.model.canonical import canonical_puzzle
from gridwright.model.fields import EdgeMarks, Regions
from gridwright.model.puzzle import Puzzle, ShapeKey, Solution

STAR: dict[str, Any] = {
    "genre": "star-battle",
    "stars": 1,
    "regions": [[0, 0, 1, 1], [0, 0, 1, None], [2, 0, 3, 1], [2, 3, 3, 3]],
    "givens": [[None, 1, None, None], [None] * 4, [None] * 4, [None, 0, None, None]],
}
KROPKI: dict[str, Any] = {
    "genre": "kropki",
    "rows": 2,
    "columns": 3,
    "dots": [
        {"cells": [[0, 0], [0, 1]], "colour": "white"},
        {"cells": [[0, 1], [1, 1]], "colour": "black"},
        {"cells": [[1, 1], [1, 2]], "colour": "black"},
    ],
    "givens": [[None, None, 3], [None] * 3],
    "boxes": [[7, 7, 8], [7, 8, 8]],
}
CHESS: dict[str, Any] = {
    "genre": "chess-loop",
    "rows": 2,
    "columns": 3,
    "pieces": {"king": 2, "knight": 2},
    "givens": [[None, "king", "#"], [".", None, None]],
}
HAMLE: dict[str, Any] = {"genre": "hamle", "grid": [[0, 3, 0, 0], [1, 0, 0, 2]]}
ALL = [STAR, KROPKI, CHESS, HAMLE]


def load(data: dict[str, Any]) -> Puzzle:
    return gw.load(data)


# --- symmetry -------------------------------------------------------------------------------------------

Move = Callable[[int, int, int, int], tuple[int, int]]  # row, column, rows, columns -> row, column
# Other people's files and links hold such ids: they may never change.
PINNED = [
    "star-battle-onh37wjiachyrgor",
    "kropki-iolkorfcosw4wdof",
    "chess-loop-7vpclpbwei4f7h5o",
    "hamle-jokknizkzvznq66t",
]

TURN: Move = lambda row, column, rows, columns: (column, rows - 1 - row)  # noqa: E731
MIRROR: Move = lambda row, column, rows, columns: (row, columns - 1 - column)  # noqa: E731


def moved(data: dict[str, Any], move: Move) -> dict[str, Any]:
    """The JSON of a puzzle after a move, cell by cell: nothing here knows of labels or permutations."""
    puzzle = load(data)
    rows, columns = puzzle.rows, puzzle.columns
    corners = [move(row, column, rows, columns) for row in (0, rows - 1) for column in (0, columns - 1)]
    changed = dict(data)
    if "rows" in data:
        changed["rows"], changed["columns"] = (1 + max(corner[axis] for corner in corners) for axis in (0, 1))
    for key in ("regions", "givens", "boxes", "grid"):
        if key in data:
            image: dict[int, dict[int, Any]] = {}
            for row in range(rows):
                for column in range(columns):
                    to_row, to_column = move(row, column, rows, columns)
                    image.setdefault(to_row, {})[to_column] = data[key][row][column]
            changed[key] = [[image[row][column] for column in sorted(image[row])] for row in sorted(image)]
    if "dots" in data:
        changed["dots"] = [
            {**dot, "cells": [list(move(*cell, rows, columns)) for cell in dot["cells"]]}
            for dot in data["dots"]
        ]
    return changed


@pytest.mark.parametrize("data", ALL)
def test_ids_are_equal_under_rotation_and_reflection(data: dict[str, Any]) -> None:
    puzzle = load(data)
    images = [data]
    for _ in range(3):
        images.append(moved(images[-1], TURN))
    images += [moved(image, MIRROR) for image in images]
    loaded = [load(image) for image in images]
    assert {image.id for image in loaded} == {puzzle.id}
    assert len(set(loaded)) == 8
    assert load(moved(images[3], TURN)) == puzzle
    [one] = {canonical_puzzle(image) for image in loaded}
    assert one in loaded
    assert load(one.to_json()) == canonical_puzzle(one) == one


def test_ids_are_equal_when_regions_are_renamed() -> None:
    names = {0: "north", 1: 17, 2: "1", 3: 0, None: None}
    renamed = load(STAR | {"regions": [[names[region] for region in row] for row in STAR["regions"]]})
    assert renamed == load(STAR)
    assert renamed.id == load(STAR).id
    assert renamed.names["regions"] == ("north", 17, "1", 0)
    assert renamed.to_json()["regions"][0] == ["north", "north", 17, 17]


@pytest.mark.parametrize(
    ("data", "change"),
    [
        (STAR, {"stars": 2}),
        (STAR, {"givens": None}),
        (STAR, {"givens": [[None, 0, None, None], [None] * 4, [None] * 4, [None, 0, None, None]]}),
        (STAR, {"regions": [[0, 0, 1, 1], [0, 0, 1, 1], [2, 0, 3, 1], [2, 3, 3, 3]]}),
        (KROPKI, {"all_dots": False}),
        (KROPKI, {"dots": []}),
        (KROPKI, {"boxes": None}),
        (KROPKI, {"boxes": [[7, 7, 7], [8, 8, 8]]}),
        (KROPKI, {"givens": [[None, None, 2], [None] * 3]}),
        (CHESS, {"pieces": {"king": 2, "rook": 2}}),
        (CHESS, {"outer": False}),
        (CHESS, {"givens": [[None, "king", "."], [".", None, None]]}),
        (HAMLE, {"grid": [[0, 3, 0, 0], [1, 0, 2, 0]]}),
    ],
)
def test_whatever_changes_the_puzzle_changes_its_id(data: dict[str, Any], change: dict[str, Any]) -> None:
    one, other = load(data), load(data | change)
    assert one != other
    assert one.id != other.id


def test_ids_never_change() -> None:
    assert [load(data).id for data in ALL] == PINNED


def test_number_of_ids() -> None:
    ids = set()
    for chosen in range(2**9):
        givens = [
            [1 if chosen >> (3 * row + column) & 1 else None for column in range(3)] for row in range(3)
        ]
        ids.add(load({"genre": "star-battle", "stars": 1, "size": 3, "givens": givens}).id)
    assert len(ids) == 102  # 3 x 3 patterns up to rotation and reflection


# --- shape, labels, equality ------------------------------------------------------------------------------


def test_shapes_are_shared() -> None:
    one = load(STAR)
    other = load(STAR | {"givens": None, "regions": [[4, 4, 4, 4], [5, 5, 5, None], [6] * 4, [7] * 4]})
    assert one.shape == other.shape
    assert hash(one.shape) == hash(other.shape)
    assert one.grid is other.grid
    assert one != other
    assert load(STAR | {"stars": 2}).shape != one.shape
    assert (
        load(CHESS).shape
        == load(CHESS | {"pieces": {"knight": 2, "king": 2, "rook": 0}, "givens": None}).shape
    )
    assert ShapeKey.of(one.genre, 4, 4, [7], stars=1) == one.shape
    with pytest.raises(TypeError):
        ShapeKey.of(one.genre, 4, 4, star=1)


def test_labels_are_ready_for_the_kernel() -> None:
    puzzle = load(STAR)
    assert puzzle.holes == (7,)
    assert puzzle.labels[0] == array("i", [0, 0, 1, 1, 0, 0, 1, -1, 2, 0, 3, 1, 2, 3, 3, 3])
    assert puzzle.labels[1] == array("i", [-1, 1] + [-1] * 11 + [0, -1, -1])
    labels = dict(
        zip([field.name for field in load(KROPKI).genre.label_fields()], load(KROPKI).labels, strict=True)
    )
    # right of each cell, row by row: 2 x 2; then below: 3
    assert list(labels["dots"]) == [0, -1, -1, 1, -1, 1, -1]
    assert [labels["givens"].count(label) for label in (-1, 3)] == [5, 1]
    assert list(load(HAMLE).labels[0]) == [-1, 3, -1, -1, 1, -1, -1, 2]
    king, blocked = load(CHESS).labels[0][1:3]
    assert len({-1, king, blocked, load(CHESS).labels[0][3]}) == 4


def test_puzzles_never_change() -> None:
    puzzle = load(STAR)
    for name in ("shape", "labels", "knowledge", "anything"):
        with pytest.raises(AttributeError):
            setattr(puzzle, name, None)


def test_knowledge_is_no_part_of_the_puzzle() -> None:
    notes = ["a"]
    known = gw.load(STAR | {"title": "x", "notes": notes, "x-y": 1})
    assert known == gw.load(STAR)
    assert hash(known) == hash(gw.load(STAR))
    assert known.id == gw.load(STAR).id
    notes.append("b")
    assert known.knowledge == {"title": "x", "notes": ["a"], "x-y": 1}
    assert known != "x"


@pytest.mark.parametrize("data", ALL)
def test_pickling(data: dict[str, Any]) -> None:
    puzzle = gw.load(data | {"title": "x"})
    again = pickle.loads(pickle.dumps(puzzle))
    assert again == puzzle
    assert again.to_json() == puzzle.to_json()
    assert again.shape == puzzle.shape


def test_solutions_are_decoded_when_looked_at() -> None:
    puzzle = gw.load({"genre": "star-battle", "stars": 1, "regions": [[0, None], [1, 2]]})
    solution = Solution(puzzle, array("h", [1, 0, 1]).tobytes())
    assert solution.to_json() == {"grid": [[1, None], [0, 1]]}
    assert solution.to_json() is solution.to_json()
    assert solution == Solution(puzzle, array("h", [1, 0, 1]))
    assert solution != Solution(puzzle, array("h", [0, 0, 1]))


def test_words_for_people() -> None:
    assert repr(gw.load(STAR)) == "<Puzzle star-battle 4x4 stars=1>"
    assert repr(gw.load(HAMLE)) == "<Puzzle hamle 2x4>"


# --- fields by themselves ---------------------------------------------------------------------------------


def test_fields_encode_what_rules_compare() -> None:
    genre = load(KROPKI).genre
    dots, boxes = genre.fields["dots"], genre.fields["boxes"]
    assert isinstance(dots, EdgeMarks)
    assert isinstance(boxes, Regions)
    assert [dots.encode("white"), dots.encode("black"), boxes.encode(3)] == [0, 1, 3]
    givens = load(CHESS).genre.label_fields()[0]
    assert len({givens.encode(value) for value in ("#", ".", "king", "knight")}) == 4
    for field, value in ((dots, "grey"), (dots, None), (boxes, "a"), (givens, "pawn")):
        with pytest.raises(ValueError, match=r"\w"):
            field.encode(value)


def test_a_field_without_a_board_has_no_value() -> None:
    assert load(STAR).genre.stars is load(STAR).genre.fields["stars"]  # type: ignore[attr-defined]


# --- start-up ---------------------------------------------------------------------------------------------


def test_importing_the_package_imports_next_to_nothing() -> None:
    # Without site: how the package was installed may import things of its own.
    home = str(Path(gw.__file__).parents[1])
    code = f"import sys; sys.path.insert(0, {home!r}); before = set(sys.modules); import gridwright; "
    code += "print(*sorted(set(sys.modules) - before))"
    run = subprocess.run([sys.executable, "-S", "-c", code], text=True, capture_output=True, check=True)
    assert run.stdout.split() == ["gridwright"]


def test_public_names() -> None:
    assert gw.load is sys.modules["gridwright.formats.load"].load
    assert gw.Puzzle is Puzzle
    assert set(gw.__all__) <= set(dir(gw))
    settings = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    assert gw.__version__ == settings["project"]["version"]
    with pytest.raises(AttributeError):
        gw.nothing  # noqa: B018
