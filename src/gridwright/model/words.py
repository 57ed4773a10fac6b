"""How places of a puzzle are called, in the setter's own words where there are some."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwright.model.genre import singular
from gridwright.model.grid import Place, Unit

if TYPE_CHECKING:
    from gridwright.model.puzzle import Puzzle


def name_of(puzzle: Puzzle, place: Unit) -> str:
    """ "row 3", "r2c9"; a region has the name that its setter gave it: "region 7"."""
    if not isinstance(place, Place):
        return "the board"
    for field in puzzle.genre.label_fields():
        if field.kind == "regions" and place.kind == singular(field.name) and isinstance(place.key, int):
            names = puzzle.names.get(field.name, ())
            if place.key < len(names):
                return f"{place.kind} {names[place.key]}"
    return place.name


def features_of(puzzle: Puzzle) -> list[str]:
    """What no drawing shows of a board, in words: "3 rooks and 3 bishops"; nothing that is so anyway."""
    scalars = puzzle.scalars
    fields = [field for field in puzzle.genre.scalar_fields() if scalars[field.name] != field.default]
    return [field.say(scalars[field.name]) for field in fields]


def sentence(puzzle: Puzzle, place: Unit, *said: str) -> str:
    """ "Row 3: No number comes twice. 4 comes twice." """
    where = name_of(puzzle, place)
    if where.split()[0].isalpha():
        where = where[0].upper() + where[1:]
    return f"{where}: {' '.join(filter(None, said))}"
