"""Turn measurements into ratios, tables and JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, geometric_mean, median
from typing import Any

from bench.measure import UNKNOWN, ClassResult
from bench.ours import Gridwright

BEST_PER_BOARD = "best rival per board"


@dataclass(frozen=True)
class Summary:
    """One engine in one class. Ratios are its time by ours, over the boards that both proved."""

    engine: str
    proved: int
    boards: int
    median: float
    geometric_mean: float
    mean: float
    p99: float
    ratio_median: float | None = None
    ratio_geometric_mean: float | None = None
    ratio_mean: float | None = None
    ratio_p99: float | None = None


def p99(values: Sequence[float]) -> float:
    """The value that at most one in a hundred exceeds (so the largest of fewer than a hundred)."""
    return sorted(values)[max(0, math.ceil(0.99 * len(values)) - 1)]


def summarise(result: ClassResult) -> list[Summary]:
    """A summary per engine, and one for the best rival on each board, which no single engine is."""
    columns = {
        name: [(row[name].seconds, row[name].status) for row in result.timings] for name in result.engines
    }
    rivals = [name for name in result.engines if name != Gridwright.name]
    if len(rivals) > 1:
        columns[BEST_PER_BOARD] = [
            min((columns[name][i] for name in rivals), key=lambda timing: (timing[1] == UNKNOWN, timing[0]))
            for i in range(len(result.timings))
        ]
    ours = columns.get(Gridwright.name)
    return [_summarise(name, column, ours) for name, column in columns.items()]


def _summarise(name: str, column: list[tuple[float, str]], ours: list[tuple[float, str]] | None) -> Summary:
    times = [max(seconds, 1e-7) for seconds, _ in column]
    proved = sum(status != UNKNOWN for _, status in column)
    plain = (name, proved, len(column), median(times), geometric_mean(times), fmean(times), p99(times))
    if ours is None or name == Gridwright.name:
        return Summary(*plain)
    both = [
        (max(theirs[0], 1e-7), max(our[0], 1e-7))
        for theirs, our in zip(column, ours, strict=True)
        if UNKNOWN not in (theirs[1], our[1])
    ]
    if not both:
        return Summary(*plain)
    theirs_both, ours_both = zip(*both, strict=True)
    ratios = [a / b for a, b in both]
    return Summary(
        *plain,
        ratio_median=median(ratios),
        ratio_geometric_mean=geometric_mean(ratios),
        ratio_mean=fmean(theirs_both) / fmean(ours_both),
        ratio_p99=p99(theirs_both) / p99(ours_both),
    )


def _time(seconds: float) -> str:
    """A time with three digits and the unit that suits it."""
    for unit, scale in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if seconds * scale >= 1 or unit == "µs":
            value = seconds * scale
            digits = 2 if value < 10 else 1 if value < 100 else 0
            return f"{value:.{digits}f} {unit}"
    raise AssertionError("unreachable")


def _ratio(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}" if value < 100 else f"{value:.0f}"


HEADINGS = ("", "proved", "median", "geo mean", "mean", "p99", "x median", "x geo mean", "x mean", "x p99")


def table(result: ClassResult) -> str:
    """The class as text: times, and how many times longer than gridwright each rival takes (* the best)."""
    rows = [HEADINGS]
    summaries = summarise(result)
    rivals = [line for line in summaries if line.engine not in (Gridwright.name, BEST_PER_BOARD)]
    best = min(rivals, key=lambda line: (-line.proved, line.geometric_mean), default=None)
    for line in summaries:
        times = (line.median, line.geometric_mean, line.mean, line.p99)
        ratios = (line.ratio_median, line.ratio_geometric_mean, line.ratio_mean, line.ratio_p99)
        proved = f"{line.proved}/{line.boards}"
        rows.append((line.engine + " *" * (line is best), proved, *map(_time, times), *map(_ratio, ratios)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [f"{result.name}: {len(result.timings)} boards"]
    for row in rows:
        numbers = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        lines.append("  " + "  ".join((row[0].ljust(widths[0]), *numbers)).rstrip())
    lines.append(_compilation(result))
    lines += [f"  DISAGREEMENT {text}" for text in result.disagreements] or ["  verdicts agree"]
    return "\n".join(lines)


def _compilation(result: ClassResult) -> str:
    """The time spent on shapes. Rivals share what they compile, so only their sum means anything."""
    shapes = f"{result.shapes} shape{'s' * (result.shapes > 1)}"
    told = (
        [f"{Gridwright.name} {_time(result.shape_seconds[Gridwright.name])}"]
        if Gridwright.name in result.shape_seconds
        else []
    )
    rivals = sum(seconds for name, seconds in result.shape_seconds.items() if name != Gridwright.name)
    told.append(f"all rivals together {_time(rivals)}")
    return f"  compiled before, not in the times ({shapes}): {', '.join(told)}"


def as_json(result: ClassResult) -> dict[str, Any]:
    """The class for machines: every single time, and the summaries."""
    return {
        "class": result.name,
        "boards": len(result.timings),
        "summary": [vars(summary) for summary in summarise(result)],
        "shape_seconds": result.shape_seconds,
        "disagreements": result.disagreements,
        "times": {name: [row[name].seconds for row in result.timings] for name in result.engines},
        "status": {name: [row[name].status for row in result.timings] for name in result.engines},
    }
