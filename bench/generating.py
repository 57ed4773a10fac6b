"""How fast puzzles are made, and how the cost grows with the size: a table, and a plot."""

from __future__ import annotations

import time
from collections.abc import Sequence
from html import escape
from math import log10
from pathlib import Path
from statistics import median
from typing import NamedTuple

# Per line of the plot: recipes by size. A puzzle of the last takes seconds.
LINES: dict[str, dict[int, str]] = {
    "Star Battle, usual stars": {n: f"star-battle:size={n}" for n in (5, 6, 8, 10, 12, 14, 17, 21, 25)},
    "Kropki, all dots": {n: f"kropki:size={n}" for n in (4, 6, 7, 8, 9, 10, 11, 12, 14, 16)},
    "Hamle, a quarter of the cells": {n: f"hamle:size={n}" for n in (4, 6, 8, 10, 12, 15, 20)},
    "Chess Loop, given pieces": {n: f"chess-loop:size={n}" for n in (4, 5, 6, 7, 8)},
}
COLOURS = ("#b5482f", "#2f6db5", "#3d8b40", "#8a5fb0")
WIDTH, HEIGHT, LEFT, TOP = 640, 400, 60, 20


class Cost(NamedTuple):
    """Seconds of processor time for a puzzle, without its grade."""

    recipe: str
    puzzles: int
    median: float
    longest: float


def measure(recipe: str, count: int, seconds: float) -> Cost | None:
    """So many puzzles, or as many as come in that time; None: none came."""
    import gridwright as gw

    series = gw.generate_many(recipe, count=count + 1, seed=1, grade=False, time_limit=seconds)
    next(series, None)  # writes the rules out, once
    spent = []
    before = time.process_time()
    for _ in series:
        now = time.process_time()
        spent.append(now - before)
        before = now
    return Cost(recipe, len(spent), median(spent), max(spent)) if spent else None


def measure_all(count: int, seconds: float) -> dict[str, dict[int, Cost]]:
    found: dict[str, dict[int, Cost]] = {}
    for name, recipes in LINES.items():
        costs = {size: measure(recipe, count, seconds) for size, recipe in recipes.items()}
        found[name] = {size: cost for size, cost in costs.items() if cost is not None}
    return found


def table(found: dict[str, dict[int, Cost]]) -> str:
    lines = [
        f"{cost.recipe:<24}{cost.puzzles:>8}{1000 * cost.median:>11.2f}{1000 * cost.longest:>12.1f}"
        f"{1 / cost.median:>10.1f}"
        for costs in found.values()
        for cost in costs.values()
    ]
    return "\n".join(
        [f"{'recipe':<24}{'puzzles':>8}{'median ms':>11}{'longest ms':>12}{'a second':>10}", *lines]
    )


def plot(found: dict[str, dict[int, Cost]]) -> str:
    """Cost over size, as SVG; each step up is ten times the cost."""
    sizes = [size for costs in found.values() for size in costs]
    powers = [log10(cost.median) for costs in found.values() for cost in costs.values()]
    low, high = int(min(powers) - 1), int(max(powers) + 1)

    def across(size: float) -> float:
        return LEFT + (size - min(sizes)) / (max(sizes) - min(sizes)) * (WIDTH - LEFT - 20)

    def down(power: float) -> float:
        return TOP + (high - power) / (high - low) * (HEIGHT - TOP - 40)

    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
    parts = [
        f'{head} font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    for power in range(low, high + 1):
        parts.append(_line([(LEFT, down(power)), (WIDTH - 20, down(power))], "#ddd"))
        parts.append(_text(LEFT - 8, down(power) + 4, _seconds(power), "end"))
    ticks = range(min(sizes), max(sizes) + 1, 3)
    parts += [_text(across(size), HEIGHT - 22, str(size), "middle") for size in ticks]
    parts.append(_text(WIDTH / 2, HEIGHT - 5, "rows and columns", "middle"))
    for number, ((name, costs), colour) in enumerate(zip(found.items(), COLOURS, strict=True)):
        points = [(across(size), down(log10(cost.median))) for size, cost in costs.items()]
        parts.append(_line(points, colour, 2))
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
        parts.append(_text(LEFT + 12, TOP + 14 + 16 * number, name, "start", colour))
    return "\n".join([*parts, "</svg>", ""])


def _seconds(power: int) -> str:
    return f"{10**power:g} s" if power >= 0 else f"{10 ** (power + 3):g} ms"


def _line(points: Sequence[tuple[float, float]], colour: str, width: int = 1) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"/>'


def _text(x: float, y: float, words: str, anchor: str, colour: str = "#333") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{escape(words)}</text>'


def run(count: int, seconds: float, picture: Path | None) -> dict[str, dict[int, Cost]]:
    found = measure_all(count, seconds)
    print(table(found), end="\n\n", flush=True)
    if picture is not None:
        picture.write_text(plot(found), encoding="utf-8")
    return found
