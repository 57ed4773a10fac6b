"""The pool: hands out items, puts answers into order, and starts a new worker for each that dies.

A worker answers item by item, so that it is known which one it was at when it died. That item and those
behind it are handed out again; an item at which two workers died is given up.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from selectors import EVENT_READ, DefaultSelector
from time import monotonic, sleep
from typing import Any, Generic, NamedTuple, TypeVar

from gridwright.jobs.worker import LENGTH

Item = TypeVar("Item")
Result = TypeVar("Result")

MOST_DEATHS = 2  # at one item
MOST_FAILED_STARTS = 5  # of workers that died before they were ready, one after the other
MOST_AHEAD = 256  # items for each worker, from the oldest without an answer
BATCH_SECONDS = 0.1  # how much work a worker has waiting, about
LARGEST_BATCH = 64
LONGEST_WAIT = 0.04  # seconds without asking whether to go on
PAUSE = 0.002  # seconds between two looks at the answers: each look costs, and nobody waits for one answer

_BOOT = "import sys; sys.path[:] = {path!r}; from gridwright.jobs.worker import main; main()"


class WorkersError(OSError):
    """No worker can be started."""


class Lost(NamedTuple):
    """In the place of a result: no worker has survived this item."""

    item: Any
    message: str


class Task:
    """An item on its way."""

    __slots__ = ("deaths", "index", "item")

    def __init__(self, index: int, item: Any) -> None:
        self.index = index
        self.item = item
        self.deaths = 0


def in_order(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    jobs: int = 1,
    goes_on: Callable[[], bool] | None = None,
    *,
    apart: bool = False,
) -> Generator[Result | Lost, None, None]:
    """As map(work, items), on so many processes; with one job, unless apart, and on Windows, in this one.

    What `work` raises is raised here, in its place. Closing the iterator ends all workers at once; so does
    `goes_on`, asked many times a second, when it says no.
    """
    if (jobs <= 1 and not apart) or os.name != "posix":
        yield from map(work, items)
        return
    pool = Pool(work, items, jobs)
    try:
        yield from pool.run(goes_on)
    finally:
        pool.stop()


class Pool(Generic[Item, Result]):
    def __init__(self, work: Callable[[Item], Result], items: Iterable[Item], jobs: int) -> None:
        self.work = pickle.dumps(work)
        self.items = enumerate(items)
        self.jobs = jobs
        self.again: deque[Task] = deque()  # handed out before, in the order of items
        self.answers: dict[int, tuple[bool, Any]] = {}
        self.next = 0  # the item whose answer comes next
        self.taken = 0
        self.exhausted = False
        self.failed_starts = 0
        self.workers: list[Worker] = []
        self.selector = DefaultSelector()

    def run(self, goes_on: Callable[[], bool] | None = None) -> Iterator[Result | Lost]:
        while goes_on is None or goes_on():
            self._hand_out()
            if not self.workers and not self.answers:
                return
            while self.next in self.answers:
                fine, answer = self.answers.pop(self.next)
                self.next += 1
                if not fine:
                    raise answer
                yield answer
            if any(worker.tasks for worker in self.workers):
                self._listen(None if goes_on is None else LONGEST_WAIT)
            elif not self.again and self.exhausted:
                return

    def stop(self) -> None:
        for worker in self.workers:
            worker.kill()
        self.workers.clear()
        self.selector.close()

    # --- handing out ---------------------------------------------------------------------------------------

    def _hand_out(self) -> None:
        """Give every worker enough to do, and start workers while there is something for them."""
        for worker in self.workers:
            if len(worker.tasks) <= worker.batch // 2:
                worker.give(self._take(worker.batch))
        while len(self.workers) < self.jobs and (tasks := self._take(1)):
            worker = Worker(self.work)
            self.workers.append(worker)
            self.selector.register(worker.answers, EVENT_READ, worker)
            worker.give(tasks)

    def _take(self, most: int) -> list[Task]:
        tasks: list[Task] = []
        while len(tasks) < most:
            if self.again:
                tasks.append(self.again.popleft())
            elif self.exhausted or self.taken - self.next >= self.jobs * MOST_AHEAD:
                break
            elif (found := next(self.items, None)) is None:
                self.exhausted = True
            else:
                tasks.append(Task(*found))
                self.taken += 1
        return tasks

    # --- listening -----------------------------------------------------------------------------------------

    def _listen(self, longest: float | None) -> None:
        ready = self.selector.select(longest)
        for key, _ in ready:
            worker: Worker = key.data
            alive = worker.read()
            for answer in worker.take_answers():
                self.answers[worker.tasks.popleft().index] = answer
            if not alive:
                self._bury(worker)
        sleep(PAUSE)

    def _bury(self, worker: Worker) -> None:
        self.selector.unregister(worker.answers)
        self.workers.remove(worker)
        worker.await_end()
        if not worker.ready:
            self.failed_starts += 1
            if self.failed_starts >= MOST_FAILED_STARTS:
                raise WorkersError(f"worker processes cannot be started: {worker.how_it_ended}")
        else:
            self.failed_starts = 0
            self._blame(worker)
        self.again = deque(sorted((*worker.tasks, *self.again), key=lambda task: task.index))

    def _blame(self, worker: Worker) -> None:
        if not worker.tasks:
            return
        task = worker.tasks[0]
        task.deaths += 1
        if task.deaths == MOST_DEATHS:
            worker.tasks.popleft()
            message = (
                f"the process that worked on this was killed, and so was the second ({worker.how_it_ended})"
            )
            self.answers[task.index] = True, Lost(task.item, message)


class Worker:
    """One process, and what it has been given."""

    def __init__(self, work: bytes) -> None:
        self.tasks: deque[Task] = deque()
        self.batch = 1
        self.ready = False
        self._received = bytearray()
        self._answered = 0
        self._started = monotonic()
        with _interrupts_blocked():
            self.process = subprocess.Popen(
                [sys.executable, "-c", _BOOT.format(path=sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
            )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._questions = self.process.stdin.fileno()
        self.answers = self.process.stdout.fileno()
        self._write(work)

    def give(self, tasks: list[Task]) -> None:
        if tasks:
            self.tasks.extend(tasks)
            self._write(pickle.dumps([task.item for task in tasks]))

    def _write(self, data: bytes) -> None:
        left = memoryview(data)
        try:
            while left:
                left = left[os.write(self._questions, left) :]
        except BrokenPipeError:
            pass  # it is dead, which shows when its answers are read

    def read(self) -> bool:
        """Take what it has written; False if it is dead."""
        data = os.read(self.answers, 1 << 20)
        self._received += data
        return bool(data)

    def take_answers(self) -> Iterator[tuple[bool, Any]]:
        received, start, size = self._received, 0, LENGTH.size
        while len(received) >= start + size:
            end = start + size + LENGTH.unpack_from(received, start)[0]
            if len(received) < end:
                break
            answer = pickle.loads(memoryview(received)[start + size : end])
            start = end
            if self.ready:
                self._answered += 1
                yield answer
            elif answer[0]:
                self.ready = True
                self._started = monotonic()
            else:
                raise WorkersError(f"a worker process cannot begin: {answer[1]}")
        del received[:start]
        if self._answered:
            each = (monotonic() - self._started) / self._answered
            self.batch = max(1, min(LARGEST_BATCH, int(BATCH_SECONDS / max(each, 1e-6)), 2 * self._answered))

    @property
    def how_it_ended(self) -> str:
        code = self.process.returncode
        if code is None or code >= 0:
            return f"exit code {code}"
        names = {one.value: one.name for one in signal.Signals}
        return names.get(-code, f"signal {-code}")

    def await_end(self) -> None:
        """It has closed its side and is about to end: let it, so that it is known how."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=1)
        self.kill()

    def kill(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()
        self.process.kill()
        self.process.wait()


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Ctrl-C reaches all processes of a terminal. One started here never hears of it: the pool ends it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
