"""`generate --job`: a book is made, told, and written."""

from __future__ import annotations

from argparse import Namespace
from time import monotonic
from typing import TYPE_CHECKING

from gridwright.cli.asking import ASKED
from gridwright.cli.exits import DONE, LIMIT, OUTSIDE, UsageError, worse
from gridwright.cli.progress import duration

if TYPE_CHECKING:
    from gridwright.books import Job, Making
    from gridwright.cli.console import Console
    from gridwright.library import Library

# What the job file says, and nobody else: by the name of the argument, and its usual value.
IN_THE_FILE = {"genre": None, "like": None, "seed": None, "count": 1, "no_grade": False}


def run_job(arguments: Namespace, console: Console) -> int:
    from gridwright.books import JobError, Making, read_job
    from gridwright.cli.forms import asked_form
    from gridwright.generate.generating import MOST_ATTEMPTS
    from gridwright.library import Library

    _refuse(arguments)
    form = asked_form(arguments)
    try:
        job = read_job(arguments.job)
        path = arguments.library or job.library
        with Library(path) as library:
            making = Making(job, library, arguments.attempt_limit or MOST_ATTEMPTS)
            console.write_to(arguments.output, [arguments.job, str(path)])
            _tell_beginning(making, console)
            _make(making, arguments, console)
            _write(making, library, form, console)
    except JobError as problem:
        raise UsageError(str(problem)) from None
    return _conclude(making, console)


def _refuse(arguments: Namespace) -> None:
    for name, value in vars(arguments).items():
        usual = IN_THE_FILE.get(name)
        if (name in IN_THE_FILE and value != usual) or (name.startswith(ASKED) and value is not None):
            said = "GENRE" if name == "genre" else f"--{name.removeprefix(ASKED).replace('_', '-')}"
            raise UsageError(f"the job file says what to make: {said} cannot stand beside --job")


def _tell_beginning(making: Making, console: Console) -> None:
    from gridwright import __version__

    if making.begun_by != __version__:
        console.say(
            f"{making.job.title} was begun by version {making.begun_by}: "
            f"what is made from here on is made again by {__version__} alone"
        )
    if making.made and not making.complete:
        console.say(f"{making.report}: going on from there")


def _make(making: Making, arguments: Namespace, console: Console) -> None:
    pace = Pace(making)
    console.progress.words = lambda: str(pace)
    try:
        if arguments.cluster is None or making.complete:
            making.run(arguments.jobs or 1, time_limit=arguments.time_limit, tell=pace.hear)
            return
        from gridwright.cluster import connected

        with connected(arguments.cluster, jobs=arguments.jobs, tell=console.say) as spread:
            making.run(spread=spread, time_limit=arguments.time_limit, tell=pace.hear)
    except KeyboardInterrupt:
        console.say(f"interrupted: {making.report}; the same command goes on from there")
        raise


class Pace:
    """How quickly the part that is being made grows, and how long it will take."""

    def __init__(self, making: Making) -> None:
        self.making = making
        self.part = -1
        self.since = monotonic()
        self.before = 0

    def hear(self, making: Making) -> None:
        if making.current != self.part:
            self.part, self.since = making.current, monotonic()
            self.before = making.states[self.part].made

    def __str__(self) -> str:
        making, number = self.making, max(self.part, 0)
        part, state = making.job.parts[number], making.states[number]
        said = [
            f"part {number + 1} of {len(making.job.parts)}, {part.name}: {state.made:,} of {part.count:,}"
        ]
        fresh, seconds = state.made - self.before, monotonic() - self.since
        if fresh > 1 and seconds > 0:
            said.append(f"{fresh / seconds:,.1f} a second")
            said.append(f"about {duration(seconds * (part.count - state.made) / fresh)} left")
        return f"{', '.join(said)}; {making.made:,} of {making.job.count:,} in all"


# --- what comes of it --------------------------------------------------------------------------------------


def _write(making: Making, library: Library, form: str | None, console: Console) -> None:
    """The book itself if a form is asked for, otherwise a table of its parts."""
    from gridwright.cli.forms import FormWriter, in_form
    from gridwright.library.choice import Choice

    if form is None:
        console.write(_table(making.job, making))
        return
    writer = FormWriter(form, console)
    for item in library.choose(Choice(book=making.job.title, sort="place")):
        writer.add(in_form(library.puzzle(item), form))
    writer.end()


def _table(job: Job, making: Making) -> str:
    from gridwright.cli.commands.library.list import aligned

    rows = [["", "part", "recipe", "made", "of", "attempts"]]
    for number, (part, state) in enumerate(zip(job.parts, making.states, strict=True), 1):
        counts = [f"{count:,}" for count in (state.made, part.count, state.tried)]
        rows.append([str(number), part.name, part.asked, *counts])
    return f"{making.report}\n\n{aligned(rows, (0, 3, 4, 5))}\n"


def _conclude(making: Making, console: Console) -> int:
    from gridwright.generate.tally import REASONS

    code = DONE
    for number, (part, state) in enumerate(zip(making.job.parts, making.states, strict=True), 1):
        for index, message in state.lost.items():
            code = OUTSIDE
            console.say(f"gridwright: part {number}, index {index} was given up: {message}")
        if state.stopped is not None:
            code = worse(code, LIMIT)
            console.say(f"gridwright: part {number} ({part.name}): {REASONS[state.stopped]}: {state.report}")
    if making.stopped is not None:
        code = worse(code, LIMIT)
        console.say(
            f"gridwright: {REASONS[making.stopped]}: {making.report}; the same command goes on from there"
        )
    return code
