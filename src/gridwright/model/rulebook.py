"""The rules of one shape, written out: its unknowns, and every constraint with its rule and place."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from gridwright.model.constraints import any_of
from gridwright.model.genre import Board, Genre, Rule, Values
from gridwright.model.grid import Grid, Unit
from gridwright.model.kept import Kept, Watch
from gridwright.model.meanings import Constraint, Define
from gridwright.model.terms import FALSE, CellLabels, EachRegion, Integer, Labels, Literal, Option, Value
from gridwright.model.unknowns import Keyed, Pick, Shown, picks_of

if TYPE_CHECKING:
    from gridwright.model.puzzle import Puzzle, ShapeKey

GIVEN = Rule("given", "What is given stays as it is.")


class Origin(NamedTuple):
    """Where a constraint comes from: what reasons carry and what a player is told."""

    rule: Rule
    place: Unit


class Posted(NamedTuple):
    rule: Rule
    constraint: Constraint
    group: int  # of the first region, if the constraint is about each region


class Numbering:
    """Hands out unknowns one after the other, as the kernel's builder does; variable 0 is the constant."""

    def __init__(self) -> None:
        self.variables = 1
        self.integers: list[Integer] = []
        self.calls: list[tuple[int, int | None]] = []  # (count, None) literals, (size, low) an integer

    def literal(self) -> Literal:
        return self.literals(1)[0]

    def literals(self, count: int) -> list[Literal]:
        # Neighbouring requests become one: rules that name hidden literals one by one make thousands.
        if self.calls and self.calls[-1][1] is None:
            self.calls[-1] = (self.calls[-1][0] + count, None)
        else:
            self.calls.append((count, None))
        first = 2 * self.variables
        self.variables += count
        return [Literal(first + 2 * index) for index in range(count)]

    def integer(self, low: int, size: int) -> Integer:
        made = Integer(len(self.integers), self._block(low, size), low, size)
        self.integers.append(made)
        return made

    def option(self, names: Sequence[str | None]) -> Option:
        made = Option(len(self.integers), self._block(0, len(names)), names)
        self.integers.append(made)
        return made

    def _block(self, low: int, size: int) -> int:
        self.calls.append((size, low))
        first = 2 * self.variables
        self.variables += size
        return first


