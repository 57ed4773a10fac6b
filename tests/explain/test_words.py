"""What is said of steps, and which of them have a name."""

from __future__ import annotations

import re
from string import Formatter
from types import ModuleType
from typing import Any

import pytest

import gridwright as gw
from gridwright.explain.words import describe, sentences
from gridwright.model import registry
from gridwright.model.genre import Genre
from tests.explain.making import Mark, Premise, is_not, is_so, make_step
from tests.genres.trials import boards, registered

QUEENS, TWO, KROPKI = (gw.load(name) for name in ("queens-8", "two-stars-10", "kropki-9"))


def star(row: int, column: int) -> Mark:
    return is_so(row, column, 1)


def empty(row: int, *columns: int) -> list[Mark]:
    return [is_so(row, column, 0) for column in columns]


ROW_1, ROW_2 = ("quota", "row", 0), ("quota", "row", 1)
BLOCK = ("apart", "block", [0, 0, 2, 2])


@pytest.mark.parametrize(
    ("puzzle", "conclusions", "premises", "facts", "tactic", "text"),
    [
        (
            QUEENS, empty(1, 1, 2), [BLOCK], [star(2, 2)],
            "neighbours", "r2c2 is a star, and stars never touch, so r1c1 and r1c2 are empty.",
        ),
        (
            QUEENS, empty(1, 1, 2, 3, 5, 7), [ROW_1], [star(1, 8)],
            "full-unit", "Row 1 has its star already, so r1c1, r1c2, r1c3, r1c5 and r1c7 are empty.",
        ),
        (
            QUEENS, [star(1, 7)], [ROW_1], empty(1, 1, 2, 3, 4, 5, 6, 8),
            "last-cells", "Row 1 has only one cell left for its star, so r1c7 is a star.",
        ),
        (
            QUEENS, empty(2, 3), [ROW_1, BLOCK], empty(1, 1, 5, 6, 7, 8),
            "all-touch",
            "A star at r2c3 would touch every cell where row 1 can have its star, so r2c3 is empty.",
        ),
        (
            TWO, empty(2, 3), [ROW_1, BLOCK], empty(1, 1),
            "exclusion", "A star at r2c3 would leave row 1 too little room, so r2c3 is empty.",
        ),
        (
            TWO, [star(1, 3)], [ROW_1, BLOCK], empty(1, 1),
            "tiling",
            "The open cells of row 1 fit into as many 2x2 blocks as it needs stars, so r1c3 is a star.",
        ),
        (
            TWO, empty(5, 5), [ROW_1, ROW_2, BLOCK], [],
            "squeeze",
            "If r5c5 is a star, the stars of rows 1 and 2 cannot all keep apart, so r5c5 is empty.",
        ),
        (
            TWO, empty(5, 5, 7), [ROW_1, ("quota", "column", 3)], [],
            "fish", "However row 1 and column 4 get their stars: r5c5 and r5c7 are empty.",
        ),
        (
            TWO, empty(5, 5, 7), [ROW_1, ROW_2, ("quota", "region", 1), ("quota", "region", 2), BLOCK], [],
            "pressured-count",
            "However rows 1 and 2 and regions B and C get their stars: r5c5 and r5c7 are empty.",
        ),
        (
            KROPKI, [is_not(1, 1, 3), is_not(1, 2, 3)], [("lines", "row", 0)], [is_so(1, 9, 3)],
            "taken", "Row 1 has its 3 at r1c9, so r1c1 and r1c2 are not 3.",
        ),
        (
            KROPKI, [is_so(1, 1, 3)], [("lines", "row", 0)], [is_not(1, c, 3) for c in range(2, 10)],
            "hidden-single", "In row 1 only r1c1 can be 3, so r1c1 is 3.",
        ),
        (
            KROPKI, [is_so(1, 1, 3)], [], [is_not(1, 1, value) for value in (1, 2, 4, 5, 6, 7, 8, 9)],
            "naked-single", "All other numbers are excluded at r1c1, so r1c1 is 3.",
        ),
        (
            KROPKI, [is_not(1, 1, 3)], [("lines", "row", 0), ("lines", "row", 1)], [is_not(1, 2, 3)],
            "fish", "Rows 1 and 2 share their places for 3, so r1c1 is not 3.",
        ),
    ],
)  # fmt: skip
def test_names_and_words(
    puzzle: gw.Puzzle,
    conclusions: list[Mark],
    premises: list[Premise],
    facts: list[Mark],
    tactic: str,
    text: str,
) -> None:
    words = describe(make_step(puzzle, conclusions, premises, facts))
    assert (words.tactic, words.text) == (tactic, text)
    assert words.title
    assert words.where.startswith("Look")


