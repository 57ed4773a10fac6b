"""A book is made: indexes are handed out and settled in one order, and the library knows how far it is.

Work goes in rounds. In each, part by part, every part that is not complete hands out as many indexes as it
lacks puzzles; what turns out to be there already is lacking in the next round. So the order depends on
nothing but what was made: the book is the same whoever makes it, and however often that was cut short.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from gridwright.books.jobfile import JobError
from gridwright.generate.generating import MOST_ATTEMPTS, Order, make, spread_over
from gridwright.generate.tally import MOST_REPEATS, Tally
from gridwright.jobs import Lost
from gridwright.library.books import Asked, Book, Progress
from gridwright.library.entry import Entry, entry_of
from gridwright.library.library import in_batches

if TYPE_CHECKING:
    from gridwright.books.jobfile import Job, Part
    from gridwright.engine.limits import Control
    from gridwright.generate.generating import Spread
    from gridwright.library import Library

Place = tuple[int, int]  # the part, and an index in it


class Outcome(NamedTuple):
    """What has become of one index, in the form in which it is kept: who keeps it has little to do.

    entry    None: a limit was reached
    stopped  which
    """

    place: Place
    entry: Entry | None
    stopped: str | None
    tried: int
    grades: Counter[str]


@dataclass
class State(Tally):
    """How far a part is; all of it is in the library.

    until  where the round ends
    """

    until: int = 0

    def written(self) -> Progress:
        said = dict(vars(self))
        return Progress(said.pop("next"), json.dumps(said))

    @classmethod
    def read(cls, progress: Progress) -> State:
        said = json.loads(progress.tally)
        for name in ("grades", "vain_grades"):
            said[name] = Counter(said[name])
        said["lost"] = {int(index): message for index, message in said["lost"].items()}
        return cls(progress.next, **said)


def work(orders: tuple[Order, ...], place: Place, control: Control | None = None) -> Outcome:
    """Make the puzzle of one index; runs in any process."""
    part, index = place
    made = make(orders[part], index, control)
    entry = None if made.puzzle is None else entry_of(made.puzzle)
    return Outcome(place, entry, made.stopped, made.tried, made.grades)


class Making:
    """A book on its way.

    job      what is asked for
    states   how far each part is
    stopped  which limit ended the last run: "time", "cancelled"; None: none did
    """

    def __init__(self, job: Job, library: Library, most_attempts: int = MOST_ATTEMPTS) -> None:
        from gridwright import __version__

        self.job = job
        self.library = library
        self.stopped: str | None = None
        self.current = 0  # the part that was settled last
        self._orders = tuple(
            Order(part.recipe, part.seed.number, job.graded, most_attempts) for part in job.parts
        )
        with library.transaction():
            found = Book.find(library, job.title)
            self._book = self._begin(__version__) if found is None else found
            self._compare()
            self.states = [State.read(progress) for progress in self._book.progress()]
        for state in self.states:
            state.reopen(most_attempts)

    @property
    def begun_by(self) -> str:
        """The version of the program that began it."""
        return self._book.version

    # --- the state -----------------------------------------------------------------------------------------

    def _asked(self) -> list[Asked]:
        return [Asked(part.name, part.asked, self.job.graded, part.count) for part in self.job.parts]

    def _begin(self, version: str) -> Book:
        begun = (
            State(part.seed.index, part.count, until=part.seed.index + part.count) for part in self.job.parts
        )
        states = (state.written() for state in begun)
        return Book.begin(self.library, self.job.title, version, zip(self._asked(), states, strict=True))

    def _compare(self) -> None:
        """A book that was begun goes on only as it was asked for."""
        begun, asked = self._book.asked(), self._asked()
        if begun == asked:
            return
        same = (one == other for one, other in zip(begun, asked, strict=False))
        number = next((number for number, fine in enumerate(same) if not fine), min(len(begun), len(asked)))
        was = f"{begun[number].wanted:,} of {begun[number].recipe}" if number < len(begun) else "not there"
        raise JobError(
            f'{self.job.path}: in {self.library.path} the book "{self.job.title}" was begun otherwise '
            f"(part {number + 1} was {was}): give this one another title, or another library"
        )

    # --- the work ------------------------------------------------------------------------------------------

    def run(
        self,
        jobs: int = 1,
        *,
        spread: Spread | None = None,
        time_limit: float | None = None,
        control: Control | None = None,
        tell: Callable[[Making], object] = lambda making: None,
    ) -> bool:
        """Make what is missing; True: the book is complete.

        jobs    processes of this machine, besides this one: no puzzle may kill who keeps the book
        spread  who does the work instead
        tell    hears whenever something new is on disk
        """
        from gridwright.engine.limits import Budget

        budget = Budget(time_limit, control=control)
        self.stopped = None
        spread = spread or spread_over(jobs, apart=True)
        while self._next_round() and self.stopped is None:
            for batch in in_batches(spread(partial(work, self._orders), self._places(), budget.goes_on)):
                self.stopped = self._settle(batch)
                tell(self)
                if self.stopped is not None or not budget.goes_on():
                    break
            if not self.complete and not budget.goes_on():
                self.stopped = budget.stopped
        return self.complete

    def _next_round(self) -> bool:
        """Is there anything left to do? Where a round has ended, the next one begins."""
        open_ = [number for number, state in enumerate(self.states) if _is_open(state)]
        if open_ and all(self.states[number].next == self.states[number].until for number in open_):
            changed = {number: deepcopy(self.states[number]) for number in open_}
            for number, state in changed.items():
                state.until += self._lacking(state, self.job.parts[number])
            with self.library.transaction():
                self._write(changed)
            self._take_over(changed)
        return bool(open_)

    def _lacking(self, state: State, part: Part) -> int:
        """How many indexes it takes if they bring as much as those before."""
        missing, used = state.count - state.made, state.next - part.seed.index
        return min(missing * used // max(1, state.made), missing + MOST_REPEATS)

    def _places(self) -> Iterator[Place]:
        for number, begun in enumerate(self.states):
            for index in range(begun.next, begun.until):
                if not _is_open(self.states[number]):
                    break
                yield number, index

    # --- what has come -------------------------------------------------------------------------------------

    def _settle(self, batch: list[Outcome | Lost]) -> str | None:
        """Write puzzles and how far the parts are, together: either both are on disk or neither.

        A limit that came before an index was settled is handed back: nothing behind it may be settled.
        """
        changed: dict[int, State] = {}
        limit = None
        with self.library.transaction():
            for found in batch:
                number, index = found.item if isinstance(found, Lost) else found.place
                if not _is_open(changed.get(number, self.states[number])):
                    continue  # nobody needs it any more
                if isinstance(found, Outcome) and found.stopped not in (None, "attempts"):
                    limit = found.stopped
                    break
                if number not in changed:
                    changed[number] = deepcopy(self.states[number])
                state = changed[number]
                if isinstance(found, Lost):
                    state.lose(index, found.message)
                else:
                    self._take(number, state, found)
            self._write(changed)
        self._take_over(changed)
        return limit

    def _take(self, number: int, state: State, found: Outcome) -> None:
        state.take(found.place[1], found.tried, found.grades, found.stopped)
        if found.entry is not None:
            placed = self._book.keep(number + 1, state.made + 1, found.entry)
            state.meet(wanted=placed.wanted, first=placed.first)

    def _write(self, changed: dict[int, State]) -> None:
        for number, state in changed.items():
            self._book.write(number + 1, state.written(), self.states[number].next)

    def _take_over(self, changed: dict[int, State]) -> None:
        """What is on disk: had the writing failed, nothing would have changed."""
        for number, state in changed.items():
            self.states[number] = state
            self.current = number

    # --- what to say ---------------------------------------------------------------------------------------

    @property
    def made(self) -> int:
        return sum(state.made for state in self.states)

    @property
    def complete(self) -> bool:
        return all(state.complete for state in self.states)

    @property
    def report(self) -> str:
        return f"{self.made:,} of {self.job.count:,} puzzles of {self.job.title} are in {self.library.path}"


def _is_open(state: State) -> bool:
    return not state.complete and state.stopped is None
