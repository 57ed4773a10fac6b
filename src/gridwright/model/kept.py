"""What is made once for each shape and kept: bounded in size, and safe to ask for from several threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from gridwright.model.puzzle import ShapeKey

Watch = Callable[[], None]  # called again and again while something is made; it may raise to give up


class Weighed(Protocol):
    weight: int
    recent: bool


Made = TypeVar("Made", bound=Weighed)


class Kept(Generic[Made]):
    """At most so much weight; of what has not been asked for lately the oldest goes first.

    `found` may be read without the lock; whoever does marks what it finds as recent.
    """

    def __init__(self, make: Callable[[ShapeKey, Watch | None], Made], most: int) -> None:
        self.make = make
        self.most = most
        self.found: dict[ShapeKey, Made] = {}
        self.weight = 0
        self._lock = threading.Lock()
        self._making: dict[ShapeKey, threading.Event] = {}

    def get(self, shape: ShapeKey, watch: Watch | None = None) -> Made:
        while True:
            with self._lock:
                made = self.found.get(shape)
                if made is not None:
                    made.recent = True
                    return made
                elsewhere = self._making.get(shape)
                if elsewhere is None:
                    done = self._making[shape] = threading.Event()
                    break
            # If the other thread fails or gives up, this one tries itself.
            self._wait(elsewhere, watch)
        try:
            made = self.make(shape, watch)
            with self._lock:
                self._keep(shape, made)
        finally:
            with self._lock:
                del self._making[shape]
            done.set()
        return made

    @staticmethod
    def _wait(elsewhere: threading.Event, watch: Watch | None) -> None:
        while not elsewhere.wait(None if watch is None else 0.01):
            if watch is not None:
                watch()

    def _keep(self, shape: ShapeKey, made: Made) -> None:
        self.weight += made.weight
        while self.weight > self.most and self.found:
            oldest = next(iter(self.found))
            other = self.found.pop(oldest)
            if other.recent:
                other.recent = False
                self.found[oldest] = other
            else:
                self.weight -= other.weight
        self.found[shape] = made

    def clear(self) -> None:
        with self._lock:
            self.found.clear()
            self.weight = 0
