"""Keep puzzles in a file, each once, and find them again.

  library add FILE SOURCE...  add puzzles
  library list FILE           list them
  library show FILE ID...     draw these
  library export FILE         write them for others
  library stats FILE          count them
  library check FILE          is all whole, and true?
  library grade FILE          grade those without grade

A puzzle of which an image (rotated, reflected, with other names of its regions) is there already is left
out, and told. What has been told as added is on disk, whatever happens then. An ID is one that list shows,
its beginning, or a number. Where puzzles are chosen, * and ? stand for any letters.
"""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, NamedTuple

from gridwright.cli import options
from gridwright.cli.exits import OutsideError, UsageError

if TYPE_CHECKING:
    from argparse import _ArgumentGroup

    from gridwright.cli.console import Console
    from gridwright.cli.parser import Parser
    from gridwright.library.choice import Choice

EXAMPLES = (
    ("gridwright library add puzzles.db boards.jsonl", "Add all puzzles of a file."),
    ("gridwright library list puzzles.db --genre kropki --grade hard,expert", "Which are there?"),
    ("gridwright library show puzzles.db 17 --coordinates", "Draw number 17."),
    ("gridwright library export puzzles.db --size 10 --stars 2 -o ten.jsonl", "Some of them in a file."),
    ("gridwright library check puzzles.db --prove --jobs 4", "Is each unique that says so?"),
)

SCALAR = "scalar_"  # before the names of fields that belong to genres


class Action(NamedTuple):
    """What one of them takes besides the file: the words behind it, and the groups of its options."""

    words: str
    groups: frozenset[str]


ACTIONS = {
    "add": Action("SOURCE", frozenset(("jobs",))),
    "list": Action("", frozenset(("choice", "order"))),
    "show": Action("ID", frozenset(("drawing",))),
    "export": Action("", frozenset(("choice", "order", "form"))),
    "stats": Action("", frozenset(("choice",))),
    "check": Action("", frozenset(("jobs", "prove"))),
    "grade": Action("", frozenset(("choice", "jobs", "time"))),
}


def configure(parser: Parser) -> None:
    parser.add_argument("action", metavar="ACTION", choices=tuple(ACTIONS), help=", ".join(ACTIONS))
    parser.add_argument("file", metavar="FILE", help="the library")
    parser.add_argument(
        "words", metavar="SOURCE", nargs="*", default=[], help="what to add; or ids, for show"
    )
    options.add_json(parser)
    options.add_output(parser)
    options.add_jobs(parser)
    options.add_forms(parser)
    options.add_drawing(parser)
    chosen = parser.add_argument_group("which puzzles (list, export, stats, grade)")
    chosen.add_argument("--genre", metavar="GENRE", help="of this genre")
    chosen.add_argument("--size", metavar="SIZE", help="of this size: 8, or 5x6")
    chosen.add_argument("--grade", metavar="LABEL", help="with this grade, or one of hard,expert; or none")
    chosen.add_argument("--status", metavar="STATUS", help="with this status, or one of several; or none")
    for word in ("title", "author", "source", "seed", "origin"):
        chosen.add_argument(f"--{word}", metavar="TEXT", help=f"with this {word}")
    chosen.add_argument("--book", metavar="NAME", help="made for this job")
    chosen.add_argument("--part", metavar="N", type=options.at_least(1), help="in this part of the job")
    _add_scalars(chosen)
    order = parser.add_argument_group("in which order (list, export)")
    order.add_argument(
        "--sort", choices=("number", "score", "id", "place"), help="by what (number; with --book: place)"
    )
    order.add_argument("--reverse", action="store_true", help="the last first")
    order.add_argument("--limit", metavar="N", type=options.at_least(0), help="so many; list: 50 if left out")
    checked = parser.add_argument_group("proofs (check, grade)")
    checked.add_argument("--prove", action="store_true", help="check: solve each puzzle, too")
    checked.add_argument("--time-limit", metavar="SECONDS", type=options.seconds, help="for each puzzle")


def _add_scalars(group: _ArgumentGroup) -> None:
    """The fields that genres declare; their values are read when the genre is known."""
    from gridwright.model.registry import genres

    owners: dict[str, list[str]] = {}
    for genre in genres():
        for field in genre.scalar_fields():
            owners.setdefault(field.key, []).append(genre.name)
    for key, names in owners.items():
        option = f"--{key.replace('_', '-')}"
        said = f'with this "{key}" ({", ".join(names)})'
        group.add_argument(option, dest=SCALAR + key, metavar="VALUE", help=said)


