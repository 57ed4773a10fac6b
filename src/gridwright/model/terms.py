"""What rules are written with: literals, integers, conditions on what a board gives, each region of a board.

Rules run once for all boards of a shape. Unknowns and what a board gives are therefore symbols: they can be
passed to a constraint, never asked. Every attempt to ask one in Python's `if` says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, NoReturn, TypeVar

from gridwright.model.grid import BOARD, Cell, Edge, Grid, Place, Position, Unit

Labels = Sequence[Sequence[int]]  # one board's label arrays, -1 where nothing is given


class Literal(int):
    """A yes/no unknown or its opposite `~literal`; the number is the kernel's code for it."""

    __slots__ = ()

    @property
    def variable(self) -> int:
        return int(self) >> 1

    @property
    def negated(self) -> bool:
        return int(self) % 2 == 1

    def __invert__(self) -> Literal:
        return Literal(int(self) ^ 1)

    def __bool__(self) -> NoReturn:
        raise TypeError(
            "an unknown has no value while rules are written: pass it to a constraint instead of `if`"
        )

    def __and__(self, other: object) -> NoReturn:
        raise TypeError("unknowns are not joined with & or |: use any_of, implies or defines")

    __or__ = __rand__ = __ror__ = __and__

    def __repr__(self) -> str:
        return f"{'~' if self.negated else ''}x{self.variable}"

    def when(self, condition: Condition) -> Member[Literal]:
        """This literal as a member that is there only on boards where the condition holds."""
        return Member(self, condition)


TRUE = Literal(0)
FALSE = Literal(1)

Value = Callable[[Literal], bool]  # what an assignment says of a literal
Encode = Callable[[object], int]  # a field's value as it stands in a label array


class Integer:
    """A whole number to be found, low <= x < low + size. `x == 3` is the literal that says so."""

    __slots__ = ("_literals", "first", "identity", "low", "size")

    def __init__(self, identity: int, first: int, low: int, size: int) -> None:
        self.identity = identity
        self.first = first
        self.low = low
        self.size = size
        self._literals: tuple[Literal, ...] | None = None

    @property
    def values(self) -> range:
        return range(self.low, self.low + self.size)

    @property
    def literals(self) -> tuple[Literal, ...]:
        """One for each value, in order: exactly one of them is true."""
        if self._literals is None:
            self._literals = tuple(Literal(self.first + 2 * index) for index in range(self.size))
        return self._literals

    def index_of(self, value: object) -> int:
        """The place of a value among the values; outside 0..size-1 if it can never be taken."""
        if isinstance(value, int):
            return int(value) - self.low
        raise TypeError(f"a number cannot equal {value!r}; to compare two unknowns use related")

    def __eq__(self, value: object) -> Literal:  # type: ignore[override]
        index = self.index_of(value)
        return Literal(self.first + 2 * index) if 0 <= index < self.size else FALSE

    def __ne__(self, value: object) -> Literal:  # type: ignore[override]
        return ~(self == value)

    __hash__ = object.__hash__

    def __bool__(self) -> NoReturn:
        raise TypeError("a number has no value while rules are written: pass `x == value` to a constraint")

    def __repr__(self) -> str:
        return f"i{self.identity}({self.low}..{self.low + self.size - 1})"

    def when(self, condition: Condition) -> Member[Integer]:
        return Member(self, condition)

    def number(self, value: Value) -> int:
        """What an assignment says it is."""
        return next(number for number in self.values if value(self == number))


class Option(Integer):
    """An integer whose values stand for names, and for None: nothing there."""

    __slots__ = ("names",)

    def __init__(self, identity: int, first: int, names: Sequence[str | None]) -> None:
        super().__init__(identity, first, 0, len(names))
        self.names = tuple(names)

    @property
    def nothing(self) -> Literal:
        return self == None  # noqa: E711 - not a comparison: the literal that says so

    @property
    def something(self) -> Literal:
        return ~self.nothing

    def index_of(self, value: object) -> int:
        if value is None or isinstance(value, str):
            return self.names.index(value) if value in self.names else -1
        raise TypeError(f"an option is a name or None, not {value!r}")


Term = TypeVar("Term", bound=Literal | Integer)
Term_co = TypeVar("Term_co", bound=Literal | Integer, covariant=True)


class Condition(NamedTuple):
    """ "The label at this place of this array lies in low..high"; where nothing is given the label is -1."""

    array: int
    place: int
    low: int
    high: int
    label: Label

    def holds(self, labels: Labels) -> bool:
        return self.low <= labels[self.array][self.place] <= self.high

    def __bool__(self) -> NoReturn:
        raise TypeError(
            f"what a board gives at {self.label.words} is known only when there is a board: "
            "write when=... or x.when(...) instead of `if`"
        )


