"""What the solver finds: declared once in a genre, made into literals and integers for each shape."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar, overload

from gridwright.model.errors import PuzzleError
from gridwright.model.grid import Border, Cell, Grid, Place, Position, Unit
from gridwright.model.terms import (
    Condition,
    EachRegion,
    Family,
    Integer,
    Literal,
    Member,
    Option,
    Term,
    each_term,
)

if TYPE_CHECKING:
    from gridwright.model.genre import Genre

MOST_VALUES = 64  # of one integer in the kernel
EMPTY, NUMBER = "empty", "number"  # what drawings call the two values that every genre may have


class Allocator(Protocol):
    """Hands out unknowns in the kernel's numbering."""

    def literal(self) -> Literal: ...
    def literals(self, count: int) -> list[Literal]: ...
    def integer(self, low: int, size: int) -> Integer: ...
    def option(self, names: Sequence[str | None]) -> Option: ...


class Shown(NamedTuple):
    """One place of the solution vector."""

    unknown: Unknown
    position: Position
    term: Literal | Integer


class Unknown:
    """A declaration in a genre. `on`: what carries one each, cells or the borders of cells."""

    label_limit: ClassVar[int] = MOST_VALUES
    name: str

    def __init__(self, *, on: str = "cells", shown: bool = True) -> None:
        if on not in ("cells", "borders"):
            raise ValueError(f"unknowns lie on cells or borders, not on {on}")
        self.on = on
        self.shown = shown

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def positions(self, grid: Grid) -> Sequence[Position]:
        return grid.cells if self.on == "cells" else grid.borders

    def bind(self, view: Genre, allocator: Allocator) -> Any:
        """The symbols that rules read in place of the declaration."""
        raise NotImplementedError

    def label_of(self, value: object) -> int:
        """How a given value stands in a label array."""
        raise NotImplementedError

    def value_of(self, label: int) -> Any:
        """The JSON value of a label."""
        raise NotImplementedError

    def depict(self, value: Any) -> tuple[str, str]:
        """What a value is called in drawings, and what is written where nobody has a picture for that."""
        raise NotImplementedError

    def values(self, view: Genre) -> Mapping[int, Any] | None:
        """What the numbers of the solution vector stand for on this shape; None: for themselves."""
        return None

    def range(self, view: Genre) -> range:
        """The labels that a given may have on this shape."""
        raise NotImplementedError


def _unbound(unknown: Unknown) -> AttributeError:
    return AttributeError(f"{unknown.name} has symbols only while the rules of a shape are read")


class Laid(Generic[Term]):
    """One term on each position: `self.star[cell]`, `self.star[row]`, `self.star[region]`."""

    def __init__(self, terms: dict[Any, Term]) -> None:
        self.terms = terms

    @overload
    def __getitem__(self, where: Cell | Border) -> Term: ...
    @overload
    def __getitem__(self, where: Unit) -> Sequence[Term] | Family[Term]: ...
    def __getitem__(self, where: Cell | Border | Unit) -> Term | Sequence[Term] | Family[Term]:
        if isinstance(where, Place):
            return [self.terms[cell] for cell in where.cells]
        if isinstance(where, EachRegion):
            return each_term(self.terms, where)
        return self.terms[where]

    def items(self) -> Iterable[tuple[Any, Term]]:
        return self.terms.items()


class YesNo(Unknown):
    """Is it there or not? One literal on each position."""

    def __init__(self, yes: str = "1", no: str = "0", *, on: str = "cells", shown: bool = True) -> None:
        super().__init__(on=on, shown=shown)
        self.yes = yes
        self.no = no

    @overload
    def __get__(self, view: None, owner: type) -> Self: ...
    @overload
    def __get__(self, view: Genre, owner: type) -> Laid[Literal]: ...
    def __get__(self, view: Genre | None, owner: type) -> Self | Laid[Literal]:
        if view is None:
            return self
        raise _unbound(self)

    def bind(self, view: Genre, allocator: Allocator) -> Laid[Literal]:
        positions = self.positions(view.grid)
        return Laid(dict(zip(positions, allocator.literals(len(positions)), strict=True)))

    def label_of(self, value: object) -> int:
        if value in (0, 1):
            return int(value)
        raise ValueError(f"{self.name} is 1 or 0, not {value!r}")

    def value_of(self, label: int) -> int:
        return label

    def depict(self, value: int) -> tuple[str, str]:
        return (self.name, self.yes) if value else (EMPTY, self.no)

    def range(self, view: Genre) -> range:
        return range(2)


Bound = int | Callable[[Any], int]  # a number, or a function of the view of a shape


