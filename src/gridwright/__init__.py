"""gridwright: a workbench for grid logic puzzles.

import gridwright as gw

puzzle = gw.load("puzzle.json")
print(gw.solve(puzzle).status)
"""

import sys

TYPE_CHECKING = False  # not from typing, which takes longer to import than all of this

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
    from gridwright.explain.questions import explain as explain
    from gridwright.explain.questions import hint as hint
    from gridwright.explain.questions import why as why
    from gridwright.explain.questions import why_impossible as why_impossible
    from gridwright.explain.steps import Explanation as Explanation
    from gridwright.explain.steps import Hint as Hint
    from gridwright.explain.steps import Impossible as Impossible
    from gridwright.explain.steps import Step as Step
    from gridwright.explain.words import Words as Words
    from gridwright.explain.words import describe as describe
    from gridwright.formats.examples import examples as examples
    from gridwright.formats.load import load as load
    from gridwright.formats.load import load_all as load_all
    from gridwright.generate.enumerating import Census as Census
    from gridwright.generate.enumerating import census as census
    from gridwright.generate.generating import Generation as Generation
    from gridwright.generate.generating import NotFound as NotFound
    from gridwright.generate.generating import generate as generate
    from gridwright.generate.generating import generate_many as generate_many
    from gridwright.generate.recipe import RequestError as RequestError
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
    "Census": "generate.enumerating",
    "Control": "engine.limits",
    "Count": "engine.verdicts",
    "Explanation": "explain.steps",
    "Finding": "engine.findings",
    "Forced": "engine.forcing",
    "Generation": "generate.generating",
    "Grade": "grade",
    "Hint": "explain.steps",
    "Impossible": "explain.steps",
    "Library": "library",
    "LibraryError": "library",
    "Mistake": "engine.mistaken",
    "NotFound": "generate.generating",
    "Puzzle": "model.puzzle",
    "PuzzleError": "model.errors",
    "Report": "engine.findings",
    "RequestError": "generate.recipe",
    "Result": "engine.verdicts",
    "SearchTree": "engine.trees",
    "Solution": "model.puzzle",
    "Step": "explain.steps",
    "Words": "explain.words",
    "census": "generate.enumerating",
    "check": "engine.findings",
    "count": "engine.verdicts",
    "describe": "explain.words",
    "draw": "render.text",
    "examples": "formats.examples",
    "explain": "explain.questions",
    "forced": "engine.forcing",
    "generate": "generate.generating",
    "generate_many": "generate.generating",
    "grade": "grade",
    "hint": "explain.questions",
    "load": "formats.load",
    "load_all": "formats.load",
    "mistakes": "engine.mistaken",
    "search_tree": "engine.trees",
    "solve": "engine.verdicts",
    "why": "explain.questions",
    "why_impossible": "explain.questions",
}

__all__ = ["__version__", *_HOMES]  # noqa: PLE0604 - they are strings


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
