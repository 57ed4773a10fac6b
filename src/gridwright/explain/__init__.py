"""Why each value is what it is: steps, found in order of cost, each with what it stands on."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridwright.explain.questions import explain as explain
    from gridwright.explain.questions import hint as hint
    from gridwright.explain.questions import why as why
    from gridwright.explain.questions import why_impossible as why_impossible
    from gridwright.explain.steps import Explanation as Explanation
    from gridwright.explain.steps import Hint as Hint
    from gridwright.explain.steps import Impossible as Impossible
    from gridwright.explain.steps import Link as Link
    from gridwright.explain.steps import Step as Step

_HOMES = {
    "Explanation": "steps",
    "Hint": "steps",
    "Impossible": "steps",
    "Link": "steps",
    "Step": "steps",
    "explain": "questions",
    "hint": "questions",
    "why": "questions",
    "why_impossible": "questions",
}

__all__ = [
    "Explanation",
    "Hint",
    "Impossible",
    "Link",
    "Step",
    "explain",
    "hint",
    "why",
    "why_impossible",
]


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value
