"""Puzzles by the thousand: each with exactly one solution, graded, and the same again from its seed."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridwright.generate.generating import Generation as Generation
    from gridwright.generate.generating import NotFound as NotFound
    from gridwright.generate.generating import generate as generate
    from gridwright.generate.generating import generate_many as generate_many
    from gridwright.generate.recipe import Recipe as Recipe
    from gridwright.generate.recipe import RequestError as RequestError

_HOMES = {
    "Generation": "generating",
    "NotFound": "generating",
    "Recipe": "recipe",
    "RequestError": "recipe",
    "generate": "generating",
    "generate_many": "generating",
}

__all__ = ["Generation", "NotFound", "Recipe", "RequestError", "generate", "generate_many"]


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value
