"""What one constraint forces, given some values, as a person sees it; for `verify` alone.

Once all its unknowns have values a constraint is asked whether it holds; before that, each kind says at least
what is plain to see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gridwright.model.meanings import (
    Clause,
    Connected,
    Constraint,
    Count,
    Define,
    Distinct,
    Loop,
    Related,
    WeightedSum,
)
from gridwright.model.terms import Integer, Literal

Values = dict[int, bool]  # by variable
Forced = list[Literal] | None  # None: it cannot hold


def pruned(constraint: Constraint, values: Values) -> Forced:
    """Literals that must be true; None: the constraint cannot hold."""
    if all(variable in values for variable in constraint.variables):
        return (
            [] if constraint.holds(lambda literal: values[literal.variable] is not literal.negated) else None
        )
    look = _LOOKS.get(type(constraint))
    return [] if look is None else look(constraint, values)


def _said(literal: Literal, values: Values) -> bool | None:
    value = values.get(literal.variable)
    return value if value is None else value is not literal.negated


def _clause(constraint: Clause, values: Values) -> Forced:
    left = []
    for literal in constraint.terms:
        said = _said(literal, values)
        if said:
            return []
        if said is None:
            left.append(literal)
    if not left:
        return None
    return left if len(left) == 1 else []


def _count(constraint: Count, values: Values) -> Forced:
    true, left = 0, []
    for literal in constraint.terms:
        said = _said(literal, values)
        if said:
            true += 1
        elif said is None:
            left.append(literal)
    if true > constraint.high or true + len(left) < constraint.low:
        return None
    if true == constraint.high:
        return [~literal for literal in left]
    return left if true + len(left) == constraint.low else []


def _sum(constraint: WeightedSum, values: Values) -> Forced:
    least = most = 0
    for weight, literal in zip(constraint.weights, constraint.terms, strict=True):
        said = _said(literal, values)
        least += weight if said else min(weight, 0) if said is None else 0
        most += weight if said else max(weight, 0) if said is None else 0
    return None if least > constraint.high or most < constraint.low else []


def _define(constraint: Define, values: Values) -> Forced:
    target, *others = constraint.terms
    said = _said(target, values)
    left = [other for other in others if _said(other, values) is None]
    if any(_said(other, values) for other in others):
        return [target] if said is not False else None
    if not left:
        return [~target] if said is not True else None
    if said is False:
        return [~other for other in left]
    return left if said and len(left) == 1 else []


def _left(integer: Integer, values: Values) -> list[int]:
    pairs = zip(integer.values, integer.literals, strict=True)
    return [number for number, literal in pairs if values.get(literal.variable) is not False]


def _distinct(constraint: Distinct, values: Values) -> Forced:
    forced: list[Literal] = []
    every: set[int] = set()
    taken: set[int] = set()
    each = [(integer, _left(integer, values)) for integer in constraint.terms]
    for _, left in each:
        every.update(left)
        if len(left) == 1:
            if left[0] in taken:
                return None
            taken.add(left[0])
    if len(every) < len(each):
        return None
    for integer, left in each:
        if len(left) > 1:
            forced += [~(integer == number) for number in left if number in taken]
    if len(every) == len(each):  # every number has its place
        for number in every - taken:
            places = [integer for integer, left in each if number in left]
            if len(places) == 1:
                forced.append(places[0] == number)
    return forced


def _related(constraint: Related, values: Values) -> Forced:
    first, second = constraint.terms
    allows = constraint.allows
    firsts, seconds = _left(first, values), _left(second, values)
    lost = [first != a for a in firsts if not any(allows(a, b) for b in seconds)]
    lost += [second != b for b in seconds if not any(allows(a, b) for a in firsts)]
    return None if len(lost) == len(firsts) + len(seconds) else lost


def _connected(constraint: Connected, values: Values) -> Forced:
    """Are all that are inside still joined by what may be?"""
    said = [_said(term, values) for term in constraint.terms]
    inside = {node for node, value in enumerate(said) if value}
    if len(inside) < 2:
        return []
    beside: dict[int, list[int]] = {}
    for first, second in constraint.links:
        if said[first] is not False and said[second] is not False:
            beside.setdefault(first, []).append(second)
            beside.setdefault(second, []).append(first)
    return [] if inside <= _reached(min(inside), beside) else None


def _reached(start: int, beside: Mapping[int, list[int]]) -> set[int]:
    found, waiting = {start}, [start]
    while waiting:
        fresh = [node for node in beside.get(waiting.pop(), ()) if node not in found]
        found.update(fresh)
        waiting += fresh
    return found


def _loop(constraint: Loop, values: Values) -> Forced:
    """Does it branch, end somewhere, or close too early?"""
    ends: dict[int, list[int]] = {}
    could = [0] * constraint.nodes
    used = possible = 0
    for (first, second), term in zip(constraint.links, constraint.terms, strict=True):
        said = _said(term, values)
        if said is False:
            continue
        possible += 1
        could[first] += 1
        could[second] += 1
        if said:
            used += 1
            ends.setdefault(first, []).append(second)
            ends.setdefault(second, []).append(first)
    if any(len(others) > 2 or could[node] < 2 for node, others in ends.items()):
        return None
    if not possible or (constraint.length and not used <= constraint.length <= possible):
        return None
    for node in ends:
        part = _reached(node, ends)
        if all(len(ends[other]) == 2 for other in part) and (
            len(part) < used or constraint.length not in (0, len(part))
        ):
            return None
    return []


_LOOKS: Mapping[type[Constraint], Callable[[Any, Values], Forced]] = {
    Clause: _clause,
    Connected: _connected,
    Count: _count,
    Define: _define,
    Distinct: _distinct,
    Loop: _loop,
    Related: _related,
    WeightedSum: _sum,
}
