"""From a position to the solution, deduction by deduction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from gridwright.engine import deductions as engine
from gridwright.engine.deductions import Deduction, Deductions, Reach, solutions_with
from gridwright.explain.choosing import by_symmetry
from gridwright.explain.scopes import REACH, cost_of, origins_of, reach_of, scopes_of
from gridwright.explain.steps import SYMMETRY, Link, Step
from gridwright.model.errors import PuzzleError
from gridwright.model.genre import Board
from gridwright.model.images import images_of
from gridwright.model.marks import Mark, read_marks
from gridwright.model.rulebook import GIVEN, Rulebook
from gridwright.model.terms import FALSE, TRUE, Integer, Literal

if TYPE_CHECKING:
    from gridwright.engine.compile import Model
    from gridwright.engine.limits import Budget
    from gridwright.model.puzzle import Puzzle

Marks = Iterable[dict[str, Any]]

WAIT = 1.25


class Walk:
    """One puzzle being explained: what is known so far, and the next step.

    status    of the puzzle: "unique", "multiple", "none", "unknown"
    marks     as they were read
    mistakes  the numbers of those that no solution agrees with, by themselves or with the marks before
    """

    def __init__(self, puzzle: Puzzle, model: Model, marks: Marks | None, budget: Budget) -> None:
        self.puzzle = puzzle
        self.model = model
        self.budget = budget
        self.rulebook: Rulebook = model.rulebook
        self.reach = reach_of(puzzle)
        self.marks = read_marks(() if marks is None else marks, self.rulebook, Board.of(puzzle))
        self.origins = origins_of(self.rulebook, puzzle)
        self.known: list[Literal] = given_literals(self.rulebook, puzzle)
        self._refuse_contradictions()
        self.ended: str | None = None
        self._goals: tuple[tuple[int, ...], list[Literal]] = (), []  # a reference, and what it has us find
        self.mistakes: list[int] = []
        self.assumed: list[Literal] = []  # marks, and what was chosen by symmetry
        self._choose_at = 0  # when so much is known
        self.status, solutions, self.ended = solutions_with(puzzle, model, (), budget)
        scopes = scopes_of(puzzle, self.origins)
        self.deductions = Deductions(puzzle, model, scopes.groups, scopes.weights, scopes.given)
        if solutions:
            solution = self._nearest(literals_of(self.rulebook, solutions[0]))
            self.mistakes = self._wrong(solution)
            wrong = set(self.mistakes)
            right = [mark.literal for mark in self.marks if mark.number not in wrong]
            self.known += right
            self.assumed += (literal for literal in right if literal != TRUE)
            if self.status != "unique":
                solution = self._solution_with(right) or solution
            if self.deductions.refer([*solution, *self.known], budget) or self.deductions.refer(
                solution, budget
            ):
                self.deductions.know(self.known)
            else:
                self.ended = self.stopped

    # --- the position ---------------------------------------------------------------------------------------

    def _refuse_contradictions(self) -> None:
        """Marks against what is given, or that can never be, are no position."""
        given = set(self.known)
        for mark in self.marks:
            integer = self.integer_of(mark.literal)
            excluded = {~literal for literal in given}
            if integer is not None and not mark.literal.negated:
                excluded |= {other for other in integer.literals if given & set(integer.literals) - {other}}
            if mark.literal == FALSE:
                raise PuzzleError("this mark can never be right, whatever else is marked", f"/{mark.number}")
            if mark.literal in excluded:
                raise PuzzleError("this mark contradicts what is given", f"/{mark.number}")

    def integer_of(self, literal: Literal) -> Integer | None:
        for integer in self.rulebook.numbering.integers:
            if 0 <= int(literal) - integer.first < 2 * integer.size:
                return integer
        return None

    def _solution_with(self, literals: Iterable[Literal]) -> list[Literal] | None:
        """A solution that has these literals."""
        answer = solutions_with(self.puzzle, self.model, literals, self.budget)
        return literals_of(self.rulebook, answer.solutions[0]) if answer.solutions else None

    @property
    def symmetric(self) -> bool:
        """Are the images of the only solution as good as it is?"""
        return self.status == "unique" and self.puzzle.genre.symmetric_verdict

    def _nearest(self, solution: list[Literal]) -> list[Literal]:
        """Of the images of a solution the one that most marks agree with."""
        if not self.symmetric:
            return solution
        images = [
            solution,
            *([image.of(literal) for literal in solution] for image in images_of(self.puzzle)),
        ]
        return min(images, key=lambda image: len(self._otherwise(image)))

    def _otherwise(self, solution: Iterable[Literal]) -> list[Mark]:
        """The marks that differ from a solution, as far as it shows what they speak of."""
        true = set(solution)
        # Of a number its value alone stands there, not what else it is not.
        return [
            mark
            for mark in self.marks
            if mark.position is not None
            and mark.literal not in true
            and not (mark.literal.negated and ~mark.literal not in true)
            and mark.literal != TRUE
        ]

    def _wrong(self, solution: Iterable[Literal]) -> list[int]:
        """With one solution the marks that differ from it; with several, those that leave none."""
        otherwise = {mark.number for mark in self._otherwise(solution)}
        wrong: list[int] = []
        right: list[Literal] = []
        for mark in self.marks:
            if mark.number not in otherwise and (mark.position is not None or mark.literal == TRUE):
                continue
            alone = self.status == "unique" and mark.position is not None
            if alone or self._solution_with([*right, mark.literal]) is None:
                wrong.append(mark.number)
            else:
                right.append(mark.literal)
        return wrong

    # --- steps ----------------------------------------------------------------------------------------------

    @property
    def stopped(self) -> str | None:
        return self.ended or self.deductions.stopped or self.budget.stopped

    def steps(self) -> Iterator[Step]:
        """Steps one after another, as far as short deductions reach."""
        while self.status in ("unique", "multiple") and not self.ended and self.open():
            step = self._next()
            if step is None or self.stopped:
                return
            yield self.take(step)

    def _next(self) -> Step | None:
        """The cheapest step; what the symmetry of the board gives before anything that is hard."""
        for find, reach in self._ways():
            step = find(reach)
            if step is not None or self.stopped:
                return step
        return None

    def _ways(self) -> Iterator[tuple[Callable[[Reach], Step | None], Reach]]:
        """How to look for a step, one way after the other."""
        alone = self.reach._replace(depth=0)
        if self.symmetric:
            yield self.next, alone._replace(weight=min(alone.weight, 1), moves=0)
            yield partial(by_symmetry, self), alone
        yield self.next, alone
        if not self.reach.depth and self.reach.weight < REACH.weight:
            yield self.next, alone._replace(weight=self.reach.weight + 1)
        for depth in range(1, self.reach.depth + 1):
            deep = self.reach._replace(depth=depth)
            # To no avail it is dear: then it waits until more is known.
            if self.symmetric and len(self.known) >= self._choose_at:
                yield partial(by_symmetry, self), deep
                self._choose_at = int(len(self.known) * WAIT) + 1
            yield self.next, deep
        if self.symmetric:
            yield partial(by_symmetry, self, placing=False), self.reach

    def next(self, reach: Reach) -> Step | None:
        found = self.deductions.next(reach, self.budget)
        return None if found is None else self.step(found)

    def take(self, step: Step) -> Step:
        """From now on the conclusions are known."""
        self.known += step.conclusions
        if step.kind == SYMMETRY:
            self.assumed += step.conclusions
        self.deductions.know(self.known)
        return step

    def restart(self, known: list[Literal], assumed: list[Literal]) -> None:
        """Back to a position."""
        self.known, self.assumed = known, assumed
        self.deductions.know(known)

    def prefer(self, literal: Literal) -> None:
        """Of the images of the solution that agree with the position, one with this literal, if any."""
        if not self.symmetric:
            return
        solution = list(map(Literal, self.deductions.reference))
        for image in images_of(self.puzzle):
            other = [image.of(own) for own in solution]
            if literal in other and set(self.known).issubset(other):
                self.deductions.refer(other, self.budget)
                self.deductions.know(self.known)
                return

    def prove(self, literal: int, reach: Reach | None = None) -> Step | None:
        """The cheapest step to one literal, from the position as it is."""
        found = self.deductions.prove(literal, reach or self.reach, self.budget)
        return None if found is None else self.step(found)

    def step(self, found: Deduction) -> Step:
        place = {group: number for number, group in enumerate(found.groups)}
        sums = tuple(tuple((place[group], times) for group, times in terms) for terms in found.sums)
        return Step(
            self.puzzle,
            found.kind,
            cost_of(found.kind, found.weight),
            found.conclusions,
            tuple(self.origins[group] for group in found.groups),
            found.facts,
            tuple(map(self.link, found.links)),
            found.weight,
            sums if any(sums) else (),
        )

    def link(self, found: engine.Link) -> Link:
        moves = tuple(map(self.link, found.moves))
        return Link(found.conclusions, self.origins.get(found.group), found.because, moves)

    def open(self) -> list[Literal]:
        """The literals of shown unknowns that hold in the solution at hand and are not known."""
        facts = self.deductions.facts
        reference = self.deductions.reference
        if self._goals[0] is not reference:
            self._goals = reference, goals_of(self.rulebook, reference)
        return [literal for literal in self._goals[1] if int(literal) not in facts]

    def left(self) -> list[Literal]:
        """Of what is open, that which holds in every solution; none, where limits leave no time to look."""
        if self.status == "unique":
            return self.open()
        return [
            literal
            for literal in self.open()
            if self.budget.goes_on() and not self.deductions.is_open(literal, self.budget)
        ]


def given_literals(rulebook: Rulebook, puzzle: Puzzle) -> list[Literal]:
    """What the setter gave, as literals that hold."""
    return [
        constraint.terms[0]
        for posted in rulebook.posted
        if posted.rule is GIVEN
        for constraint in posted.constraint.resolve(puzzle.labels)
        if len(constraint.terms) == 1
    ]


def literals_of(rulebook: Rulebook, solution: Iterable[int]) -> list[Literal]:
    """A solution vector as the literals of what is shown."""
    found: list[Literal] = []
    for shown, value in zip(rulebook.shown, solution, strict=True):
        if isinstance(shown.term, Integer):
            found.append(shown.term.literals[value - shown.term.low])
        else:
            found.append(shown.term if value else ~shown.term)
    return found


def goals_of(rulebook: Rulebook, reference: Iterable[int]) -> list[Literal]:
    """What there is to find: of each shown unknown the literal that says its value."""
    true = set(reference)
    found: list[Literal] = []
    for shown in rulebook.shown:
        terms = shown.term.literals if isinstance(shown.term, Integer) else (shown.term, ~shown.term)
        found += [literal for literal in terms if int(literal) in true]
    return found


def needed(steps: Sequence[Step], rulebook: Rulebook, goals: Iterable[Literal]) -> list[Step]:
    """Without the steps that no later one and no goal needs."""
    sources = _Sources(steps, rulebook)
    wanted = {source for goal in goals for source in sources.of(goal, len(steps))}
    kept: list[Step] = []
    for number in range(len(steps) - 1, -1, -1):
        step = steps[number]
        if wanted.isdisjoint(step.conclusions):
            continue
        kept.append(step)
        for ground in step.grounds:
            wanted.update(sources.of(ground, number))
    return kept[::-1]


class _Sources:
    """Which conclusions of steps a fact comes from."""

    def __init__(self, steps: Sequence[Step], rulebook: Rulebook) -> None:
        self.concluded: dict[Literal, int] = {}  # by which step
        for number, step in enumerate(steps):
            for literal in step.conclusions:
                self.concluded.setdefault(literal, number)
        self.integer_of = {
            literal.variable: integer
            for integer in rulebook.numbering.integers
            for literal in integer.literals
        }

    def of(self, fact: Literal, before: int) -> set[Literal]:
        """Of what the steps before this one conclude; nothing, if it was known from the start.

        If no step says so, an unknown's other values do: one that it has, or all that it has not.
        """
        if self._says(fact, before):
            return {fact}
        integer = self.integer_of.get(fact.variable)
        if integer is None:
            return set()
        others = [literal for literal in integer.literals if literal.variable != fact.variable]
        if fact.negated:
            said = [literal for literal in others if self._says(literal, before)]
            if said:
                return {said[0]}
        return {~literal for literal in others if self._says(~literal, before)}

    def _says(self, literal: Literal, before: int) -> bool:
        return self.concluded.get(literal, before) < before


def number_of_first(marks: Iterable[Mark], numbers: Iterable[int]) -> Mark:
    """The mark that comes first among these numbers."""
    first = min(numbers)
    return next(mark for mark in marks if mark.number == first)
