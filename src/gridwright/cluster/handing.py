"""Hands items to a cluster in batches that take about as long as they should, and takes answers in order.

A worker that is lost is no loss: Dask gives its tasks to others. But of a task that was there when several
workers died, Dask says no more than that; who is to blame is found out by giving its items to the cluster
one by one, with nothing beside them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from time import monotonic, sleep
from typing import Any, NamedTuple

from gridwright.cluster.connection import ClusterError, other_version
from gridwright.cluster.tasks import Answer, OtherVersionError, answer, version
from gridwright.jobs import Lost

BATCH_SECONDS = 0.7  # of work in a task: handing it out costs some milliseconds
LARGEST_BATCH = 512
MOST_WAITING = 2  # tasks for each thread of the cluster, the one it works on included
MOST_AHEAD = 16  # tasks for each thread, from the oldest without an answer
PAUSE = 0.01
LOOK_SECONDS = 1.0  # between two looks at who is there
LONELY_SECONDS = 30.0  # without any worker


class Task(NamedTuple):
    items: list[Any]
    future: Any


class Handing:
    def __init__(self, client: Any, tell: Callable[[str], object]) -> None:
        self.client = client
        self.wanted: Callable[[], bool] = lambda: True
        self.tell = tell
        self.tasks: deque[Task] = deque()
        self.workers: dict[str, int] = {}  # how many threads each has
        self.batch = 1
        self._looked = self._seen = monotonic()
        self._look()

    def spread(
        self, work: Callable[..., Any], items: Iterable[Any], goes_on: Callable[[], bool]
    ) -> Generator[Any, None, None]:
        """As `in_order`: the results in the order of the items, with Lost where no worker survives one."""
        self.wanted = goes_on
        left = iter(items)
        try:
            while self._goes_on():
                self._hand_out(work, left)
                if not self.tasks:
                    return
                if self.tasks[0].future.done():
                    task = self.tasks.popleft()
                    yield from self._answers(work, task)
                else:
                    sleep(PAUSE)
        finally:
            self._withdraw()

    def _goes_on(self) -> bool:
        if monotonic() - self._looked > LOOK_SECONDS:
            self._look()
        return self.wanted()

    # --- handing out ---------------------------------------------------------------------------------------

    def _hand_out(self, work: Callable[..., Any], left: Iterator[Any]) -> None:
        threads = max(1, sum(self.workers.values()))
        waiting = sum(not task.future.done() for task in self.tasks)
        while waiting < threads * MOST_WAITING and len(self.tasks) < threads * MOST_AHEAD:
            items = list(islice(left, self.batch))
            if not items:
                return
            self.tasks.append(Task(items, self._submit(work, items)))
            waiting += 1

    def _submit(self, work: Callable[..., Any], items: list[Any]) -> Any:
        try:
            return self.client.submit(answer, version(), work, items, pure=False)
        except (OSError, RuntimeError) as problem:
            raise self._lost(problem) from None

    def _withdraw(self) -> None:
        """What nobody waits for need not be done; and who was lost at the end is told, too."""
        with suppress(OSError):
            self._look()
        futures = [task.future for task in self.tasks]
        self.tasks.clear()
        if futures and self.client.status == "running":
            self.client.cancel(futures, force=True)

    # --- taking answers ------------------------------------------------------------------------------------

    def _answers(self, work: Callable[..., Any], task: Task) -> Iterator[Any]:
        found = self._await(task)
        if found is None:
            yield from self._one_by_one(work, task)
            return
        yield from found.results
        if found.problem is not None:
            raise found.problem
        each = found.seconds / len(task.items)
        wanted = int(BATCH_SECONDS / max(each, 1e-6))
        self.batch = max(1, min(LARGEST_BATCH, wanted, 4 * len(task.items)))

    def _await(self, task: Task) -> Answer | None:
        """What has come of a task that is done; None: several workers died while they had it."""
        from concurrent.futures import CancelledError

        from distributed import KilledWorker

        try:
            found: Answer = task.future.result()
        except KilledWorker:
            return None
        except OtherVersionError as problem:
            raise ClusterError(other_version("that came later", str(problem))) from None
        except CancelledError:
            raise self._lost("its scheduler is gone") from None
        except OSError as problem:
            raise self._lost(problem) from None
        return found

    def _one_by_one(self, work: Callable[..., Any], task: Task) -> Iterator[Any]:
        while not all(other.future.done() for other in self.tasks):  # they might die of it, too
            if not self._goes_on():
                return
            sleep(PAUSE)
        for item in task.items:
            alone = Task([item], self._submit(work, [item]))
            while not alone.future.done():
                if not self._goes_on():
                    return
                sleep(PAUSE)
            if (found := self._await(alone)) is None:
                yield Lost(item, "every worker that worked on this died, one after the other")
            elif found.problem is not None:
                raise found.problem
            else:
                yield from found.results

    # --- who is there --------------------------------------------------------------------------------------

    def _look(self) -> None:
        self._looked = monotonic()
        if self.client.status in ("closed", "closing"):
            raise self._lost("it is closed")
        known = self.client.scheduler_info(n_workers=-1).get("workers", {})
        found = {address: int(worker.get("nthreads", 1)) for address, worker in known.items()}
        for address in self.workers.keys() - found.keys():
            self.tell(f"the worker {address} was lost; others do its work")
        self.workers = found
        if found:
            self._seen = self._looked
        elif self._looked - self._seen > LONELY_SECONDS:
            raise self._lost("it has no workers any more")

    def _lost(self, problem: object) -> ClusterError:
        return ClusterError(f"the cluster is lost ({problem}): what was settled until then is kept")
