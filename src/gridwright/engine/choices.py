"""What labelings choose among: the unknowns that a genre declares with `branch_on`, made for the kernel.

Where a genre picks several of some literals (the columns of a row's stars), they become as many unknowns in
rising order, tied to the literals by constraints of the rule ORDER.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from gridwright.model.constraints import any_of, at_most, defines, exactly, impossible
from gridwright.model.genre import Rule
from gridwright.model.grid import Cell, Grid, Place
from gridwright.model.meanings import Constraint
from gridwright.model.rulebook import Numbering, Posted, Rulebook
from gridwright.model.terms import FALSE, TRUE, Condition, Labels, Literal, Member
from gridwright.model.unknowns import Pick

ORDER = Rule("order", "Unknowns that are alike are counted in order.")


@dataclass(frozen=True)
class Chosen:
    """One unknown of a labeling. Literal i says that it has value i; `orders[i]`: value i or one before."""

    name: str
    literals: tuple[Literal | Member[Literal], ...]
    values: tuple[Any, ...]  # as people read them
    numbers: tuple[int, ...]  # as choices compare them, rising
    orders: tuple[Literal, ...] = ()
    when: Condition | None = None

    def present(self, labels: Labels) -> Chosen | None:
        """This unknown on one board; None: it is not there."""
        if self.when is not None and not self.when.holds(labels):
            return None
        there = [
            place
            for place, term in enumerate(self.literals)
            if not isinstance(term, Member) or term.condition.holds(labels)
        ]
        return Chosen(
            self.name,
            tuple(plain(self.literals[place]) for place in there),
            tuple(self.values[place] for place in there),
            tuple(self.numbers[place] for place in there),
            tuple(self.orders[place] for place in there) if self.orders else (),
        )

    @property
    def conditional(self) -> bool:
        return self.when is not None or any(isinstance(term, Member) for term in self.literals)


@dataclass
class Choices:
    """The unknowns of one shape, and what a compiled shape needs beside its rules for them.

    `ordered`: every unknown gets its order literals, not only those that are counted in order.
    """

    rulebook: Rulebook
    ordered: bool
    chosen: list[Chosen] = field(default_factory=list)
    posted: list[Posted] = field(default_factory=list)
    places: list[str] = field(default_factory=list)  # what each further group is about

    def __post_init__(self) -> None:
        self.numbering = Numbering()
        self.numbering.variables = self.rulebook.numbering.variables
        for pick in self.rulebook.picks():
            before = len(self.posted)
            self.chosen += self._several(pick) if pick.number > 1 else self._single(pick)
            if len(self.posted) > before:
                self.places.append(pick.name)

    def on_board(self, labels: Labels) -> list[Chosen]:
        found = (one.present(labels) if one.conditional else one for one in self.chosen)
        return [one for one in found if one is not None]

    def _post(self, name: str, constraint: Constraint) -> None:
        self.posted.append(Posted(ORDER, constraint, self.rulebook.groups + len(self.places)))

    def _single(self, pick: Pick) -> Iterator[Chosen]:
        if pick.number < 1:
            return
        numbers = _numbers(pick.values, self.rulebook.grid)
        order = sorted(
            (place for place, term in enumerate(pick.literals) if plain(term) != FALSE),
            key=numbers.__getitem__,
        )
        literals = tuple(pick.literals[place] for place in order)
        yield Chosen(
            pick.name,
            literals,
            tuple(pick.values[place] for place in order),
            tuple(numbers[place] for place in order),
            self._orders(pick.name, literals, pick.when) if self.ordered else (),
            pick.when,
        )

    def _orders(
        self, name: str, literals: Sequence[Literal | Member[Literal]], when: Condition | None
    ) -> tuple[Literal, ...]:
        """For each value: the literal that says "this one or one before"."""
        about = Place(name, ())
        made = (*self.numbering.literals(max(0, len(literals) - 1)), TRUE)
        for place, order in enumerate(made[:-1]):
            below = made[place - 1 : place] if place else ()
            self._post(name, defines(order, any_of=[*below, literals[place]], about=about, when=when))
            # A value above excludes it; in a count, unlike a clause, a literal that a board lacks is false.
            self._post(name, at_most(1, [order, literals[place + 1]], about=about, when=when))
        return made

    def _several(self, pick: Pick) -> Iterator[Chosen]:
        """Unknown j is the place of the j-th literal that is true, in rising order of the values."""
        numbers = _numbers(pick.values, self.rulebook.grid)
        if pick.when is not None or any(isinstance(term, Member) for term in pick.literals):
            raise TypeError(f"{pick.name}: literals that some boards lack cannot be counted in order")
        literals = [plain(term) for term in pick.literals]
        if list(numbers) != sorted(numbers):
            raise TypeError(f"{pick.name}: the values of several must rise")
        about, room = Place(pick.name, ()), len(literals) - pick.number
        if room < 0:
            return self._post(pick.name, impossible(about=about))
        taken: list[list[Literal]] = [[] for _ in literals]
        before = [TRUE] * (len(literals) + 1)  # at [p + 1]: unknown j - 1 is at place p or before
        for rank in range(pick.number):
            places = range(rank, room + rank + 1)
            equal = self.numbering.literals(room + 1)
            orders = [FALSE] * (rank + 1)
            orders += self.numbering.literals(room)
            orders += [TRUE] * (len(literals) + 1 - len(orders))
            for place, here in zip(places, equal, strict=True):
                for constraint in _ranked(
                    here, literals[place], before[place], orders[place], orders[place + 1], about
                ):
                    self._post(pick.name, constraint)
                taken[place].append(here)
            self._post(pick.name, exactly(1, equal, about=about))
            yield Chosen(
                f"{pick.name} #{rank + 1}",
                tuple(equal),
                tuple(pick.values[place] for place in places),
                tuple(numbers[place] for place in places),
                tuple(orders[place + 1] for place in places),
            )
            before = orders
        for literal, ranks in zip(literals, taken, strict=True):
            self._post(pick.name, any_of([~literal, *ranks], about=about))


def _ranked(
    here: Literal, literal: Literal, enough: Literal, earlier: Literal, reached: Literal, about: Place
) -> Iterator[Constraint]:
    """Unknown j is here: this literal is true, unknown j - 1 came before (enough), unknown j itself did not.

    reached: unknown j is here or came earlier.
    """
    needed = [literal, *(term for term in (enough, ~earlier) if term != TRUE)]
    yield defines(here, all_of=needed, about=about)
    if reached == TRUE:
        return
    yield defines(reached, any_of=[here, *(term for term in (earlier,) if term != FALSE)], about=about)
    # What follows from these two taken together.
    yield any_of([~literal, reached, *(~term for term in (enough,) if term != TRUE)], about=about)
    if enough != TRUE:
        yield any_of([~reached, enough], about=about)


def plain(term: Literal | Member[Literal]) -> Literal:
    return term.term if isinstance(term, Member) else term


def _numbers(values: Sequence[Any], grid: Grid) -> tuple[int, ...]:
    """What choices compare: numbers themselves; cells in reading order; anything else as it is listed."""
    if all(isinstance(value, int) for value in values):
        return tuple(values)
    if all(isinstance(value, Cell) for value in values):
        return tuple(grid.index(value) for value in values)
    return tuple(range(len(values)))
