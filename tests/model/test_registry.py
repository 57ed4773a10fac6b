"""Finding genres."""

from __future__ import annotations

import subprocess
import sys

import pytest

from gridwright.model import registry
from gridwright.model.genre import Genre


def test_a_genre_is_found_by_name_and_however_it_is_spelled() -> None:
    assert registry.find("star-battle") is registry.find("Star Battle") is registry.find("star_battle")


def test_a_mistyped_name_gets_a_suggestion() -> None:
    registry.find("kropki")
    with pytest.raises(registry.UnknownGenre, match='"kropky"; did you mean "kropki"'):
        registry.find("kropky")


@pytest.mark.parametrize(
    "name", ["", ".", "../star_battle", "star_battle.rules", "rules" * 1000, "__init__", "-"]
)
def test_no_name_imports_anything_else(name: str) -> None:
    with pytest.raises(registry.UnknownGenre):
        registry.find(name)


def test_a_name_belongs_to_one_genre_and_an_alias_to_the_first() -> None:
    one = type("One", (Genre,), {"name": "one", "aliases": ("uno", "kropki")})
    other = type("Other", (Genre,), {"name": "one"})
    third = type("Third", (Genre,), {"name": "third", "aliases": ("uno",)})
    kropki = registry.find("kropki")
    try:
        registry.register(one)
        registry.register(third)
        assert registry.find("uno") is one
        assert registry.find("kropki") is kropki
        with pytest.raises(ValueError, match="two genres"):
            registry.register(other)
    finally:
        registry.forget(one)
        registry.forget(third)
    with pytest.raises(registry.UnknownGenre):
        registry.find("uno")


def test_one_genre_is_imported_without_the_others_or_a_search_of_packages() -> None:
    code = (
        "import sys; from gridwright.model.registry import find; find('star-battle');"
        "print([name for name in sys.modules if name in ('importlib.metadata', 'gridwright.genres.kropki')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