class Member(NamedTuple, Generic[Term]):
    """A term that is there only on boards where the condition holds."""

    term: Term
    condition: Condition


class Label:
    """What the board gives at one place. Comparing it makes a Condition."""

    __slots__ = ("array", "encode", "field", "index", "position")
    highest = 2**31 - 1

    def __init__(self, field: str, array: int, index: int, position: Position, encode: Encode) -> None:
        self.field = field
        self.array = array
        self.index = index
        self.position = position
        self.encode = encode

    @property
    def words(self) -> str:
        return f"{self.field}[{self.position}]"

    def between(self, low: int, high: int) -> Condition:
        """The label itself lies in low..high."""
        return Condition(self.array, self.index, low, high, self)

    def __eq__(self, value: object) -> Condition:  # type: ignore[override]
        label = self.encode(value)
        return self.between(label, label)

    def __ne__(self, value: object) -> NoReturn:
        raise TypeError(
            f"`{self.words} != {value!r}` is not a condition: name the values that it may have instead"
        )

    __hash__ = object.__hash__

    def __le__(self, value: int) -> Condition:
        """Given, and at most this."""
        return self.between(0, value)

    def __ge__(self, value: int) -> Condition:
        return self.between(max(value, 0), self.highest)

    @property
    def given(self) -> Condition:
        return self.between(0, self.highest)

    @property
    def missing(self) -> Condition:
        return self.between(-1, -1)

    def __bool__(self) -> NoReturn:
        raise TypeError(f"{self.words} is known only when there is a board: compare it and write when=...")


class CellLabels:
    """What a board gives in its cells: `self.pieces[cell]`."""

    def __init__(self, field: str, array: int, grid: Grid, encode: Encode) -> None:
        self.field = field
        self.array = array
        self.grid = grid
        self.encode = encode

    def __getitem__(self, cell: Cell) -> Label:
        return Label(self.field, self.array, self.grid.index(cell), cell, self.encode)


class EdgeLabels:
    """What a board gives between neighbouring cells: `self.dots[edge]`."""

    def __init__(self, field: str, array: int, grid: Grid, encode: Encode) -> None:
        self.field = field
        self.array = array
        self.grid = grid
        self.encode = encode

    def __getitem__(self, edge: Edge) -> Label:
        return Label(self.field, self.array, self.grid.edge_index(edge), edge, self.encode)


@dataclass(frozen=True, eq=False)
class EachRegion(Unit):
    """Every region of whatever board comes: a constraint on it stands for one constraint for each region."""

    kind: str  # what a place of it is called: "region", "box"
    array: int
    grid: Grid

    @property
    def size(self) -> int:
        """How many regions there can be at most."""
        return self.grid.height * self.grid.width

    def __iter__(self) -> NoReturn:
        raise TypeError(
            f"which cells lie in a {self.kind} is known only with a board: use self.unknown[{self.kind}]"
        )

    def places(self, labels: Labels) -> list[Place]:
        """The regions of one board."""
        members: dict[int, list[Cell]] = {}
        for cell in self.grid.cells:
            label = labels[self.array][self.grid.index(cell)]
            if label >= 0:
                members.setdefault(label, []).append(cell)
        return [Place(self.kind, label, tuple(members[label])) for label in sorted(members)]


@dataclass(frozen=True, eq=False)
class Family(Generic[Term_co]):
    """The terms of each region: one for every cell of the grid in reading order, None in a hole."""

    region: EachRegion
    terms: tuple[Term_co | None, ...]

    def instances(self, labels: Labels) -> Iterator[tuple[Place, tuple[Term_co, ...]]]:
        for place in self.region.places(labels):
            found = (self.terms[self.region.grid.index(cell)] for cell in place.cells)
            yield place, tuple(term for term in found if term is not None)


def each_term(terms: Mapping[Cell, Term], region: EachRegion) -> Family[Term]:
    grid = region.grid
    every = (Cell(row, column) for row in range(grid.height) for column in range(grid.width))
    return Family(region, tuple(terms.get(cell) for cell in every))


About = Unit | Cell | Edge


def place_of(about: Unit | Cell | Edge | None) -> Unit:
    """What a constraint is about, however its rule said it."""
    if about is None:
        return BOARD
    return about if isinstance(about, Unit) else Place.of(about)
