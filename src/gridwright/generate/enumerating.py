"""A census: every board of a kind up to a size, and which of them have exactly one solution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from functools import partial
from time import perf_counter, time
from typing import TYPE_CHECKING, Any, NamedTuple

from gridwright.engine.limits import Budget, is_number, is_whole
from gridwright.generate.generating import spread_over, version
from gridwright.generate.maker import makers
from gridwright.generate.proving import Bench, Interrupted
from gridwright.generate.recipe import RequestError, find_maker, read_options
from gridwright.model.puzzle import Puzzle

if TYPE_CHECKING:
    from gridwright.engine.limits import Control
    from gridwright.generate.generating import Spread

Size = tuple[int, int]


class Terms(NamedTuple):
    """What a worker has to know."""

    conflict_limit: int
    deadline: float | None  # by the clock that all processes share


class Settled(NamedTuple):
    """status  "unique", "multiple", "none"; "unknown": the conflict limit was reached; "stopped": time was up
    puzzle  with its solution, if it is unique
    seconds  that it took
    """

    status: str
    puzzle: Puzzle
    seconds: float


def settle(terms: Terms, puzzle: Puzzle, control: Control | None = None) -> Settled:
    """Settle one board; runs in any process."""
    started = perf_counter()
    seconds = None if terms.deadline is None else max(0.0, terms.deadline - time())
    try:
        proof = Bench(Budget(time_limit=seconds, control=control)).prove_puzzle(puzzle, terms.conflict_limit)
    except Interrupted:
        return Settled("stopped", puzzle, perf_counter() - started)
    if proof.status == "unique":
        solution = puzzle.genre.solution_to_json(puzzle, proof.solutions[0])
        knowledge = {"solution": solution, "status": "unique", "id": puzzle.id, "version": version()}
        puzzle = Puzzle(puzzle.shape, puzzle.labels, puzzle.names, knowledge)
    return Settled(proof.status, puzzle, perf_counter() - started)


class Census(Iterator[Puzzle]):
    """The boards with exactly one solution, smallest first. Closing it ends the work.

    genre     its name
    options   what is looked at, with all defaults
    statuses  how many boards of each size have which status, as far as they were looked at
    seconds   spent on each size
    lost      what became of workers that no board was worth: one message each
    stopped   which limit ended it: "time", "cancelled"; None: none did
    """

    def __init__(
        self,
        genre: str,
        options: dict[str, Any],
        terms: Terms,
        spread: Spread,
        control: Control | None = None,
    ) -> None:
        self.genre = genre
        self.options = options
        self.statuses: dict[Size, Counter[str]] = {}
        self.seconds: dict[Size, float] = {}
        self.lost: list[str] = []
        self.stopped: str | None = None
        self._control = control
        self._found = self._run(terms, spread)

    def __iter__(self) -> Census:
        return self

    def __next__(self) -> Puzzle:
        return next(self._found)

    def close(self) -> None:
        self._found.close()

    @property
    def total(self) -> Counter[str]:
        """How many boards have which status."""
        return sum(self.statuses.values(), Counter[str]())

    def _run(self, terms: Terms, spread: Spread) -> Generator[Puzzle, None, None]:
        cases = find_maker(self.genre).cases(self.options)
        control = self._control
        goes_on = lambda: control is None or not control.cancelled  # noqa: E731
        for settled in spread(partial(settle, terms), cases, goes_on):
            if not isinstance(settled, Settled):
                self.lost.append(settled.message)
                continue
            if settled.status == "stopped":
                out_of_time = terms.deadline is not None and time() >= terms.deadline
                self.stopped = "time" if out_of_time else "cancelled"
                return
            size = settled.puzzle.rows, settled.puzzle.columns
            self.statuses.setdefault(size, Counter())[settled.status] += 1
            self.seconds[size] = self.seconds.get(size, 0.0) + settled.seconds
            if settled.status == "unique":
                yield settled.puzzle
        if self._control is not None and self._control.cancelled:
            self.stopped = "cancelled"


def census(
    genre: str,
    *,
    jobs: int = 1,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
    control: Control | None = None,
    **options: Any,
) -> Census:
    """Look at every board of a kind up to a size: an iterator over those with exactly one solution.

    genre           its name
    jobs            processes; what is found does not depend on them
    time_limit      seconds, for all together
    conflict_limit  for each board; those that need more count as "unknown"
    options         of the genre's census: size, pieces and others

    RequestError: the genre has no census, or no such option.
    """
    if not (is_whole(jobs) and jobs >= 1):
        raise ValueError(f"jobs is a whole number from 1, not {jobs!r}")
    if time_limit is not None and not (is_number(time_limit) and time_limit >= 0):
        raise ValueError(f"a time limit is a number of seconds from 0, not {time_limit!r}")
    if conflict_limit is not None and not (is_whole(conflict_limit) and 0 <= conflict_limit < 2**62):
        raise ValueError(f"a conflict limit is a whole number from 0, not {conflict_limit!r}")
    maker = find_maker(genre)
    if not maker.census_options:
        able = ", ".join(other.genre.name for other in makers() if other.census_options)
        raise RequestError(f"there is no census of {maker.genre.name} puzzles; {able} has one")
    values = read_options(maker.genre.name, maker.census_options, options)
    deadline = None if time_limit is None else time() + time_limit
    terms = Terms(-1 if conflict_limit is None else conflict_limit, deadline)
    return Census(maker.genre.name, values, terms, spread_over(jobs, control), control)
