"""Every step of many made puzzles is accepted by the checker. GRIDWRIGHT_LONG=1: at least 20,000 steps."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import gridwright as gw
from gridwright.explain.verify import verify_all
from gridwright.explain.words import describe, sentences

LONG = bool(os.environ.get("GRIDWRIGHT_LONG"))
MOST_CHARACTERS, USUAL = 200, 120

# Of each: genre, options, how many boards, and how many in a long run.
MADE: tuple[tuple[str, dict[str, Any], int, int], ...] = (
    ("star-battle", {"size": 6, "stars": 1}, 1, 40),
    ("star-battle", {"size": 8, "stars": 1}, 1, 60),
    ("star-battle", {"size": 9, "stars": 2}, 0, 25),
    ("star-battle", {"size": 10, "stars": 2}, 1, 30),
    ("kropki", {"size": 6}, 1, 20),
    ("kropki", {"size": 7}, 0, 15),
    ("kropki", {"size": 8}, 0, 15),
    ("kropki", {"size": 9}, 0, 10),
    ("hamle", {"size": 5}, 1, 30),
    ("hamle", {"size": 6}, 1, 30),
    ("hamle", {"size": 8}, 1, 40),
)
LOOPS = range(1, 16) if LONG else (1, 5, 12)


def made() -> Iterator[tuple[str, gw.Puzzle]]:
    for genre, options, few, many in MADE:
        for seed in range(many if LONG else few):
            yield f"{genre} {options}", gw.generate(genre, seed=seed, **options)
    for number in LOOPS:
        yield "chess-loop", gw.load(f"loop-{number}")


def test_steps_of_made_puzzles(capsys: pytest.CaptureFixture[str]) -> None:
    steps: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    lengths: list[int] = []
    problems = []
    for name, puzzle in made():
        explanation = gw.explain(puzzle, time_limit=60)
        steps[name] += len(explanation)
        kinds.update(step.kind for step in explanation)
        lengths += [len(said) for step in explanation for said in sentences(describe(step))]
        problem = verify_all(explanation)
        if problem is not None:
            problems.append(f"{name}, {puzzle.id}: {problem}")
    if LONG:
        with capsys.disabled():
            print(f"\n{steps.total():,} steps: {dict(steps)}; {dict(kinds)}")
            usual = sum(length <= USUAL for length in lengths) / len(lengths)
            print(f"sentences within {USUAL} characters: {usual:.1%}, longest {max(lengths)}")
    assert problems == []
    assert steps.total() >= (20_000 if LONG else 300)
    assert max(lengths) <= MOST_CHARACTERS
    assert sum(length > USUAL for length in lengths) <= len(lengths) / 20
