"""What the symmetries of a grid make of the rules of one board, literal by literal.

What is shown lies where its image lies; what is hidden is known by its definition. That an image keeps the
rules is proved, and not believed: every constraint must become one that is there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

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
from gridwright.model.rulebook import Rulebook, rulebook_of
from gridwright.model.symmetry import SYMMETRIES, Symmetry, symmetries
from gridwright.model.terms import FALSE, Integer, Literal

if TYPE_CHECKING:
    from gridwright.model.puzzle import Puzzle


class Image:
    """Where each literal comes to lie."""

    def __init__(self, symmetry: Symmetry, of: Mapping[int, Literal]) -> None:
        self.symmetry = symmetry
        self._of = of  # by variable
        self._from = {image.variable: Literal(2 * variable | image.negated) for variable, image in of.items()}

    def of(self, literal: Literal) -> Literal:
        image = self._of[literal.variable]
        return ~image if literal.negated else image

    def source(self, literal: Literal) -> Literal:
        """The literal whose image this is."""
        source = self._from[literal.variable]
        return ~source if literal.negated else source


@lru_cache(maxsize=16)
def images_of(puzzle: Puzzle) -> tuple[Image, ...]:
    """The symmetries, but for the identity, that keep everything the rules say of a puzzle."""
    rulebook = rulebook_of(puzzle.shape)
    constraints = [made for rule, made in rulebook.resolve(puzzle.labels) if not rule.implied]
    found = []
    for symmetry in symmetries(rulebook.grid):
        if symmetry is not SYMMETRIES[0]:
            of = _literals(symmetry, rulebook, constraints)
            if _keeps(constraints, of):
                found.append(Image(symmetry, of))
    return tuple(found)


def _literals(
    symmetry: Symmetry, rulebook: Rulebook, constraints: Iterable[Constraint]
) -> dict[int, Literal]:
    of: dict[int, Literal] = {0: Literal(0)}
    terms = {(shown.unknown.name, shown.position): shown.term for shown in rulebook.shown}
    for shown in rulebook.shown:
        image = terms[shown.unknown.name, symmetry.position(shown.position, rulebook.grid)]
        if isinstance(shown.term, Integer) and isinstance(image, Integer):
            for here, there in zip(shown.term.literals, image.literals, strict=True):
                of[here.variable] = there
        elif isinstance(shown.term, Literal) and isinstance(image, Literal):
            of[shown.term.variable] = image
    defined = [made.terms for made in constraints if isinstance(made, Define)]
    by_terms = {frozenset(others): target for target, *others in defined}
    for target, *others in defined:
        if target.variable not in of and all(other.variable in of for other in others):
            other = by_terms.get(frozenset(_moved(others, of)))
            if other is not None:
                of[target.variable] = ~other if target.negated else other
    return of


def _moved(literals: Iterable[Literal], of: Mapping[int, Literal]) -> list[Literal]:
    return [~of[literal.variable] if literal.negated else of[literal.variable] for literal in literals]


_AS_IT_IS: Mapping[int, Literal] = {}


def _keeps(constraints: Iterable[Constraint], of: Mapping[int, Literal]) -> bool:
    there = {_form(made, _AS_IT_IS) for made in constraints}
    variables = {variable for made in constraints for variable in made.variables}
    if not variables <= of.keys() or len({image.variable for image in of.values()}) < len(of):
        return False
    return None not in there and all(_form(made, of) in there for made in constraints)


def _form(constraint: Constraint, of: Mapping[int, Literal]) -> object:
    """What a constraint says of the images, in a form that is equal for equal meanings; None: unknown."""

    def image(literal: Literal) -> Literal:
        return _moved((literal,), of)[0] if of else literal

    if isinstance(constraint, (Distinct, Related)):
        sides = [[image(literal) for literal in term.literals] for term in constraint.terms]
        if isinstance(constraint, Distinct):
            return "distinct", frozenset(map(tuple, sides))
        first, second = constraint.terms
        pairs = ((a, b) for a in range(first.size) for b in range(second.size))
        allowed = (pair for pair in pairs if constraint.allows(first.values[pair[0]], second.values[pair[1]]))
        return "related", frozenset(frozenset((sides[0][a], sides[1][b])) for a, b in allowed)
    terms = [image(term) for term in constraint.terms]
    if isinstance(constraint, Clause):
        return "clause", frozenset(terms)
    if isinstance(constraint, Count):
        return "count", constraint.low, constraint.high, tuple(sorted(terms))
    if isinstance(constraint, WeightedSum):
        weighed = sorted(zip(constraint.weights, terms, strict=True))
        return "sum", constraint.low, constraint.high, tuple(weighed)
    if isinstance(constraint, Define):
        return "define", terms[0], frozenset(terms[1:])
    if isinstance(constraint, Connected):
        joined = (frozenset((terms[first], terms[second])) for first, second in constraint.links)
        return "connected", frozenset(terms), frozenset(pair for pair in joined if FALSE not in pair)
    if isinstance(constraint, Loop):
        ends: dict[int, set[Literal]] = {}
        for nodes, term in zip(constraint.links, terms, strict=True):
            for node in nodes if term != FALSE else ():
                ends.setdefault(node, set()).add(term)
        return "loop", constraint.length, frozenset(Counter(map(frozenset, ends.values())).items())
    return None
