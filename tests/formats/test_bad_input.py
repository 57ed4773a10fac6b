"""What cannot be understood: one clear error with its place, quickly, whatever it is."""

from __future__ import annotations

import json
import pickle
import tracemalloc
from typing import Any

import pytest

import gridwright as gw

REGIONS = [[0, 0, 1], [0, 1, 1], [2, 2, 2]]
STAR = {"genre": "star-battle", "stars": 1, "regions": REGIONS}
KROPKI = {"genre": "kropki", "size": 3, "dots": []}
CHESS = {"genre": "chess-loop", "rows": 2, "columns": 3, "pieces": {"king": 1}}


def dot(first: object, second: object, colour: object = "white") -> dict[str, object]:
    return {"cells": [first, second], "colour": colour}


def without(data: dict[str, Any], key: str) -> dict[str, Any]:
    return {other: value for other, value in data.items() if other != key}


def check(problem: gw.PuzzleError, place: str, words: str) -> None:
    assert problem.place == place
    assert words in problem.message
    assert problem.message.isprintable()
    assert len(problem.message) < 250


JSON: list[tuple[object, str, str]] = [
    # what is no puzzle at all
    ([], "", "not"),
    ({}, "/genre", "which genre"),
    ({"genre": 3}, "/genre", "not 3"),
    ({"genre": "sta-battle"}, "/genre", 'did you mean "star-battle"'),
    ({"genre": "\u001b[31m"}, "/genre", "x1b"),
    # keys
    (STAR | {"staars": 1}, "/staars", 'did you mean "stars"'),
    (STAR | {"dots": []}, "/dots", "no key of this genre"),
    (STAR | {"a/b~c": 1}, "/a~1b~0c", "x-"),
    # scalars
    (without(STAR, "stars"), "/stars", '"stars": 1'),
    (STAR | {"stars": None}, "/stars", "missing"),
    (STAR | {"stars": 0}, "/stars", "between 1 and 10000"),
    (STAR | {"stars": -1}, "/stars", "not -1"),
    (STAR | {"stars": True}, "/stars", "not true"),
    (STAR | {"stars": 1.0}, "/stars", "not 1.0"),
    (STAR | {"stars": "1"}, "/stars", 'not "1"'),
    (STAR | {"stars": 10**30}, "/stars", "very many digits"),
    (STAR | {"stars": [1]}, "/stars", "an array"),
    (KROPKI | {"all_dots": 1}, "/all_dots", "true or false"),
    (CHESS | {"pieces": ["king"]}, "/pieces", "an array"),
    (CHESS | {"pieces": {"kign": 1}}, "/pieces/kign", 'did you mean "king"'),
    (CHESS | {"pieces": {"king": -1}}, "/pieces/king", "not -1"),
    (CHESS | {"pieces": {"king": True}}, "/pieces/king", "not true"),
    # size
    (without(KROPKI, "size"), "/rows", "missing"),
    (without(CHESS, "columns"), "/columns", "missing"),
    (KROPKI | {"size": 0}, "/size", "at least one row"),
    (KROPKI | {"size": -3}, "/size", "at least one row"),
    (KROPKI | {"size": "3"}, "/size", 'not "3"'),
    (KROPKI | {"size": True}, "/size", "not true"),
    (KROPKI | {"size": 3.5}, "/size", "3.5"),
    (KROPKI | {"size": 101}, "/size", "more than 10000 cells"),
    (KROPKI | {"size": 10**100}, "/size", "too many"),
    (KROPKI | {"rows": 4}, "/rows", "contradicts"),
    (CHESS | {"rows": 10_000, "columns": 10_000}, "/rows", "more than 10000 cells"),
    (STAR | {"rows": 4}, "/regions", "3 x 3, but the board is 4 x 3"),
    (STAR | {"size": 2}, "/regions", "3 x 3, but the board is 2 x 2"),
    (STAR | {"givens": [[None]]}, "/givens", "1 x 1"),
    (STAR | {"regions": [[0, 1]]}, "/regions", "as many rows as columns"),
    ({"genre": "star-battle", "stars": 1, "rows": 2, "columns": 3}, "/rows", "as many rows as columns"),
    ({"genre": "star-battle", "stars": 1}, "/rows", "how large"),
    # grids
    (STAR | {"regions": []}, "/regions", "no rows"),
    (STAR | {"regions": [[], []]}, "/regions", "no columns"),
    (STAR | {"regions": "AAB"}, "/regions", "an array of rows"),
    (STAR | {"regions": 5}, "/regions", "not 5"),
    (STAR | {"regions": {"0": [0]}}, "/regions", "an object"),
    (STAR | {"regions": [[0, 0, 1], "011", [2, 2, 2]]}, "/regions/1", 'not "011"'),
    (STAR | {"regions": [[0, 0, 1], [0, 1], [2, 2, 2]]}, "/regions/1", "2 cells"),
    (STAR | {"regions": [[0, 0, 1], [0, 1, 1.5], [2, 2, 2]]}, "/regions/1/2", "1.5 is no region"),
    (STAR | {"regions": [[0, 0, 1], [0, 1, True], [2, 2, 2]]}, "/regions/1/2", "true is no region"),
    (STAR | {"regions": [[0, 0, [1]], [0, 1, 1], [2, 2, 2]]}, "/regions/0/2", "an array is no region"),
    (STAR | {"regions": [[0] * 101] * 101}, "/regions", "more than 10000 cells"),
    ({"genre": "hamle", "grid": [[0, -1]]}, "/grid/0/1", "between 1 and 10000"),
    ({"genre": "hamle", "grid": [[0, 10_001]]}, "/grid/0/1", "not 10001"),
    ({"genre": "hamle", "grid": [[0, "3"]]}, "/grid/0/1", 'not "3"'),
    ({"genre": "hamle", "grid": [[0, False]]}, "/grid/0/1", "not false"),
    # givens
    (STAR | {"givens": [[None] * 3, [None, 2, None], [None] * 3]}, "/givens/1/1", "2 cannot be given"),
    (STAR | {"givens": [[None] * 3, [None, True, None], [None] * 3]}, "/givens/1/1", "true cannot"),
    (STAR | {"givens": [[None] * 3, [None, [], None], [None] * 3]}, "/givens/1/1", "an array cannot"),
    (STAR | {"regions": [[0, None], [0, 0]], "givens": [[None, 0], [None, 1]]}, "/givens/0/1", "hole"),
    (KROPKI | {"givens": [[0, None, None], [None] * 3, [None] * 3]}, "/givens/0/0", "1 to 3"),
    (KROPKI | {"givens": [[None, 4, None], [None] * 3, [None] * 3]}, "/givens/0/1", "1 to 3"),
    (CHESS | {"givens": [[None, "pawn", None], [None] * 3]}, "/givens/0/1", '"pawn" cannot be given'),
    (CHESS | {"givens": [[None, 1, None], [None] * 3]}, "/givens/0/1", "1 cannot be given"),
    # dots
    (KROPKI | {"dots": {}}, "/dots", "an array of objects"),
    (KROPKI | {"dots": [3]}, "/dots/0", "a mark is an object"),
    (KROPKI | {"dots": [{"cells": [[0, 0], [0, 1]], "color": "white"}]}, "/dots/0", '"colour"'),
    (KROPKI | {"dots": [{"cells": [[0, 0], [0, 1]]}]}, "/dots/0", "a mark is an object"),
    (KROPKI | {"dots": [dot([0, 0], [0, 1], "grey")]}, "/dots/0/colour", '"white" or "black"'),
    (KROPKI | {"dots": [dot([0, 0], [0, 1], ["white"])]}, "/dots/0/colour", "an array"),
    (KROPKI | {"dots": [dot([0, 0], [0, 1]), dot([0, 1], [0, 3])]}, "/dots/1/cells/1", "outside the 3 x 3"),
    (KROPKI | {"dots": [dot([-1, 0], [0, 0])]}, "/dots/0/cells/0", "outside"),
    (KROPKI | {"dots": [dot([0, 0], [1, 1])]}, "/dots/0/cells", "share no edge"),
    (KROPKI | {"dots": [dot([0, 0], [0, 0])]}, "/dots/0/cells", "share no edge"),
    (KROPKI | {"dots": [dot([0, 2], [1, 0])]}, "/dots/0/cells", "share no edge"),
    (KROPKI | {"dots": [dot([0, 0], [0, 1]), dot([0, 1], [0, 0], "black")]}, "/dots/1", "already"),
    (KROPKI | {"dots": [dot([0, 0], [0, True])]}, "/dots/0/cells/1", "two whole numbers"),
    (KROPKI | {"dots": [dot([0, 0], [0, 1.0])]}, "/dots/0/cells/1", "two whole numbers"),
    (KROPKI | {"dots": [dot([0, 0], "01")]}, "/dots/0/cells/1", "two whole numbers"),
    (KROPKI | {"dots": [dot([0, 0], [0])]}, "/dots/0/cells/1", "two whole numbers"),
    (KROPKI | {"dots": [{"cells": [[0, 0]], "colour": "white"}]}, "/dots/0/cells", "between two cells"),
    (KROPKI | {"dots": [{"cells": 1, "colour": "white"}]}, "/dots/0/cells", "between two cells"),
]


