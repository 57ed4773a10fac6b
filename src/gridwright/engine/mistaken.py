"""`mistakes`: which marks are wrong, and which rule they break."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from gridwright.engine.contradictions import Board as Constraints
from gridwright.engine.contradictions import broken
from gridwright.engine.forcing import assumptions
from gridwright.engine.limits import Budget, Control
from gridwright.engine.verdicts import STATUSES, enumerate_solutions, prove, solutions_of
from gridwright.model.genre import Board
from gridwright.model.grid import Cell, Place, Unit
from gridwright.model.marks import Mark, read_marks
from gridwright.model.rulebook import GIVEN
from gridwright.model.terms import Integer
from gridwright.model.words import sentence

if TYPE_CHECKING:
    from gridwright.engine.compile import Model
    from gridwright.engine.contradictions import Known
    from gridwright.model.genre import Rule
    from gridwright.model.meanings import Constraint
    from gridwright.model.puzzle import Puzzle, Solution

MOST_IMAGES = 8  # of one solution, under the symmetries of a board
MOST_COMPARED = 30  # marks near one broken rule that are examined one by one


class Mistake(NamedTuple):
    """A mark that is wrong.

    number   its place in the list of marks, from 0
    mark     the mark
    kind     "given" (the board gives something else), "rule" (a rule is broken already), "marks" (it
             contradicts another), "solution" (the only solution is otherwise), "impossible" (no solution
             agrees with it, or with it and others)
    message  for people
    rule     the text of the broken rule, if one is
    cells    where that rule is broken
    """

    number: int
    mark: dict[str, Any]
    kind: str
    message: str
    rule: str | None = None
    cells: tuple[Cell, ...] = ()

    def to_json(self) -> dict[str, Any]:
        data = self._asdict()
        del data["rule"], data["cells"]
        if self.rule is not None:
            data["rule"] = self.rule
            data["cells"] = [list(cell) for cell in self.cells]
        return data


class Mistakes(list[Mistake]):
    """The mistakes in the order of the marks.

    status  of the puzzle: if "unknown", a limit was reached and there may be more mistakes
    """

    __slots__ = ("status",)

    def __init__(self, found: Iterable[Mistake], status: str) -> None:
        super().__init__(found)
        self.status = status

    def to_json(self) -> list[dict[str, Any]]:
        return [mistake.to_json() for mistake in self]


def mistakes(
    puzzle: Puzzle,
    marks: Iterable[dict[str, Any]],
    *,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
    memory_limit: int | None = None,
    seed: int = 0,
    control: Control | None = None,
) -> Mistakes:
    """Hold marks against what is given, the rules, and what solutions there are.

    Of a puzzle with one solution every mark is wrong that disagrees with it; a mark that breaks a rule
    together with others is wrong only if it is one of these. Of other puzzles all marks are wrong that break
    a rule, and those that no solution has. The limits are those of `solve`.
    """
    budget = Budget(time_limit, conflict_limit, memory_limit, seed, control)
    model = budget.model(puzzle)
    if model is None:
        return Mistakes((), "unknown")
    read = read_marks(marks, model.rulebook, Board.of(puzzle))
    solutions = _Solutions(puzzle, model, budget)
    wrong = solutions.wrong(read)
    rules = _Rules(puzzle, model, read, budget)
    reasons = rules.broken(wrong.keys() if solutions.status == "unique" else None)
    found = wrong | reasons
    return Mistakes((found[index] for index in sorted(found)), solutions.status)


class _Solutions:
    """Marks against the solutions of a puzzle."""

    def __init__(self, puzzle: Puzzle, model: Model, budget: Budget) -> None:
        self.puzzle = puzzle
        self.model = model
        self.budget = budget
        outcome = prove(puzzle, budget)
        self.status = "unknown" if outcome is None else STATUSES[outcome.verdict]
        self.solutions = solutions_of(puzzle, outcome)

    def wrong(self, marks: list[Mark]) -> dict[int, Mistake]:
        if self.status == "none":
            return {}
        if self.status != "unique":
            return self._refuted(marks)
        shown = [mark for mark in marks if mark.position is not None]
        # What is not shown may be done in several ways although the solution is the only one.
        return self._otherwise(shown) | self._refuted([mark for mark in marks if mark.position is None])

    def _otherwise(self, marks: list[Mark]) -> dict[int, Mistake]:
        """Marks that disagree with the solution; with that image of it that agrees with most marks."""
        images = self.solutions
        if self.model.symmetric:
            outcome = enumerate_solutions(
                self.puzzle, self.budget, MOST_IMAGES + 1, MOST_IMAGES, symmetries=False
            )
            images = solutions_of(self.puzzle, outcome) or images
        disagreeing = min((self._disagreeing(marks, image) for image in images), key=len)
        message = "The only solution is otherwise."
        return {
            mark.number: Mistake(mark.number, dict(mark.json), "solution", message) for mark in disagreeing
        }

    def _disagreeing(self, marks: list[Mark], solution: Solution) -> list[Mark]:
        true = {0}
        for (_, _, term), value in zip(self.model.rulebook.shown, solution.values, strict=True):
            if isinstance(term, Integer):
                true.add(term.literals[value - term.low].variable)
            elif value:
                true.add(term.variable)
        return [mark for mark in marks if (mark.literal.variable in true) is mark.literal.negated]

    def _refuted(self, marks: list[Mark]) -> dict[int, Mistake]:
        """Marks that no solution has, and those of the others that none has together."""
        if not marks or self._is_possible(marks) is not False:
            return {}
        alone = [mark for mark in marks if self._is_possible([mark]) is False]
        others = [mark for mark in marks if mark not in alone]
        together = others if others and self._is_possible(others) is False else []
        for mark in list(together):
            fewer = [other for other in together if other is not mark]
            if self._is_possible(fewer) is False:
                together = fewer
        said = "No solution agrees with it", "No solution agrees with it and these others: "
        found = {mark.number: self._impossible(mark, f"{said[0]}.") for mark in alone}
        for mark in together:
            rest = ", ".join(str(other.number) for other in together if other is not mark)
            found[mark.number] = self._impossible(mark, f"{said[1]}{rest}.")
        return found

    @staticmethod
    def _impossible(mark: Mark, message: str) -> Mistake:
        return Mistake(mark.number, dict(mark.json), "impossible", message)

    def _is_possible(self, marks: list[Mark]) -> bool | None:
        """Has any solution these marks? None: not known within the limits."""
        assumed = assumptions(marks)
        if assumed is None:
            return False
        outcome = self.model.shape.solve(self.puzzle.labels, assumed, **self.budget.for_kernel())
        self.budget.spend(outcome)
        if outcome.count:
            return True
        return False if STATUSES[outcome.verdict] == "none" else None


class _Rules:
    """Marks against what is given and against each rule by itself, with nothing searched."""

    def __init__(self, puzzle: Puzzle, model: Model, marks: list[Mark], budget: Budget) -> None:
        self.puzzle = puzzle
        self.view = model.rulebook.view
        self.board = Constraints(model.rulebook, puzzle.labels)
        self.marks = marks
        self.budget = budget
        self.reach: dict[int, set[int]] = {}  # which variables each mark decides

    def broken(self, only: Collection[int] | None) -> dict[int, Mistake]:
        """For each mark that has a part in a broken rule the first such rule; `only` for these marks."""
        found = self._ruled_out()
        left = [mark for mark in self.marks if mark.number not in found]
        for mark, other in self._contradicting(left):
            found.setdefault(mark.number, _mistake(mark, "marks", f"It contradicts mark {other.number}."))
        known = self._with(left)
        for rule, constraint in self.board.posted:
            if not self.budget.goes_on():
                break
            detail = broken(constraint, known)
            if detail is None or rule is GIVEN or broken(constraint, self.board.given):
                continue
            for mark in self._to_blame(constraint, left, only):
                if mark.number not in found:
                    found[mark.number] = self._broken_rule(mark, rule, constraint.about, detail)
        return found if only is None else {index: found[index] for index in found if index in only}

    def _ruled_out(self) -> dict[int, Mistake]:
        never, text = self.board.nothing_given(), GIVEN.text
        found = {}
        for mark in self.marks:
            if never(mark.literal) is False:
                found[mark.number] = _mistake(mark, "rule", "That can never be here.")
            elif self.board.given(mark.literal) is False:
                cells = (mark.position,) if isinstance(mark.position, Cell) else ()
                found[mark.number] = Mistake(mark.number, dict(mark.json), "given", text, text, cells)
        return found

    def _contradicting(self, marks: list[Mark]) -> Iterator[tuple[Mark, Mark]]:
        """Pairs of marks that by themselves exclude each other, both ways round."""
        known = self._with(marks)
        for mark in marks:
            if known(mark.literal) is False:
                for other in marks:
                    if self._with([other])(mark.literal) is False:
                        yield mark, other
                        yield other, mark
                        break

    def _with(self, marks: Iterable[Mark]) -> Known:
        known = self.board.given.copy()
        for mark in marks:
            known.add(mark.literal)
        return known

    def _to_blame(
        self, constraint: Constraint, marks: list[Mark], only: Collection[int] | None
    ) -> list[Mark]:
        """The marks without which the rule would not be broken, or not in the same way."""
        touched = set(constraint.variables)
        near = [mark for mark in marks if not touched.isdisjoint(self._reach_of(mark))]
        if not self._breaks(constraint, near):
            near = marks  # only several marks together decide something here
        suspects = near if only is None else [mark for mark in near if mark.number in only]
        if len(near) > MOST_COMPARED:
            return [mark for mark in self._reduced(constraint, near, None) if mark in suspects]
        return [mark for mark in suspects if mark in self._reduced(constraint, near, mark)]

    def _reduced(self, constraint: Constraint, marks: list[Mark], keep: Mark | None) -> list[Mark]:
        """So few of the marks that all of them are needed to break the rule; one of them goes last."""
        left = marks
        for mark in sorted(marks, key=lambda mark: mark is keep):
            fewer = [other for other in left if other is not mark]
            if self._breaks(constraint, fewer):
                left = fewer
        return left

    def _breaks(self, constraint: Constraint, marks: list[Mark]) -> bool:
        return broken(constraint, self._with(marks)) is not None

    def _reach_of(self, mark: Mark) -> set[int]:
        found = self.reach.get(mark.number)
        if found is None:
            found = self.reach[mark.number] = (
                self._with([mark]).values.keys() - self.board.given.values.keys()
            )
        return found

    def _broken_rule(self, mark: Mark, rule: Rule, place: Unit, detail: str) -> Mistake:
        text = self.view.describe(rule)
        message = sentence(self.puzzle, place, text, detail)
        cells = place.cells if isinstance(place, Place) else ()
        return Mistake(mark.number, dict(mark.json), "rule", message, text, cells)


def _mistake(mark: Mark, kind: str, message: str) -> Mistake:
    return Mistake(mark.number, dict(mark.json), kind, message)
