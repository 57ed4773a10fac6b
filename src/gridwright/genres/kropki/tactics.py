"""What players call the deductions of Kropki. The words stand in `english.py`."""

from __future__ import annotations

from typing import Any

from gridwright.explain.patterns import Arguments, Reading, Tactic
from gridwright.model.grid import Cell, Place

UNITS = "lines", "in_boxes"
DOTS = {"white_dots": "white", "black_dots": "black"}
NO_DOTS = "no_dots"


class _Lines:
    """A step as lines, dots, and places without a dot."""

    def __init__(self, reading: Reading) -> None:
        self.units = reading.about(*UNITS)
        self.dots = [
            (DOTS[origin.rule.name], origin.place)
            for origin in reading.origins
            if origin.rule.name in DOTS and isinstance(origin.place, Place)
        ]
        self.white = reading.about("white_dots")
        self.black = reading.about("black_dots")
        self.without = reading.about(NO_DOTS)
        self.edges = [*self.white, *self.black, *self.without]
        self.new = [
            (claim.position, claim.value)
            for claim in reading.concluded
            if isinstance(claim.position, Cell) and not claim.negated
        ]
        self.facts = bool(reading.known) or bool(reading.given)
        self.filled = {*reading.values, *reading.given}
        self.numbers = range(1, max(reading.grid.height, reading.grid.width) + 1)

    @property
    def unit(self) -> Place | None:
        """The line or box, if it uses one and nothing else."""
        return self.units[0] if len(self.units) == 1 and not self.edges else None


# --- lines by themselves ------------------------------------------------------------------------------------


def taken(reading: Reading) -> Arguments | None:
    """A number that a line has cannot come twice."""
    step = _Lines(reading)
    if step.unit is None or step.new or len(reading.values) + len(reading.given) != 1 or reading.excluded:
        return None
    values = {value for values in reading.loses.values() for value in values}
    return {"unit": step.unit, "value": next(iter(values)), "cell": [*reading.values, *reading.given][0]}


def hidden_single(reading: Reading) -> Arguments | None:
    """A number that can stand in one cell only of a line."""
    step = _Lines(reading)
    if step.unit is None or not step.new:
        return None
    cell, value = step.new[0]
    others = [other for other in step.unit if other != cell and other not in step.filled]
    if len(step.unit) < len(step.numbers) or not all(
        value in reading.excluded.get(other, ()) for other in others
    ):
        return None
    return {"unit": step.unit, "cell": cell, "value": value}


def naked_single(reading: Reading) -> Arguments | None:
    """A cell that has one number left."""
    step = _Lines(reading)
    if step.edges or not step.new:
        return None
    cell, value = step.new[0]
    if any(cell not in unit.cells for unit in step.units):
        return None
    seen = {reading.values[other] for unit in step.units for other in unit if other in reading.values}
    gone = seen.union(reading.excluded.get(cell, ()))
    return {"cell": cell, "value": value} if gone >= set(step.numbers) - {value} else None


def naked_subset(reading: Reading) -> Arguments | None:
    """Cells that have as many numbers left as they are: nobody else in the line gets these."""
    step = _Lines(reading)
    if step.unit is None or len(reading.excluded) < 2:
        return None
    seen = set(reading.values.values())
    left = {
        number
        for values in reading.excluded.values()
        for number in set(step.numbers).difference(values) - seen
    }
    others = [cell for cell in step.unit if cell not in step.filled and cell not in reading.excluded]
    hidden = len(step.unit) == len(step.numbers) and len(others) < len(reading.excluded)
    if len(left) != len(reading.excluded) or hidden:  # fewer cells are seen more easily
        return None
    return {"unit": step.unit, "cells": list(reading.excluded), "values": sorted(left)}


def hidden_subset(reading: Reading) -> Arguments | None:
    """Numbers that have as many cells left as they are: nothing else stands there."""
    step = _Lines(reading)
    if step.unit is None or len(step.unit) < len(step.numbers):
        return None
    numbers = {number for values in reading.excluded.values() for number in values}
    cells = {
        cell
        for number in numbers
        for cell in step.unit
        if cell not in step.filled and number not in reading.excluded.get(cell, ())
    }
    if len(numbers) != len(cells):
        return None
    return {"unit": step.unit, "cells": sorted(cells), "values": sorted(numbers)}


def line_counted(reading: Reading) -> Arguments | None:
    """A line by itself, counted in another way."""
    step = _Lines(reading)
    return {"unit": step.unit} if step.unit is not None else None


def locked(reading: Reading) -> Arguments | None:
    """One number in a line and a box: where they cross it must be, or nowhere else in one of them."""
    found = fish(reading)
    return found if found and len(found["units"]) == 2 and len(reading.about("in_boxes")) == 1 else None


