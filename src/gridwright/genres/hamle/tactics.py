"""What the deductions of Hamle may be called: players share no list. The words: `english.py`."""

from __future__ import annotations

from collections.abc import Iterable

from gridwright.explain.patterns import Arguments, Reading, Tactic
from gridwright.model.grid import Cell, Place


def neighbour(reading: Reading) -> Arguments | None:
    """Beside a piece there is no other."""
    if not reading.only("apart"):
        return None
    here = [cell for edge in reading.about("apart") for cell in edge.cells if cell not in reading.targets]
    return {"cells": here or reading.targets} if here else None


def only_way(reading: Reading) -> Arguments | None:
    """A piece that has one move left."""
    pieces = reading.about("moves")
    moves = any(claim.value for claim in reading.concluded if claim.unknown is None)
    return {"cells": _cells(pieces)} if pieces and moves and reading.only("moves") else None


def one_move(reading: Reading) -> Arguments | None:
    """A piece that moves one way does not move another."""
    pieces = reading.about("moves")
    return {"cells": _cells(pieces)} if pieces and reading.only("moves") else None


def no_arrival(reading: Reading) -> Arguments | None:
    """Cells that no piece can reach, and numbers that no piece can bring there."""
    cells = _cells(reading.about("arrivals"))
    if not cells or reading.known or not reading.only("arrivals", "alone"):
        return None
    return {"cells": cells}


def arrival(reading: Reading) -> Arguments | None:
    """A piece takes its number along; where no number is, no piece has gone."""
    cells = _cells(reading.about("arrivals"))
    if not cells or not reading.only("arrivals", "alone"):
        return None
    return {"cells": cells, "facts": reading.known}


def shared_cell(reading: Reading) -> Arguments | None:
    """A cell is taken."""
    cells = _cells(reading.about("alone"))
    return {"cells": cells} if cells and reading.only("alone") else None


def cut_off(reading: Reading) -> Arguments | None:
    """An empty cell must not be parted from the others."""
    return {} if reading.about("empty_cells") and reading.only("empty_cells") else None


def destinations(reading: Reading) -> Arguments | None:
    """Wherever one piece goes, the same follows."""
    pieces = reading.about("moves")
    if len(pieces) != 1 or reading.about("empty_cells"):
        return None
    return {"cells": _cells(pieces)}


def no_way_in(reading: Reading) -> Arguments | None:
    """A move that ends beside, or on, another piece."""
    if reading.about("moves", "empty_cells") or not reading.about("apart", "alone"):
        return None
    return {"places": reading.about("apart", "alone")}


def room_for_pieces(reading: Reading) -> Arguments | None:
    """Several pieces that are in each other's way."""
    pieces = reading.about("moves")
    return {"cells": _cells(pieces)} if len(pieces) > 1 and not reading.about("empty_cells") else None


def connection(reading: Reading) -> Arguments | None:
    """The empty cells hang together only if pieces go other ways."""
    return {} if reading.about("empty_cells") else None


def _cells(places: Iterable[Place]) -> list[Cell]:
    return [cell for place in places for cell in place.cells]


# The first that recognises a step names it.
TACTICS = tuple(
    Tactic(recognise.__name__.replace("_", "-"), recognise)
    for recognise in (
        neighbour,
        only_way,
        one_move,
        no_arrival,
        arrival,
        shared_cell,
        cut_off,
        destinations,
        no_way_in,
        room_for_pieces,
        connection,
    )
)
