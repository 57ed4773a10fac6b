"""Studies by name: those of the papers, in form. Boards are examples, or made from a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from gridwright.formats.load import load
from gridwright.lab.study import Board, Study, canonical, crossed
from gridwright.model import registry

SEARCHED = ("time", "resumptions", "entailments", "prunings", "backtracks")


class Preset(NamedTuple):
    title: str
    make: Callable[[int], Study]  # from a seed


def bundled(names: Iterable[str]) -> Iterator[Board]:
    """Examples by name, each with its size."""
    for name in names:
        puzzle = load(name)
        yield Board(name, f"{name} {puzzle.rows}x{puzzle.columns}", puzzle)


def sampled(genre: str, sizes: Iterable[int], each: int, seed: int, **further: Any) -> Iterator[Board]:
    """Random boards of a genre, so many of each size. ValueError: it makes none."""
    try:
        kind = registry.find(genre)
    except registry.UnknownGenre as problem:
        raise ValueError(str(problem)) from None
    sample = getattr(registry.part(kind, "making"), "sample", None)
    if sample is None:
        raise ValueError(f"{kind.name} has no way to make random boards")
    for size in sizes:
        for number in range(1, each + 1):
            made = sample(size, Random(f"{kind.name} {size} {seed}/{number}"))
            if made is None:
                raise ValueError(f"there is no random board of {kind.name} of size {size}")
            yield Board(f"{size}x{size} {number}", f"{size}x{size}", load({**made, **further}))


def _study(
    name: str, boards: Callable[[int], Iterable[Board]], labelings: Sequence[str], seed: int, **more: Any
) -> Study:
    spelled = tuple(canonical(labeling) for labeling in labelings)
    return Study(name, PRESETS[name].title, tuple(boards(seed)), spelled, seed=seed, first=True, **more)


def _examples(*names: str) -> Callable[[int], Iterator[Board]]:
    return lambda _: bundled(names)


def _loops(*numbers: int) -> Callable[[int], Iterator[Board]]:
    return _examples(*(f"loop-{number}" for number in numbers))


def _kropki(seed: int, **further: Any) -> Iterator[Board]:
    return sampled("kropki", range(2, 13), 5, seed, **further)


def _hamle(seed: int) -> Iterator[Board]:
    return sampled("hamle", range(4, 13), 5, seed)


PRESETS: dict[str, Preset] = {}


def _preset(
    name: str,
    title: str,
    boards: Callable[[int], Iterable[Board]],
    labelings: Sequence[str],
    **more: Any,
) -> None:
    PRESETS[name] = Preset(title, partial(_study, name, boards, labelings, **more))


_preset(
    "chess-loop-labelings",
    "Chess Loop no. 10 under seven variable choices and five value choices, to the first solution",
    _loops(10),
    crossed(),
    repeats=3,
)
_preset(
    "chess-loop-sizes",
    "Queens and knights on boards of growing size, to the first solution",
    _loops(12, 13, 14, 15),
    ("occurrence,enum", "ff", "dom_w_deg", "dom_w_deg,learn", "default"),
    repeats=3,
)
_preset(
    "chess-loop-puzzles",
    "The fifteen Chess Loops, to the first solution",
    _loops(*range(1, 16)),
    ("occurrence,enum", "ff", "dom_w_deg", "dom_w_deg,learn", "default"),
)
_preset(
    "kropki-sizes",
    "Random Kropki boards of growing size without the all-dots rule, to the first solution",
    partial(_kropki, all_dots=False),
    ("ffc", "dom_w_deg", "dom_w_deg,learn", "default"),
)
_preset(
    "kropki-sizes-all-dots",
    "The same boards with the all-dots rule: where there is no dot, none could be",
    _kropki,
    ("ffc", "dom_w_deg", "dom_w_deg,learn", "default"),
)
_preset(
    "star-battle-boards",
    "Star Battles of growing size, two of them the paper's (8x8_1 and 10x10_1), to the first solution",
    _examples("queens-5", "queens-8", "two-stars-several", "two-stars-9", "two-stars-10"),
    ("leftmost,bisect", "ff,bisect", "ff,step", "dom_w_deg,step", "dom_w_deg,step,learn", "default"),
    repeats=3,
)
_preset(
    "hamle-labelings",
    "Random Hamle boards of growing size by leftmost and ffc, to the first solution",
    _hamle,
    ("leftmost", "ffc"),
    figures=SEARCHED,
)
