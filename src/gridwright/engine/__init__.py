"""From a puzzle to the kernel and back: compiling rules, solving, counting, checking."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridwright.engine.findings import Finding as Finding
    from gridwright.engine.findings import Report as Report
    from gridwright.engine.findings import check as check
    from gridwright.engine.forcing import Forced as Forced
    from gridwright.engine.forcing import forced as forced
    from gridwright.engine.limits import Control as Control
    from gridwright.engine.mistaken import Mistake as Mistake
    from gridwright.engine.mistaken import mistakes as mistakes
    from gridwright.engine.trees import SearchTree as SearchTree
    from gridwright.engine.trees import search_tree as search_tree
    from gridwright.engine.verdicts import Count as Count
    from gridwright.engine.verdicts import Result as Result
    from gridwright.engine.verdicts import count as count
    from gridwright.engine.verdicts import solve as solve

# A name is imported when it is first used: whoever solves need not wait for what checks. No module is called
# like a function: it would hide it.
_HOMES = {
    "Control": "limits",
    "Count": "verdicts",
    "Finding": "findings",
    "Forced": "forcing",
    "Mistake": "mistaken",
    "Report": "findings",
    "Result": "verdicts",
    "SearchTree": "trees",
    "check": "findings",
    "count": "verdicts",
    "forced": "forcing",
    "mistakes": "mistaken",
    "search_tree": "trees",
    "solve": "verdicts",
}

__all__ = [
    "Control",
    "Count",
    "Finding",
    "Forced",
    "Mistake",
    "Report",
    "Result",
    "SearchTree",
    "check",
    "count",
    "forced",
    "mistakes",
    "search_tree",
    "solve",
]


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value
