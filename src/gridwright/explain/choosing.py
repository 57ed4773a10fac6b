"""By symmetry we may assume: where one of several things must hold and the board looks the same from each,
any of them may be chosen.

The images of a solution under the symmetries of the board are solutions. Marks and earlier choices break a
symmetry, unless what it makes of them is known as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING, NamedTuple

from gridwright.explain.scopes import cost_of
from gridwright.explain.steps import SYMMETRY, Link, Step, claims_of
from gridwright.model.images import Image, images_of
from gridwright.model.terms import Integer, Literal

if TYPE_CHECKING:
    from gridwright.engine.deductions import Deduction, Reach
    from gridwright.explain.walk import Walk


class Choice(NamedTuple):
    """What may be assumed if it or an image of it must hold; and of each image the facts it rests on."""

    literal: Literal
    images: Mapping[Literal, tuple[Literal, ...]]


def by_symmetry(walk: Walk, reach: Reach, placing: bool = True) -> Step | None:
    """The choice for which it costs least to see that it may be made; `placing`: it puts something somewhere.

    What is left of the symmetry then must be known to the steps that come later, or they could not use it.
    """
    known = walk.deductions.facts
    left = _left(walk, known)
    best: Step | None = None
    for choice in list(_choices(walk, known)):
        remaining = [image for image in left if choice.literal in image]
        if _places(walk, choice.literal) is not placing or len(remaining) == len(left):
            continue
        if not _goes_on(walk, (*walk.assumed, choice.literal), remaining):
            continue
        walk.deductions.know([*walk.known, *(~image for image in choice.images)])
        found = walk.deductions.prove(choice.literal, reach, walk.budget)
        if found is None:
            continue
        step = _step(walk, choice, found, known)
        if best is None or (step.cost, -len(step.cases)) < (best.cost, -len(best.cases)):
            best = step
            if found.links:  # only what is as short is of interest
                reach = reach._replace(moves=min(reach.moves, step.weight), all_moves=step.weight)
    walk.deductions.know(walk.known)
    return best


def _left(walk: Walk, known: Set[int]) -> list[frozenset[Literal]]:
    """The images of the solution that agree with what is known."""
    solution = walk.deductions.reference
    images = [frozenset(map(Literal, solution))]
    images += [
        frozenset(image.of(Literal(literal)) for literal in solution) for image in images_of(walk.puzzle)
    ]
    facts = set(map(Literal, known))
    return [image for image in dict.fromkeys(images) if facts <= image]


def _goes_on(walk: Walk, assumed: Sequence[Literal], remaining: Sequence[frozenset[Literal]]) -> bool:
    """Can further choices lead from these images to one of them, once all that they share is known?"""
    if len(remaining) == 1:
        return True
    shared = frozenset.intersection(*remaining)
    usable = [
        image
        for image in images_of(walk.puzzle)
        if all(image.source(literal) in shared for literal in assumed)
    ]
    orbits = [{one, *(frozenset(map(image.of, one)) for image in usable)} for one in remaining]
    tried: set[tuple[frozenset[Literal], ...]] = set()
    for literal in frozenset.union(*remaining) - shared:
        fewer = tuple(one for one in remaining if literal in one)
        if fewer not in tried and all(not orbit.isdisjoint(fewer) for orbit in orbits):
            tried.add(fewer)
            if _goes_on(walk, (*assumed, literal), fewer):
                return True
    return False


def _choices(walk: Walk, known: Set[int]) -> Iterator[Choice]:
    """What is open and has open images, as far as marks and earlier choices leave the symmetry."""
    moves: list[tuple[Image, tuple[Literal, ...]]] = []
    for image in images_of(walk.puzzle):
        sources = [image.source(literal) for literal in walk.assumed]
        if all(int(source) in known for source in sources):
            moves.append((image, tuple(source for source in sources if source not in walk.assumed)))
    for literal in _wanted(walk) if moves else ():
        images: dict[Literal, tuple[Literal, ...]] = {}
        for image, facts in moves:
            source = image.source(literal)
            if source != literal and not known & {int(source), int(~source)}:
                images.setdefault(source, facts)
        if images and int(literal) not in known:
            yield Choice(literal, images)


def _places(walk: Walk, literal: Literal) -> bool:
    """Does it say that something stands in a place?"""
    claim = claims_of(walk.puzzle).read(literal)
    return claim.negated == (claim.value is None) and claim.value != 0


def _wanted(walk: Walk) -> Iterator[Literal]:
    """What is shown of the solution: that something stands in a place, what it is, and what it is not."""
    true = set(walk.deductions.reference)
    for _, _, term in walk.rulebook.shown:
        for literal in term.literals if isinstance(term, Integer) else [term]:
            yield literal if int(literal) in true else ~literal


def _step(walk: Walk, choice: Choice, found: Deduction, known: Set[int]) -> Step:
    facts: dict[Literal, None] = {}
    cases = [choice.literal]
    links: list[Link] = []
    for fact in found.facts:
        said = _said(walk, fact, choice, known)
        if said != [fact] and found.links:
            links.append(Link((fact,), None, tuple(said)))
        for literal in said:
            if ~literal in choice.images:
                cases.append(~literal)
                facts.update(dict.fromkeys(choice.images[~literal]))
            else:
                facts[literal] = None
    return Step(
        walk.puzzle,
        SYMMETRY,
        cost_of(SYMMETRY, 0) + cost_of(found.kind, found.weight),
        (choice.literal,),
        tuple(walk.origins[group] for group in found.groups),
        tuple(facts),
        (*links, *map(walk.link, found.links)),
        found.weight,
        cases=tuple(dict.fromkeys(cases)),
        assumed=tuple(walk.assumed),
    )


def _said(walk: Walk, fact: Literal, choice: Choice, known: Set[int]) -> list[Literal]:
    """A fact as what was known and what was supposed: a value may be what these leave of a cell."""
    if int(fact) in known or ~fact in choice.images:
        return [fact]
    integer = walk.integer_of(fact)
    assert integer is not None
    return [~other for other in integer.literals if other != fact]