class Numbers(Unknown):
    """A whole number on each position, low..high; either may be a function of the shape."""

    def __init__(self, low: Bound, high: Bound, *, on: str = "cells", shown: bool = True) -> None:
        super().__init__(on=on, shown=shown)
        self.low = low
        self.high = high

    @overload
    def __get__(self, view: None, owner: type) -> Self: ...
    @overload
    def __get__(self, view: Genre, owner: type) -> Laid[Integer]: ...
    def __get__(self, view: Genre | None, owner: type) -> Self | Laid[Integer]:
        if view is None:
            return self
        raise _unbound(self)

    def bind(self, view: Genre, allocator: Allocator) -> Laid[Integer]:
        values = self.range(view)
        if len(values) > MOST_VALUES:
            raise PuzzleError(
                f"{self.name} would have {len(values)} possible values; at most {MOST_VALUES} can be handled"
            )
        return Laid(
            {where: allocator.integer(values.start, len(values)) for where in self.positions(view.grid)}
        )

    def label_of(self, value: object) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        raise ValueError(f"{self.name} is a number from 0, not {value!r}")

    def value_of(self, label: int) -> int:
        return label

    def depict(self, value: int) -> tuple[str, str]:
        """0 is nothing, as in grids."""
        return (NUMBER, str(value)) if value else (EMPTY, "·")

    def range(self, view: Genre) -> range:
        low, high = (bound(view) if callable(bound) else bound for bound in (self.low, self.high))
        return range(low, high + 1)


class Choice(Unknown):
    """One of a few names on each position, or nothing. `among`: which of the names are in play on a shape."""

    def __init__(
        self,
        *names: str,
        among: Callable[[Any], Iterable[str]] | None = None,
        on: str = "cells",
        shown: bool = True,
    ) -> None:
        super().__init__(on=on, shown=shown)
        self.names: tuple[str | None, ...] = (None, *names)
        self.among = among
        self.label_limit = len(self.names)  # type: ignore[misc]

    @overload
    def __get__(self, view: None, owner: type) -> Self: ...
    @overload
    def __get__(self, view: Genre, owner: type) -> Laid[Option]: ...
    def __get__(self, view: Genre | None, owner: type) -> Self | Laid[Option]:
        if view is None:
            return self
        raise _unbound(self)

    def bind(self, view: Genre, allocator: Allocator) -> Laid[Option]:
        names = self.in_play(view)
        return Laid({where: allocator.option(names) for where in self.positions(view.grid)})

    def in_play(self, view: Genre) -> list[str | None]:
        """The options of this shape, in the declared order."""
        chosen = set(self.names if self.among is None else self.among(view))
        return [name for name in self.names if name is None or name in chosen]

    def values(self, view: Genre) -> dict[int, str | None]:
        return dict(enumerate(self.in_play(view)))

    def label_of(self, value: object) -> int:
        if value in self.names:
            return self.names.index(value)
        raise ValueError(
            f"{self.name} is one of {', '.join(name for name in self.names if name)}, not {value!r}"
        )

    def value_of(self, label: int) -> str | None:
        return self.names[label]

    def depict(self, value: str | None) -> tuple[str, str]:
        return (value, value[:1].upper()) if value is not None else (EMPTY, "·")

    def range(self, view: Genre) -> range:
        return range(len(self.names))


Key = TypeVar("Key", bound=Hashable)


class Keyed(Generic[Key]):
    """Literals made when rules first name them: `self.move[cell, direction]`."""

    def __init__(self, allocator: Allocator) -> None:
        self.allocator = allocator
        self.terms: dict[Key, Literal] = {}
        self.closed = False  # once the rules are written nobody may add another

    def __getitem__(self, key: Key) -> Literal:
        found = self.terms.get(key)
        if found is None:
            if self.closed:
                raise KeyError(key)
            found = self.terms[key] = self.allocator.literal()
        return found

    def items(self) -> Iterable[tuple[Key, Literal]]:
        return self.terms.items()


class Hidden(Unknown, Generic[Key]):
    """Yes or no for anything that rules care to name; a player never sees it."""

    def __init__(self) -> None:
        super().__init__(shown=False)

    @overload
    def __get__(self, view: None, owner: type) -> Self: ...
    @overload
    def __get__(self, view: Genre, owner: type) -> Keyed[Key]: ...
    def __get__(self, view: Genre | None, owner: type) -> Self | Keyed[Key]:
        if view is None:
            return self
        raise _unbound(self)

    def bind(self, view: Genre, allocator: Allocator) -> Keyed[Key]:
        return Keyed(allocator)


class Pick(NamedTuple):
    """Something labelings choose: `number` of the literals, in rising order; literal i stands for value i.

    Star Battle: the columns of a row's stars. For an integer: its values, one picked. For a yes/no: itself.
    """

    name: str
    number: int
    literals: tuple[Literal | Member[Literal], ...]
    values: tuple[Any, ...]
    when: Condition | None = None  # only on boards where it holds


def picks_of(shown: Iterable[Shown]) -> Iterator[Pick]:
    """What labelings choose unless a genre says otherwise: each shown unknown by itself."""
    for unknown, position, term in shown:
        if isinstance(term, Integer):
            values = term.names if isinstance(term, Option) else tuple(term.values)
            yield Pick(f"{unknown.name} {position}", 1, tuple(term.literals), values)
        else:
            yield Pick(f"{unknown.name} {position}", 1, (~term, term), (0, 1))
