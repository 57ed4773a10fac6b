"""`generate` and `generate_many`: attempts until a puzzle is what was asked for, index by index.

Every puzzle has randomness of its own, made of the recipe, the seed and its index, so that it does not matter
who makes it, and each can be made again alone. Limits end the work early; they never change what is made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count as counting
from random import Random, SystemRandom
from time import time
from typing import TYPE_CHECKING, Any

from gridwright.engine.limits import Budget, is_whole
from gridwright.generate.proving import Bench, Interrupted
from gridwright.generate.recipe import Recipe, RequestError, Seed
from gridwright.generate.tally import Tally
from gridwright.model.puzzle import Puzzle

if TYPE_CHECKING:
    from gridwright.engine.limits import Control
    from gridwright.grade import Grade

# Does the work for each item, in their order, as long as it is told to go on; whoever does it, what is made
# is the same.
Spread = Callable[["Callable[..., Any]", "Iterable[Any]", "Callable[[], bool]"], "Iterator[Any]"]

MOST_ATTEMPTS = 10_000  # for one puzzle
MOST_CONFLICTS_TO_GRADE = 1_000  # a puzzle that needs more stays without a grade


class NotFound(RuntimeError):  # noqa: N818 - as with LookupError's kin, what it says
    """A limit was reached before a puzzle was found. `stopped` says which."""

    def __init__(self, message: str, stopped: str) -> None:
        super().__init__(message, stopped)
        self.message = message
        self.stopped = stopped

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True)
class Order:
    """What a worker has to know to make any puzzle of a series."""

    recipe: Recipe
    seed: int
    graded: bool = True
    most_attempts: int = MOST_ATTEMPTS
    deadline: float | None = None  # by the clock that all processes share


@dataclass
class Made:
    """What has become of one index.

    puzzle   None: a limit was reached
    stopped  which: "time", "cancelled", "attempts"
    tried    attempts, this one included
    grades   of boards that were unique but not of the grade that was asked for
    """

    index: int
    puzzle: Puzzle | None = None
    stopped: str | None = None
    tried: int = 0
    grades: Counter[str] = field(default_factory=Counter)


def make(order: Order, index: int, control: Control | None = None) -> Made:
    """Make the puzzle with this index; runs in any process."""
    seconds = None if order.deadline is None else max(0.0, order.deadline - time())
    budget = Budget(time_limit=seconds, control=control)
    made, bench = Made(index), Bench(budget)
    try:
        while made.tried < order.most_attempts:
            bench.check()
            random = Random(f"{order.recipe}#{order.seed}.{index}/{made.tried}")
            made.tried += 1
            puzzle = order.recipe.maker.attempt(order.recipe.options, random, bench)
            if puzzle is not None and _finish(puzzle, order, made, bench):
                return made
        made.stopped = "attempts"
    except Interrupted:
        made.stopped = budget.stopped
    return made


def _finish(puzzle: Puzzle, order: Order, made: Made, bench: Bench) -> bool:
    """Prove it once more, grade it, and write down what is known; False: it is not what was asked for."""
    proof = bench.prove_puzzle(puzzle)
    if proof.status == "unknown":
        return False
    if proof.status != "unique":
        raise RuntimeError(f"a maker took {puzzle!r} for unique: {proof.status}")
    solution = puzzle.genre.solution_to_json(puzzle, proof.solutions[0])
    knowledge: dict[str, Any] = {"solution": solution, "status": "unique"}
    wanted = order.recipe.options["difficulty"]
    if wanted is not None or order.graded:
        grade = _grade(puzzle, bench)
        if wanted is not None and grade.label != wanted:
            made.grades[grade.label or "none"] += 1
            return False
        if grade.stopped is None:
            knowledge["grade"] = {"label": grade.label, "score": grade.score}
    knowledge |= {
        "seed": f"{order.recipe}#{Seed(order.seed, made.index)}",
        "id": puzzle.id,
        "version": version(),
    }
    made.puzzle = Puzzle(puzzle.shape, puzzle.labels, puzzle.names, knowledge, knowledge["seed"])
    return True


def _grade(puzzle: Puzzle, bench: Bench) -> Grade:
    """Its grade; where that would take too long, one without a label."""
    from gridwright.grade import grade

    seconds = bench.budget.seconds
    found = grade(
        puzzle,
        time_limit=None if seconds < 0 else seconds,
        conflict_limit=MOST_CONFLICTS_TO_GRADE,
        control=bench.budget.control,
    )
    if found.stopped in ("time", "cancelled"):
        raise Interrupted
    return found


def version() -> str:
    from gridwright import __version__

    return __version__


def spread_over(jobs: int, control: Control | None = None, *, apart: bool = False) -> Spread:
    """The work on so many processes of this machine; with one job in this one, unless it shall be apart."""
    if jobs == 1 and not apart:
        return lambda work, items, goes_on: (work(item, control) for item in items)
    from gridwright.jobs import in_order

    return lambda work, items, goes_on: in_order(work, items, jobs, goes_on, apart=apart)


class Generation(Tally, Iterator[Puzzle]):
    """Puzzles as they come, in the order of their indexes, none twice. Closing it ends the work.

    It tells how far it is: see Tally. Besides:

    recipe    what was asked for, with all defaults
    seed      where it began: `str(generation.seed)` begins there again
    known     ids of puzzles that are not wanted
    """

    def __init__(
        self,
        order: Order,
        start: int,
        count: int,
        spread: Spread,
        known: Container[str],
        budget: Budget,
    ) -> None:
        super().__init__(start, count)
        self.recipe = order.recipe
        self.seed = Seed(order.seed, start)
        self._order = order
        self.known = known
        self._budget = budget
        self._met: set[str] = set()
        self._puzzles = self._run(spread)

    def __iter__(self) -> Generation:
        return self

    def __next__(self) -> Puzzle:
        return next(self._puzzles)

    def close(self) -> None:
        self._puzzles.close()

    def _run(self, spread: Spread) -> Generator[Puzzle, None, None]:
        if self.count == 0:
            return
        for found in spread(partial(make, self._order), counting(self.next), self._budget.goes_on):
            if not isinstance(found, Made):
                self.lose(found.item, found.message)
            else:
                self.take(found.index, found.tried, found.grades, found.stopped)
                if found.puzzle is not None and self._is_wanted(found.puzzle.id):
                    yield found.puzzle
            if self.complete or self.stopped is not None:
                return
        self.stopped = self._budget.stopped or "cancelled"  # nothing else ends a work without end

    def _is_wanted(self, id_: str) -> bool:
        """What somebody had before is left out; that it is there does not mean that there are no others."""
        first = id_ not in self._met
        self._met.add(id_)
        wanted = first and id_ not in self.known
        self.meet(wanted=wanted, first=first)
        return wanted


def generate(
    genre: str | Puzzle,
    *,
    seed: int | str | None = None,
    grade: bool = True,
    time_limit: float | None = None,
    attempt_limit: int = MOST_ATTEMPTS,
    control: Control | None = None,
    **options: Any,
) -> Puzzle:
    """Make a puzzle with exactly one solution; it knows its solution, grade, seed and id.

    genre          a name; or a recipe such as "star-battle:size=10,stars=2", with #seed to remake a puzzle;
                   or a puzzle, for others of its size, kind and grade
    seed           the same seed, options and version make the same puzzle; left out: another each time
    grade          False: leave the grade out, which saves time
    time_limit     seconds
    attempt_limit  boards that are tried at most
    options        of the genre's maker: size, difficulty and others

    RequestError: there cannot be such a puzzle. NotFound: a limit was reached.
    """
    series = generate_many(
        genre,
        count=1,
        seed=seed,
        grade=grade,
        time_limit=time_limit,
        attempt_limit=attempt_limit,
        control=control,
        **options,
    )
    for puzzle in series:
        return puzzle
    raise NotFound(f"no puzzle of {series.recipe} was found: {series.report}", series.stopped or "attempts")


def generate_many(
    genre: str | Puzzle,
    *,
    count: int = 1,
    seed: int | str | None = None,
    grade: bool = True,
    jobs: int = 1,
    time_limit: float | None = None,
    attempt_limit: int = MOST_ATTEMPTS,
    control: Control | None = None,
    known: Container[str] = (),
    spread: Spread | None = None,
    **options: Any,
) -> Generation:
    """Make many puzzles, all different, in an order that does not depend on how many processes make them.

    count  how many; fewer come if a limit is reached: `stopped` of what is returned says which
    seed   a number, or with an index ("7.12") to begin there
    jobs   processes
    known  ids of puzzles that are not wanted again; a Library will do
    spread  who does the work instead of processes of this machine: `gridwright.cluster`

    The other arguments are those of `generate`; the time limit is for all together.
    """
    budget = Budget(time_limit=time_limit, control=control)
    # Others' clocks may tell another time: whoever spreads the work elsewhere ends it.
    deadline = None if time_limit is None or spread is not None else time() + time_limit
    recipe, own = (
        Recipe.read(genre, options, budget)
        if isinstance(genre, str)
        else (Recipe.like(genre, options, budget), None)
    )
    if own is not None and seed is not None:
        raise RequestError("the recipe has a seed of its own")
    _check("count", count, 0)
    _check("jobs", jobs, 1)
    _check("attempt_limit", attempt_limit, 1)
    if own is None:
        own = Seed(SystemRandom().getrandbits(32)) if seed is None else Seed.read(seed)
    order = Order(recipe, own.number, grade, attempt_limit, deadline)
    return Generation(order, own.index, count, spread or spread_over(jobs, control), known, budget)


def _check(name: str, value: object, least: int) -> None:
    if not is_whole(value) or not least <= value < 2**62:  # type: ignore[operator]
        raise ValueError(f"{name} is a whole number from {least} to 2**62 - 1, not {value!r}")
