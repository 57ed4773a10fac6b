"""The constraints' plain meaning, against formulas that are written another way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest

from gridwright.model.constraints import (
    any_of,
    at_least,
    at_most,
    connected,
    defines,
    distinct,
    exactly,
    implies,
    impossible,
    one_loop,
    packing,
    related,
    room,
    weighted_sum,
)
from gridwright.model.grid import BOARD, Cell, Grid
from gridwright.model.meanings import Constraint
from gridwright.model.terms import FALSE, TRUE, CellLabels, EachRegion, Integer, Literal, each_term

A, B, C, D, E, F = LITERALS = [Literal(2 * number) for number in range(1, 7)]
Truths = tuple[bool, ...]


def solutions(constraint: Constraint, number: int = 4) -> set[Truths]:
    """All ways to make A, B, ... true or false that the meaning accepts."""
    (concrete,) = constraint.resolve([])

    def accepted() -> Iterator[Truths]:
        for truths in product((False, True), repeat=number):
            if concrete.holds(
                lambda literal, truths=(True, *truths): truths[literal.variable] != literal.negated
            ):
                yield truths

    return set(accepted())


def every(number: int, formula: Callable[..., bool]) -> set[Truths]:
    return {truths for truths in product((False, True), repeat=number) if formula(*truths)}


@pytest.mark.parametrize(
    ("constraint", "formula"),
    [
        (exactly(2, [A, B, ~C]), lambda a, b, c: a + b + (not c) == 2),
        (at_most(1, [A, B, C]), lambda a, b, c: not ((a and b) or (a and c) or (b and c))),
        (at_least(2, [A, B, C]), lambda a, b, c: (a and b) or (a and c) or (b and c)),
        (any_of([A, ~B]), lambda a, b, c: a or not b),
        (impossible(), lambda a, b, c: False),
        (any_of([TRUE]), lambda a, b, c: True),
        (implies([A, B], C), lambda a, b, c: c or not (a and b)),
        (implies(A, [B, C]), lambda a, b, c: not a or b or c),
        (defines(A, any_of=[B, C]), lambda a, b, c: a == (b or c)),
        (defines(A, all_of=[B, ~C]), lambda a, b, c: a == (b and not c)),
        (defines(A, any_of=[]), lambda a, b, c: not a),
        (defines(A, all_of=[]), lambda a, b, c: a),
        (weighted_sum([(3, A), (-2, B), (1, C)], low=1, high=2), lambda a, b, c: 1 <= 3 * a - 2 * b + c <= 2),
        (packing(2, [[A], [B], [C]]), lambda a, b, c: a and c and not b),
        (packing(1, [[A, B], [C]]), lambda a, b, c: a + b + c == 1),
        (packing(2, [[A, B], [], [C]]), lambda a, b, c: a + b == 1 and c),
        (connected({0: A, 1: B, 2: C}, [(0, 1), (1, 2)]), lambda a, b, c: not (a and c and not b)),
        (connected({0: A, 1: B, 2: C}, []), lambda a, b, c: a + b + c <= 1),
        (one_loop([(0, 1, A), (1, 2, B), (2, 0, C)]), lambda a, b, c: a and b and c),
        (one_loop([(0, 1, A), (1, 0, B), (1, 2, C)]), lambda a, b, c: a and b and not c),
        (one_loop([(0, 1, A), (1, 0, B), (1, 0, C)], length=3), lambda a, b, c: False),
    ],
    ids=lambda value: value.kind if isinstance(value, Constraint) else "",
)
def test_meaning(constraint: Constraint, formula: Callable[..., bool]) -> None:
    assert solutions(constraint, 3) == every(3, lambda a, b, c: bool(formula(a, b, c)))


def test_two_loops_are_not_one() -> None:
    links = [(0, 1, A), (1, 2, B), (2, 0, C), (3, 4, D), (4, 5, E), (5, 3, F)]
    one, other = (True,) * 3 + (False,) * 3, (False,) * 3 + (True,) * 3
    assert solutions(one_loop(links), 6) == solutions(one_loop(links, length=3), 6) == {one, other}
    assert solutions(one_loop(links, length=6), 6) == set()


def test_numbers_are_distinct_or_related() -> None:
    x, y = Integer(0, 10, 1, 3), Integer(1, 20, 2, 3)

    def accepts(constraint: Constraint) -> set[tuple[int, int]]:
        pairs = product(x.values, y.values)
        return {(a, b) for a, b in pairs if constraint.holds({x == a, y == b}.__contains__)}

    assert accepts(distinct([x, y])) == {(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 2), (3, 4)}
    double = related(x, y, lambda a, b: b == 2 * a)
    assert accepts(double) == {(1, 2), (2, 4)}
    assert double.encode().table == (0b001, 0b100, 0b000)


def test_members_and_constraints_are_there_only_on_their_boards() -> None:
    label = CellLabels("pieces", 0, Grid(1, 1), int)[Cell(0, 0)]
    one_or_both = exactly(1, [A, B.when(label == 5)], when=label.given)
    assert list(one_or_both.resolve([[-1]])) == []
    assert [constraint.terms for constraint in one_or_both.resolve([[4]])] == [(A,)]
    assert [constraint.terms for constraint in one_or_both.resolve([[5]])] == [(A, B)]
    # Where positions have a meaning, who is absent is false.
    (sums,) = weighted_sum([(1, A.when(label == 5)), (2, B)], low=1, high=1).resolve([[4]])
    assert sums.terms == (FALSE, B)


def test_about_each_region_stands_for_one_constraint_each() -> None:
    grid = Grid(1, 3)
    each = EachRegion("region", 0, grid)
    quota = exactly(1, each_term(dict(zip(grid.cells, (A, B, C), strict=True)), each), about=each)
    made = list(quota.resolve([[1, 0, 1]]))
    assert [(constraint.about.name, constraint.terms) for constraint in made] == [
        ("region A", (B,)),
        ("region B", (A, C)),
    ]
    assert list(quota.resolve([[-1, -1, -1]])) == []


def test_room_asks_every_region_for_enough() -> None:
    each = EachRegion("region", 0, Grid(1, 3))
    enough = room(1, each_term(dict(zip(each.grid.cells, (A, B, C), strict=True)), each))
    made = list(enough.resolve([[1, 0, 1]]))
    assert [solutions(constraint, 3) for constraint in made] == [
        every(3, lambda a, b, c: b),
        every(3, lambda a, b, c: a or c),
    ]
    assert made[1].encode() == ("room", [2, 6], [1], None)


def test_what_no_rule_says_is_about_the_board() -> None:
    assert any_of([A]).about is BOARD
    assert any_of([A], about=Cell(1, 1)).about.name == "r2c2"


def test_encoding_keeps_the_order_of_the_kernel() -> None:
    assert exactly(2, [A, ~B]).encode() == ("count", [2, 5], [2, 2], None)
    assert defines(A, all_of=[B, C]).encode() == ("define", [3, 5, 7], [], None)
    assert connected({"x": A, "y": B}, [("y", "x")]).encode() == ("connected", [2, 4], [1, 0], None)
    assert one_loop([("x", "y", A), ("y", "x", B)], length=2).encode() == (
        "loop",
        [2, 4],
        [2, 2, 0, 1, 1, 0],
        None,
    )
    assert packing(2, [[A], [], [B, C]]).encode() == ("packing", [2, 4, 6], [2, 1, 0, 2], None)
    assert distinct([Integer(7, 2, 1, 2)], strength="hall").encode() == ("distinct", [7], [1], None)