# Options that not every action takes, by the group that stands for them in ACTIONS.
_GROUPS = {
    "jobs": ("jobs",),
    "to": ("form",),
    "ascii": ("drawing", "order"),
    "coordinates": ("drawing",),
    "sort": ("order",),
    "reverse": ("order",),
    "limit": ("order",),
    "prove": ("prove",),
    "time_limit": ("time", "prove"),
}
_CHOSEN = ("genre", "size", "grade", "status", "title", "author", "source", "seed", "origin", "book", "part")


def run(arguments: Namespace, console: Console) -> int:
    from importlib import import_module

    from gridwright.library import LibraryError

    action = ACTIONS[arguments.action]
    _refuse(arguments, action)
    if action.words and not arguments.words:
        what = (
            "which puzzles? Name sources"
            if action.words == "SOURCE"
            else "which puzzle? Give an id or number"
        )
        raise UsageError(f"{what} (see gridwright library --help)")
    if not action.words and arguments.words:
        raise UsageError(f"{arguments.words[0]!r} is one word too many")
    module = import_module(f"{__name__}.{arguments.action}")
    try:
        code: int = module.run(arguments, console)
    except LibraryError as problem:
        raise OutsideError(str(problem)) from None
    return code


def _refuse(arguments: Namespace, action: Action) -> None:
    """Options that this action does not take."""
    for name, value in vars(arguments).items():
        chosen = name in _CHOSEN or name.startswith(SCALAR)
        groups = ("choice",) if chosen else _GROUPS.get(name)
        usual = 1 if name == "jobs" else None
        if groups is not None and value not in (None, False, usual) and not action.groups & {*groups}:
            said = name.removeprefix(SCALAR).replace("_", "-")
            raise UsageError(f"library {arguments.action} takes no --{said} (see gridwright library --help)")


def chosen(arguments: Namespace) -> Choice:
    """Which puzzles the options mean."""
    from gridwright.library.choice import Choice

    rows, columns = _size(arguments.size)
    given = vars(arguments)
    try:
        return Choice(
            arguments.genre,
            rows,
            columns,
            _labels(arguments),
            _statuses(arguments),
            {
                word: given[word]
                for word in ("title", "author", "source", "seed", "origin")
                if given[word] is not None
            },
            {
                name.removeprefix(SCALAR): _value(value)
                for name, value in given.items()
                if name.startswith(SCALAR) and value is not None
            },
            arguments.book,
            arguments.part,
            arguments.sort or ("number" if arguments.book is None else "place"),
            arguments.reverse,
        )
    except ValueError as problem:
        raise UsageError(str(problem)) from None


def _size(text: str | None) -> tuple[int | None, int | None]:
    if text is None:
        return None, None
    rows, _, columns = text.lower().partition("x")
    if not (rows.isdecimal() and (columns or rows).isdecimal() and len(text) < 12):
        raise UsageError(f"a size is a number such as 8, or two such as 5x6, not {text!r}")
    return int(rows), int(columns or rows)


def _labels(arguments: Namespace) -> tuple[str, ...]:
    from gridwright.grade import LABELS

    return _known(arguments, "grade", LABELS) if arguments.grade else ()


def _statuses(arguments: Namespace) -> tuple[str, ...]:
    from gridwright.engine.verdicts import STATUSES

    return _known(arguments, "status", STATUSES) if arguments.status else ()


def _known(arguments: Namespace, name: str, usual: tuple[str, ...]) -> tuple[str, ...]:
    """The words after an option; other programs' puzzles may have others than ours."""
    from gridwright.library import Library
    from gridwright.library.choice import NOTHING, Choice
    from gridwright.model.errors import describe, suggest

    words = _words(getattr(arguments, name))
    unusual = [word for word in words if word not in (*usual, NOTHING)]
    if unusual:
        with Library(arguments.file, read_only=True) as library:
            for word in unusual:
                choice = Choice(grade=(word,)) if name == "grade" else Choice(status=(word,))
                if not library.count(choice):
                    close = suggest(word, [*usual]) or f"; there are {', '.join(usual)}"
                    raise UsageError(f"no puzzle here has the {name} {describe(word)}{close}")
    return words


def _words(text: str | None) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",")) if text else ()


def _value(text: str) -> object:
    """As in the text form of puzzles: JSON if it is, otherwise words."""
    import json

    try:
        return json.loads(text)
    except ValueError:
        return text
