"""`check`: the verdict on a puzzle, and whatever its setter should know of it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from gridwright.engine.contradictions import Board as Constraints
from gridwright.engine.limits import Budget, Control
from gridwright.engine.verdicts import STATUSES, Result, prove
from gridwright.model.genre import Board, Remark
from gridwright.model.grid import STRAIGHT, Border, Cell, Position
from gridwright.model.terms import EachRegion, Integer, Literal
from gridwright.model.words import name_of, sentence

if TYPE_CHECKING:
    from gridwright.engine.compile import Model
    from gridwright.model.labels import LabelField
    from gridwright.model.puzzle import Puzzle, Solution

MOST_CONTRADICTIONS = 20  # one is enough to make a board impossible; all would be too many to read
EXTRA_CONFLICTS = 1000  # what a question about one given may cost, beside ten times the cost of the verdict


class Finding(NamedTuple):
    """Something that the setter should know.

    kind     for programs: "disconnected-region", "no-regions", "number-of-regions", "unequal-counts",
             "impossible" (why there is no solution), "no-solution" (no rule by itself shows why),
             "several-solutions", "several-moves", "unnecessary", "wrong-status", "wrong-solution", ...
    message  for people
    places   the cells (or borders) that it speaks of
    """

    kind: str
    message: str
    places: tuple[Position, ...] = ()

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"kind": self.kind, "message": self.message}
        data["cells"] = [list(place) for place in self.places if isinstance(place, Cell)]
        borders = [[list(end) for end in place] for place in self.places if isinstance(place, Border)]
        return data | {"borders": borders} if borders else data


class Report:
    """A verdict with findings.

    status    "unique", "multiple", "none", "unknown"
    findings  in the order of their weight: what makes the board impossible first
    result    what solving it has brought
    """

    __slots__ = ("findings", "puzzle", "result", "status")

    def __init__(self, result: Result, status: str, findings: Sequence[Finding]) -> None:
        self.puzzle = result.puzzle
        self.result = result
        self.status = status
        self.findings = tuple(findings)

    def to_json(self) -> dict[str, Any]:
        return {"status": self.status, "findings": [finding.to_json() for finding in self.findings]}

    def __repr__(self) -> str:
        return f"<Report {self.status}, {len(self.findings)} findings, on {self.puzzle!r}>"


def check(
    puzzle: Puzzle,
    *,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
    memory_limit: int | None = None,
    seed: int = 0,
    control: Control | None = None,
) -> Report:
    """Prove the verdict, and look for what is odd, superfluous or impossible.

    The limits are those of `solve`, and hold for everything together.
    """
    budget = Budget(time_limit, conflict_limit, memory_limit, seed, control)
    result = Result(puzzle, prove(puzzle, budget), budget.stopped)
    model = budget.model(puzzle)
    if model is None:
        return Report(result, "unknown", ())
    return _Examination(puzzle, model, result, budget).report()


def check_knowledge(puzzle: Puzzle, *, time_limit: float | None = None) -> Report:
    """As `check`, but of the findings only those on what came with the puzzle: its status, its solution."""
    budget = Budget(time_limit)
    result = Result(puzzle, prove(puzzle, budget), budget.stopped)
    model = budget.model(puzzle)
    if model is None:
        return Report(result, "unknown", ())
    examination = _Examination(puzzle, model, result, budget)
    return Report(result, result.status, list(examination.knowledge(result.status)))


class _Examination:
    def __init__(self, puzzle: Puzzle, model: Model, result: Result, budget: Budget) -> None:
        self.puzzle = puzzle
        self.model = model
        self.result = result
        self.budget = budget
        self.board = Board.of(puzzle)

    def report(self) -> Report:
        status = self.result.status
        remarks = list(self.model.rulebook.view.remarks(self.board))
        findings = [_finding(remark) for remark in remarks if remark.refutes]
        if status in ("none", "unknown") and self.budget.goes_on():
            findings = self._impossible() + findings
        if findings:
            status = "none"
        elif status == "none":
            findings.append(Finding("no-solution", "There is no solution, but no rule by itself shows why."))
        findings += [_finding(remark) for remark in remarks if not remark.refutes]
        findings += self._disconnected()
        if status == "unique":
            findings += self._several_ways()
            findings += self._unnecessary()
        elif status == "multiple":
            findings += self._several_solutions()
        findings += self.knowledge(status)
        return Report(self.result, status, findings)

    # --- impossible boards ----------------------------------------------------------------------------------

    def _impossible(self) -> list[Finding]:
        constraints = Constraints(self.model.rulebook, self.puzzle.labels)
        describe = self.model.rulebook.view.describe
        found = constraints.contradictions(self.budget.goes_on)
        findings = []
        for rule, constraint, detail in islice(found, MOST_CONTRADICTIONS):
            message = sentence(self.puzzle, constraint.about, describe(rule), detail)
            findings.append(Finding("impossible", message, tuple(getattr(constraint.about, "cells", ()))))
        if findings or not self.budget.goes_on():
            return findings
        shortages = constraints.shortages(partial(name_of, self.puzzle), self.budget.goes_on)
        return [Finding("impossible", *shortage) for shortage in islice(shortages, 1)]

    # --- odd boards -----------------------------------------------------------------------------------------

    def _disconnected(self) -> Iterator[Finding]:
        """Regions that lie in several parts: legal, and often not meant."""
        for symbols in vars(self.model.rulebook.view).values():
            if not (isinstance(symbols, tuple) and symbols and isinstance(symbols[0], EachRegion)):
                continue
            for place in symbols[0].places(self.puzzle.labels):
                parts = _parts(place.cells)
                if len(parts) > 1:
                    message = sentence(self.puzzle, place, f"It lies in {len(parts)} parts.")
                    yield Finding(f"disconnected-{place.kind}", message, place.cells)

    def _several_ways(self) -> Iterator[Finding]:
        solution = self.result.solution
        assert solution is not None
        values = self.model.decode(solution.values)
        remarks = self.model.rulebook.view.remarks_on_solution(values, self.board)
        yield from map(_finding, remarks)

    def _several_solutions(self) -> Iterator[Finding]:
        first, second = self.result.solutions
        places = tuple(
            shown.position
            for shown, one, other in zip(self.model.rulebook.shown, first.values, second.values, strict=True)
            if one != other
        )
        what = "borders" if isinstance(places[0], Border) else "cells"
        message = f"There are several solutions; two of them differ in {len(places)} {what}."
        yield Finding("several-solutions", message, places)

    # --- what could go --------------------------------------------------------------------------------------

    def _unnecessary(self) -> Iterator[Finding]:
        """Givens and marks, each of which could go alone, and the only solution would remain the only one."""
        solution = self.result.solution
        assert solution is not None
        said = _as_assumptions(self.model, solution)
        most = 10 * self.result.stats["failures"] + EXTRA_CONFLICTS
        for array_index, field in enumerate(self.puzzle.genre.label_fields()):
            if field.kind == "regions":
                continue
            found: list[int] = []
            unknown = False
            for index, label in enumerate(self.puzzle.labels[array_index]):
                if label >= 0:
                    answer = self._is_unique_without(array_index, index, said, most)
                    unknown = unknown or answer is None
                    if answer:
                        found.append(index)
            if found:
                yield self._could_go(field, found, unknown)

    def _could_go(self, field: LabelField[Any], found: Sequence[int], unknown: bool) -> Finding:
        grid, name = self.puzzle.grid, field.name.replace("_", " ")
        if field.kind == "edges":
            edges = {grid.edge_index(edge): edge for edge in grid.edges}
            cells = [cell for index in found for cell in edges[index]]
        else:
            cells = [Cell(*divmod(index, grid.width)) for index in found]
        said = f"One of the {name}" if len(found) == 1 else f"Any one of these {len(found)} {name}"
        message = f"{said} could go: the solution would remain the only one."
        if unknown:
            message += " (Not all could be examined within the limits.)"
        return Finding("unnecessary", message, tuple(cells))

    def _is_unique_without(self, array_index: int, index: int, said: list[int], most: int) -> bool | None:
        if self.budget.stopped is not None:
            return None
        changed = array("i", self.puzzle.labels[array_index])
        changed[index] = -1
        labels = (*self.puzzle.labels[:array_index], changed, *self.puzzle.labels[array_index + 1 :])
        # What is given may mean more than itself: without it the solution may be none any more.
        outcome = self.model.shape.solve(labels, said, **self.budget.for_kernel(most))
        self.budget.spend(outcome)
        if not outcome.count:
            return False if STATUSES[outcome.verdict] == "none" else None
        symmetries = self.model.symmetries_of(labels) if self.model.symmetric else 0
        outcome = self.model.prove(labels, symmetries=symmetries, **self.budget.for_kernel(most))
        self.budget.spend(outcome)
        status = STATUSES[outcome.verdict]
        return None if status == "unknown" else status == "unique"

    # --- what came with the puzzle --------------------------------------------------------------------------

    def knowledge(self, status: str) -> Iterator[Finding]:
        claimed = self.puzzle.knowledge.get("status")
        if claimed is not None and claimed != status and status != "unknown":
            said = claimed if claimed in STATUSES else "something else"
            yield Finding("wrong-status", f"It came with the status {said}, but its status is {status}.")
        claimed = self.puzzle.knowledge.get("solution")
        if claimed is None:
            return
        try:
            broken = _broken_by(self.model, self.puzzle, claimed, self.board)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            yield Finding("wrong-solution", "The solution that came with it is none of this board.")
            return
        for origin in broken[:1]:
            rule = self.model.rulebook.view.describe(origin.rule)
            place = name_of(self.puzzle, origin.place)
            message = f"The solution that came with it breaks a rule at {place}: {rule}"
            yield Finding("wrong-solution", message, tuple(getattr(origin.place, "cells", ())))


def _finding(remark: Remark) -> Finding:
    return Finding(remark.kind, remark.message, remark.cells)


def _broken_by(model: Model, puzzle: Puzzle, claimed: Any, board: Board) -> list[Any]:
    """The rules that a claimed solution breaks; an error of some kind if it is not a filled board at all."""
    view = model.rulebook.view
    grid = claimed.get("grid")
    if grid is not None and ([len(row) for row in grid] != [puzzle.columns] * puzzle.rows):
        raise ValueError("another size")
    values = view.read_solution(claimed)
    for unknown, position, term in model.rulebook.shown:
        value = values[unknown.name][position]
        if not isinstance(term, Integer) and (value not in (0, 1) or not isinstance(value, int)):
            raise ValueError("neither yes nor no")
    return model.rulebook.broken(values, board)


def _as_assumptions(model: Model, solution: Solution) -> list[int]:
    """A solution as literals."""
    literals: list[Literal] = []
    for (_, _, term), value in zip(model.rulebook.shown, solution.values, strict=True):
        if isinstance(term, Integer):
            literals.append(term.literals[value - term.low])
        else:
            literals.append(term if value else ~term)
    return [int(literal) for literal in literals]


def _parts(cells: Sequence[Cell]) -> list[set[Cell]]:
    """The pieces in which a set of cells lies."""
    left, parts = set(cells), []
    while left:
        waiting = [min(left)]
        part = set(waiting)
        while waiting:
            row, column = waiting.pop()
            beside = {Cell(row + down, column + right) for down, right in STRAIGHT}
            fresh = (beside & left) - part
            part |= fresh
            waiting.extend(fresh)
        left -= part
        parts.append(part)
    return parts
