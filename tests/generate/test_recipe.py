"""Recipes and seeds: what is asked for, as text and back, and what is refused."""

from __future__ import annotations

import pickle

import pytest

import gridwright as gw
from gridwright.generate.maker import makers
from gridwright.generate.options import OneOf, Size, Switch, Whole
from gridwright.generate.recipe import Recipe, RequestError, Seed
from gridwright.model import registry


def test_a_recipe_is_read_as_it_is_written() -> None:
    for maker in makers():
        recipe = Recipe.of(maker.genre.name, {"difficulty": "hard"})
        again, seed = Recipe.read(f"{recipe}#7.12")
        assert (again, str(again), seed) == (recipe, str(recipe), Seed(7, 12))
        assert pickle.loads(pickle.dumps(recipe)) == recipe


def test_words_and_python_ask_for_the_same() -> None:
    assert str(Recipe.of("kropki", {"size": 6})) == "kropki:size=6"
    assert Recipe.of("Kropki Sudoku", {"size": 6}) == Recipe.read("kropki:size=6")[0]
    assert Recipe.of("kropki", {"size": "6"}) == Recipe.of("kropki", {"size": (6, 6)})
    assert Recipe.read("chess-loop:kinds=knight-rook") == Recipe.read("chess-loop:kinds=rook-knight")
    assert Recipe.read("kropki", {"size": 6}) == Recipe.read("kropki:size=6")
    assert Recipe.read("kropki#0")[1] == Seed(0)
    assert Recipe.read("kropki:size=6#")[1] is None  # nothing behind it: no seed


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("kropi", 'no genre is called "kropi"; did you mean "kropki"?'),
        ("kropki:sise=6", 'kropki has no option "sise"; did you mean "size"?'),
        ("kropki:size=six", "kropki: size is a number from 2 to"),
        ("kropki:size=5x6", "kropki: size is one number"),
        ("kropki:size=6,size=7", "size is asked for twice"),
        ("chess-loop:kinds=knigt-rook", 'not "knigt-rook"; did you mean "knight-rook"?'),
        ("kropki:difficulty=fiendish", "difficulty is one of easy, medium"),
        ("kropki:difficulty=harrd", 'expert, beyond, not "harrd"; did you mean "hard"?'),
        ("hamle:size", "size needs a value: size=6"),
        ("hamle:difficulty", "difficulty needs a value: difficulty=easy"),
        ("kropki#-1", "a seed is a whole number from 0"),
        ("kropki#7.", "a seed is a whole number from 0"),
        ("kropki#9999999999999999999", "a seed is a whole number from 0 to 9223372036854775807,"),
        ("", "no genre"),
    ],
)
def test_what_cannot_be_understood_is_refused(text: str, says: str) -> None:
    with pytest.raises(RequestError) as refused:
        Recipe.read(text)
    assert says in str(refused.value)


def test_a_genre_without_a_maker_says_who_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.genres.null import Null

    registry.register(Null)
    try:
        with pytest.raises(RequestError, match=r"cannot be generated; .*kropki.* can"):
            Recipe.of(Null.name, {})
    finally:
        registry.forget(Null)


def test_options_read_what_they_write() -> None:
    pairs = [
        (Size((8, 8), "", least=4, most=25), (5, 6)),
        (Size((8, 8), "", least=4, most=25), (7, 7)),
        (Whole("stars", 1, "", least=1, most=6), 3),
        (Whole("pieces", None, ""), None),
        (Whole("pieces", None, ""), 0),
        (Switch("minimal", ""), True),
        (OneOf("symmetry", ("half-turn",), ""), "half-turn"),
        (OneOf("symmetry", ("half-turn",), ""), None),
    ]
    for option, value in pairs:
        assert option.read(value) == value
        assert option.read(option.write(value)) == value


@pytest.mark.parametrize("value", ["", "0", "26", "5x", "x5", "5x6x7", "5 6", 4.0, True, (5,), (5, 26), None])
def test_no_size(value: object) -> None:
    with pytest.raises(ValueError, match="size is a number from 4 to 25"):
        Size((8, 8), "", least=4, most=25).read(value)


def test_others_like_this_one() -> None:
    model = gw.generate("kropki", size=6, seed=1)
    recipe = Recipe.like(model, {})
    assert recipe.options["size"] == (6, 6)
    wide = gw.load(
        {
            "genre": "star-battle",
            "stars": 1,
            "regions": [[*row, None] for row in ["AABB", "AABB", "CCDD", "CCDD"]],
        }
    )
    with pytest.raises(RequestError, match="the board is a square"):
        Recipe.like(wide, {"difficulty": "easy"})
    assert recipe.options["difficulty"] == model.knowledge["grade"]["label"]
    assert Recipe.like(model, {"difficulty": "expert", "size": 7}).options["difficulty"] == "expert"
    with pytest.raises(RequestError, match="ask for a difficulty"):
        Recipe.like(gw.load({"genre": "kropki", "size": 4, "all_dots": False}), {})
