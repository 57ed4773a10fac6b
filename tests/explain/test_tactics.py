"""Positions in which a technique that people know is the next step: `positions.jsonl` has one for each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright.explain.verify import verify
from gridwright.explain.words import sentences
from gridwright.model import registry

LINES = (Path(__file__).parent / "positions.jsonl").read_text("utf-8").splitlines()
POSITIONS: list[dict[str, Any]] = [json.loads(line) for line in LINES]


@pytest.mark.parametrize(
    "position", POSITIONS, ids=lambda position: f"{position['puzzle']['genre']}-{position['tactic']}"
)
def test_it_is_the_next_step(position: dict[str, Any]) -> None:
    found = gw.hint(gw.load(position["puzzle"]), position["marks"])
    assert found.mistake is None
    assert found.step is not None
    words = gw.describe(found.step)
    assert (words.tactic, words.text) == (position["tactic"], position["text"])
    assert verify(found.step) is None


def test_every_genre_has_some() -> None:
    named = {genre.name for genre in registry.genres() if registry.part(genre, "tactics") is not None}
    assert {position["puzzle"]["genre"] for position in POSITIONS} == named


EXPLAINED = [example.name for example in gw.examples() if gw.load(example.name).genre.name != "chess-loop"]


@pytest.mark.parametrize("name", EXPLAINED)
def test_sentences_are_short_and_steps_have_names(name: str) -> None:
    steps = gw.explain(gw.load(name)).steps
    said = [gw.describe(step) for step in steps]
    lengths = [len(sentence) for words in said for sentence in sentences(words)]
    assert max(lengths, default=0) <= 200
    assert sum(length > 120 for length in lengths) <= len(lengths) / 20
    assert sum(not words.tactic for words in said) <= len(said) / 20
