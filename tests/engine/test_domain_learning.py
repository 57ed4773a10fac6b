"""Learning on domains: the same verdicts as plain search, the same counters each time."""

from random import Random

import pytest

from gridwright.engine.compile import compile_shape
from gridwright.genres.kropki.making import sample
from gridwright.model.reading import read_puzzle

LEARN_AT_ONCE, NEVER_LEARN = 0, 10**9

# Dots within the rows of a board, and within its columns; it takes some thousands of lessons.
ACROSS = [
    ".....o*....",
    "...*o....o.",
    "..*o.*o....",
    "*.o........",
    "...o.......",
    "o..o.*.....",
    ".oo....o..o",
    "....oo.....",
    "........*..",
    "*.o..o.....",
    "ooo..o..o..",
    "...o.o..o..",
]
DOWN = [
    "...o..oo*o..",
    "ooo..o...o..",
    "..*....o....",
    ".....o....*.",
    "o.......ooo.",
    "..o.o.......",
    "*....o.....o",
    ".........o..",
    "..o....o..o*",
    "........o...",
    "...o.....o*o",
]
COLOURS = {"o": "white", "*": "black"}


def prove(board, plain_nodes):
    puzzle = read_puzzle(board)
    return compile_shape(puzzle.shape).shape.prove(puzzle.labels, plain_nodes=plain_nodes)


def boards(random):
    """With all dots, and with some dots taken away: most of these have no solution."""
    for size in (7, 8, 9, 10):
        for _ in range(5):
            board = sample(size, random)
            yield board
            yield {**board, "dots": board["dots"][1:]}


def test_it_agrees_with_plain_search():
    verdicts = set()
    for board in boards(Random(1)):
        learned, plain = prove(board, LEARN_AT_ONCE), prove(board, NEVER_LEARN)
        assert learned.verdict == plain.verdict
        assert plain.statistics["learned"] == 0
        verdicts.add(learned.verdict)
    assert len(verdicts) > 1


@pytest.fixture(scope="module")
def long_board():
    """A board on which lessons are forgotten and the search begins again."""
    dots = [
        {"cells": [[row, column], [row + down, column + 1 - down]], "colour": COLOURS[mark]}
        for down, lines in enumerate((ACROSS, DOWN))
        for row, line in enumerate(lines)
        for column, mark in enumerate(line)
        if mark in COLOURS
    ]
    return {"genre": "kropki", "size": len(ACROSS), "dots": dots}


def test_a_long_search_agrees_too_and_goes_the_same_way_again(long_board):
    first, second = (prove(long_board, LEARN_AT_ONCE) for _ in range(2))
    assert first.verdict == prove(long_board, NEVER_LEARN).verdict
    assert first.statistics["deleted"] > 0
    assert first.statistics["restarts"] > 0
    names = ("failures", "nodes", "learned", "deleted", "restarts")
    assert [first.statistics[name] for name in names] == [second.statistics[name] for name in names]
