"""What players call the deductions of Star Battle. The words stand in `english.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from gridwright.explain.patterns import Arguments, Reading, Tactic
from gridwright.model.grid import Cell, Place

STAR, EMPTY = 1, 0
LINES = ("row", "column")


class _Counted:
    """A step as counting: the units that it uses, and the blocks in which stars would touch."""

    def __init__(self, reading: Reading) -> None:
        self.units = reading.about("quota")
        self.blocks = reading.about("apart")
        self.lines = [unit for unit in self.units if unit.kind in LINES]
        self.regions = [unit for unit in self.units if unit.kind not in LINES]
        self.stars = [cell for cell, value in reading.values.items() if value == STAR]
        self.empty = [cell for cell, value in reading.values.items() if value == EMPTY]
        self.new_stars = reading.becomes(STAR)
        self.new_empty = reading.becomes(EMPTY)
        self.quota: int = reading.puzzle.scalars["stars"]
        self.given = set(reading.given)

    def open(self, unit: Place) -> set[Cell]:
        """The cells of a unit that are not known to be empty, as far as the step says."""
        return set(unit.cells) - set(self.empty) - self.given

    def parallel(self) -> bool:
        """Are all its lines rows, or all columns?"""
        return len({line.kind for line in self.lines}) == 1


# --- a star, and one unit -----------------------------------------------------------------------------------


def neighbours(reading: Reading) -> Arguments | None:
    """Next to a star nothing else can be."""
    step = _Counted(reading)
    if step.units or not step.blocks or step.new_stars:
        return None
    shared = set.intersection(*(set(block.cells) for block in step.blocks))
    sources = [cell for cell in (*step.stars, *reading.given) if cell in shared]
    return {"star": sources[0]} if sources else None


def full_unit(reading: Reading) -> Arguments | None:
    """A unit that has its stars: the rest of it is empty."""
    step = _Counted(reading)
    if len(step.units) != 1 or step.blocks or step.new_stars:
        return None
    return {"unit": step.units[0], "number": step.quota}


def last_cells(reading: Reading) -> Arguments | None:
    """A unit that has as many cells left as it needs stars."""
    step = _Counted(reading)
    if len(step.units) != 1 or step.blocks or step.new_empty:
        return None
    return {"unit": step.units[0], "number": len(step.new_stars), "quota": step.quota}


def tiling(reading: Reading) -> Arguments | None:
    """What is left of a unit fits into as few 2x2 blocks as it needs stars: each holds one."""
    step = _Counted(reading)
    if len(step.units) != 1 or not step.blocks or not step.new_stars:
        return None
    return {"unit": step.units[0], "stars": step.new_stars}


def all_touch(reading: Reading) -> Arguments | None:
    """A cell that touches every cell where a unit's last star can be."""
    step = _Counted(reading)
    if len(step.units) != 1 or not step.blocks or step.new_stars:
        return None
    unit = step.units[0]
    left = step.quota - len(set(step.stars) & set(unit.cells))
    if left > 1 or not _outside(step.new_empty, unit):
        return None
    return {"unit": unit, "cells": step.new_empty, "quota": step.quota}


def exclusion(reading: Reading) -> Arguments | None:
    """A star here would leave a unit too little room."""
    step = _Counted(reading)
    if len(step.units) != 1 or not step.blocks or step.new_stars:
        return None
    return {"unit": step.units[0], "cells": step.new_empty}


# --- units within units -------------------------------------------------------------------------------------


def confined(reading: Reading) -> Arguments | None:
    """The stars of a unit must lie in another: the rest of that one is empty."""
    step = _Counted(reading)
    if len(step.units) != 2 or step.blocks or step.new_stars:
        return None
    for inner, outer in (step.units, step.units[::-1]):
        if step.open(inner) <= set(outer.cells) and _outside(step.new_empty, inner):
            return {"inner": inner, "outer": outer}
    return None


def undercount(reading: Reading) -> Arguments | None:
    """As many regions within as many lines: the lines have no room for other stars."""
    step = _Counted(reading)
    return _nested(step, step.regions, step.lines)


def overcount(reading: Reading) -> Arguments | None:
    """As many lines within as many regions: the regions have no room for other stars."""
    step = _Counted(reading)
    return _nested(step, step.lines, step.regions)


def _nested(step: _Counted, inner: list[Place], outer: list[Place]) -> Arguments | None:
    if step.blocks or step.new_stars or len(inner) != len(outer) or len(inner) < 2 or not step.parallel():
        return None
    within = set().union(*(outer_unit.cells for outer_unit in outer))
    if any(not step.open(unit) <= within for unit in inner):
        return None
    return {"inner": inner, "outer": outer}


