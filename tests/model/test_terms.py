"""The symbols that rules are written with, and what they say when they are misused."""

from __future__ import annotations

import pytest

from gridwright.model.grid import Cell, Edge, Grid
from gridwright.model.terms import FALSE, TRUE, CellLabels, EachRegion, EdgeLabels, Integer, Literal, Option


def test_the_opposite_of_the_opposite_is_the_literal() -> None:
    literal = Literal(6)
    assert (~literal, ~~literal, ~TRUE) == (7, 6, FALSE)
    assert (literal.variable, literal.negated, (~literal).negated) == (3, False, True)


def test_an_integer_has_a_literal_for_each_value_and_none_outside() -> None:
    number = Integer(0, 10, low=3, size=4)
    assert [number == value for value in number.values] == list(number.literals) == [10, 12, 14, 16]
    assert (number == 2, number == 7) == (FALSE, FALSE)
    assert (number != 2, number != 4) == (TRUE, 13)
    assert number.number(lambda literal: literal == 14) == 5


def test_an_option_that_is_not_in_play_is_never_taken() -> None:
    piece = Option(0, 10, (None, "king", "rook"))
    assert (piece.nothing, piece == "rook", piece == "queen") == (10, 14, FALSE)
    assert piece.something == 11
    with pytest.raises(TypeError, match="a name or None"):
        _ = piece == 2


def conditions() -> dict[str, object]:
    grid = Grid(2, 2)
    dots = EdgeLabels("dots", 0, grid, ("white", "black").index)
    pieces = CellLabels("pieces", 1, grid, lambda value: value)
    return {
        "literal": Literal(4),
        "integer": Integer(0, 2, 0, 3),
        "label": pieces[Cell(0, 1)],
        "condition": dots[Edge(Cell(0, 0), Cell(0, 1))] == "white",
    }


@pytest.mark.parametrize("name", conditions())
def test_asking_a_symbol_says_what_to_write_instead(name: str) -> None:
    with pytest.raises(TypeError, match=r"when|constraint"):
        bool(conditions()[name])


def test_literals_are_not_joined_by_accident() -> None:
    for join in (lambda: Literal(2) | Literal(4), lambda: Literal(2) & Literal(4), lambda: 2 | Literal(4)):
        with pytest.raises(TypeError, match="any_of"):
            join()


def test_conditions_look_at_their_own_label() -> None:
    pieces = CellLabels("pieces", 0, Grid(2, 2), lambda value: value)
    label = pieces[Cell(1, 0)]
    asked = {
        "==": label == 3,
        "<=": label <= 3,
        ">=": label >= 3,
        "given": label.given,
        "missing": label.missing,
    }
    truths = {
        number: {name for name, condition in asked.items() if condition.holds([[9, 9, number, 9]])}
        for number in (-1, 0, 3, 4)
    }
    assert truths == {
        -1: {"missing"},
        0: {"<=", "given"},
        3: {"==", "<=", ">=", "given"},
        4: {">=", "given"},
    }
    with pytest.raises(TypeError, match="not a condition"):
        _ = label != 3


def test_regions_are_places_only_on_a_board() -> None:
    each = EachRegion("region", 0, Grid(2, 2, [(0, 0)]))
    places = each.places([[-1, 1, 0, 1]])
    assert [(place.name, place.cells) for place in places] == [
        ("region A", ((1, 0),)),
        ("region B", ((0, 1), (1, 1))),
    ]
    with pytest.raises(TypeError, match="only with a board"):
        list(each)
