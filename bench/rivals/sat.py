"""python-sat's solvers with native cardinality, driven as directly as Python allows.

The rivals of the bench are meant to be the best honest version of themselves. They therefore call the
extension module underneath python-sat's classes: the same solvers, without one Python method call per clause.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import pysolvers

Clause = Sequence[int]
AtMost = tuple[Sequence[int], int]

PATIENCE = 20_000
"""Conflicts before a thread is started to watch the time: it would cost more than a small board."""


class Backend(NamedTuple):
    """The handful of calls that a rival needs from one solver of python-sat."""

    name: str
    new: Callable[[], Any]
    delete: Callable[[Any], None]
    add_clause: Callable[[Any, Clause], Any]
    add_at_most: Callable[[Any, Sequence[int], int], Any]
    solve: Callable[[Any, Sequence[int], int, int], Any]
    model: Callable[[Any], list[int]]
    conflict_budget: Callable[[Any, int], None]
    interrupt: Callable[[Any], None]
    clear_interrupt: Callable[[Any], None]


def _backend(name: str, prefix: str) -> Backend:
    """Collect the functions of the solver whose names start with ``prefix``."""

    def call(suffix: str) -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(pysolvers, f"{prefix}_{suffix}")
        return function

    suffixes = ("new", "del", "add_cl", "add_am", "solve_lim", "model", "cbudget", "interrupt", "clearint")
    return Backend(name, *(call(suffix) for suffix in suffixes))


GLUECARD4 = _backend("gluecard4", "gluecard41")
MINICARD = _backend("minicard", "minicard")
BACKENDS = (GLUECARD4, MINICARD)


class Search:
    """One solver, loaded with clauses, that gives up when its time is over."""

    __slots__ = ("backend", "deadline", "handle")

    def __init__(self, backend: Backend, time_limit: float) -> None:
        self.backend = backend
        self.handle = backend.new()
        self.deadline = time.process_time() + time_limit

    def __enter__(self) -> Search:
        return self

    def __exit__(self, *_: object) -> None:
        self.backend.delete(self.handle)

    def add(self, clauses: Iterable[Clause], at_most: Iterable[AtMost] = ()) -> None:
        """Load clauses and cardinality constraints."""
        handle, add_clause, add_at_most = self.handle, self.backend.add_clause, self.backend.add_at_most
        for literals, bound in at_most:
            add_at_most(handle, literals, bound)
        for clause in clauses:
            add_clause(handle, clause)

    def solve(self) -> bool | None:
        """True and False as proved, None when the time is over."""
        backend, handle = self.backend, self.handle
        backend.conflict_budget(handle, PATIENCE)
        answer: bool | None = backend.solve(handle, (), 0, 0)
        if answer is not None:
            return answer
        backend.conflict_budget(handle, -1)
        with _Watch(self):
            return backend.solve(handle, (), 0, 1)

    def model(self) -> list[int]:
        """The literals of the last solution, in the order of their variables."""
        return self.backend.model(self.handle) or []


class _Watch:
    """Interrupts a search when the process has used its CPU time."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.finished = threading.Event()
        self.thread = threading.Thread(target=self._watch, daemon=True)

    def _watch(self) -> None:
        while True:
            rest = self.search.deadline - time.process_time()
            if rest <= 0:
                self.search.backend.interrupt(self.search.handle)
                return
            if self.finished.wait(min(rest, 0.5) + 0.001):
                return

    def __enter__(self) -> None:
        self.thread.start()

    def __exit__(self, *_: object) -> None:
        self.finished.set()
        self.thread.join()
        self.search.backend.clear_interrupt(self.search.handle)


def exactly(literals: Sequence[int], k: int) -> tuple[list[Clause], list[AtMost]]:
    """Exactly ``k`` of the literals; the clause form where it is the leaner one."""
    clauses: list[Clause] = []
    at_most: list[AtMost] = []
    if k < 0 or k > len(literals):
        return [[]], []
    if k == 1:
        clauses.append(list(literals))
    elif k == len(literals):
        return [[literal] for literal in literals], []
    elif k > 1:
        at_most.append(([-literal for literal in literals], len(literals) - k))
    if k == 0:
        return [[-literal] for literal in literals], []
    if len(literals) > 1:
        at_most.append((list(literals), k))
    return clauses, at_most