def fish(reading: Reading) -> Arguments | None:
    """As many rows and columns: what these rows leave lies in these columns."""
    step = _Counted(reading)
    if step.regions or step.blocks or step.parallel() or not step.lines:
        return None
    return {"units": step.units}


def set_differential(reading: Reading) -> Arguments | None:
    """Counting regions against lines decides the cells by which they differ."""
    step = _Counted(reading)
    if step.blocks or len(step.units) < 2 or not step.regions or not step.lines:
        return None
    return {"regions": step.regions, "lines": step.lines}


# --- units under pressure -----------------------------------------------------------------------------------


def squeeze(reading: Reading) -> Arguments | None:
    """Lines side by side: their stars must keep apart."""
    step = _Counted(reading)
    if not step.blocks or step.regions or len(step.lines) < 2 or not step.parallel():
        return None
    keys = sorted(line.key for line in step.lines if isinstance(line.key, int))
    return {"lines": step.lines} if keys[-1] - keys[0] == len(step.lines) - 1 else None


def composite(reading: Reading) -> Arguments | None:
    """Regions alone, seen together."""
    step = _Counted(reading)
    if not step.blocks or step.lines or len(step.regions) < 2:
        return None
    return {"units": step.units}


def balance(reading: Reading) -> Arguments | None:
    """Units and blocks cover others: they have room for no more stars than those need."""
    found = _balance(reading)
    return found if found and found["cover"] else None


def covered(reading: Reading) -> Arguments | None:
    """The same with blocks alone."""
    found = _balance(reading)
    return found if found and not found["cover"] else None


def _balance(reading: Reading) -> Arguments | None:
    """One sum, every count taken once: units that need stars, and what has room for them."""
    if len(set(reading.step.sums)) != 1 or any(abs(times) != 1 for _, times in reading.step.sums[0]):
        return None
    sides: dict[tuple[str, int], list[Place]] = {}
    for number, times in reading.step.sums[0]:
        origin = reading.step.premises[number]
        if isinstance(origin.place, Place):
            sides.setdefault((origin.rule.name, times), []).append(origin.place)
    inner, blocks = sides.get(("quota", -1), []), sides.get(("apart", 1), [])
    cover = sides.get(("quota", 1), [])
    if not inner or not blocks or len(inner) + len(blocks) + len(cover) < len(reading.step.sums[0]):
        return None
    quota: int = reading.puzzle.scalars["stars"]
    beyond = Counter(cell for place in (*cover, *blocks) for cell in place.cells)
    beyond.subtract(cell for unit in inner for cell in unit.cells)
    step = _Counted(reading)
    target = reading.targets[0]
    known = {*step.stars, *step.empty, target}
    uncovered = sum(-times for cell, times in beyond.items() if times < 0 and cell not in known)
    room = quota * len(cover) + len(blocks) + uncovered - sum(beyond[cell] for cell in step.stars)
    number = quota * len(inner)
    most = room if step.new_stars else room - beyond[target]
    if most >= number or (len(reading.concluded) > 1 and room != number):
        return None
    return {"inner": inner, "cover": cover, "blocks": len(blocks), "number": number, "most": most}


def pressured_exclusion(reading: Reading) -> Arguments | None:
    """Two units that share cells: stars of one leave the other too little room."""
    step = _Counted(reading)
    return {"units": step.units} if step.blocks and len(step.units) == 2 else None


def pressured_count(reading: Reading) -> Arguments | None:
    """Regions counted against lines, where stars must also keep apart."""
    step = _Counted(reading)
    if not step.blocks or not step.parallel() or not step.regions or len(step.units) < 3:
        return None
    if len(step.regions) != len(step.lines):
        return None
    return {"units": step.units, "number": len(step.lines)}


def finned_count(reading: Reading) -> Arguments | None:
    """The same, where one side has more than the other: the surplus is settled by stars that would touch."""
    step = _Counted(reading)
    if not step.blocks or not step.parallel() or not step.regions or len(step.units) < 3:
        return None
    return {"units": step.units}


def crossing(reading: Reading) -> Arguments | None:
    """Rows and columns, with or without regions, seen together."""
    step = _Counted(reading)
    return {"units": step.units} if len(step.units) > 1 else None


def _outside(cells: Iterable[Cell], unit: Place) -> bool:
    return not any(cell in unit.cells for cell in cells)


# The first that recognises a step names it.
TACTICS = tuple(
    Tactic(recognise.__name__.replace("_", "-"), recognise)
    for recognise in (
        neighbours,
        full_unit,
        last_cells,
        tiling,
        all_touch,
        exclusion,
        confined,
        undercount,
        overcount,
        fish,
        set_differential,
        squeeze,
        composite,
        balance,
        covered,
        pressured_exclusion,
        pressured_count,
        finned_count,
        crossing,
    )
)
