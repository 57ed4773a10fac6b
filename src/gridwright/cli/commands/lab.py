"""Measure labelings: how a search does that chooses its next unknown and value in one way or another.

What is studied is a study by name (see below), or any puzzles, or random boards of a genre with --sizes. Each
measurement is kept in a file as soon as it is made: a study that was interrupted goes on where it was.

A labeling is words between commas; any may be left out:
  variable choice  leftmost, min, max, ff, ffc, occurrence,
                   anti_first_fail, max_regret, dom_w_deg,
                   random
  value choice     step, enum, bisect, middle, median,
                   random
  direction        up, down
  further          learn (from failures),
                   implied (constraints)

MiniZinc's names (first_fail, indomain_split and so on) are understood; "default" is the search of `solve`.

Studies:
  chess-loop-labelings   no. 10, seven by five choices
  chess-loop-sizes       queens and knights, growing boards
  chess-loop-puzzles     the fifteen puzzles
  kropki-sizes           random boards, 2x2 to 12x12
  kropki-sizes-all-dots  the same with the all-dots rule
  star-battle-boards     growing boards
  hamle-labelings        random boards, 4x4 to 12x12
"""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from gridwright.cli import options
from gridwright.cli.exits import DONE, LIMIT, OutsideError, UsageError

if TYPE_CHECKING:
    from gridwright.cli.console import Console
    from gridwright.cli.parser import Parser
    from gridwright.lab.records import Records
    from gridwright.lab.study import Board, Study

EXAMPLES = (
    ("gridwright lab chess-loop-labelings", "The table of the paper on Chess Loop."),
    ("gridwright lab two-stars-9 --labelings ff ff,bisect dom_w_deg,learn", "Compare three labelings."),
    ("gridwright lab kropki --sizes 4-8 --boards 3 --variables ff,ffc --values step", "Random boards."),
    ("gridwright lab boards.jsonl --csv -o figures.csv", "All measurements for a spreadsheet."),
)


def configure(parser: Parser) -> None:
    parser.add_argument(
        "sources", metavar="STUDY|SOURCE", nargs="+", help="a study, or puzzles as for other commands"
    )
    what = parser.add_argument_group("what is compared")
    what.add_argument("--labelings", metavar="WORDS", nargs="+", help="these labelings")
    what.add_argument("--variables", metavar="LIST", type=_words, help="these variable choices ...")
    what.add_argument("--values", metavar="LIST", type=_words, help="... each with these value choices")
    what.add_argument("--repeats", metavar="N", type=options.at_least(1), help="measure so often")
    what.add_argument("--first", action="store_true", help="to the first solution alone, without a proof")
    what.add_argument(
        "--sizes", metavar="A-B", type=_range, help="random boards of these sizes; SOURCE is a genre"
    )
    what.add_argument(
        "--boards", metavar="N", type=options.at_least(1), default=5, help="boards of each size (5)"
    )
    what.add_argument(
        "--seed",
        metavar="N",
        type=options.at_least(0),
        default=0,
        help="for random boards and random choices (0)",
    )
    limits = parser.add_argument_group("limits, for each measurement")
    limits.add_argument(
        "--time-limit", metavar="SECONDS", type=options.seconds, default=10.0, help="so many seconds (10)"
    )
    limits.add_argument("--conflict-limit", metavar="N", type=options.at_least(0), help="so many dead ends")
    shown = parser.add_argument_group("what is shown")
    shown.add_argument(
        "--figures", metavar="LIST", type=_words, help="such as time,backtracks,nodes,prunings"
    )
    shown.add_argument("--csv", action="store_true", help="all measurements as CSV")
    shown.add_argument("--json", action="store_true", help=options.JSON_HELP)
    options.add_ascii(parser)
    options.add_output(parser)
    kept = parser.add_argument_group("what is kept")
    kept.add_argument("--records", metavar="FILE", help="keep measurements here (gridwright-lab-STUDY.jsonl)")
    kept.add_argument("--fresh", action="store_true", help="measure all anew, and forget what the file held")


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.lab.records import Records, RecordsError

    if arguments.csv and arguments.json:
        raise UsageError("either --csv or --json")
    try:
        study = _study(arguments, console)
        figures = _figures(arguments, study)
        name = arguments.records or f"gridwright-lab-{study.name}.jsonl"
        if arguments.output is not None:
            console.write_to(arguments.output, [*arguments.sources, name])
        with Records(name, fresh=arguments.fresh) as records:
            found = _measure(study, records, console)
    except ValueError as problem:
        raise UsageError(str(problem)) from None
    except RecordsError as problem:
        raise OutsideError(str(problem)) from None
    _show(study, found, figures, arguments, console)
    return LIMIT if any(record["stopped"] for record in found) else DONE


def _study(arguments: Namespace, console: Console) -> Study:
    from dataclasses import replace

    from gridwright.lab.presets import PRESETS, sampled
    from gridwright.lab.study import Limits, Study

    named = [source for source in arguments.sources if source in PRESETS]
    if named:
        if len(arguments.sources) > 1 or arguments.sizes:
            raise UsageError(f"{named[0]} is a study: it has its own boards")
        study = PRESETS[named[0]].make(arguments.seed)
    elif arguments.sizes:
        if len(arguments.sources) > 1:
            raise UsageError("--sizes takes one genre")
        genre = arguments.sources[0]
        boards = tuple(sampled(genre, arguments.sizes, arguments.boards, arguments.seed))
        study = Study(genre, f"Random boards of {genre}", boards, (), seed=arguments.seed)
    else:
        _refuse_names(arguments.sources)
        study = Study("puzzles", "Labelings", _boards(arguments, console), (), seed=arguments.seed)
    study = replace(
        study,
        labelings=_labelings(arguments) or study.labelings,
        repeats=arguments.repeats or study.repeats,
        first=arguments.first or study.first,
        limits=Limits(arguments.time_limit, arguments.conflict_limit),
    )
    return study if study.labelings else replace(study, labelings=_every())


