"""From a genre's rules to a kernel shape: once for all boards with the same grid and scalar fields."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Protocol

from gridwright.model.errors import PuzzleError
from gridwright.model.kept import Kept, Watch
from gridwright.model.meanings import Constraint, Table
from gridwright.model.rulebook import Origin, Posted, Rulebook, rulebook_of
from gridwright.model.symmetry import (
    SYMMETRIES,
    Symmetry,
    cell_sources,
    edge_sources,
    position_sources,
    renumbered,
    symmetries,
)
from gridwright.model.terms import Condition, Family, Integer, Labels, Member

if TYPE_CHECKING:
    from gridwright.engine.choices import Choices
    from gridwright.model.genre import Values
    from gridwright.model.puzzle import ShapeKey

# In terms of constraints; each takes the kernel some 20 to 50 bytes.
MOST_KEPT = 4_000_000


class Builder(Protocol):
    """The part of the kernel's ShapeBuilder that compiling needs."""

    def literals(self, count: int) -> int: ...
    def integer(self, low: int, size: int) -> tuple[int, int]: ...
    def labels(self, length: int) -> int: ...
    def condition(self, array: int, index: int, low: int, high: int) -> int: ...
    def table(self, rows: list[int]) -> int: ...
    def post(
        self,
        kind: str,
        terms: list[int],
        parameters: list[int],
        group: int,
        when: int = -1,
        each: int = -1,
        conditions: list[int] | None = None,
        implied: bool = False,
    ) -> None: ...
    def show_literal(self, literal: int) -> None: ...
    def show_integer(self, integer: int) -> None: ...
    def symmetry(self, images: list[int]) -> None: ...
    def build(self, guarded: bool = False) -> Any: ...


class Compiler:
    """Tells a builder everything that a rulebook says."""

    def __init__(
        self,
        rulebook: Rulebook,
        builder: Builder,
        watch: Watch | None = None,
        choices: Choices | None = None,
    ) -> None:
        self.rulebook = rulebook
        self.builder = builder
        self.watch = watch
        self.calls = rulebook.numbering.calls
        self.posted = rulebook.posted
        if choices is not None:
            self.calls = [*self.calls, *choices.numbering.calls]
            self.posted = [*self.posted, *choices.posted]
        self._conditions: dict[tuple[int, int, int, int], int] = {}
        self._tables: dict[Table, int] = {}

    def run(self, guarded: bool = False) -> Any:
        self._unknowns()
        for field in self.rulebook.genre.label_fields():
            grid = self.rulebook.grid
            self.builder.labels(grid.edge_count if field.kind == "edges" else grid.height * grid.width)
        for posted in self.posted:
            self._post(posted)
            if self.watch is not None:
                self.watch()
        for _, _, term in self.rulebook.shown:
            if isinstance(term, Integer):
                self.builder.show_integer(term.identity)
            else:
                self.builder.show_literal(term)
        for _, images in solution_symmetries(self.rulebook):
            self.builder.symmetry(images)
        return self.builder.build(guarded)

    def _unknowns(self) -> None:
        """The rulebook has numbered them already; the builder must come to the same numbers."""
        code = 2
        identity = 0
        for size, low in self.calls:
            made = (
                self.builder.integer(low, size)
                if low is not None
                else (identity, self.builder.literals(size))
            )
            if made != (identity, code):
                raise RuntimeError(f"the kernel numbers unknowns {made}, the rulebook {(identity, code)}")
            code += 2 * size
            identity += low is not None

    def _post(self, posted: Posted) -> None:
        constraint = posted.constraint
        post = constraint.encode()
        parameters = post.parameters if post.table is None else [self._table(post.table)]
        terms = constraint.terms
        self.builder.post(
            post.kind,
            post.terms,
            parameters,
            posted.group,
            -1 if constraint.when is None else self._condition(constraint.when),
            terms.region.array if isinstance(terms, Family) else -1,
            self._member_conditions(constraint),
            posted.rule.implied,
        )

    def _member_conditions(self, constraint: Constraint) -> list[int] | None:
        terms = constraint.terms
        if isinstance(terms, Family) or not any(isinstance(term, Member) for term in terms):
            return None
        return [self._condition(term.condition) if isinstance(term, Member) else -1 for term in terms]

    def _condition(self, condition: Condition) -> int:
        key = condition[:4]
        found = self._conditions.get(key)
        if found is None:
            found = self._conditions[key] = self.builder.condition(*key)
        return found

    def _table(self, table: Table) -> int:
        found = self._tables.get(table)
        if found is None:
            found = self._tables[table] = self.builder.table(list(table))
        return found