def fish(reading: Reading) -> Arguments | None:
    """One number in several lines, whose places for it lie in as many lines across."""
    step = _Lines(reading)
    numbers = {claim.value for claim in (*reading.known, *reading.concluded)}
    if step.edges or len(step.units) < 2 or len(numbers) != 1:
        return None
    return {"units": step.units, "value": numbers.pop()}


# --- dots by themselves -------------------------------------------------------------------------------------


def black_domain(reading: Reading) -> Arguments | None:
    """Numbers that have neither a double nor a half."""
    step = _Lines(reading)
    if step.units or len(step.black) != 1 or len(step.edges) != 1 or step.facts:
        return None
    return {"edge": step.black[0], "values": _numbers(reading)}


def dot_arc(reading: Reading) -> Arguments | None:
    """What is known on one side of a dot says something of the other."""
    step = _Lines(reading)
    if step.units or len(step.dots) != 1 or step.without or not reading.known:
        return None
    colour, edge = step.dots[0]
    return {"colour": colour, "edge": edge, "facts": reading.known}


def no_dot_arc(reading: Reading) -> Arguments | None:
    """The same where there is no dot, and could be one."""
    step = _Lines(reading)
    if step.units or step.dots or len(step.without) != 1 or not reading.known:
        return None
    return {"edge": step.without[0], "facts": reading.known}


def no_dot_confinement(reading: Reading) -> Arguments | None:
    """A number that a line has on one side of a cell or the other, without a dot on either."""
    step = _Lines(reading)
    numbers = {value for values in reading.excluded.values() for value in values}
    if len(step.units) != 1 or step.dots or len(step.without) != 2 or len(numbers) != 1 or step.filled:
        return None
    between = set.intersection(*(set(edge.cells) for edge in step.without))
    if set(reading.targets) != between:
        return None
    return {"unit": step.units[0], "cell": between.pop(), "value": numbers.pop()}


# --- a line with its dots -----------------------------------------------------------------------------------


def black_black(reading: Reading) -> Arguments | None:
    """Two black dots on one cell: it is the middle of three numbers, each the double of the next."""
    step = _Lines(reading)
    if len(step.units) != 1 or len(step.black) != 2 or len(step.edges) != 2 or step.facts:
        return None
    shared = set(step.black[0].cells) & set(step.black[1].cells)
    return {"cell": shared.pop(), "unit": step.units[0]} if shared else None


def black_dominoes(reading: Reading) -> Arguments | None:
    """Black dots that share no cell: a line has not many pairs of a number and its double."""
    step = _Lines(reading)
    cells = [cell for edge in step.black for cell in edge.cells]
    if len(step.units) != 1 or len(step.black) < 2 or len(step.edges) != len(step.black):
        return None
    return {"unit": step.units[0], "dots": step.black} if len(set(cells)) == len(cells) else None


def white_run(reading: Reading) -> Arguments | None:
    """White dots in a row: the numbers go up, or down, one by one."""
    step = _Lines(reading)
    if len(step.units) != 1 or len(step.white) < 2 or len(step.edges) != len(step.white):
        return None
    cells = sorted({cell for edge in step.white for cell in edge.cells})
    dots = [cell for edge in step.white for cell in edge.cells]
    branches = any(dots.count(cell) > 2 for cell in cells)
    if branches or len(cells) != len(step.white) + 1 or not set(cells) <= set(step.units[0].cells):
        return None
    return {"cells": cells, "unit": step.units[0]}


def line_with_a_dot(reading: Reading) -> Arguments | None:
    """One line and one dot, or place without one."""
    step = _Lines(reading)
    if len(step.units) != 1 or len(step.edges) != 1:
        return None
    return {"unit": step.units[0], "edge": step.edges[0]}


def whole_line(reading: Reading) -> Arguments | None:
    """All ways to fill a line that its dots allow."""
    step = _Lines(reading)
    return {"unit": step.units[0]} if len(step.units) == 1 and step.edges else None


def several_lines(reading: Reading) -> Arguments | None:
    """Several lines with their dots."""
    step = _Lines(reading)
    return {"units": step.units} if len(step.units) > 1 else None


def _numbers(reading: Reading) -> list[Any]:
    return sorted({value for values in reading.loses.values() for value in values})


# The first that recognises a step names it.
TACTICS = tuple(
    Tactic(recognise.__name__.replace("_", "-"), recognise)
    for recognise in (
        taken,
        hidden_single,
        naked_single,
        naked_subset,
        hidden_subset,
        line_counted,
        locked,
        fish,
        black_domain,
        dot_arc,
        no_dot_arc,
        no_dot_confinement,
        black_black,
        black_dominoes,
        white_run,
        line_with_a_dot,
        whole_line,
        several_lines,
    )
)
