"""Make puzzles, each with exactly one solution, and each different.

GENRE is a genre, or a recipe such as star-battle:size=10,stars=2. The same version, recipe and seed make the
same puzzles, whatever the number of processes; with the seed that stands above a puzzle, as in
star-battle:size=10,stars=2#7.12, it is made again alone.

With --job a file says what to make, and a library keeps it: killed and started again, the same command goes
on where it was.

Puzzles are drawn; with --json, --to or -o they are written with their solution, grade, seed and id. Without
--to the name of the file tells the form.

The exit code is 5 if a limit was reached; what was made until then is written.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from gridwright.cli import asking, options
from gridwright.cli.exits import DONE, LIMIT, OUTSIDE, OutsideError, UsageError, worse

if TYPE_CHECKING:
    from gridwright.cli.console import Console, Style
    from gridwright.cli.parser import Parser
    from gridwright.generate.generating import Generation, Spread
    from gridwright.generate.recipe import Seed
    from gridwright.library import Library
    from gridwright.model.puzzle import Puzzle

EXAMPLES = (
    ("gridwright generate star-battle --seed 7", "One puzzle, drawn."),
    ("gridwright generate kropki --size 6 --count 100 --json", "A hundred, for programs."),
    (
        "gridwright generate hamle --difficulty hard -o hard.jsonl --count 20 --jobs 4",
        "Hard ones, in a file.",
    ),
    ("gridwright generate 'kropki:size=6#7.3'", "One again, by its seed."),
    ("gridwright generate --job book.toml --jobs 4", "A whole book; interrupted, it goes on where it was."),
)


def configure(parser: Parser) -> None:
    options.add_genre(parser, "what to make: a genre, or a recipe with or without a seed")
    parser.add_argument(
        "--like", metavar="FILE", help="make puzzles of the genre, size, kind and grade of this one"
    )
    parser.add_argument(
        "--count", metavar="N", type=options.at_least(0), default=1, help="how many puzzles (1 if left out)"
    )
    parser.add_argument("--seed", metavar="SEED", help="the same seed makes the same puzzles")
    parser.add_argument("--no-grade", action="store_true", help="leave grades out, which saves time")
    options.add_forms(parser)
    options.add_json(parser)
    options.add_output(parser)
    options.add_jobs(parser)
    parser.set_defaults(jobs=None)  # a cluster on this machine has a worker for each processor then
    options.add_drawing(parser)
    kept = parser.add_argument_group("where puzzles are kept, and who makes them")
    kept.add_argument(
        "--library", metavar="FILE", help="add them to this library, and make none that is there"
    )
    kept.add_argument(
        "--cluster", metavar="ADDRESS", help="let this Dask cluster do the work: tcp://HOST:PORT, or local"
    )
    kept.add_argument(
        "--job", metavar="FILE", help="make the book that this file describes, or go on with it"
    )
    limits = parser.add_argument_group("limits")
    limits.add_argument(
        "--time-limit", metavar="SECONDS", type=options.seconds, help="stop after so many seconds"
    )
    limits.add_argument(
        "--attempt-limit", metavar="N", type=options.at_least(1), help="boards to try for one puzzle (10,000)"
    )
    asking.add(parser, lambda maker: maker.options)


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.cluster import ClusterError
    from gridwright.jobs import WorkersError
    from gridwright.library import LibraryError

    try:
        if arguments.job is not None:
            from gridwright.cli.books import run_job

            return run_job(arguments, console)
        return _run_series(arguments, console)
    except (ClusterError, LibraryError, WorkersError) as problem:
        raise OutsideError(str(problem)) from None


def _run_series(arguments: Namespace, console: Console) -> int:
    from gridwright.cli.forms import asked_form
    from gridwright.generate.recipe import RequestError
    from gridwright.library import Library

    form = asked_form(arguments)
    try:
        series = _series(arguments, console)
    except RequestError as problem:
        raise UsageError(f"{problem} (see gridwright generate --help)") from None
    with nullcontext() if arguments.library is None else Library(arguments.library) as library:
        console.write_to(arguments.output, [arguments.library])
        console.progress.expect(arguments.count)
        console.progress.take(arguments.count)
        _write(series, library, form, arguments, console)
    return _conclude(series, console)


def _series(arguments: Namespace, console: Console) -> Generation:
    from gridwright.generate.generating import MOST_ATTEMPTS, generate_many

    if arguments.genre is not None and arguments.like is not None:
        raise UsageError(
            f"--like says the genre: leave out {arguments.genre} (see gridwright generate --help)"
        )
    if arguments.genre is None and arguments.like is None:
        raise UsageError("what shall be made? Name a genre, or a puzzle with --like (see gridwright genres)")
    return generate_many(
        arguments.genre if arguments.like is None else _read_model(arguments.like),
        count=arguments.count,
        seed=arguments.seed,
        grade=not arguments.no_grade,
        jobs=arguments.jobs or 1,
        time_limit=arguments.time_limit,
        attempt_limit=arguments.attempt_limit or MOST_ATTEMPTS,
        spread=None if arguments.cluster is None else _on_cluster(arguments, console),
        **asking.asked(arguments),
    )


def _on_cluster(arguments: Namespace, console: Console) -> Spread:
    """Connected when the work begins: what cannot be is refused before."""
    from gridwright.cluster import connected

    def spread(work: Callable[..., Any], items: Iterable[Any], goes_on: Callable[[], bool]) -> Iterator[Any]:
        with connected(arguments.cluster, jobs=arguments.jobs, tell=console.say) as inner:
            yield from inner(work, items, goes_on)

    return spread


def _read_model(source: str) -> Puzzle:
    from gridwright.formats.load import load
    from gridwright.model.errors import PuzzleError

    try:
        return load(source)
    except PuzzleError as problem:
        raise UsageError(str(problem)) from None


def _write(
    series: Generation, library: Library | None, form: str | None, arguments: Namespace, console: Console
) -> None:
    from gridwright.cli.forms import FormWriter, in_form

    writer = None if form is None else FormWriter(form, console)
    style = console.style(arguments.ascii, arguments.coordinates)
    done, goes_on = 0, series.seed
    try:
        for puzzle in series if library is None else _kept(series, library, console):
            if writer is None or form is None:
                console.write(_drawn(puzzle, style))
            else:
                writer.add(in_form(puzzle, form))
            console.progress.advance()
            done, goes_on = done + 1, _behind(puzzle)
    except KeyboardInterrupt:
        so_far = f"{done:,} of {arguments.count:,} puzzles"
        console.say(f"interrupted; until then: {so_far}; '{series.recipe}#{goes_on}' goes on from there")
        raise
    finally:
        series.close()
        if writer is not None:
            writer.end()  # what was made so far is whole


def _behind(puzzle: Puzzle) -> Seed:
    """Where a series goes on when this puzzle of it is there."""
    from gridwright.generate.recipe import Seed

    seed = Seed.read(str(puzzle.knowledge["seed"]).rpartition("#")[2])
    return Seed(seed.number, seed.index + 1)


def _kept(series: Generation, library: Library, console: Console) -> Iterator[Puzzle]:
    """What the library lacks; what is yielded is on disk."""
    from gridwright.library.entry import entry_of
    from gridwright.library.library import in_batches

    series.known = library
    for batch in in_batches(series):
        for puzzle, added in zip(batch, library.insert([entry_of(each) for each in batch]), strict=True):
            if added.new:
                yield puzzle
            else:
                console.say(f"{puzzle.id}: another program has just added it: it is left out")


def _drawn(puzzle: Puzzle, style: Style) -> str:
    from gridwright.cli.drawing import draw, heading
    from gridwright.render.scene import scene_of

    grade = puzzle.knowledge.get("grade")
    said = f", {grade['label'] or 'no grade'}" if grade is not None else ""
    return f"{heading(puzzle)}{said}\n\n{draw((scene_of(puzzle, title=''),), style)}\n\n"


def _conclude(series: Generation, console: Console) -> int:
    from gridwright.generate.tally import REASONS

    for message in series.lost.values():
        console.say(f"gridwright: a puzzle is missing: {message}")
    if series.stopped is not None:
        console.say(f"gridwright: {REASONS[series.stopped]}: {series.report}")
    return worse(OUTSIDE if series.lost else DONE, LIMIT if series.stopped is not None else DONE)
