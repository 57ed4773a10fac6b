"""Measure engines side by side, board by board, in one run.

CPU time of the process, not wall time: the machine may be shared. On each board the engines take turns, so
that whatever else the machine does hits all of them alike. A turn is a short burst of rounds, because an
engine that comes after another finds the caches cold; the best round counts.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bench.classes import BoardClass
from bench.ours import Gridwright, shape_key
from bench.rivals import Rival

ENOUGH = 0.1
"""Seconds after which an engine does not repeat a board a third time."""
LONG = 2.0
"""Seconds from which a round is not repeated at all: a hiccup of the machine no longer shows in it."""

BURST_ROUNDS = 5
BURST_SECONDS = 0.003
"""A turn ends after so many rounds or so much time."""

UNKNOWN = "unknown"


@dataclass
class Timing:
    """One engine on one board."""

    seconds: float
    status: str


@dataclass
class ClassResult:
    """All engines on the boards of one class; rows of ``timings`` are boards."""

    name: str
    engines: list[str]
    timings: list[dict[str, Timing]] = field(default_factory=list)
    shape_seconds: dict[str, float] = field(default_factory=dict)
    shapes: int = 0
    disagreements: list[str] = field(default_factory=list)


@dataclass
class _Entrant:
    """An engine, with the board as it wants to have it."""

    engine: Gridwright | Rival
    name: str
    rounds: list[float] = field(default_factory=list)
    status: str = UNKNOWN

    def run(self, board: dict[str, Any], time_limit: float) -> None:
        """One round: reading the board is not measured, everything from there to the verdict is."""
        engine = self.engine
        puzzle = engine.read(board) if isinstance(engine, Gridwright) else board
        clock = time.process_time_ns
        start = clock()
        self.status = engine.prove(puzzle, time_limit)
        self.rounds.append((clock() - start) / 1e9)

    def take_turn(self, board: dict[str, Any], time_limit: float) -> None:
        """A burst of rounds; one round where rounds are long."""
        begun = len(self.rounds)
        while not self.is_done and len(self.rounds) < begun + BURST_ROUNDS:
            self.run(board, time_limit)
            if sum(self.rounds[begun:]) > BURST_SECONDS:
                break

    @property
    def is_done(self) -> bool:
        """Whether another round would cost too much for what it tells."""
        spent = sum(self.rounds)
        return spent > LONG or (len(self.rounds) >= 2 and spent > ENOUGH)


def measure_class(
    board_class: BoardClass,
    boards: Sequence[dict[str, Any]],
    ours: Gridwright | None,
    rivals: Sequence[Rival],
    *,
    repeat: int,
    time_limit: float,
) -> ClassResult:
    """Run every engine on every board."""
    engines: list[Gridwright | Rival] = [*([ours] if ours else []), *rivals]
    result = ClassResult(board_class.name, [engine.name for engine in engines])
    seen: set[str] = set()
    for index, board in enumerate(boards):
        key = shape_key(board)
        first = key not in seen
        seen.add(key)
        compiled = {engine.name: _compile(engine, board, time_limit) for engine in engines} if first else {}
        turn = index % len(engines)
        entrants = [_Entrant(engine, engine.name) for engine in (*engines[turn:], *engines[:turn])]
        _play_rounds(entrants, board, repeat, time_limit)
        row = {entrant.name: Timing(min(entrant.rounds), entrant.status) for entrant in entrants}
        result.timings.append(row)
        _note_compilation(result, compiled, row)
        _note_disagreement(result, index, board, row)
    result.shapes = len(seen)
    return result


def _compile(engine: Gridwright | Rival, board: dict[str, Any], time_limit: float) -> float:
    """Compile a shape. Ours does so in its first call, from which the time of a later call is taken off."""
    entrant = _Entrant(engine, engine.name)
    if isinstance(engine, Gridwright):
        entrant.run(board, time_limit)
        return entrant.rounds[0]
    start = time.process_time()
    engine.prepare(board)
    return time.process_time() - start


def _play_rounds(entrants: list[_Entrant], board: dict[str, Any], repeat: int, time_limit: float) -> None:
    gc.collect()
    gc.disable()
    try:
        for _ in range(repeat):
            for entrant in entrants:
                entrant.take_turn(board, time_limit)
    finally:
        gc.enable()


def _note_compilation(result: ClassResult, compiled: dict[str, float], row: dict[str, Timing]) -> None:
    for name, seconds in compiled.items():
        spent = max(0.0, seconds - row[name].seconds) if name == Gridwright.name else seconds
        result.shape_seconds[name] = result.shape_seconds.get(name, 0.0) + spent


def _note_disagreement(
    result: ClassResult, index: int, board: dict[str, Any], row: dict[str, Timing]
) -> None:
    """Engines that prove different things: somebody is wrong."""
    verdicts = {name: timing.status for name, timing in row.items() if timing.status != UNKNOWN}
    expected = {board["status"]} if "status" in board else set()
    if len(expected | set(verdicts.values())) > 1:
        told = ", ".join(f"{name} {status}" for name, status in verdicts.items())
        result.disagreements.append(f"board {index}: published {board.get('status', '?')}; {told}")
