"""What is drawn in these tests: every example of every genre, and every board of the trial genres."""

from __future__ import annotations

import gridwright as gw
from gridwright.model.puzzle import Puzzle, Solution
from tests.genres.trials import TRIALS, registered


def puzzles() -> dict[str, Puzzle]:
    """By genre and name."""
    found = {f"{example.genre}/{example.name}": example.puzzle for example in gw.examples()}
    with registered():
        for genre, boards in TRIALS.items():
            for number, board in enumerate(boards, 1):
                found[f"{genre.name}/{number}"] = gw.load({"genre": genre.name, **board})
    return found


PUZZLES = puzzles()


def solved(puzzle: Puzzle) -> list[Puzzle | Solution]:
    """The puzzle, and its solution if there is one only: which of several comes first may change."""
    result = gw.solve(puzzle)
    return [puzzle, *(result.solutions if result.status == "unique" else ())]
