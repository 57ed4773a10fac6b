"""What the deductions of Chess Loop may be called: players share no list. The words: `english.py`."""

from __future__ import annotations

from gridwright.explain.patterns import Arguments, Reading, Tactic

_ATTACKS = "sight", "attacks_one", "attacked_by_one", "other_kind"


def all_placed(reading: Reading) -> Arguments | None:
    """Of a kind all are placed, or as many cells are left as it has pieces."""
    return {"kinds": reading.about("counts")} if reading.about("counts") and reading.only("counts") else None


def outer_line(reading: Reading) -> Arguments | None:
    """The last cell of an outer line that would be empty."""
    lines = reading.about("outer_lines")
    return {"line": lines[0]} if len(lines) == 1 and reading.only("outer_lines") else None


def in_sight(reading: Reading) -> Arguments | None:
    """What a piece sees, and what would stand in its way."""
    return {"lines": reading.about("sight")} if reading.rules and reading.only("sight") else None


def one_target(reading: Reading) -> Arguments | None:
    """A piece attacks one piece, and no more."""
    cells = [cell for place in reading.about("attacks_one") for cell in place.cells]
    return {"cells": cells} if cells and reading.only("attacks_one", "sight") else None


def one_attacker(reading: Reading) -> Arguments | None:
    """A piece is attacked by one piece, and no more."""
    cells = [cell for place in reading.about("attacked_by_one") for cell in place.cells]
    return {"cells": cells} if cells and reading.only("attacked_by_one", "sight") else None


def own_kind(reading: Reading) -> Arguments | None:
    """No piece attacks its own kind."""
    lines = reading.about("other_kind")
    return {"lines": lines} if lines and reading.only("other_kind", "sight") else None


def attacks(reading: Reading) -> Arguments | None:
    """Who attacks whom, around some cells."""
    cells = [cell for place in reading.about("attacks_one", "attacked_by_one") for cell in place.cells]
    if not cells or not reading.only(*_ATTACKS):
        return None
    return {"cells": list(dict.fromkeys(cells))}


def too_short(reading: Reading) -> Arguments | None:
    """A loop that would close without all pieces, or not close at all."""
    return {} if reading.about("loop") else None


def counted_attacks(reading: Reading) -> Arguments | None:
    """Attacks, with how many pieces there are and which lines must hold some."""
    return (
        {"places": reading.about("counts", "outer_lines")} if reading.about("counts", "outer_lines") else None
    )


# The first that recognises a step names it.
TACTICS = tuple(
    Tactic(recognise.__name__.replace("_", "-"), recognise)
    for recognise in (
        all_placed,
        outer_line,
        in_sight,
        one_target,
        one_attacker,
        own_kind,
        attacks,
        too_short,
        counted_attacks,
    )
)
