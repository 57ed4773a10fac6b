"""Steps written down by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from gridwright.explain.steps import Step
from gridwright.model.puzzle import Puzzle

Mark = dict[str, Any]
Premise = tuple[str, str, Any]  # rule, kind of place, key


def is_so(row: int, column: int, value: object) -> Mark:
    """As players count: from 1."""
    return {"cell": [row - 1, column - 1], "value": value}


def is_not(row: int, column: int, value: object) -> Mark:
    return {"cell": [row - 1, column - 1], "not": value}


def make_step(
    puzzle: Puzzle,
    conclusions: Iterable[Mark],
    premises: Iterable[Premise],
    facts: Iterable[Mark] = (),
    kind: str = "rule",
    links: Sequence[tuple[list[Mark], Premise | None, list[Mark]]] = (),
) -> Step:
    data = {
        "kind": kind,
        "cost": 1,
        "conclusions": list(conclusions),
        "premises": [_origin(premise) for premise in premises],
        "facts": list(facts),
        "links": [
            {"conclusions": said, "premise": premise and _origin(premise), "because": because}
            for said, premise, because in links
        ],
    }
    return Step.from_json(puzzle, data)


def _origin(premise: Premise) -> dict[str, Any]:
    rule, kind, key = premise
    return {"rule": rule, "about": {"kind": kind, "key": key}}
