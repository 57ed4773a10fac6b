"""The puzzles that come with each genre, whatever genres there are."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import gridwright as gw
from gridwright.formats.examples import Example, example_path
from gridwright.formats.json import write_json
from gridwright.model import registry
from gridwright.model.rulebook import broken_rules

EXAMPLES = gw.examples()
GENRES = [genre for genre in registry.genres() if registry.folder(genre)]


@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.name)
def test_each_genre_shows_every_verdict(genre: type) -> None:
    found = gw.examples(genre.name)  # type: ignore[attr-defined]
    assert {example.status for example in found} == {"unique", "multiple", "none"}
    assert all(example.title and len(example.title) <= 80 for example in found)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_it_is_what_it_says(example: Example) -> None:
    result = gw.solve(example.puzzle)
    assert result.status == example.status
    known = example.puzzle.knowledge.get("solution")
    assert (known is not None) == (example.status == "unique")
    if known:
        assert result.solution is not None
        assert known["grid"] == result.solution.to_json()["grid"]
    for solution in result.solutions:
        assert broken_rules(example.puzzle, solution.to_json()) == []


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_the_setter_finds_nothing_to_complain_of(example: Example) -> None:
    report = gw.check(example.puzzle)
    if example.status == "unique":
        assert report.findings == ()
    else:
        assert report.findings


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_it_survives_every_form(example: Example) -> None:
    puzzle = example.puzzle
    text = Path(example.path).read_text(encoding="utf-8")
    assert puzzle.to_text() == text, "write it as to_text does"
    for again in (gw.load(text), gw.load(puzzle.to_json()), gw.load(write_json(puzzle))):
        assert again == puzzle
        assert again.to_json() == puzzle.to_json()
        assert again.id == puzzle.id
    assert json.loads(write_json(puzzle)) == puzzle.to_json()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_it_is_found_by_name(example: Example) -> None:
    assert gw.load(example.name) == gw.load(f"{example.genre}/{example.name}") == example.puzzle
    assert gw.load(example.name).origin == example.name
    assert [puzzle.origin for puzzle in gw.load_all(example.name)] == [f"{example.name}:1"]


def test_no_two_have_the_same_name_or_are_the_same_puzzle() -> None:
    assert Counter(example.name for example in EXAMPLES).most_common(1)[0][1] == 1
    assert Counter(example.puzzle.id for example in EXAMPLES).most_common(1)[0][1] == 1


def test_they_are_listed_by_genre_and_number() -> None:
    names = [example.name for example in gw.examples("chess-loop")]
    assert names[:15] == [f"loop-{number}" for number in range(1, 16)]
    assert [example.genre for example in EXAMPLES] == sorted(example.genre for example in EXAMPLES)


def test_a_file_goes_before_an_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert gw.load("queens-5").rows == 5
    (tmp_path / "queens-5").write_text("genre: kropki\nsize: 3\n")
    assert gw.load("queens-5").rows == 3


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("quens-8", '; did you mean "queens-8"?'),
        ("star-batle/queens-9", '; did you mean "queens-8"?'),
        ("kropki/queens-8", '; did you mean "queens-8"?'),
        ("xyzzy", ""),
        ("queens-8.txt", ""),
        ("../queens-8", ""),
    ],
)
def test_what_is_not_found(name: str, hint: str) -> None:
    for load in (gw.load, gw.load_all):
        with pytest.raises(gw.PuzzleError) as problem:
            load(name)
        assert problem.value.message.startswith("there is no such file or example")
        assert problem.value.message.endswith(hint or ")")
        assert problem.value.origin == name


def test_genres_may_be_called_by_their_aliases() -> None:
    assert example_path("queens/queens-8") == example_path("queens-8")
    assert example_path("nothing/queens-8") is None