@pytest.mark.parametrize(("data", "place", "words"), JSON)
def test_places_in_json(data: object, place: str, words: str) -> None:
    for source in [json.dumps(data, indent=1) + "\n", data]:
        with pytest.raises(gw.PuzzleError) as caught:
            gw.load(source)  # type: ignore[arg-type]
        check(caught.value, place, words)


SYNTAX = [
    ("{", "1:2", "ends in the middle"),
    ('{"genre": "hamle",\n "grid": [[1, 2}', "2:16", "expecting"),
    ('{"genre": "hamle",\n "grid": [[1, 2]]}\n x', "3:2", "something else"),
    ('{"genre": "hamle", "grid": [[1]]}\n{"genre": "hamle", "grid": [[1]]}', "2:1", "load_all"),
    ('{"genre": "hamle", "genre": "kropki"}', "/genre", "twice"),
    ('{"genre": "hamle", "notes": [1, {"b": {"a/": 1, "a/": 2}}]}', "/notes/1/b/a~1", "twice"),
    ('{"stars": 1e999}', "/stars", "too large"),
    ('{"stars": NaN}', "/stars", "NaN"),
    ('{"stars": 1e999', "1:16", "ends in the middle"),
    ('{"x-": [-Infinity]}', "/x-/0", "-Infinity"),
    ('{"stars":\n  ' + "9" * 5000 + "}", "2:3", "too many digits"),
    ('{"notes": ' + "[" * 100_000, "1:1", "nested too deeply"),
    ('{"notes": ' + '{"a":' * 100_000, "1:1", "nested too deeply"),
    ("{'genre': 'hamle'}", "1:2", "no JSON"),
    ('{"title": "a\nb"}', "1:13", "no JSON"),
    ("\n\n", "", "no puzzle"),
    ("# nothing\n---\n", "", "no puzzle"),
    ("", "", "nothing to read"),
]


