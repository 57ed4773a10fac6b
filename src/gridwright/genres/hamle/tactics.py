"""What the deductions of Hamle may be called: players share no list. The words: `english.py`."""

from __future__ import annotations

from gridwright.explain.patterns import Arguments, Reading, Tactic


def neighbour(reading: Reading) -> Arguments | None:
    """Beside a piece there is no other."""
    if not reading.only("apart"):
        return None
    here = [cell for edge in reading.about("apart") for cell in edge.cells if cell not in reading.targets]
    return {"cells": here or reading.targets} if here else None


def only_way(reading: Reading) -> Arguments | None:
    """A piece that has one move left."""
    pieces = reading.about("moves")
    return {"piece": pieces[0]} if reading.only("moves") and len(pieces) == 1 else None


def no_arrival(reading: Reading) -> Arguments | None:
    """Cells that pieces cannot reach, and numbers that come with those that do."""
    cells = reading.about("arrivals")
    if not cells or not reading.only("arrivals", "alone"):
        return None
    return {"cells": [cell for place in cells for cell in place.cells]}


def shared_cell(reading: Reading) -> Arguments | None:
    """A cell is taken."""
    cells = [cell for place in reading.about("alone") for cell in place.cells]
    return {"cells": cells} if cells and reading.only("alone") else None


def cut_off(reading: Reading) -> Arguments | None:
    """An empty cell must not be parted from the others."""
    return {} if reading.about("empty_cells") and reading.only("empty_cells") else None


def destinations(reading: Reading) -> Arguments | None:
    """Wherever one piece goes, the same follows."""
    pieces = reading.about("moves")
    if len(pieces) != 1 or reading.about("empty_cells"):
        return None
    return {"piece": pieces[0]}


def no_way_in(reading: Reading) -> Arguments | None:
    """A move that ends beside, or on, another piece."""
    if reading.about("moves", "empty_cells") or not reading.about("apart", "alone"):
        return None
    return {"places": reading.about("apart", "alone")}


def room_for_pieces(reading: Reading) -> Arguments | None:
    """Several pieces that are in each other's way."""
    pieces = reading.about("moves")
    return {"pieces": pieces} if len(pieces) > 1 and not reading.about("empty_cells") else None


def connection(reading: Reading) -> Arguments | None:
    """The empty cells hang together only if pieces go other ways."""
    if not reading.about("empty_cells"):
        return None
    return {"pieces": reading.about("moves")}


# The first that recognises a step names it.
TACTICS = tuple(
    Tactic(recognise.__name__.replace("_", "-"), recognise)
    for recognise in (
        neighbour,
        only_way,
        no_arrival,
        shared_cell,
        cut_off,
        destinations,
        no_way_in,
        room_for_pieces,
        connection,
    )
)
