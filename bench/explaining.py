"""How well boards are explained: whole, in steps that hold, need all that they cite, and are told in short
sentences; and how well grades agree with the classes that others have sorted boards into.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib import import_module
from random import Random
from time import process_time
from typing import Any

from bench.classes import BoardClass
from bench.ours import Gridwright

SAMPLED = 100
"""Steps of each class of which every premise and fact is left out in turn."""
TRIES = 1000
"""Possibilities that are tried to do without a premise."""
SHORT = 120
"""Characters of a sentence; 95 of 100 are to be no longer."""
PUBLISHED = ("easy", "medium", "hard", "expert")
UNDECIDED = "could not be decided"


@dataclass
class Explained:
    """The boards of one class, explained."""

    name: str
    boards: int
    complete: int = 0
    without_chains: int = 0
    stopped: int = 0
    seconds: list[float] = field(default_factory=list)
    hint_seconds: list[float] = field(default_factory=list)
    steps: Counter[str] = field(default_factory=Counter)
    accepted: int = 0
    undecided: int = 0
    rejected: list[str] = field(default_factory=list)
    sampled: int = 0
    left_out: int = 0
    not_told: int = 0
    needless: list[str] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    unnamed: int = 0


def measure_explaining(
    board_class: BoardClass, boards: Sequence[dict[str, Any]], ours: Gridwright, *, time_limit: float
) -> Explained:
    """Explain each board; time is CPU time, the compilation of the shape is not in it."""
    result = Explained(board_class.name, len(boards))
    explained = []
    ours.gridwright.hint(ours.read(boards[0]))  # compiles the shape
    for number, board in enumerate(boards):
        explanation = _explain(ours, board, result, time_limit)
        chains = any(step.links for step in explanation)
        result.complete += explanation.complete
        result.without_chains += explanation.complete and not chains
        result.stopped += explanation.stopped is not None
        for place, step in enumerate(explanation, 1):
            result.steps[step.kind] += 1
            _listen(step, result)
            _check(step, f"board {number}, step {place}", result)
            explained.append((f"board {number}, step {place}", step))
    random = Random(0)
    for where, step in random.sample(explained, min(SAMPLED, len(explained))):
        result.sampled += 1
        _leave_out(step, where, result)
    return result


def _explain(ours: Gridwright, board: dict[str, Any], result: Explained, time_limit: float) -> Any:
    puzzle = ours.read(board)
    start = process_time()
    ours.gridwright.hint(puzzle, time_limit=time_limit)
    result.hint_seconds.append(process_time() - start)
    puzzle = ours.read(board)
    start = process_time()
    explanation = ours.gridwright.explain(puzzle, time_limit=time_limit)
    result.seconds.append(process_time() - start)
    return explanation


def _listen(step: Any, result: Explained) -> None:
    words = import_module("gridwright.explain.words")
    said = words.describe(step)
    result.unnamed += not said.tactic
    result.lengths += [len(sentence) for sentence in words.sentences(said)]


def _check(step: Any, where: str, result: Explained) -> None:
    problem = import_module("gridwright.explain.verify").verify(step)
    if problem is None:
        result.accepted += 1
    elif UNDECIDED in problem:
        result.undecided += 1
    else:
        result.rejected.append(f"{where}: {problem}")


def _leave_out(step: Any, where: str, result: Explained) -> None:
    """Do all conclusions still follow without some premise or fact, whichever way they are proved?"""
    verify = import_module("gridwright.explain.verify").verify
    plain = replace(step, kind="core", links=(), sums=())
    for name in ("premises", "facts"):
        cited = getattr(plain, name)
        for place in range(len(cited)):
            fewer = replace(plain, **{name: cited[:place] + cited[place + 1 :]})
            problem = verify(fewer, TRIES)
            result.left_out += 1
            result.not_told += problem is not None and UNDECIDED in problem
            if problem is None:
                result.needless.append(f"{where}: {name} {place}")


# --- grades -------------------------------------------------------------------------------------------------


@dataclass
class Separation:
    """Two classes of one size: how often a board of the harder one has the higher score."""

    easier: str
    harder: str
    even: float | None  # of the boards at even places, of those at odd places, of all
    odd: float | None
    all: float | None
    labels: tuple[dict[str, int], dict[str, int]]


def neighbouring(classes: Sequence[BoardClass]) -> Iterator[tuple[BoardClass, BoardClass]]:
    """Pairs of classes of one size, one step of difficulty apart."""
    named = {board_class.name: board_class for board_class in classes}
    for board_class in classes:
        size, _, published = board_class.name.rpartition("-")
        if published in PUBLISHED[:-1]:
            harder = f"{size}-{PUBLISHED[PUBLISHED.index(published) + 1]}"
            if harder in named:
                yield board_class, named[harder]


def measure_grades(
    classes: Sequence[BoardClass], ours: Gridwright, count: int | None, time_limit: float
) -> list[Separation]:
    """Grade every board of classes that have a neighbour."""
    pairs = list(neighbouring(classes))
    boards = {one.name: one.boards[:count] for pair in pairs for one in pair}
    graded = {
        name: [ours.gridwright.grade(ours.read(board), time_limit=time_limit) for board in own]
        for name, own in boards.items()
    }
    return [_separation(easier.name, harder.name, graded) for easier, harder in pairs]


def _separation(easier: str, harder: str, graded: dict[str, list[Any]]) -> Separation:
    # What no short deductions solve is harder than all that they do.
    scores = [
        [math.inf if grade.score is None else grade.score for grade in graded[name]]
        for name in (easier, harder)
    ]
    labels = [Counter(str(grade.label) for grade in graded[name]) for name in (easier, harder)]
    return Separation(
        easier,
        harder,
        area([own[::2] for own in scores]),
        area([own[1::2] for own in scores]),
        area(scores),
        (dict(labels[0]), dict(labels[1])),
    )


def area(scores: Sequence[Sequence[float]]) -> float | None:
    """The area under the curve: of all pairs, those that are in order, and half of the ties."""
    low, high = scores
    if not low or not high:
        return None
    return sum((b > a) + (a == b) / 2 for a in low for b in high) / (len(low) * len(high))


# --- tables -------------------------------------------------------------------------------------------------


def explaining_table(result: Explained) -> str:
    steps = result.steps.total()
    kinds = ", ".join(f"{number} {kind}" for kind, number in result.steps.most_common())
    without_chains = _share(result.without_chains, result.boards)
    proved = _share(result.accepted, steps)
    short = _share(sum(length <= SHORT for length in result.lengths), len(result.lengths))
    unnamed = _share(result.unnamed, steps)
    rows = {
        "complete": f"{_share(result.complete, result.boards)}, stopped {result.stopped}",
        "without chains": without_chains,
        "first hint": _times(result.hint_seconds),
        "whole explanation": _times(result.seconds),
        "accepted by verify": f"{proved}, undecided {result.undecided}, rejected {len(result.rejected)}",
        "can be left out": f"{len(result.needless)} of {result.left_out} premises and facts of "
        f"{result.sampled} steps, undecided {result.not_told}",
        f"up to {SHORT} characters": f"{short}, the longest {max(result.lengths, default=0)}",
        "without a name": unnamed,
    }
    lines = [f"{result.name}: {result.boards} boards, {steps} steps ({kinds})"]
    lines += [f"  {name:20}  {told}" for name, told in rows.items()]
    lines += [f"  REJECTED {text}" for text in result.rejected[:10]]
    lines += [f"  NEEDLESS {text}" for text in result.needless[:10]]
    return "\n".join(lines)


def grades_table(found: Sequence[Separation]) -> str:
    lines = ["a board of the harder class has the higher score (even places, odd places, all):"]
    for pair in found:
        areas = ", ".join("-" if one is None else f"{one:.3f}" for one in (pair.even, pair.odd, pair.all))
        lines.append(f"  {pair.easier} < {pair.harder.rpartition('-')[2]}: {areas}")
        lines.append(f"    labels {_labels(pair.labels[0])}; {_labels(pair.labels[1])}")
    return "\n".join(lines)


def _labels(labels: dict[str, int]) -> str:
    return ", ".join(f"{number} {label}" for label, number in labels.items())


def _share(part: int, whole: int) -> str:
    return f"{part}/{whole} ({100 * part / whole:.1f}%)" if whole else "0/0"


def _times(seconds: Sequence[float]) -> str:
    ordered = sorted(seconds)
    at = [ordered[max(0, math.ceil(share * len(ordered)) - 1)] for share in (0.5, 0.95, 1)]
    return ", ".join(
        f"{name} {1e3 * one:.0f} ms" for name, one in zip(("median", "p95", "most"), at, strict=True)
    )


def explaining_json(result: Explained) -> dict[str, Any]:
    return {**asdict(result), "steps": dict(result.steps)}