@pytest.mark.parametrize(("text", "place", "words"), SYNTAX)
def test_places_in_what_is_no_json(text: str, place: str, words: str) -> None:
    with pytest.raises(gw.PuzzleError) as caught:
        gw.load(text)
    check(caught.value, place, words)


TEXT = [
    ("genre: star-battle\nstars: 2\nregions:\nAAB\nAB\nCCC\n", "5:1", "2 cells"),
    ("genre: star-battle\nstars: 2\nregions:\n  a b\n\n  c d\n", "6:3", "blank line"),
    ("genre: star-battle\nregions:\nAB\nAB\n", "1:1", "missing"),
    ("genre: star-battle\nstars: two # or so\nregions:\nAB\nAB\n", "2:8", 'not "two"'),
    ('genre: star-battle\nstars: 1\nregions:\nA "B\nA B\n', "4:3", "no closing"),
    ('genre: star-battle\nstars: 1\nregions:\nA "\\q"\nA B\n', "4:3", "cannot be read"),
    ("genre: star-battle\nstars: 1\nregions:\n1 " + "9" * 5000 + "\n1 2\n", "4:3", "cannot be read"),
    ("genre: star-battle\nstars: 1\nsize: 3\nregions:\nAB\nAB\n", "5:1", "2 x 2, but the board is 3 x 3"),
    ("genre: star-battle\nstars: 1\nsize: 4x4x4\n", "3:7", '"4x4x4"'),
    ("genre: star-battle\nstars: 1\nsize: 1000x1000\n", "3:7", "more than 10000 cells"),
    ("genre: star-battle\nstars: 1\nrows: 3\nsize: 4x4\n", "4:7", "contradicts"),
    ("genre: star-battle\nstars: 1\nsize: 4x4\nrows: 3\n", "4:7", "contradicts"),
    ("genre: star-battle\nstars: 1\nstars: 1\n", "3:1", "twice"),
    ("genre: star-battle\nstars:\nsize: 3\n", "2:1", "no value"),
    ("genre: star-battle\nnotes:\nA\nB\n", "2:1", "no value"),
    ("genre: star-battle\nregion:\nAB\nAB\n", "2:1", 'did you mean "regions"'),
    ("genre: star-battle\nstars: 1\nregions:\n\nsize: 3\n", "3:1", "nothing is drawn"),
    ("genre: star-battle\nstars: 1\nregions:\n# none\n", "3:1", "no rows"),
    ("genre: star-batle\nstars: 1\n", "1:8", "star-battle"),
    ("title: x\nstars: 1\n", "1:1", "which genre"),
    ("title: x\nGenre: kropki\n", "2:8", 'small letters: "genre", not "Genre"'),
    ("\x00\x01\n\x02", "1:1", "key: value"),
    ("Dear editor,\nhere is a puzzle\n", "1:1", "key: value"),
    ("genre: hamle\nnotes: [1, 2\n", "2:13", "ends in the middle"),
    ("genre: hamle\nnotes: [1, 1e999]\n", "2:8", "too large"),
    ('genre: hamle\nnotes: "a" b\n', "2:11", "something else"),
    ("genre: hamle\ngrid:\n1 2\n---\ngenre: hamle\ngrid:\n1 2\n", "5:1", "load_all"),
    ("genre: hamle\ngrid:\n. 1 x\n", "3:5", 'not "x"'),
    ("genre: chess-loop\nsize: 2\npieces: king 2, king 3\n", "3:9", "counted twice"),
    ("genre: chess-loop\nsize: 2\npieces: kings 2\n", "3:9", 'did you mean "king"'),
    ("genre: chess-loop\nsize: 2\npieces: many\n", "3:9", "how many"),
    ("genre: chess-loop\ngivens:\n? # a comment\n? ?\n", "4:1", "2 cells"),
    ("genre: kropki\nsize: 2\ndots:\n. o .\n| |\n", "5:1", "row of cells"),
    ("genre: kropki\nsize: 2\ndots:\n. o .\n| |\n. x .\n", "6:3", 'not "x"'),
    ("genre: kropki\nsize: 2\ndots:\n. o .\n| |\n. o\n", "6:1", "2 characters instead of 3"),
    ("genre: kropki\nsize: 2\ndots:\n. o . o\n| |\n. o .\n", "4:1", "begins and ends with a cell"),
    ("genre: kropki\nsize: 2\ndots:\n. o .\n|\n. o .\n", "5:1", "1 characters instead of 2"),
    ("genre: kropki\nsize: 2\ndots:\n. o .\n- |\n. o .\n", "5:1", 'not "-"'),
    ("genre: kropki\nsize: 2\ndots:\no o .\n| |\n. o .\n", "4:1", 'a cell is "."'),
    ("genre: kropki\nsize: 3\ndots:\n. o .\n| |\n. o .\n", "4:1", "2 x 2 cells, but the board is 3 x 3"),
    ("genre: kropki\ndots:\n# nothing\n", "3:1", "at least one row"),
    ('genre: kropki\nsize: 2\ndots: [{"cells": [[0,0],[1,1]], "colour": "white"}]\n', "3:7", "share no edge"),
]