def _refuse_names(sources: list[str]) -> None:
    """Say what was meant, where a source is no puzzle but nearly a study, or a genre without its sizes."""
    from gridwright.formats.load import expand
    from gridwright.lab.presets import PRESETS
    from gridwright.model.errors import PuzzleError, suggest
    from gridwright.model.registry import genres

    for source in sources:
        with suppress(PuzzleError):
            expand(source)
            continue
        if any(source in (genre.name, *genre.aliases) for genre in genres()):
            raise UsageError(
                f"{source} is a genre: for random boards of it say --sizes, too, as in --sizes 4-8"
            )
        if near := suggest(source, list(PRESETS)):
            raise UsageError(f"{source}: there is no such study or puzzle{near}")


def _boards(arguments: Namespace, console: Console) -> tuple[Board, ...]:
    from gridwright.cli.sources import parts_of
    from gridwright.formats.many import read_part
    from gridwright.lab.study import Board
    from gridwright.model.errors import PuzzleError

    puzzles = []
    for part in parts_of(arguments.sources, console.progress):
        for puzzle in read_part(part):
            if isinstance(puzzle, PuzzleError):
                raise UsageError(str(puzzle))
            puzzles.append(puzzle)
    if not puzzles:
        raise UsageError("there are no puzzles in these sources")
    names = _names([puzzle.origin for puzzle in puzzles])
    return tuple(Board(name, name, puzzle) for name, puzzle in zip(names, puzzles, strict=True))


def _names(origins: list[str]) -> Iterator[str]:
    """As they were read, but without the line if a source holds one puzzle alone; no two are the same."""
    sources = [origin.rpartition(":")[0] for origin in origins]
    for place, (origin, source) in enumerate(zip(origins, sources, strict=True)):
        if sources.count(source) == 1:
            yield source or origin
        else:
            yield origin if origins.count(origin) == 1 else f"{origin} ({place + 1})"


def _every() -> tuple[str, ...]:
    from gridwright.lab.study import crossed

    return crossed()


def _labelings(arguments: Namespace) -> tuple[str, ...]:
    from gridwright.lab.study import VALUES, VARIABLES, canonical, crossed

    found = [canonical(labeling) for labeling in arguments.labelings or ()]
    if arguments.variables or arguments.values:
        pairs = crossed(arguments.variables or VARIABLES, arguments.values or VALUES)
        found += [canonical(labeling) for labeling in pairs]
    return tuple(dict.fromkeys(found))


def _figures(arguments: Namespace, study: Study) -> tuple[str, ...]:
    from gridwright.lab.table import FIGURES
    from gridwright.model.errors import suggest

    for figure in arguments.figures or ():
        if figure not in FIGURES:
            near = suggest(figure, list(FIGURES))
            raise UsageError(f"no figure is called {figure!r}{near}; there are {', '.join(FIGURES)}")
    return arguments.figures or study.figures


def _measure(study: Study, records: Records, console: Console) -> list[dict[str, Any]]:
    """All measurements of the study, in its order; those that are known are not made again."""
    from gridwright.lab.measure import measure

    runs = list(study.runs())
    missing = sum(records.find(run) is None for run in runs)
    if missing < len(runs):
        console.say(f"{len(runs) - missing:,} of {len(runs):,} measurements are in {records.path} already")
    console.progress.expect(missing)
    found = []
    try:
        for run in runs:
            record = records.find(run)
            if record is None:
                console.progress.take(1)
                record = measure(run)
                records.add(record)
                console.progress.advance()
            found.append(record)
    except KeyboardInterrupt:
        console.say(
            f"{len(found):,} of {len(runs):,} measurements are kept in {records.path}; "
            "the same command goes on from there"
        )
        raise
    return found


def _show(
    study: Study,
    found: list[dict[str, Any]],
    figures: tuple[str, ...],
    arguments: Namespace,
    console: Console,
) -> None:
    if arguments.json:
        from gridwright.formats.json import encode

        for record in found:
            console.write(f"{encode(record)}\n")
    elif arguments.csv:
        from gridwright.lab.table import as_csv

        console.write(as_csv(found))
    else:
        from gridwright.lab.table import Look, draw, tables
        from gridwright.render.text import has_unicode

        style = console.style(arguments.ascii)
        look = Look(style.width, has_unicode(style.encoding), style.colour)
        console.write(f"{study.title}\n")
        for table in tables(study, found, figures):
            console.write(f"\n{draw(table, look)}\n")


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(","))


def _range(text: str) -> range:
    first, _, last = text.partition("-")
    try:
        found = range(int(first), int(last or first) + 1)
    except ValueError:
        found = range(0)
    if not found or found[0] < 1 or found[-1] > 100:
        raise ArgumentTypeError(f"sizes are given as 8 or 4-12, not {text!r}")
    return found
