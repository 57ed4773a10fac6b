"""What a question may cost, and how to stop it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from weakref import ref

from gridwright.engine.compile import Model, compile_shape, models
from gridwright.model.errors import PuzzleError, describe

if TYPE_CHECKING:
    from gridwright.model.kept import Watch
    from gridwright.model.puzzle import Puzzle, ShapeKey

T = TypeVar("T")
Progress = Callable[[int, int, int], object]  # nodes, failures, solutions so far

# Why a search ended early, by the kernel's number.
STOPS = (None, "conflicts", "time", "memory", "cancelled")
PATIENCE = 0.01  # seconds between looks at whether to go on waiting


class Control:
    """Cancels searches from another thread, and hears how far they are.

    Given to one or several calls as `control=`. Once cancelled it stays so: those calls, and later ones,
    answer "unknown" within 50 milliseconds. `on_progress(nodes, failures, solutions)` is called a few dozen
    times a second by the thread that searches; what it raises ends the search and reaches the caller.
    """

    def __init__(self, on_progress: Progress | None = None) -> None:
        from gridwright._kernel import Control as KernelControl

        self.kernel = KernelControl()
        self.on_progress = on_progress
        # Python cannot see references that lie in the kernel: through a weak one nothing keeps itself alive.
        own = ref(self)

        def report(nodes: int, failures: int, solutions: int) -> None:
            control = own()
            if control is not None and control.on_progress is not None:
                control.on_progress(nodes, failures, solutions)

        self.kernel.on_progress = report

    def cancel(self) -> None:
        self.kernel.cancel()

    @property
    def cancelled(self) -> bool:
        return self.kernel.cancelled


class Budget:
    """The limits of one call, over all the searches that it takes."""

    def __init__(
        self,
        time_limit: float | None = None,
        conflict_limit: int | None = None,
        memory_limit: int | None = None,
        seed: int = 0,
        control: Control | None = None,
    ) -> None:
        self.started = perf_counter()
        if time_limit is not None and not (is_number(time_limit) and time_limit >= 0):
            raise ValueError(f"a time limit is a number of seconds from 0, not {time_limit!r}")
        if conflict_limit is not None and not (is_whole(conflict_limit) and 0 <= conflict_limit < 2**62):
            raise ValueError(f"a conflict limit is a whole number from 0, not {conflict_limit!r}")
        if memory_limit is not None and not (is_whole(memory_limit) and 0 < memory_limit < 2**62):
            raise ValueError(f"a memory limit is a number of bytes from 1, not {memory_limit!r}")
        if not (is_whole(seed) and 0 <= seed < 2**64):
            raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}")
        if control is not None and not isinstance(control, Control):
            raise TypeError(f"control is a Control, not {control!r}")
        self.time_limit = time_limit
        self.conflicts = conflict_limit
        self.memory_limit = memory_limit
        self.seed = seed
        self.control = control

    @property
    def seconds(self) -> float:
        """What is left of the time; negative: as much as it takes."""
        if self.time_limit is None:
            return -1.0
        return max(0.0, self.time_limit - (perf_counter() - self.started))

    def goes_on(self) -> bool:
        """Is there any time left, and does anybody still want to know?"""
        return self.seconds != 0 and not (self.control is not None and self.control.cancelled)

    @property
    def stopped(self) -> str | None:
        """Why no other search may begin."""
        if self.control is not None and self.control.cancelled:
            return "cancelled"
        if self.seconds == 0:
            return "time"
        return "conflicts" if self.conflicts == 0 else None

    def for_kernel(self, most_conflicts: int = -1) -> dict[str, Any]:
        """The arguments that every question to the kernel takes; one may get less than all conflicts left."""
        conflicts = -1 if self.conflicts is None else self.conflicts
        if most_conflicts >= 0:
            conflicts = most_conflicts if conflicts < 0 else min(conflicts, most_conflicts)
        return {
            "seed": self.seed,
            "conflict_limit": conflicts,
            "time_limit": self.seconds,
            "memory_limit": -1 if self.memory_limit is None else self.memory_limit,
            "control": None if self.control is None else self.control.kernel,
        }

    def spend(self, outcome: Any) -> None:
        """What a search has cost is no longer there for the next."""
        if self.conflicts is not None:
            self.conflicts = max(0, self.conflicts - outcome.statistics["failures"])

    def model(self, puzzle: Puzzle) -> Model | None:
        """The compiled model; None if there is no time for it. PuzzleError: the board is too large."""
        shape = shape_of(puzzle)
        try:
            return self.model_of(shape)
        except PuzzleError as problem:
            problem.origin = problem.origin or puzzle.origin
            raise

    def model_of(self, shape: ShapeKey) -> Model | None:
        found = models.found.get(shape)
        if found is not None:
            found.recent = True
            return found
        return self.wait_for(lambda watch: compile_shape(shape, watch))

    def wait_for(self, make: Callable[[Watch | None], T]) -> T | None:
        """What a function makes that looks at its watch; None if there is no time for it."""
        if self.time_limit is None and self.control is None:
            return make(None)
        return _Compilation(make).wait(self)


def shape_of(puzzle: Puzzle) -> ShapeKey:
    """Every question begins here; what is asked about may be anything."""
    try:
        return puzzle.shape
    except AttributeError:
        raise TypeError(f"a puzzle is what load() gives, not {describe(puzzle)}") from None


class _Abandoned(Exception):  # noqa: N818 - nobody is told of it
    """Raised inside a compilation that nobody waits for."""


class _Compilation(Generic[T]):
    """Compiles in another thread, so that a limit holds on boards whose rules take seconds to write out."""

    def __init__(self, make: Callable[[Watch | None], T]) -> None:
        self.make = make
        self.made: T | None = None
        self.problem: BaseException | None = None
        self.abandoned = False
        # No daemon: what the interpreter kills while it is inside the kernel takes the whole process with it.
        # Once abandoned it ends by itself, soon.
        self.thread = threading.Thread(target=self._run, name="gridwright compiles")

    def _run(self) -> None:
        try:
            self.made = self.make(self._watch)
        except _Abandoned:
            pass
        except BaseException as problem:  # noqa: BLE001 - raised again by whoever waits
            self.problem = problem

    def _watch(self) -> None:
        if self.abandoned:
            raise _Abandoned

    def wait(self, budget: Budget) -> T | None:
        self.thread.start()
        try:
            while self.thread.is_alive() and budget.goes_on():
                self.thread.join(PATIENCE)
        finally:
            self.abandoned = True
        if self.problem is not None:
            raise self.problem
        return self.made


def is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
