"""JSON and text say the same, and what is written is read back as it was."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gridwright as gw
from gridwright.formats.json import write_json
from gridwright.formats.load import read_all
from tests.formats.boards import BOARDS, TRIALS


def check_round_trip(data: dict[str, Any]) -> gw.Puzzle:
    puzzle = gw.load(data)
    written = puzzle.to_json()
    for again in (gw.load(written), gw.load(write_json(puzzle)), gw.load(puzzle.to_text())):
        assert again == puzzle
        assert again.to_json() == written
        assert again.names == puzzle.names
        assert again.id == puzzle.id
    write_json(puzzle).encode()
    puzzle.to_text().encode()
    return puzzle


@pytest.mark.parametrize("data", BOARDS)
def test_json_is_written_as_it_was_read(data: dict[str, Any]) -> None:
    assert check_round_trip(data).to_json() == data


@pytest.mark.parametrize("data", TRIALS)
def test_trial_genres(data: dict[str, Any]) -> None:
    check_round_trip(data)


def test_what_goes_without_saying_is_left_out() -> None:
    data = {
        "genre": "Kropki",
        "rows": 2,
        "columns": 2,
        "size": None,
        "all_dots": True,
        "givens": [[None] * 2] * 2,
    }
    assert gw.load(data).to_json() == {"genre": "kropki", "size": 2, "dots": []}
    data = {"genre": "hamle", "rows": 1, "grid": [[None, 2]]}
    assert gw.load(data).to_json() == {"genre": "hamle", "grid": [[0, 2]]}


def test_the_grid_says_the_size() -> None:
    assert gw.load({"genre": "chess-loop", "givens": [[None, "king"]]}).to_json()["columns"] == 2
    assert gw.load({"genre": "star-battle", "stars": 1, "givens": [[1, 0], [None, None]]}).rows == 2


# --- made up by hypothesis ---------------------------------------------------------------------------------

NAMES = (
    st.integers(0, 5)
    | st.integers()
    | st.text(max_size=4)
    | st.sampled_from(["#", ".", "?", "-", '"', "1", "a:"])
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
KNOWLEDGE = st.dictionaries(
    st.sampled_from(["title", "solution", "notes", "seed"]) | st.text(max_size=5).map("x-".__add__),
    VALUES,
    max_size=3,
)


def grids(cells: st.SearchStrategy[Any], rows: int, columns: int) -> st.SearchStrategy[list[list[Any]]]:
    return st.lists(st.lists(cells, min_size=columns, max_size=columns), min_size=rows, max_size=rows)


@st.composite
def puzzles(draw: st.DrawFn) -> dict[str, Any]:
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 12))
    genre = draw(st.sampled_from(["star-battle", "kropki", "hamle", "chess-loop", "slitherlink"]))
    data: dict[str, Any] = {"genre": genre, **draw(KNOWLEDGE)}
    if genre == "star-battle":
        data["stars"] = draw(st.integers(1, 10_000))
        data["regions"] = draw(grids(st.none() | NAMES, rows, rows))
        if draw(st.booleans()):
            stars = draw(grids(st.sampled_from([None, 0, 1]), rows, rows))
            pairs = [zip(*lines, strict=True) for lines in zip(stars, data["regions"], strict=True)]
            data["givens"] = [[None if region is None else star for star, region in line] for line in pairs]
    elif genre == "kropki":
        data |= {"rows": rows, "columns": columns, "all_dots": draw(st.booleans())}
        right = [[[r, c], [r, c + 1]] for r in range(rows) for c in range(columns - 1)]
        below = [[[r, c], [r + 1, c]] for r in range(rows - 1) for c in range(columns)]
        chosen = draw(st.lists(st.sampled_from(right + below), unique_by=str)) if right + below else []
        data["dots"] = [
            {"cells": draw(st.permutations(cells)), "colour": draw(st.sampled_from(["white", "black"]))}
            for cells in chosen
        ]
        data["boxes"] = draw(st.none() | grids(st.none() | NAMES, rows, columns))
        data["givens"] = draw(
            st.none() | grids(st.none() | st.integers(1, max(rows, columns)), rows, columns)
        )
    elif genre == "chess-loop":
        kinds = ["king", "queen", "rook", "bishop", "knight"]
        data |= {"rows": rows, "columns": columns, "outer": draw(st.booleans())}
        data["pieces"] = draw(st.dictionaries(st.sampled_from(kinds), st.integers(0, 10_000)))
        data["givens"] = draw(grids(st.sampled_from([None, ".", "#", *kinds]), rows, columns))
    else:
        highest = 4 if genre == "slitherlink" else 120
        data["grid"] = draw(grids(st.none() | st.integers(0, highest), rows, columns))
    return data


@settings(max_examples=200, deadline=None)
@given(puzzles())
def test_any_puzzle(data: dict[str, Any]) -> None:
    check_round_trip(data)


# --- collections -------------------------------------------------------------------------------------------


def test_collections(tmp_path: Path) -> None:
    found = [gw.load(data) for data in BOARDS]
    lines = tmp_path / "boards.jsonl"
    lines.write_text("\n".join(map(write_json, found)) + "\n", encoding="utf-8")
    texts = tmp_path / "boards.txt"
    texts.write_text("---\n".join(puzzle.to_text() for puzzle in found), encoding="utf-8")
    for path in (lines, texts):
        again = list(gw.load_all(path))
        assert again == found
        assert [puzzle.to_json() for puzzle in again] == [puzzle.to_json() for puzzle in found]
    assert [puzzle.origin for puzzle in gw.load_all(lines)] == [
        f"{lines}:{number}" for number in range(1, len(found) + 1)
    ]


@pytest.mark.skipif("GRIDWRIGHT_CORPUS" not in os.environ, reason="needs GRIDWRIGHT_CORPUS")
def test_corpus() -> None:
    files = sorted(Path(os.environ["GRIDWRIGHT_CORPUS"]).glob("*.jsonl"))
    assert files
    for file in files:
        for line, puzzle in zip(file.read_text().splitlines(), read_all(file), strict=True):
            assert isinstance(puzzle, gw.Puzzle), puzzle
            data = {
                key: value
                for key, value in json.loads(line).items()
                if value is not None or key == "solution"
            }
            if data.get("all_dots"):
                del data["all_dots"]
            if "dots" in data:
                data["dots"].sort(key=lambda dot: dot["cells"])
            assert puzzle.to_json() == data
            assert gw.load(puzzle.to_text()).to_json() == data


def test_many_names_fit_into_a_text() -> None:
    regions = [[f"{row}/{column}" for column in range(9)] for row in range(9)]
    puzzle = check_round_trip({"genre": "star-battle", "stars": 1, "regions": regions})
    assert len(puzzle.names["regions"]) == 81
