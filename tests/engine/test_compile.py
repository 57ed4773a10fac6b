"""What the kernel's builder is told, with a builder that only writes down."""

from __future__ import annotations

from typing import Any

import pytest

from gridwright.engine.compile import Compiler, solution_symmetries
from gridwright.model.reading import read_puzzle
from gridwright.model.rulebook import rulebook_of
from tests.genres.trials import boards, registered


class Recorder:
    """Numbers things as the kernel does, and refuses numbers that it has not given."""

    def __init__(self) -> None:
        self.variables = 1
        self.integers: list[int] = []
        self.arrays: list[int] = []
        self.conditions: list[tuple[int, int, int, int]] = []
        self.tables: list[list[int]] = []
        self.posts: list[dict[str, Any]] = []
        self.shown: list[tuple[str, int]] = []
        self.symmetries: list[list[int]] = []

    def literals(self, count: int) -> int:
        self.variables += count
        return 2 * (self.variables - count)

    def integer(self, low: int, size: int) -> tuple[int, int]:
        self.integers.append(size)
        return len(self.integers) - 1, self.literals(size)

    def labels(self, length: int) -> int:
        self.arrays.append(length)
        return len(self.arrays) - 1

    def condition(self, array: int, index: int, low: int, high: int) -> int:
        assert 0 <= index < self.arrays[array]
        self.conditions.append((array, index, low, high))
        return len(self.conditions) - 1

    def table(self, rows: list[int]) -> int:
        self.tables.append(rows)
        return len(self.tables) - 1

    def post(
        self,
        kind: str,
        terms: list[int],
        parameters: list[int],
        group: int,
        when: int = -1,
        each: int = -1,
        conditions: list[int] | None = None,
        implied: bool = False,
    ) -> None:
        numbers = len(self.integers) if kind in ("distinct", "related", "line") else 2 * self.variables
        assert all(0 <= term < numbers for term in terms)
        assert conditions is None or len(conditions) == len(terms)
        assert each < 0 or len(terms) == self.arrays[each]
        assert -1 <= when < len(self.conditions)
        self.posts.append(
            {"kind": kind, "terms": terms, "parameters": parameters, "group": group, "when": when}
        )
        self.posts[-1] |= {"each": each, "conditions": conditions, "implied": implied}

    def show_literal(self, literal: int) -> None:
        self.shown.append(("literal", int(literal)))

    def show_integer(self, integer: int) -> None:
        self.shown.append(("integer", integer))

    def symmetry(self, images: list[int]) -> None:
        assert sorted(images) == list(range(len(self.shown)))
        self.symmetries.append(images)

    def build(self, guarded: bool = False) -> Recorder:
        return self


def compiled(puzzle: dict[str, Any]) -> Recorder:
    return Compiler(rulebook_of(read_puzzle(puzzle).shape), Recorder()).run()


def test_star_battle() -> None:
    told = compiled({"genre": "star-battle", "stars": 1, "rows": 2, "columns": 2})
    assert told.arrays == [4, 4]
    assert told.shown == [("literal", code) for code in (2, 4, 6, 8)]
    quota = {"kind": "count", "parameters": [1, 1], "when": -1, "conditions": None, "implied": False}
    lines = [post for post in told.posts if post["kind"] == "count" and post["parameters"] == [1, 1]]
    assert [post["terms"] for post in lines] == [[2, 4], [6, 8], [2, 6], [4, 8], [2, 4, 6, 8]]
    assert [post["each"] for post in lines] == [-1, -1, -1, -1, 0]
    assert all(post.items() >= quota.items() for post in lines)
    implied = [post for post in told.posts if post["implied"]]
    assert [(post["kind"], post["terms"], post["parameters"]) for post in implied] == [
        ("bands", [2, 4, 6, 8], [1, 0, 0, 1, 1]),
        ("bands", [2, 4, 6, 8], [1, 0, 1, 0, 1]),
        ("room", [2, 4, 6, 8], [1]),
        ("packing", [2, 6, 4, 8], [2, 2, 2]),
        ("packing", [2, 4, 6, 8], [2, 2, 2]),
    ]


def test_givens_are_one_clause_for_each_cell() -> None:
    told = compiled({"genre": "kropki", "size": 2})
    clause = next(post for post in told.posts if post["kind"] == "clause")
    assert clause["terms"] == [2, 4]
    assert [told.conditions[condition] for condition in clause["conditions"]] == [(2, 0, 1, 1), (2, 0, 2, 2)]
    assert told.conditions[clause["when"]] == (2, 0, 0, 63)


def test_dots_are_tables_that_hold_when_the_dot_is_there() -> None:
    told = compiled({"genre": "kropki", "size": 3})
    related = [post for post in told.posts if post["kind"] == "related" and post["terms"] == [0, 1]]
    assert [told.conditions[post["when"]] for post in related] == [(0, 0, 0, 0), (0, 0, 1, 1), (0, 0, -1, -1)]
    assert [told.tables[post["parameters"][0]] for post in related] == [
        [0b010, 0b101, 0b010],
        [0b010, 0b001, 0b000],
        [0b101, 0b010, 0b101],
    ]


def test_symmetries_are_told_where_verdicts_use_them() -> None:
    puzzle = {"genre": "chess-loop", "rows": 2, "columns": 3, "pieces": {"knight": 2, "king": 2}}
    told = compiled(puzzle)
    assert sorted(told.symmetries) == [[2, 1, 0, 5, 4, 3], [3, 4, 5, 0, 1, 2], [5, 4, 3, 2, 1, 0]]
    assert len(solution_symmetries(rulebook_of(read_puzzle(puzzle).shape))) == 3
    assert compiled({"genre": "hamle", "grid": [[0, 1], [0, 0]]}).symmetries == []


def test_every_trial_genre_can_be_told() -> None:
    with registered():
        for board in boards():
            assert compiled(board).posts


def test_a_builder_that_numbers_otherwise_is_noticed() -> None:
    class Other(Recorder):
        def literals(self, count: int) -> int:
            return super().literals(count) + 2

    book = rulebook_of(read_puzzle({"genre": "star-battle", "stars": 1, "rows": 2, "columns": 2}).shape)
    with pytest.raises(RuntimeError, match="numbers unknowns"):
        Compiler(book, Other()).run()
