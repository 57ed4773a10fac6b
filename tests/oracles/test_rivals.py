"""The bench's rivals must be right before they are fast: they are held against the CP-SAT oracle."""

from __future__ import annotations

from random import Random

import pytest

from bench.rivals import rivals_for
from tests.oracles import cpsat
from tests.oracles.random_puzzles import MAKERS, make

EACH = 60


@pytest.mark.parametrize("genre", MAKERS)
def test_rivals_agree_with_the_oracle(genre: str) -> None:
    rivals = rivals_for(genre)
    for index in range(EACH):
        puzzle = make(genre, Random(f"rivals/{genre}/{index}"))
        expected = cpsat.status(puzzle)
        for rival in rivals:
            rival.prepare(puzzle)
            assert rival.prove(puzzle, 30.0) == expected, (rival.name, puzzle)
