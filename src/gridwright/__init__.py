"""gridwright: a workbench for grid logic puzzles.

import gridwright as gw

puzzle = gw.load("puzzle.json")
print(gw.solve(puzzle).status)
"""

import sys

TYPE_CHECKING = False  # not from typing, which takes longer to import than all of this

if TYPE_CHECKING:
    from gridwright.engine import Control as Control
    from gridwright.engine import Count as Count
    from gridwright.engine import Finding as Finding
    from gridwright.engine import Forced as Forced
    from gridwright.engine import Mistake as Mistake
    from gridwright.engine import Report as Report
    from gridwright.engine import Result as Result
    from gridwright.engine import SearchTree as SearchTree
    from gridwright.engine import check as check
    from gridwright.engine import count as count
    from gridwright.engine import forced as forced
    from gridwright.engine import mistakes as mistakes
    from gridwright.engine import search_tree as search_tree
    from gridwright.engine import solve as solve
    from gridwright.explain import Explanation as Explanation
    from gridwright.explain import Hint as Hint
    from gridwright.explain import Impossible as Impossible
    from gridwright.explain import Step as Step
    from gridwright.explain import explain as explain
    from gridwright.explain import hint as hint
    from gridwright.explain import why as why
    from gridwright.explain import why_impossible as why_impossible
    from gridwright.explain.words import Words as Words
    from gridwright.explain.words import describe as describe
    from gridwright.formats.examples import examples as examples
    from gridwright.formats.load import load as load
    from gridwright.formats.load import load_all as load_all
    from gridwright.generate import Generation as Generation
    from gridwright.generate import NotFound as NotFound
    from gridwright.generate import RequestError as RequestError
    from gridwright.generate import generate as generate
    from gridwright.generate import generate_many as generate_many
    from gridwright.grade import Grade as Grade
    from gridwright.grade import grade as grade
    from gridwright.library import Library as Library
    from gridwright.library import LibraryError as LibraryError
    from gridwright.model.errors import PuzzleError as PuzzleError
    from gridwright.model.puzzle import Puzzle as Puzzle
    from gridwright.model.puzzle import Solution as Solution
    from gridwright.render.text import draw as draw

__version__ = "0.1.0"

# Where each public name lives. It is imported when it is first used: `import gridwright` itself costs little.
_HOMES = {
    "Control": "engine",
    "Count": "engine",
    "Explanation": "explain",
    "Finding": "engine",
    "Forced": "engine",
    "Generation": "generate",
    "Grade": "grade",
    "Hint": "explain",
    "Impossible": "explain",
    "Library": "library",
    "LibraryError": "library",
    "Mistake": "engine",
    "NotFound": "generate",
    "Puzzle": "model.puzzle",
    "PuzzleError": "model.errors",
    "Report": "engine",
    "RequestError": "generate",
    "Result": "engine",
    "SearchTree": "engine",
    "Solution": "model.puzzle",
    "Step": "explain",
    "Words": "explain.words",
    "check": "engine",
    "count": "engine",
    "describe": "explain.words",
    "draw": "render.text",
    "examples": "formats.examples",
    "explain": "explain",
    "forced": "engine",
    "generate": "generate",
    "generate_many": "generate",
    "grade": "grade",
    "hint": "explain",
    "load": "formats.load",
    "load_all": "formats.load",
    "mistakes": "engine",
    "search_tree": "engine",
    "solve": "engine",
    "why": "explain",
    "why_impossible": "explain",
}

__all__ = [
    "Control",
    "Count",
    "Explanation",
    "Finding",
    "Forced",
    "Generation",
    "Grade",
    "Hint",
    "Impossible",
    "Library",
    "LibraryError",
    "Mistake",
    "NotFound",
    "Puzzle",
    "PuzzleError",
    "Report",
    "RequestError",
    "Result",
    "SearchTree",
    "Solution",
    "Step",
    "Words",
    "__version__",
    "check",
    "count",
    "describe",
    "draw",
    "examples",
    "explain",
    "forced",
    "generate",
    "generate_many",
    "grade",
    "hint",
    "load",
    "load_all",
    "mistakes",
    "search_tree",
    "solve",
    "why",
    "why_impossible",
]


class _Package(type(sys)):  # type: ignore[misc]
    """`gridwright.explain` is the function, although a package has the same name: importing that one, or
    anything in it, would otherwise put the package in the function's place.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _HOMES and isinstance(value, type(sys))):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
