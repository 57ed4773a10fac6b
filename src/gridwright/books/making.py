"""A book is made: indexes are handed out and settled in one order, and the library knows how far it is.

Work goes in rounds. In each, part by part, every part that is not complete hands out as many indexes as it
lacks puzzles; what turns out to be there already is lacking in the next round. So the order depends on
nothing but what was made: the book is the same whoever makes it, and however often that was cut short.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from functools import partial
from threading import Timer
from typing import TYPE_CHECKING, NamedTuple

from gridwright.books.jobfile import JobError
from gridwright.generate.generating import MOST_ATTEMPTS, MOST_REPEATS, Order, make, spread_over
from gridwright.jobs import Lost
from gridwright.library.entry import Entry, entry_of
from gridwright.library.file import LibraryError
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
class State:
    """How far a part is; all of it is in the library.

    next      the index that is settled next
    until     where the round ends
    made      puzzles so far
    tried     attempts so far
    repeated  puzzles that were left out because they were there already
    idle      of these, those since the last one that was new
    grades    of boards that were left out because they had another grade
    lost      indexes that no worker survived, and what became of these
    stopped   "attempts" or "repeats": it seems that there are no more
    """

    next: int
    until: int
    made: int = 0
    tried: int = 0
    repeated: int = 0
    idle: int = 0
    grades: Counter[str] = field(default_factory=Counter)
    lost: dict[str, str] = field(default_factory=dict)
    stopped: str | None = None


KEPT = tuple(field.name for field in fields(State))


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
        self.begun_by = __version__
        self._orders = tuple(
            Order(part.recipe, part.seed.number, job.graded, most_attempts) for part in job.parts
        )
        with library.transaction():
            self._book, self._before = self._find_or_begin(__version__)
            self.states = self._read()
        for state in self.states:
            if state.stopped == "attempts":  # perhaps it may take more of them now
                state.stopped = None

    # --- the state -----------------------------------------------------------------------------------------

    def _find_or_begin(self, version: str) -> tuple[int, int]:
        execute, parts = self.library.connection.execute, self.job.parts
        row = execute("SELECT book, before, version FROM books WHERE name = ?", (self.job.title,)).fetchone()
        if row is not None:
            self.begun_by = row[2]
            self._compare(row[0])
            return row[0], row[1]
        before = execute("SELECT coalesce(max(number), 0) FROM puzzles").fetchone()[0]
        insert = "INSERT INTO books (name, version, before) VALUES (?,?,?)"
        book = execute(insert, (self.job.title, version, before)).lastrowid or 0
        for number, part in enumerate(parts, 1):
            begin = part.seed.index
            asked = (book, number, part.name, part.asked, self.job.graded, part.count)
            state = (begin, begin + part.count, 0, 0, 0, 0, "{}", "{}", None)
            execute(f"INSERT INTO parts VALUES ({','.join('?' * 15)})", asked + state)
        return book, before

    def _compare(self, book: int) -> None:
        """A book that was begun goes on only as it was asked for."""
        select = "SELECT name, recipe, graded, count FROM parts WHERE book = ? ORDER BY part"
        begun = [tuple(row) for row in self.library.connection.execute(select, (book,))]
        asked = [(part.name, part.asked, int(self.job.graded), part.count) for part in self.job.parts]
        if begun != asked:
            number = next(
                (
                    number
                    for number, (one, other) in enumerate(zip(begun, asked, strict=False))
                    if one != other
                ),
                min(len(begun), len(asked)),
            )
            was = f"{begun[number][3]:,} of {begun[number][1]}" if number < len(begun) else "not there"
            raise JobError(
                f'{self.job.path}: in {self.library.path} the book "{self.job.title}" was begun otherwise '
                f"(part {number + 1} was {was}): give this one another title, or another library"
            )

    def _read(self) -> list[State]:
        select = f"SELECT {', '.join(KEPT)} FROM parts WHERE book = ? ORDER BY part"
        found = []
        for row in self.library.connection.execute(select, (self._book,)):
            said = dict(zip(KEPT, row, strict=True))
            said |= {"grades": Counter(json.loads(said["grades"])), "lost": json.loads(said["lost"])}
            found.append(State(**said))
        return found

    def _write(self, part: int, state: State, expected: int) -> None:
        """Inside a transaction; `expected` is where this process believes the part to be."""
        said = vars(state) | {"grades": json.dumps(state.grades), "lost": json.dumps(state.lost)}
        changed = ", ".join(f"{name} = :{name}" for name in KEPT)
        where = {"book": self._book, "part": part + 1, "expected": expected}
        update = f"UPDATE parts SET {changed} WHERE book = :book AND part = :part AND next = :expected"
        if self.library.connection.execute(update, said | where).rowcount == 0:
            raise LibraryError(self.library.path, f'another program is making the book "{self.job.title}"')

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

        jobs    processes of this machine; or `spread` says who does the work
        tell    hears whenever something new is on disk
        """
        from gridwright.engine.limits import Control

        control = control or Control()
        self.stopped = None

        def goes_on() -> bool:
            return not control.cancelled

        with _cancelled_after(time_limit, control):
            while self._next_round() and goes_on():
                settled = (spread or spread_over(jobs, control))(partial(work, self._orders), self._places())
                for batch in in_batches(settled):
                    self._settle(batch)
                    tell(self)
                    if not goes_on():
                        break
        if not goes_on() and not self.complete:
            self.stopped = "cancelled" if time_limit is None else "time"
        return self.complete

    def _next_round(self) -> bool:
        """Is there anything left to do? Where a round has ended, the next one begins."""
        open_ = [state for state, part in self._both() if state.made < part.count and state.stopped is None]
        if open_ and all(state.next == state.until for state in open_):
            with self.library.transaction():
                for number, (state, part) in enumerate(self._both()):
                    if state in open_:
                        state.until += self._lacking(state, part)
                        self._write(number, state, state.next)
        return bool(open_)

    def _lacking(self, state: State, part: Part) -> int:
        """How many indexes it takes if they bring as much as those before."""
        missing, used = part.count - state.made, state.next - part.seed.index
        return min(missing * used // max(1, state.made), missing + MOST_REPEATS)

    def _places(self) -> Iterator[Place]:
        for number, (state, part) in enumerate(self._both()):
            for index in range(state.next, state.until):
                if state.made == part.count or state.stopped is not None:
                    break
                yield number, index

    def _both(self) -> Iterator[tuple[State, Part]]:
        return zip(self.states, self.job.parts, strict=True)

    # --- what has come -------------------------------------------------------------------------------------

    def _settle(self, batch: list[Outcome | Lost]) -> None:
        """Write puzzles and how far the parts are, together: either both are on disk or neither."""
        changed: dict[int, int] = {}
        with self.library.transaction():
            for found in batch:
                number, index = found.item if isinstance(found, Lost) else found.place
                state, part = self.states[number], self.job.parts[number]
                if state.made == part.count or state.stopped is not None:
                    continue  # nobody needs it any more
                if isinstance(found, Outcome) and found.entry is None and found.stopped != "attempts":
                    break  # a limit came before it was settled; what follows is settled after it
                changed.setdefault(number, state.next)
                if isinstance(found, Lost):
                    state.lost[str(index)] = found.message
                    state.next = index + 1
                else:
                    self._take(number, state, found)
                self.current = number
            for number, expected in changed.items():
                self._write(number, self.states[number], expected)

    def _take(self, number: int, state: State, found: Outcome) -> None:
        state.tried += found.tried
        state.grades += found.grades
        if found.entry is None:
            state.stopped = "attempts"
            return
        state.next = found.place[1] + 1
        if self._keep(number, state, found.entry):
            state.idle = 0
            return
        state.repeated += 1
        state.idle += 1
        if state.idle >= MOST_REPEATS:
            state.stopped = "repeats"

    def _keep(self, number: int, state: State, entry: Entry) -> bool:
        """Give it its place in the book, unless it is in the book or was there before the book was begun."""
        added = self.library.put(entry)
        execute = self.library.connection.execute
        # Somebody else may have added it meanwhile: that must not change what is in the book.
        if not added.new:
            placed = "SELECT 1 FROM places WHERE number = ? AND book = ?"
            if added.number <= self._before or execute(placed, (added.number, self._book)).fetchone():
                return False
        state.made += 1
        execute("INSERT INTO places VALUES (?,?,?,?)", (self._book, number + 1, state.made, added.number))
        return True

    # --- what to say ---------------------------------------------------------------------------------------

    @property
    def made(self) -> int:
        return sum(state.made for state in self.states)

    @property
    def complete(self) -> bool:
        return all(state.made == part.count for state, part in self._both())

    @property
    def report(self) -> str:
        return f"{self.made:,} of {self.job.count:,} puzzles of {self.job.title} are in {self.library.path}"


@contextmanager
def _cancelled_after(seconds: float | None, control: Control) -> Iterator[None]:
    if seconds is None:
        yield
        return
    timer = Timer(seconds, control.cancel)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