def test_a_shape_without_a_name_is_told_by_its_premises() -> None:
    loop = gw.load(
        {"genre": "chess-loop", "rows": 2, "columns": 3, "pieces": {"king": 2, "knight": 2}}
        | {"givens": [["#", None, None], [None, None, None]]}
    )
    nothing = [{"cell": [0, 0], "value": None}]
    words = describe(make_step(loop, nothing, [("blocked", "cell", [0, 0])]))
    assert (words.tactic, words.text) == ("", "A blocked cell stays empty (r1c1): r1c1 is empty.")
    both: list[Premise] = [("blocked", "cell", [0, 0]), ("attacks_one", "cell", [0, 1])]
    words = describe(make_step(loop, nothing, both))
    assert words.text == (
        "A blocked cell stays empty (r1c1). Each piece attacks exactly one piece (r1c2). So r1c1 is empty."
    )


def test_a_chain_is_told_link_by_link() -> None:
    links = [
        (empty(1, 2), BLOCK, [star(1, 1)]),
        ([star(1, 7)], ROW_1, empty(1, 2)),
        ([], ("quota", "column", 6), [star(1, 7)]),
    ]
    words = describe(make_step(QUEENS, empty(1, 1), [BLOCK, ROW_1], [], "chain", links))
    assert words.text == "If r1c1 is a star, a contradiction follows, so r1c1 is empty."
    assert words.links == (
        "Then r1c2 is empty (block r1c1-r2c2).",
        "Then r1c7 is a star (row 1).",
        "But that breaks a rule at column 7: Every row, column and region holds 1 star.",
    )
    assert list(sentences(words)) == [words.text, *words.links]


def test_a_link_about_one_cell_says_the_rule_or_the_value() -> None:
    loop = gw.load("loop-1")
    attack = {"attacker": [0, 0], "piece": "king", "attacks": [0, 1]}
    links = [
        ([{**attack, "not": True}], ("attacks_one", "cell", [0, 0]), [is_so(1, 2, None)]),
        ([is_not(1, 2, "king"), is_not(1, 2, "knight")], None, [is_so(1, 2, None)]),
        ([is_so(1, 2, "king")], None, [is_not(1, 2, None), is_not(1, 2, "knight")]),
    ]
    words = describe(make_step(loop, [is_so(1, 1, None)], [], [], "chain", links))
    assert words.links == (
        "Then no king at r1c1 attacks r1c2 (r1c1: each piece attacks exactly one piece).",
        "Then r1c2 is not a king or a knight, as r1c2 is empty.",
        "Then r1c2 is a king, as nothing else is left.",
    )


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ([(1, 2)], "r1c2 is empty"),
        ([(1, 2), (3, 4)], "r1c2 and r3c4 are empty"),
        ([(1, column) for column in range(3, 9)], "r1c3 to r1c8 are empty"),
        ([(row, 2) for row in (1, 2, 3, 5, 6, 7, 9)], "7 cells of column 2 are empty"),
        ([(row, column) for row in (1, 3, 5) for column in (1, 4, 9)], "9 cells are empty"),
    ],
)
def test_long_lists_are_shortened(cells: list[tuple[int, int]], said: str) -> None:
    step = make_step(TWO, [is_so(*cell, 0) for cell in cells], [ROW_1])
    assert describe(step).what == f"{said}."


# --- all genres --------------------------------------------------------------------------------------------

NAMED = [genre for genre in registry.genres() if registry.part(genre, "tactics") is not None]


def part(genre: type[Genre], name: str) -> ModuleType:
    found = registry.part(genre, name)
    assert found is not None
    return found


def test_genres_with_tactics_are_found() -> None:
    assert {"star-battle", "kropki", "hamle", "chess-loop"} <= {genre.name for genre in NAMED}


@pytest.mark.parametrize("genre", NAMED, ids=lambda genre: genre.name)
def test_every_tactic_has_words_and_the_reverse(genre: type[Genre]) -> None:
    named = [tactic.name for tactic in part(genre, "tactics").TACTICS]
    patterns = part(genre, "english").PATTERNS
    assert len(set(named)) == len(named)
    assert set(named) == set(patterns)
    for pattern in patterns.values():
        assert pattern.title
        assert re.fullmatch(r"[A-Z].*\.", pattern.where)
        assert not pattern.why.endswith(".")
        fields = [name for _, name, _, _ in Formatter().parse(pattern.text) if name]
        assert "what" in fields


@pytest.mark.parametrize("board", boards(), ids=lambda board: board["genre"])
def test_genres_without_tactics_are_told_by_their_rules(board: dict[str, Any]) -> None:
    with registered():
        puzzle = gw.load({key: value for key, value in board.items() if key not in ("status", "solution")})
        for step in gw.explain(puzzle, time_limit=2):
            words = describe(step)
            assert words.tactic in ("", "case-chain")
            assert all(len(sentence) <= 200 for sentence in sentences(words))
            assert words.what.endswith(".")