@pytest.mark.parametrize(("text", "place", "words"), TEXT)
def test_places_in_texts(text: str, place: str, words: str) -> None:
    for ending in ("\n", "\r\n"):
        with pytest.raises(gw.PuzzleError) as caught:
            gw.load(text.replace("\n", ending))
        check(caught.value, place, words)


def test_nothing_is_made_before_the_size_is_known_to_be_small() -> None:
    gw.load(KROPKI)
    tracemalloc.start()
    try:
        for rows, columns in [(10_000, 10_000), (10**9, 1), (1, 10**18), (10**5000, 2)]:
            with pytest.raises(gw.PuzzleError):
                gw.load({"genre": "kropki", "rows": rows, "columns": columns})
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()
    assert gw.load(KROPKI | {"size": 100}).grid.height == 100


def test_python_values_that_are_no_json() -> None:
    circle: list[object] = []
    circle.append(circle)
    for value in (circle, float("nan"), float("inf"), object(), {1, 2}, b"x"):
        with pytest.raises(gw.PuzzleError) as caught:
            gw.load(STAR | {"notes": value})
        assert caught.value.place == "/notes"
    for source in (None, 5, 1.5, object()):
        with pytest.raises(gw.PuzzleError):
            gw.load(source)  # type: ignore[arg-type]
    with pytest.raises(gw.PuzzleError) as caught:
        gw.load({**STAR, 5: 1})  # type: ignore[dict-item]
    assert caught.value.place == "/5"
    tuples = gw.load(STAR | {"regions": tuple(map(tuple, REGIONS))})
    assert tuples == gw.load(STAR)


def test_impossible_puzzles_load() -> None:
    for data in (
        STAR | {"stars": 10_000},
        STAR | {"regions": [[9 * row + column for column in range(9)] for row in range(9)]},
        KROPKI | {"givens": [[1, 1, 1]] * 3},
        CHESS | {"pieces": {"king": 10_000}},
        CHESS | {"pieces": {}},
        without(CHESS, "pieces"),
        without(KROPKI, "dots"),
        {"genre": "hamle", "grid": [[9_999, 1]]},
    ):
        assert gw.load(data).rows


def test_an_error_says_it_all_and_survives_pickling() -> None:
    with pytest.raises(gw.PuzzleError) as caught:
        gw.load(STAR | {"stars": 0})
    assert isinstance(caught.value, ValueError)
    assert str(caught.value) == '/stars: "stars" is between 1 and 10000, not 0'
    caught.value.origin = "boards.jsonl:3"
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == 'boards.jsonl:3: /stars: "stars" is between 1 and 10000, not 0'
