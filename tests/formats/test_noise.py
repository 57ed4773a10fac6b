"""Whatever comes in, a puzzle comes out or a PuzzleError: never anything else."""

from __future__ import annotations

import io
import json
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

import gridwright as gw
from gridwright.formats.json import write_json
from gridwright.formats.load import read_all
from gridwright.formats.many import read_stream
from tests.formats.boards import BOARDS, TRIALS

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-1, 4)
    | st.floats()
    | st.sampled_from(["star-battle", "kropki", "#", ".", "king", "white", "", "x-"])
    | st.text(max_size=4)
)
KEYS = st.text(max_size=3) | st.sampled_from(
    [
        *(
            "genre",
            "size",
            "rows",
            "columns",
            "stars",
            "regions",
            "givens",
            "dots",
            "all_dots",
            "boxes",
            "grid",
        ),
        *("pieces", "outer", "cells", "colour", "king", "title", "solution", "x-a"),
    ]
)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=20,
)
GENRES = st.sampled_from(["star-battle", "kropki", "hamle", "chess-loop", "sudoku", "slitherlink", "nothing"])
MADE = [gw.load(data) for data in BOARDS if "title" not in data]
SOURCES = [form for puzzle in MADE for form in (puzzle.to_text(), write_json(puzzle))]


def attempt(source: Any) -> None:
    """Load it; if that works, everything else works, too."""
    puzzle = next(read_all([source]))
    assert str(puzzle).isprintable()
    if isinstance(puzzle, gw.Puzzle):
        assert gw.load(puzzle.to_text()).to_json() == gw.load(puzzle.to_json()).to_json() == puzzle.to_json()
        assert puzzle.id


def attempt_all(data: bytes) -> None:
    for item in read_stream(io.BytesIO(data), "noise"):
        assert isinstance(item, (gw.Puzzle, gw.PuzzleError))
        assert item.origin.startswith("noise")


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(KEYS, ANYTHING, max_size=6), GENRES)
def test_any_object(data: dict[str, Any], genre: str) -> None:
    attempt({**data, "genre": genre})


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(BOARDS + TRIALS), st.data())
def test_a_puzzle_with_something_replaced(board: dict[str, Any], data: st.DataObject) -> None:
    changed = json.loads(json.dumps(board))
    node, step = changed, data.draw(st.sampled_from(sorted(changed)))
    while isinstance(node[step], (dict, list)) and node[step] and data.draw(st.booleans()):
        node = node[step]
        step = data.draw(st.sampled_from(sorted(node) if isinstance(node, dict) else range(len(node))))
    if isinstance(node, list) and data.draw(st.booleans()):
        del node[step]
    else:
        node[step] = data.draw(ANYTHING)
    attempt(changed)


@settings(max_examples=300, deadline=None)
@given(
    st.text() | st.text(st.sampled_from('{}[]",:.#-\n 019eE_akx')),
    st.sampled_from(["", "{", "genre: hamle\ngrid:\n"]),
)
def test_any_text(text: str, start: str) -> None:
    attempt(start + text + "\n")
    attempt_all((start + text).encode("utf-8", "surrogatepass"))


@settings(max_examples=300, deadline=None)
@given(st.binary())
@example(b"\xef\xbb\xbf\n{")
@example(b"\xff\xfe{\0}\0")
def test_any_bytes(data: bytes) -> None:
    attempt(data)
    attempt_all(data)


@settings(max_examples=500, deadline=None)
@given(st.sampled_from(SOURCES), st.data())
def test_a_form_with_something_replaced(source: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(source)))
    end = data.draw(st.integers(start, min(len(source), start + 6)))
    noise = data.draw(
        st.text(max_size=3)
        | st.sampled_from(["\n", "\n\n", ":", '"', "#", " ", "-", "---\n", "{", "]", "1e999"])
    )
    changed = source[:start] + noise + source[end:]
    attempt(changed + "\n")
    attempt_all(changed.encode("utf-8", "surrogatepass"))