class Rulebook:
    """Everything that a genre says of one shape. Runs the rules once; knows nothing of the kernel."""

    def __init__(
        self, genre: type[Genre], grid: Grid, scalars: Mapping[str, Any], watch: Watch | None = None
    ) -> None:
        self.genre = genre
        self.grid = grid
        self.numbering = Numbering()
        self.view = genre(grid, scalars)
        self.laid = {
            name: unknown.bind(self.view, self.numbering) for name, unknown in genre.unknowns.items()
        }
        self.view.__dict__.update(self.laid)
        self.shown = [
            Shown(unknown, position, self.laid[unknown.name][position])
            for unknown, positions in self.view.shown()
            for position in positions
        ]
        self.groups = 0
        self._origins: dict[int, Origin] = {}  # by the first group of each
        self._group_of: dict[tuple[str, object], int] = {}
        self.posted: list[Posted] = []
        for rule, made in self._run():
            for constraint in made:
                self.posted.append(Posted(rule, constraint, self._group(rule, constraint)))
                if watch is not None:
                    watch()
        for symbols in self.laid.values():
            if isinstance(symbols, Keyed):
                symbols.closed = True
        self._firsts = sorted(self._origins)
        self.weight = self.numbering.variables + sum(made.constraint.size for made in self.posted)
        self.recent = False

    def _run(self) -> Iterator[tuple[Rule, Iterator[Constraint]]]:
        yield GIVEN, self._givens()
        for rule in self.genre.rules:
            yield rule, getattr(self.view, rule.name)()

    def _givens(self) -> Iterator[Constraint]:
        """What a board gives of an unknown is so: of the clause's members only the given value is there."""
        for field in self.genre.label_fields():
            unknown = getattr(field, "unknown", None)
            if unknown is None:
                continue
            given: CellLabels = getattr(self.view, field.name)
            values = [(label, unknown.value_of(label)) for label in unknown.range(self.view)]
            for cell, term in self.laid[unknown.name].items():
                label = given[cell]
                members = [is_value(term, value).when(label.between(code, code)) for code, value in values]
                # Labels from the limit on are further symbols (a blocked cell) that the rules give a meaning.
                yield any_of(members, about=cell, when=label.between(0, unknown.label_limit - 1))

    def _group(self, rule: Rule, constraint: Constraint) -> int:
        """One group for each rule and place; for each region a block of them, one for each possible label."""
        about = constraint.about
        key = (rule.name, about.array if isinstance(about, EachRegion) else about)
        group = self._group_of.get(key)
        if group is None:
            group = self._group_of[key] = self.groups
            self._origins[group] = Origin(rule, about)
            self.groups += about.size if isinstance(about, EachRegion) else 1
        return group

    def origin(self, group: int, labels: Labels) -> Origin:
        """What a group of one board stands for."""
        first = self._firsts[bisect_right(self._firsts, group) - 1]
        rule, about = self._origins[first]
        if isinstance(about, EachRegion):
            about = next(place for place in about.places(labels) if place.key == group - first)
        return Origin(rule, about)

    # --- one board, without the kernel ----------------------------------------------------------------------

    def picks(self) -> tuple[Pick, ...]:
        """What labelings choose among."""
        return tuple(self.view.branch_on()) or tuple(picks_of(self.shown))

    def resolve(self, labels: Labels) -> Iterator[tuple[Rule, Constraint]]:
        """Every constraint of one board, made concrete."""
        for rule, constraint, _ in self.posted:
            for concrete in constraint.resolve(labels):
                yield rule, concrete

    def assignment(self, values: Values, board: Board) -> Value:
        """A filled board as values of all literals, the hidden ones as the rules or the genre define them."""
        known: dict[int, bool] = {0: True}  # by variable
        for unknown, position, term in self.shown:
            value = values[unknown.name][position]
            if not isinstance(term, Integer):
                known[term.variable] = bool(value)
                continue
            for literal in term.literals:
                known[literal.variable] = False
            taken = term == value
            if taken == FALSE:
                raise ValueError(f"{unknown.name} cannot be {value!r} at {position}")
            known[taken.variable] = True
        for literal, truth in self.view.fill_hidden(values, board).items():
            known[literal.variable] = truth is not literal.negated
        self._define(known, tuple(board.labels.values()))
        return lambda literal: known.get(literal.variable, False) is not literal.negated

    def _define(self, known: dict[int, bool], labels: Labels) -> None:
        """Give defined literals their values, again and again as long as one leads to another."""
        waiting = [made for _, made in self.resolve(labels) if isinstance(made, Define)]
        before = -1
        while len(known) != before:
            before = len(known)
            for target, *others in (define.terms for define in waiting):
                truths = [
                    known[other.variable] is not other.negated for other in others if other.variable in known
                ]
                if target.variable not in known and (any(truths) or len(truths) == len(others)):
                    known[target.variable] = any(truths) is not target.negated

    def broken(self, values: Values, board: Board) -> list[Origin]:
        """Which rules a filled board breaks, and where; nothing if and only if it is a solution."""
        value = self.assignment(values, board)
        found = (
            Origin(rule, constraint.about)
            for rule, constraint in self.resolve(tuple(board.labels.values()))
            if not rule.implied and not constraint.holds(value)
        )
        return list(dict.fromkeys(found))


def is_value(term: Literal | Integer, value: object) -> Literal:
    """The literal that says an unknown has this value."""
    if isinstance(term, Integer):
        return term == value
    return term if value else ~term


def _make(shape: ShapeKey, watch: Watch | None) -> Rulebook:
    return Rulebook(shape.genre, shape.grid, shape.values, watch)


# In terms of constraints; some 40 to 100 bytes each.
MOST_KEPT = 2_000_000
_kept = Kept(_make, MOST_KEPT)


def rulebook_of(shape: ShapeKey, watch: Watch | None = None) -> Rulebook:
    """The rulebook of a shape; those used last are kept. Safe to call from several threads."""
    return _kept.get(shape, watch)


def broken_rules(puzzle: Puzzle, solution: Mapping[str, Any]) -> list[Origin]:
    """Which rules a solution in the puzzle's JSON breaks, and where."""
    rulebook = rulebook_of(puzzle.shape)
    return rulebook.broken(rulebook.view.read_solution(solution), Board.of(puzzle))
