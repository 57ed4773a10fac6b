"""The words that rules are written with: each function makes a constraint of its terms.

What they mean exactly stands in `meanings`. Every function takes `about`, the place that it speaks of (the
whole board if left out), and most take `when`, a condition on what the board gives.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, TypeAlias

from gridwright.model.meanings import (
    Allows,
    Bands,
    Clause,
    Connected,
    Count,
    Define,
    Distinct,
    Loop,
    Packing,
    Related,
    Room,
    WeightedSum,
    WholeLine,
)
from gridwright.model.terms import About, Condition, Family, Integer, Literal, Member, place_of

Literals: TypeAlias = "Iterable[Literal | Member[Literal]] | Family[Literal]"
Integers: TypeAlias = "Iterable[Integer | Member[Integer]] | Family[Integer]"


def _terms(members: Iterable[Any] | Family[Any]) -> Any:
    return members if isinstance(members, Family) else tuple(members)


# --- how many -----------------------------------------------------------------------------------------------


def exactly(
    number: int, literals: Literals, *, about: About | None = None, when: Condition | None = None
) -> Count:
    """That many of the literals are true."""
    return Count(_terms(literals), place_of(about), when, number, number)


def at_most(
    number: int, literals: Literals, *, about: About | None = None, when: Condition | None = None
) -> Count:
    return Count(_terms(literals), place_of(about), when, 0, number)


def at_least(
    number: int, literals: Literals, *, about: About | None = None, when: Condition | None = None
) -> Count:
    terms = _terms(literals)
    return Count(
        terms, place_of(about), when, number, len(terms.terms if isinstance(terms, Family) else terms)
    )


def any_of(literals: Literals, *, about: About | None = None, when: Condition | None = None) -> Clause:
    """At least one of the literals is true."""
    return Clause(_terms(literals), place_of(about), when)


def impossible(*, about: About | None = None, when: Condition | None = None) -> Clause:
    """No solution can be: a clause without literals."""
    return any_of((), about=about, when=when)


def implies(
    premises: Literal | Iterable[Literal],
    conclusions: Literal | Iterable[Literal],
    *,
    about: About | None = None,
    when: Condition | None = None,
) -> Clause:
    """If all premises are true, then at least one conclusion is."""
    premises = [premises] if isinstance(premises, Literal) else premises
    conclusions = [conclusions] if isinstance(conclusions, Literal) else conclusions
    return any_of([*(~premise for premise in premises), *conclusions], about=about, when=when)


def defines(
    target: Literal,
    *,
    any_of: Iterable[Literal | Member[Literal]] | None = None,
    all_of: Iterable[Literal | Member[Literal]] | None = None,
    about: About | None = None,
    when: Condition | None = None,
) -> Define:
    """The target is true if and only if one of the others is (or all of them; of none, all are)."""
    if (any_of is None) == (all_of is None):
        raise TypeError("defines takes either any_of=... or all_of=...")
    if any_of is not None:
        return Define((target, *any_of), place_of(about), when)
    # All are true unless one is false.
    return Define((~target, *(_opposite(term) for term in all_of or ())), place_of(about), when)


def _opposite(term: Literal | Member[Literal]) -> Literal | Member[Literal]:
    return (~term.term).when(term.condition) if isinstance(term, Member) else ~term


def weighted_sum(
    weighted: Iterable[tuple[int, Literal | Member[Literal]]],
    *,
    low: int,
    high: int,
    about: About | None = None,
    when: Condition | None = None,
) -> WeightedSum:
    """The weights of the true literals add up to a number in low..high."""
    pairs = tuple(weighted)
    terms = tuple(term for _, term in pairs)
    return WeightedSum(terms, place_of(about), when, low, high, tuple(weight for weight, _ in pairs))


# --- numbers ------------------------------------------------------------------------------------------------


def distinct(
    integers: Integers, *, strength: str = "value", about: About | None = None, when: Condition | None = None
) -> Distinct:
    """No two of the integers are equal. Strength: how much the engine sees (value, hall or domain)."""
    return Distinct(_terms(integers), place_of(about), when, strength)


def related(
    first: Integer,
    second: Integer,
    allows: Allows,
    *,
    about: About | None = None,
    when: Condition | None = None,
) -> Related:
    """`allows(a, b)` is true of the two numbers. It must depend on nothing else."""
    return Related((first, second), place_of(about), when, allows)


def whole_line(integers: Iterable[Integer], *, about: About | None = None) -> WholeLine:
    """Redundant: reason about all constraints within this line at once."""
    return WholeLine(tuple(integers), place_of(about), None)


# --- shapes -------------------------------------------------------------------------------------------------


def connected(
    nodes: Mapping[Any, Literal | Member[Literal]],
    links: Iterable[tuple[Hashable, Hashable]],
    *,
    about: About | None = None,
    when: Condition | None = None,
) -> Connected:
    """The nodes whose literal is true form one part, going along links between true nodes only."""
    number = {node: index for index, node in enumerate(nodes)}
    pairs = tuple((number[first], number[second]) for first, second in links)
    return Connected(tuple(nodes.values()), place_of(about), when, pairs)


def one_loop(
    links: Iterable[tuple[Hashable, Hashable, Literal | Member[Literal]]],
    *,
    length: int = 0,
    about: About | None = None,
    when: Condition | None = None,
) -> Loop:
    """The true links (node, node, literal) form one closed loop, of that many links if a length is given."""
    ends: list[tuple[int, int]] = []
    terms: list[Literal | Member[Literal]] = []
    number: dict[Hashable, int] = {}
    for first, second, term in links:
        ends.append((number.setdefault(first, len(number)), number.setdefault(second, len(number))))
        terms.append(term)
    return Loop(tuple(terms), place_of(about), when, len(number), length, tuple(ends))


def packing(need: int, slots: Iterable[Iterable[Literal]], *, about: About | None = None) -> Packing:
    """Redundant: so many true literals fit into slots, at most one in any two neighbouring ones."""
    rows = [tuple(slot) for slot in slots]
    terms = tuple(literal for slot in rows for literal in slot)
    return Packing(terms, place_of(about), None, need, tuple(len(slot) for slot in rows))


def bands(quota: int, cells: Literals, lines: Iterable[int], *, about: About | None = None) -> Bands:
    """Redundant: every region holds `quota`, and so does every line; `lines` tells the line of each cell."""
    return Bands(_terms(cells), place_of(about), None, quota, tuple(lines))


def room(need: int, cells: Literals, *, about: About | None = None) -> Room:
    """Redundant: every region holds `need` at least; looks for room, as some literals exclude each other."""
    return Room(_terms(cells), place_of(about), None, need)
