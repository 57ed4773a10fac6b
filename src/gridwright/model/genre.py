"""What a puzzle genre is: the fields that a setter gives, the unknowns that a solver finds, and the rules.

A genre is a class; an instance of it is a *view* of one shape (a grid and the scalar fields), on which the
rules run once. In a view, scalar fields are plain values, the other fields and the unknowns are symbols.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from gridwright.model.grid import Cell, Grid, Position
from gridwright.model.meanings import Constraint
from gridwright.model.terms import CellLabels, EachRegion, EdgeLabels, Literal
from gridwright.model.unknowns import Pick, Unknown

if TYPE_CHECKING:
    from gridwright.model.fields import Field, LabelField, Scalar
    from gridwright.model.puzzle import Puzzle, ShapeKey

Constraints = Iterator[Constraint]
Values = Mapping[str, Mapping[Any, Any]]  # of each shown unknown by name: its value at each position
G = TypeVar("G", bound="Genre")
Method = Callable[[G], Constraints]


@dataclass(frozen=True)
class Rule:
    """One rule of a genre, or implied knowledge, which only the engine sees."""

    name: str
    text: str
    implied: bool = False


class Remark(NamedTuple):
    """Something about a board that its setter should know."""

    kind: str  # one or two words with hyphens, for programs
    message: str
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Board:
    """What one puzzle gives, for the hooks that look at a puzzle and not at a shape."""

    grid: Grid
    labels: Mapping[str, Sequence[int]]  # by field name; -1 where nothing is given

    @classmethod
    def of(cls, puzzle: Puzzle) -> Board:
        names = (field.name for field in puzzle.genre.label_fields())
        return cls(puzzle.grid, dict(zip(names, puzzle.labels, strict=True)))

    def at(self, field: str, cell: Cell) -> int:
        return self.labels[field][self.grid.index(cell)]


def rule(text: str) -> Callable[[Method[G]], Method[G]]:
    """A rule of the genre, in the words a player reads; {stars} stands for a scalar field."""

    def mark(method: Method[G]) -> Method[G]:
        method.__rule__ = Rule(method.__name__, text)  # type: ignore[attr-defined]
        return method

    return mark


def implied(method: Method[G]) -> Method[G]:
    """Knowledge that follows from the rules and helps the engine; it is never shown to anybody."""
    method.__rule__ = Rule(method.__name__, method.__doc__ or "", implied=True)  # type: ignore[attr-defined]
    return method


class Genre:
    """Base of every genre: declare fields, unknowns, rules; override a hook if its default does not fit."""

    name: ClassVar[str] = ""
    aliases: ClassVar[tuple[str, ...]] = ()
    title: ClassVar[str] = ""  # as people write it; default: the name with capitals

    # Is a puzzle unique if its solutions are images of each other under symmetries that keep its givens?
    symmetric_verdict: ClassVar[bool] = False

    says_size: ClassVar[bool] = False  # a square board is written as "size": N
    knowledge: ClassVar[frozenset[str]] = frozenset()  # further JSON keys that are passed on and mean nothing

    # Collected from the class.
    fields: ClassVar[dict[str, Field[Any]]] = {}
    unknowns: ClassVar[dict[str, Unknown]] = {}
    rules: ClassVar[tuple[Rule, ...]] = ()

    _scalars: ClassVar[tuple[Scalar[Any], ...]] = ()
    _labels: ClassVar[tuple[LabelField[Any], ...]] = ()

    grid: Grid
    scalars: Mapping[str, Any]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # Here, not above: a field reads JSON and needs much that a genre does not.
        from gridwright.model.fields import Field, LabelField, Scalar

        members: dict[str, Any] = {}
        for base in reversed(cls.__mro__):
            members.update(vars(base))
        cls.fields = {name: member for name, member in members.items() if isinstance(member, Field)}
        cls.unknowns = {name: member for name, member in members.items() if isinstance(member, Unknown)}
        cls.rules = tuple(
            found
            for member in members.values()
            if isinstance(found := getattr(member, "__rule__", None), Rule)
        )
        cls._scalars = tuple(field for field in cls.fields.values() if isinstance(field, Scalar))
        cls._labels = tuple(field for field in cls.fields.values() if isinstance(field, LabelField))
        if not cls.title:
            cls.title = cls.name.replace("-", " ").title()

    def __init__(self, grid: Grid, scalars: Mapping[str, Any]) -> None:
        self.grid = grid
        self.scalars = dict(scalars)
        # Fields and unknowns are descriptors without __set__: what stands in the instance goes first.
        self.__dict__.update(scalars)
        for array, field in enumerate(self.label_fields()):
            self.__dict__[field.name] = self._symbol(field, array)

    def _symbol(self, field: LabelField[Any], array: int) -> object:
        if field.kind == "regions":
            return (EachRegion(singular(field.name), array, self.grid),)
        labels = EdgeLabels if field.kind == "edges" else CellLabels
        return labels(field.name, array, self.grid, field.encode)

    @classmethod
    def scalar_fields(cls) -> tuple[Scalar[Any], ...]:
        return cls._scalars

    @classmethod
    def label_fields(cls) -> tuple[LabelField[Any], ...]:
        """In the order of their arrays."""
        return cls._labels

    def describe(self, rule: Rule) -> str:
        """The text of a rule with this puzzle's numbers in it."""
        words = {field.name: field.say(self.scalars[field.name]) for field in self.scalar_fields()}
        return rule.text.format_map(words)

    # --- solutions ------------------------------------------------------------------------------------------

    def shown(self) -> Iterator[tuple[Unknown, Sequence[Position]]]:
        """The order of the solution vector: what a player sees, position by position."""
        for unknown in self.unknowns.values():
            if unknown.shown:
                yield unknown, unknown.positions(self.grid)

    def decode(self, vector: Sequence[int]) -> Values:
        """The solution vector as values of the shown unknowns."""
        numbers = iter(vector)
        found: dict[str, dict[Position, Any]] = {}
        for unknown, positions in self.shown():
            means = unknown.values(self)
            taken = {position: next(numbers) for position in positions}
            if means is not None:
                taken = {position: means[number] for position, number in taken.items()}
            found[unknown.name] = taken
        return found

    @classmethod
    def solution_to_json(cls, puzzle: Puzzle, vector: Sequence[int]) -> dict[str, Any]:
        """What a solver found, in the puzzle's JSON."""
        view = view_of(puzzle.shape)
        return view.solution(view.decode(vector), Board.of(puzzle))

    # --- hooks ----------------------------------------------------------------------------------------------

    @classmethod
    def refuse(cls, shape: ShapeKey) -> str | None:
        """Why a grid of this shape cannot be a puzzle of this genre at all; None: it can."""
        return None

    @classmethod
    def derive(cls, board: Board) -> dict[str, Hashable]:
        """More scalars of a puzzle's shape, found from what it gives (how far its pieces move)."""
        return {}

    def branch_on(self) -> Iterator[Pick]:
        """What labelings choose among; nothing: every shown unknown by itself, in order."""
        return iter(())

    def fill_hidden(self, values: Values, board: Board) -> Mapping[Literal, bool]:
        """Values of hidden literals that no `defines` gives, for a filled board: as good as they can be."""
        return {}

    def read_mark(self, mark: Mapping[str, Any], board: Board) -> Literal | None:
        """What a mark says that names neither a cell nor a border; None: this genre knows no such mark."""
        return None

    def write_mark(self, literal: Literal, board: Board) -> Mapping[str, Any] | None:
        """The reverse of `read_mark`: a mark for what is not shown; None: this genre has none."""
        return None

    def remarks(self, board: Board) -> Iterator[Remark]:
        """What is odd about a board, or makes it impossible, although no single rule shows it."""
        return iter(())

    def remarks_on_solution(self, values: Values, board: Board) -> Iterator[Remark]:
        """What is odd about the only solution."""
        return iter(())

    def solution(self, values: Values, board: Board) -> dict[str, Any]:
        """A filled board as JSON; by default the first shown unknown as a grid, or as lines on borders."""
        unknown, _ = next(self.shown())
        if unknown.on == "cells":
            return {"grid": as_grid(self.grid, values[unknown.name])}
        return {"lines": as_lines(self.grid, values[unknown.name])}

    def read_solution(self, solution: Mapping[str, Any]) -> Values:
        """The reverse of `solution`, as far as rules need it."""
        unknown, _ = next(self.shown())
        if unknown.on == "cells":
            rows = solution["grid"]
            return {unknown.name: {cell: rows[cell.row][cell.column] for cell in self.grid.cells}}
        lines = solution["lines"]
        return {
            unknown.name: {
                border: lines[border.direction][border.first.row][border.first.column]
                for border in self.grid.borders
            }
        }


@lru_cache(maxsize=64)
def view_of(shape: ShapeKey) -> Genre:
    """A view for decoding: thousands of solutions of one shape are written in a row."""
    return shape.view()


def singular(name: str) -> str:
    """What one of them is called: regions -> region, boxes -> box."""
    return name.removesuffix("es") if name.endswith(("xes", "ches", "shes")) else name.removesuffix("s")


def as_grid(grid: Grid, values: Mapping[Position, Any]) -> list[list[Any]]:
    """Values of cells as rows; a hole is None."""
    return [[values.get(Cell(row, column)) for column in range(grid.width)] for row in range(grid.height)]


def as_lines(grid: Grid, values: Mapping[Position, Any]) -> dict[str, list[list[Any]]]:
    """Values of borders: rows of horizontal ones (height + 1), and rows of vertical ones (each width + 1)."""
    found: dict[str, list[list[Any]]] = {
        "horizontal": [[None] * grid.width for _ in range(grid.height + 1)],
        "vertical": [[None] * (grid.width + 1) for _ in range(grid.height)],
    }
    for border in grid.borders:
        found[border.direction][border.first.row][border.first.column] = values[border]
    return found
