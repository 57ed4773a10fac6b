"""A puzzle as its setter gave it, and a solution of one."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from gridwright.model.genre import Board, Genre
from gridwright.model.grid import Grid

if TYPE_CHECKING:
    from gridwright.model.labels import Labels, Names

# JSON keys that say something about a puzzle and never change its meaning; so does any that begins with "x-".
KNOWLEDGE = frozenset(
    (
        "title",
        "author",
        "source",
        "license",
        "notes",
        "class",
        "status",
        "solution",
        "moves",
        "seed",
        "id",
        "grade",
        "version",
    )
)


class ShapeKey(NamedTuple):
    """What rules are compiled for. Puzzles with equal keys share everything but their labels."""

    genre: type[Genre]
    rows: int
    columns: int
    holes: tuple[int, ...] = ()  # indexes of cells, rising
    scalars: tuple[Hashable, ...] = ()  # in the order of the genre's scalar fields, as `frozen` by them
    derived: tuple[tuple[str, Hashable], ...] = ()  # what the genre derives from the labels

    @classmethod
    def of(
        cls, genre: type[Genre], rows: int, columns: int, holes: Iterable[int] = (), **scalars: Any
    ) -> ShapeKey:
        """With scalars by name; those left out have their defaults."""
        frozen = (field.frozen(scalars.pop(field.name, field.default)) for field in genre.scalar_fields())
        key = cls(genre, rows, columns, tuple(sorted(holes)), tuple(frozen))
        if scalars:
            raise TypeError(f"{genre.name} has no {', '.join(scalars)}")
        return key

    @property
    def grid(self) -> Grid:
        return _grid(self.rows, self.columns, self.holes)

    @property
    def values(self) -> dict[str, Any]:
        """The scalars by name."""
        fields = self.genre.scalar_fields()
        named = {field.name: field.thawed(value) for field, value in zip(fields, self.scalars, strict=True)}
        return named | dict(self.derived)

    def view(self) -> Genre:
        return self.genre(self.grid, self.values)

    def no_labels(self) -> tuple[Labels, ...]:
        """Arrays of a board on which nothing is given: new ones, to be filled before a puzzle has them."""
        fields = self.genre.label_fields()
        return tuple(array("i", [-1]) * field.size(self.rows, self.columns) for field in fields)


@lru_cache(maxsize=256)
def _grid(rows: int, columns: int, holes: tuple[int, ...]) -> Grid:
    return Grid(rows, columns, (divmod(hole, columns) for hole in holes))


class Puzzle:
    """A puzzle. It never changes; nor may the arrays in it.

    shape      what rules are compiled for: genre, rows, columns, holes, scalars
    labels     for each label field of the genre, in order: what stands in the cells or on the edges, or -1
    names      for each field of regions what the setter called them: names["regions"][label]
    knowledge  what came with the puzzle and is passed on: title, author, solution ...
    origin     where it was read: "boards.jsonl:17"

    Puzzles are equal if they are the same puzzle, whatever its regions are called and whatever else is known.
    """

    __slots__ = ("_id", "knowledge", "labels", "names", "origin", "shape")

    shape: ShapeKey
    labels: tuple[Labels, ...]
    names: Mapping[str, Names]
    knowledge: Mapping[str, Any]
    origin: str
    _id: str | None

    def __init__(
        self,
        shape: ShapeKey,
        labels: tuple[Labels, ...],
        names: Mapping[str, Names] | None = None,
        knowledge: Mapping[str, Any] | None = None,
        origin: str = "",
    ) -> None:
        fill = object.__setattr__
        fill(self, "shape", shape)
        fill(self, "labels", labels)
        fill(self, "names", names or {})
        fill(self, "knowledge", knowledge or {})
        fill(self, "origin", origin)
        fill(self, "_id", None)
        if shape.genre.derive.__func__ is not Genre.derive.__func__:  # type: ignore[attr-defined]
            derived = shape.genre.derive(Board.of(self))
            fill(self, "shape", shape._replace(derived=tuple(sorted(derived.items()))))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a puzzle never changes: make another")

    def __reduce__(self) -> tuple[Any, ...]:
        return Puzzle, (self.shape, self.labels, self.names, self.knowledge, self.origin)

    @property
    def genre(self) -> type[Genre]:
        return self.shape.genre

    @property
    def rows(self) -> int:
        return self.shape.rows

    @property
    def columns(self) -> int:
        return self.shape.columns

    @property
    def holes(self) -> tuple[int, ...]:
        return self.shape.holes

    @property
    def grid(self) -> Grid:
        return self.shape.grid

    @property
    def scalars(self) -> dict[str, Any]:
        return self.shape.values

    @property
    def id(self) -> str:
        """Made of the puzzle's content, the same forever, for its rotations and reflections too."""
        found = self._id
        if found is None:
            from gridwright.model.canonical import identify

            found = identify(self)
            object.__setattr__(self, "_id", found)
        return found

    def to_json(self) -> dict[str, Any]:
        from gridwright.model.writing import write_json

        return write_json(self)

    def to_text(self) -> str:
        """The form that people write: `load` reads it back."""
        from gridwright.model.writing import write_text

        return write_text(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return self.shape == other.shape and self.labels == other.labels

    def __hash__(self) -> int:
        return hash((self.shape, *(label.tobytes() for label in self.labels)))

    def __repr__(self) -> str:
        values = self.shape.values
        words = [f"{field.name}={values[field.name]!r}" for field in self.genre.scalar_fields()]
        return f"<Puzzle {self.genre.name} {self.rows}x{self.columns} {' '.join(words)}".rstrip() + ">"


class Solution:
    """A filled board, decoded when it is looked at.

    values: a number for each unknown that the genre shows, in its order
    """

    __slots__ = ("_json", "puzzle", "values")

    def __init__(self, puzzle: Puzzle, values: bytes | array[int]) -> None:
        self.puzzle = puzzle
        self.values = array("h", values)
        self._json: dict[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        if self._json is None:
            self._json = self.puzzle.genre.solution_to_json(self.puzzle, self.values)
        return self._json

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        return self.puzzle == other.puzzle and self.values == other.values

    def __hash__(self) -> int:
        return hash((self.puzzle, self.values.tobytes()))

    def __repr__(self) -> str:
        return f"<Solution of {self.puzzle!r}>"
