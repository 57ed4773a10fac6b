"""What a person looks at together, and what that costs: the data behind the order of steps.

A *scope* is one rule instance with those that lie wholly within its cells: a line with the dots on it. A
genre may say in its `scopes.py`, as `EFFORT`, what its rules weigh: 1 unless said otherwise; what weighs 0 is
free, a person sees it at a glance (pieces that touch). What its `GATHERED` names is only looked at within
what gathers it: the dots on a line with the line, those between two lines with both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from gridwright.engine.deductions import Reach
from gridwright.explain.steps import CASES, CHAIN, CORE, RULE, SCOPE, SYMMETRY
from gridwright.model import registry
from gridwright.model.grid import Cell, Place
from gridwright.model.rulebook import GIVEN, Origin, Rulebook
from gridwright.model.terms import EachRegion

if TYPE_CHECKING:
    from gridwright.model.puzzle import Puzzle

# How far to look: cores of at most so many scopes, chains of at most so many moves. A genre may say
# MOST_WEIGHT in its `scopes.py`: one more scope is then tried only after chains.
REACH = Reach(weight=7, moves=12)
_OWN = {"weight": "MOST_WEIGHT", "depth": "MOST_DEPTH", "all_moves": "MOST_MOVES"}
# A question about one cell is answered in one step if that is no more than this.
AT_ONCE = Reach(weight=2, moves=0)

# The cost of a step by its kind: so much, and so much for each unit of its weight (scopes, moves).
# A symmetry comes on top of what it costs to see that one of its cases must hold.
COSTS = {RULE: (1, 1), SCOPE: (4, 2), SYMMETRY: (10, 0), CORE: (6, 6), CHAIN: (40, 4), CASES: (80, 4)}


def cost_of(kind: str, weight: int) -> int:
    first, each = COSTS[kind]
    return first + each * weight


class Scopes(NamedTuple):
    """Of one board, in the engine's terms: lists of groups, their weights; groups of what is given."""

    groups: list[list[int]]
    weights: list[int]
    given: list[int]


def reach_of(puzzle: Puzzle) -> Reach:
    own = registry.part(puzzle.genre, "scopes")
    further = {field: getattr(own, name) for field, name in _OWN.items() if hasattr(own, name)}
    return REACH._replace(**further)


def efforts_of(puzzle: Puzzle) -> Mapping[str, int]:
    own = registry.part(puzzle.genre, "scopes")
    found: Mapping[str, int] = getattr(own, "EFFORT", {})
    return found


def gathered_of(puzzle: Puzzle) -> Collection[str]:
    own = registry.part(puzzle.genre, "scopes")
    found: Collection[str] = getattr(own, "GATHERED", ())
    return found


def origins_of(rulebook: Rulebook, puzzle: Puzzle) -> dict[int, Origin]:
    """The rule instances of one board, by their group."""
    found: dict[int, Origin] = {}
    for rule, constraint, first in rulebook.posted:
        if rule.implied:
            continue
        for place in constraint.abouts(puzzle.labels):
            group = first
            if isinstance(constraint.about, EachRegion):
                assert isinstance(place, Place)
                assert isinstance(place.key, int)
                group += place.key
            found.setdefault(group, Origin(rule, place))
    return found


def scopes_of(puzzle: Puzzle, origins: Mapping[int, Origin]) -> Scopes:
    efforts = efforts_of(puzzle)
    effort = {group: efforts.get(origin.rule.name, 1) for group, origin in origins.items()}
    cells = {
        group: origin.place.cells if isinstance(origin.place, Place) else ()
        for group, origin in origins.items()
        if effort[group] and origin.rule is not GIVEN
    }
    over: dict[Cell, list[int]] = {}
    for group, own in cells.items():
        for cell in own:
            over.setdefault(cell, []).append(group)
    whole = len(puzzle.grid.cells)
    gathered = {group for group in cells if origins[group].rule.name in gathered_of(puzzle)}
    scopes: dict[int, list[int]] = {}
    for group, own in cells.items():
        if group in gathered:
            continue
        scopes[group] = [group]
        if 2 < len(own) < whole:
            inside = Counter(other for cell in own for other in over[cell])
            scopes[group] += [
                other for other, number in inside.items() if number == len(cells[other]) < len(own)
            ]
    groups = list(scopes.values())
    weights = [effort[group] for group in scopes]
    for one, other in combinations(scopes, 2) if gathered else ():
        both = {*cells[one], *cells[other]}
        near = {group for cell in cells[one] for group in over[cell]} & gathered
        between = [
            group for group in near.difference(scopes[one], scopes[other]) if both.issuperset(cells[group])
        ]
        if between:
            groups.append([*scopes[one], *scopes[other], *sorted(between)])
            weights.append(effort[one] + effort[other])
    given = [group for group, origin in origins.items() if origin.rule is GIVEN]
    return Scopes(groups, weights, given)