def solution_symmetries(rulebook: Rulebook) -> list[tuple[Symmetry, list[int]]]:
    """The grid's symmetries but the identity, as permutations of the solution vector, if verdicts use any."""
    if not rulebook.genre.symmetric_verdict:
        return []
    found = []
    for symmetry in symmetries(rulebook.grid):
        if symmetry is SYMMETRIES[0]:
            continue
        images: list[int] = []
        for _, positions in rulebook.view.shown():
            start = len(images)
            images += [start + source for source in position_sources(symmetry, rulebook.grid, positions)]
        found.append((symmetry, images))
    return found


class Model:
    """A compiled shape: what to ask the kernel, and what its answers mean."""

    def __init__(self, rulebook: Rulebook, watch: Watch | None = None) -> None:
        self.rulebook = rulebook
        self.shape = self._build(guarded=False, watch=watch)
        self.prove = self.shape.prove
        self.verdict = self.shape.verdict  # the plain question, looked up once: it is asked of every board
        self.known_labeled: dict[bool, tuple[Choices, Any]] = {}
        self.symmetric = rulebook.genre.symmetric_verdict
        self.weight = rulebook.weight
        self.recent = False

    @cached_property
    def guarded(self) -> Any:
        """The same shape with a guard for every group: for questions about which rules are needed."""
        return self._build(guarded=True)

    def labeled(self, ordered: bool, watch: Watch | None = None) -> tuple[Choices, Any]:
        """What labelings choose among, and the shape that knows these unknowns: the plain one, if it does."""
        from gridwright.engine.choices import Choices

        found = self.known_labeled.get(ordered)
        if found is None:
            choices = Choices(self.rulebook, ordered)
            shape = self._build(guarded=False, watch=watch, choices=choices) if choices.posted else self.shape
            found = self.known_labeled[ordered] = choices, shape
        return found

    def _build(self, guarded: bool, watch: Watch | None = None, choices: Choices | None = None) -> Any:
        from gridwright._kernel import ShapeBuilder

        try:
            return Compiler(self.rulebook, ShapeBuilder(), watch, choices).run(guarded)
        except ValueError as problem:
            if "too many" in str(problem):
                raise PuzzleError(f"this board is too large to be solved: {problem}") from None
            raise

    def decode(self, vector: Sequence[int]) -> Values:
        """A solution vector as values of the shown unknowns."""
        return self.rulebook.view.decode(vector)

    def origin(self, group: int, labels: Labels) -> Origin:
        """The rule and the place that a group of one board stands for."""
        return self.rulebook.origin(group, labels)

    @cached_property
    def _moves(self) -> list[list[Callable[[Sequence[int]], tuple[int, ...]]]]:
        """For each symmetry of solutions: what it makes of each label array."""
        grid, fields = self.rulebook.grid, self.rulebook.genre.label_fields()
        sources = [edge_sources if field.kind == "edges" else cell_sources for field in fields]
        return [
            [_mover(source(symmetry, grid)) for source in sources]
            for symmetry, _ in solution_symmetries(self.rulebook)
        ]

    def symmetries_of(self, labels: Labels) -> int:
        """Which of the shape's symmetries keep what a board gives: bits in the order they were told."""
        mask = 0
        kinds = [field.kind for field in self.rulebook.genre.label_fields()]
        for bit, moves in enumerate(self._moves):
            each = zip(labels, moves, kinds, strict=True)
            if all(_same(array, move(array), kind) for array, move, kind in each):
                mask |= 1 << bit
        return mask


def _mover(sources: Sequence[int]) -> Callable[[Sequence[int]], tuple[int, ...]]:
    # Of one index itemgetter would make no tuple, and there is nothing to move.
    return itemgetter(*sources) if len(sources) > 1 else tuple


def _same(array: Sequence[int], moved: Sequence[int], kind: str) -> bool:
    """Are two label arrays the same, whatever regions are called?"""
    return renumbered(array) == renumbered(moved) if kind == "regions" else tuple(array) == moved


def _make(shape: ShapeKey, watch: Watch | None) -> Model:
    return Model(rulebook_of(shape, watch), watch)


models = Kept(_make, MOST_KEPT)


def compile_shape(shape: ShapeKey, watch: Watch | None = None) -> Model:
    """The compiled model of a shape; those used last are kept. Safe to call from several threads."""
    return models.get(shape, watch)
