"""What is put into a library is found again, once."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright.formats.load import split_all
from gridwright.library.choice import Choice
from gridwright.library.entry import entries_of, entry_of
from gridwright.model.errors import PuzzleError
from tests.library import boards, lines

STAR: dict[str, Any] = {
    "genre": "star-battle",
    "stars": 1,
    "regions": [[0, 0, 1, 1], [0, 1, 1, 1], [2, 2, 2, 3], [2, 3, 3, 3]],
}
TURNED = STAR | {"regions": [list(row) for row in zip(*STAR["regions"][::-1], strict=True)]}
RENAMED = STAR | {"regions": [["abcd"[region] for region in row] for row in STAR["regions"]]}
KROPKI: dict[str, Any] = {
    "genre": "kropki",
    "size": 2,
    "dots": [{"cells": [[0, 0], [0, 1]], "colour": "white"}],
}


def test_a_puzzle_is_there_afterwards_with_all_that_is_known_of_it(tmp_path: Path) -> None:
    known = {"title": "Four", "author": "A", "grade": {"label": "easy", "score": 12.5}, "status": "unique"}
    puzzle = gw.load(STAR | known | {"solution": {"grid": [[0] * 4] * 4}, "x-page": [1, {"a": None}]})
    with gw.Library(tmp_path / "a.db") as library:
        added = library.add(puzzle)
        assert (added.number, added.id, added.new) == (1, puzzle.id, True)
    with gw.Library(tmp_path / "a.db", read_only=True) as library:
        [item] = library.find()
        assert library.puzzle(item) == library.puzzle(puzzle.id) == library.puzzle(1) == puzzle
        assert library.puzzle(item).to_json() == puzzle.to_json()
        assert (item.id, item.genre, item.rows, item.columns) == (puzzle.id, "star-battle", 4, 4)
        assert json.loads(item.scalars) == {"stars": 1}
        assert (item.title, item.author, item.source) == ("Four", "A", None)
        assert (item.grade, item.score, item.status) == ("easy", 12.5, "unique")
        assert len(library) == 1
        assert puzzle in library
        assert puzzle.id in library
        assert "hamle-aaaa" not in library


@pytest.mark.parametrize("image", [STAR, TURNED, RENAMED])
def test_images_are_refused(tmp_path: Path, image: dict[str, Any]) -> None:
    with gw.Library(tmp_path / "a.db") as library:
        first = library.add(gw.load(STAR))
        again = library.add(gw.load(image | {"title": "another"}))
        assert (again.new, again.number) == (False, first.number)
        assert gw.load(image) in library
        assert library.add(gw.load(STAR | {"stars": 2})).new
        assert len(library) == 2


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({}, "abcdef"),
        ({"genre": "star-battle"}, "ab"),
        ({"genre": "starbattle", "size": 4}, "ab"),
        ({"size": (2, 3)}, "e"),
        ({"stars": 2}, "b"),
        ({"stars": 1, "genre": "star-battle", "size": 4}, "a"),
        ({"all_dots": True}, "c"),
        ({"all_dots": False}, "d"),
        ({"grade": "hard"}, "bd"),
        ({"grade": ["hard", "easy"]}, "abd"),
        ({"grade": "none"}, "cef"),
        ({"grade": ["none", "easy"]}, "acef"),
        ({"status": "multiple"}, "c"),
        ({"author": "Ann [1]"}, "ad"),
        ({"author": "*[1*"}, "ad"),
        ({"title": "?"}, "abcdef"),
        ({"title": "A"}, ""),
        ({"sort": "score"}, "cefadb"),
        ({"sort": "score", "reverse": True, "limit": 3}, "bda"),
        ({"reverse": True, "limit": 2}, "fe"),
        ({"genre": "chess-loop"}, "e"),
        ({"pieces": "rook 1, king 1"}, "e"),
        ({"pieces": {"king": 1}}, ""),
        ({"outer": True}, "e"),
    ],
)
def test_finding(tmp_path: Path, wanted: dict[str, Any], expected: str) -> None:
    puzzles = [
        STAR
        | {"title": "a", "grade": {"label": "easy", "score": 3}, "author": "Ann [1]", "status": "unique"},
        STAR | {"title": "b", "stars": 2, "grade": {"label": "hard", "score": 30}},
        KROPKI | {"title": "c", "status": "multiple", "author": "Bob"},
        KROPKI
        | {"title": "d", "all_dots": False, "grade": {"label": "hard", "score": 20}, "author": "Ann [1]"},
        {"genre": "chess-loop", "rows": 2, "columns": 3, "pieces": {"king": 1, "rook": 1}, "title": "e"},
        {"genre": "hamle", "grid": [[0, 1]], "title": "f", "grade": {"label": None, "score": None}},
    ]
    with gw.Library(tmp_path / "a.db") as library:
        assert library.add_all(map(gw.load, puzzles)) == (6, 0)
        assert "".join(str(item.title) for item in library.find(**wanted)) == expected


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"genre": "krop"}, "kropki"),
        ({"stars": "many"}, "whole number"),
        ({"star": 1}, "stars"),
        ({"genre": "kropki", "stars": 1}, "kropki"),
        ({"sort": "size"}, "number, score"),
    ],
)
def test_what_cannot_be_found(tmp_path: Path, wanted: dict[str, Any], said: str) -> None:
    with gw.Library(tmp_path / "a.db") as library, pytest.raises(ValueError, match=said):
        list(library.find(**wanted))


def test_looking_up(tmp_path: Path) -> None:
    with gw.Library(tmp_path / "a.db") as library:
        library.add_all(boards(30))
        for item in list(library.find(limit=5)):
            assert (
                library.look_up(item.id)
                == library.look_up(item.id[:-3])
                == library.look_up(item.number)
                == item
            )
        for name in ("hamle-", "hamle-zzzzz", "", 31, 0, "kropki"):
            with pytest.raises(KeyError, match=r"puzzle|several"):
                library.look_up(name)


def test_streams_keep_the_order_and_pass_errors_through(tmp_path: Path) -> None:
    source = tmp_path / "some.jsonl"
    some = lines(10)
    source.write_text("".join([*some[:4], "{}\n", some[0], *some[4:]]))
    with gw.Library(tmp_path / "a.db") as library:
        entries = (entry for part in split_all(source) for entry in entries_of(part))
        found = list(library.stream(entries))
        assert [isinstance(each, PuzzleError) for each in found] == [number == 4 for number in range(12)]
        assert [each.new for each in found if not isinstance(each, PuzzleError)] == [True] * 4 + [False] + [
            True
        ] * 6
        assert [puzzle.to_json() for puzzle in library] == [json.loads(line) for line in some]


def test_all_or_nothing(tmp_path: Path) -> None:
    """What was begun and not ended is gone, and what was remembered of it, too."""
    first, second = (entry_of(gw.load(data)) for data in (STAR, KROPKI))
    with gw.Library(tmp_path / "a.db") as library:
        with suppress(ZeroDivisionError), library.transaction():
            library.put(first)
            library.put(first)
            library.put(second)
            raise ZeroDivisionError
        assert len(library) == 0
        assert [added.number for added in library.insert([second, first])] == [1, 2]
        assert [item.genre for item in library.find()] == ["kropki", "star-battle"]


def test_indexes_serve_what_people_ask(tmp_path: Path) -> None:
    """Nothing goes through all puzzles that need not: that is what keeps large libraries quick."""
    with gw.Library(tmp_path / "a.db") as library:
        library.add(gw.load(STAR))
        for choice, index in [
            (Choice("star-battle"), "by_kind"),
            (Choice("star-battle", 4, 4, grade=("hard",)), "by_"),
            (Choice(scalars={"stars": 1}, status=("unique",)), "by_kind"),
            (Choice(grade=("hard",)), "by_grade"),
            (Choice(words={"author": "Ann"}), "by_author"),
            (Choice(words={"source": "Ann*"}), "by_source"),
            (Choice(words={"title": "Ann"}), "by_title"),
            (Choice(sort="score", reverse=True), "by_score"),
            (Choice("star-battle", sort="score", reverse=True), "by_score"),
        ]:
            question, values = library.question(choice)
            plan = library.connection.execute(f"EXPLAIN QUERY PLAN {question}", [*values, 50]).fetchall()
            assert f"INDEX {index}" in str(plan), plan
        plan = library.connection.execute(
            "EXPLAIN QUERY PLAN SELECT 1 FROM puzzles WHERE id = 'x'"
        ).fetchall()
        assert "INDEX" in str(plan)
        question, values = library.question(Choice())
        plan = library.connection.execute(f"EXPLAIN QUERY PLAN {question}", [*values, 50]).fetchall()
        assert "SORT" not in str(plan).upper().replace("ORDER BY", "SORT"), plan
        for choice in (Choice("star-battle", sort="score"), Choice(book="a", sort="place", reverse=True)):
            question, values = library.question(choice)
            plan = library.connection.execute(f"EXPLAIN QUERY PLAN {question}", [*values, 50]).fetchall()
            assert "ORDER BY" not in str(plan), plan


def test_pages_go_forward_whatever_the_order(tmp_path: Path) -> None:
    with gw.Library(tmp_path / "a.db") as library:
        library.add_all(gw.load(STAR | {"stars": stars}) for stars in (1, 2))
        pages = library.pages(Choice(sort="score", reverse=True), 1)
        assert [item.number for page in pages for item in page] == [1, 2]


def test_two_programs_at_once(tmp_path: Path) -> None:
    with gw.Library(tmp_path / "a.db") as one, gw.Library(tmp_path / "a.db") as two:
        first, second = list(boards(20)), list(boards(20, seed=1))
        for each, other in zip(first, second, strict=True):
            assert one.add(each).new
            assert two.add(other).new
            assert not two.add(each).new
        assert len(one) == len(two) == 40
