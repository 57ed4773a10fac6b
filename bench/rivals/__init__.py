"""Other engines, each in the best honest version that we could write for it.

A rival gets a puzzle as the parsed JSON of our contract. ``prepare`` compiles what only depends on the
shape of the grid and is not measured; ``prove`` is: build, first solution, proof that there is no other.
"""

from __future__ import annotations

from typing import Any, Protocol


class Rival(Protocol):
    """What the bench asks of another engine."""

    @property
    def name(self) -> str:
        """As it is printed in tables."""

    def prepare(self, puzzle: dict[str, Any]) -> None:
        """Compile the shape of the puzzle's grid, outside the measured time."""

    def prove(self, puzzle: dict[str, Any], time_limit: float) -> str:
        """``unique``, ``multiple``, ``none``, or ``unknown`` when the time is over."""


HOPELESS = ("minicard", "minicard+pairs")
FROM_STARS = 5
"""Star Battle without block variables in minicard: 20 to 50 times slower than with them at 21x21."""


def rivals_for(genre: str) -> list[Rival]:
    """The rivals in one genre; imported late, because CP-SAT takes a third of a second to import."""
    makers = {"star-battle": _star_battle, "kropki": _kropki, "hamle": _hamle, "chess-loop": _chess_loop}
    return makers[genre]()


def worth_running(rival: Rival, puzzle: dict[str, Any]) -> bool:
    """Whether a rival enters a class: some were many times slower than the best, and take hours."""
    stars = puzzle.get("stars", 0)
    return not (stars >= FROM_STARS and rival.name in HOPELESS)


def _star_battle() -> list[Rival]:
    from bench.rivals.sat import BACKENDS
    from bench.rivals.star_battle_cpsat import StarBattleCpSat
    from bench.rivals.star_battle_sat import STYLES, StarBattleSat

    sat = [StarBattleSat(backend, style) for style in STYLES for backend in BACKENDS]
    return [*sat, StarBattleCpSat()]


def _kropki() -> list[Rival]:
    from bench.rivals.kropki_cpsat import KropkiCpSat
    from bench.rivals.kropki_sat import KropkiSat
    from bench.rivals.sat import BACKENDS

    return [*(KropkiSat(backend) for backend in BACKENDS), KropkiCpSat()]


def _hamle() -> list[Rival]:
    from bench.rivals.hamle_cpsat import HamleCpSat
    from bench.rivals.hamle_sat import HamleSat
    from bench.rivals.sat import MINICARD

    return [HamleSat(MINICARD), HamleCpSat()]


def _chess_loop() -> list[Rival]:
    from bench.rivals.chess_loop_sat import ChessLoopSat
    from bench.rivals.sat import BACKENDS

    return [ChessLoopSat(backend) for backend in BACKENDS]
