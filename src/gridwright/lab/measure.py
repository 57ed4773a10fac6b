"""One measurement: a puzzle solved by a labeling, and what it took."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gridwright.engine.labeled import search
from gridwright.engine.limits import Budget, Control
from gridwright.engine.verdicts import COUNTED
from gridwright.lab.study import DEFAULT

if TYPE_CHECKING:
    from gridwright.lab.study import Run


def measure(run: Run, control: Control | None = None) -> dict[str, Any]:
    """The record of one run: its key, how it ended, and the figures."""
    limits = run.study.limits
    budget = Budget(limits.seconds, limits.conflicts, seed=run.seed, control=control)
    labeling = None if run.labeling == DEFAULT else run.labeling
    found = search(run.board.puzzle, labeling, budget, first=run.study.first)
    return {
        **run.key,
        "genre": run.board.puzzle.genre.name,
        "group": run.board.group,
        **limits.to_json(),
        "status": found.status,
        "stopped": found.stopped,
        # The limit may strike before there is a search.
        **(figures(found.stats) if found.stats else {"time": limits.seconds}),
    }


def figures(stats: Mapping[str, Any]) -> dict[str, Any]:
    """The statistics of a search, by the names of SICStus Prolog and of MiniZinc; times in seconds."""
    search_time = stats["first_time"] + stats["proof_time"]
    return {
        "time": stats["build_time"] + search_time,
        "first_time": stats["build_time"] + stats["first_time"] if stats["solutions"] else None,
        **{name: stats[name] for name in COUNTED},
        "nodes": stats["nodes"],
        "failures": stats["failures"],
        "restarts": stats["restarts"],
        "solutions": stats["solutions"],
        "peakDepth": stats["depth"],
        "propagations": sum(stats["propagations"].values()),
        "initTime": stats["build_time"],
        "solveTime": search_time,
        "at_first": stats.get("first"),
    }
