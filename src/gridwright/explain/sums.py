"""Counts added up: "these rows need nine stars, but these regions, which cover them, hold only eight"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from gridwright.model.meanings import Count
from gridwright.model.terms import Literal


def excludes(taken: Sequence[tuple[Count, int]], supposed: Iterable[Literal]) -> bool:
    """Can these counts, each taken so often, not all hold if this is so?

    A count that is taken n times adds n times its literals on the left, and n times the most that it allows
    on the right; less than none times: the same with its least, both sides with their signs turned. If all
    counts hold, so does left <= right. It is excluded where even the least that the left can be is more.
    """
    left: Counter[int] = Counter()  # by variable
    right = 0
    for count, times in taken:
        right += times * (count.high if times > 0 else count.low)
        for literal in count.terms:
            # A negated literal counts one less its variable.
            left[literal.variable] += -times if literal.negated else times
            right -= times if literal.negated else 0
    said = {0: True, **{literal.variable: not literal.negated for literal in supposed}}
    least = sum(
        (weight if said[variable] else 0) if variable in said else min(0, weight)
        for variable, weight in left.items()
    )
    return least > right
