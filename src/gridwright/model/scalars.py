"""Fields of a genre that belong to a board's shape: numbers, switches, counts."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import ClassVar, Generic, Self, TypeVar, overload

from gridwright.model.errors import PuzzleError, describe, part, suggest

MOST_CELLS = 10_000

Symbol = TypeVar("Symbol")  # what a rule sees under the field's name


class Field(Generic[Symbol]):
    """Something that the setter gives."""

    kind: ClassVar[str]
    name: str  # of the attribute
    key: str  # in JSON and in texts

    def __init__(self, key: str | None = None) -> None:
        self._key = key

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name
        self.key = self._key or name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> Symbol: ...
    def __get__(self, instance: object, owner: type) -> Self | Symbol:
        """For types only: a genre's instance holds the symbol itself under this name."""
        if instance is None:
            return self
        raise AttributeError(f"{owner.__name__} has no {self.name} yet")


class Scalar(Field[Symbol]):
    """A value that belongs to the shape."""

    kind = "scalar"
    default: Symbol | None = None

    def read(self, value: object, pointer: str) -> Symbol:
        raise NotImplementedError

    def write(self, value: Symbol) -> object:
        """Its JSON; None if it goes without saying."""
        return None if value == self.default else value

    def frozen(self, value: Symbol) -> Hashable:
        """As it stands in the key of a shape; `thawed` turns it back."""
        return value

    def thawed(self, value: Hashable) -> Symbol:
        return value  # type: ignore[return-value]

    def say(self, value: Symbol) -> str:
        """Inside the text of a rule."""
        return str(value)

    def from_words(self, value: object) -> object:
        """What the text form says, read as JSON or else a string, as the value that JSON would have."""
        return value

    def in_words(self, value: object) -> object:
        """The reverse."""
        return value

    @property
    def hint(self) -> str:
        """What to write, for those who left it out."""
        raise NotImplementedError


def read_integer(value: object, pointer: str, what: str, low: int = 0, high: int = MOST_CELLS) -> int:
    if type(value) is not int:
        raise PuzzleError(f"{what} is a whole number, not {describe(value)}", pointer)
    if not low <= value <= high:
        raise PuzzleError(f"{what} is between {low} and {high}, not {describe(value)}", pointer)
    return value


class Number(Scalar[int]):
    """One number for the whole board."""

    def __init__(
        self,
        key: str | None = None,
        *,
        at_least: int = 0,
        at_most: int = MOST_CELLS,
        default: int | None = None,
        noun: str = "",
    ) -> None:
        super().__init__(key)
        self.at_least = at_least
        self.at_most = at_most
        self.default = default
        self.noun = noun

    def read(self, value: object, pointer: str) -> int:
        return read_integer(value, pointer, f'"{self.key}"', self.at_least, self.at_most)

    def say(self, value: int) -> str:
        return f"{value} {self.noun}{'' if value == 1 else 's'}" if self.noun else str(value)

    @property
    def hint(self) -> str:
        return f'a whole number, like "{self.key}": {max(1, self.at_least)}'


class Flag(Scalar[bool]):
    """A rule that holds or not."""

    def __init__(self, key: str | None = None, *, default: bool) -> None:
        super().__init__(key)
        self.default = default

    def read(self, value: object, pointer: str) -> bool:
        if isinstance(value, bool):
            return value
        raise PuzzleError(f'"{self.key}" is true or false, not {describe(value)}', pointer)

    def say(self, value: bool) -> str:
        return f"{self.key.replace('_', ' ')}: {'yes' if value else 'no'}"

    def from_words(self, value: object) -> object:
        return {"yes": True, "no": False}.get(value, value) if isinstance(value, str) else value


class Counts(Scalar[Mapping[str, int]]):
    """How many of each kind; what is left out is 0."""

    def __init__(self, *names: str, key: str | None = None) -> None:
        super().__init__(key)
        self.names = names
        self.default = dict.fromkeys(names, 0)

    def read(self, value: object, pointer: str) -> Mapping[str, int]:
        if not isinstance(value, dict):
            message = f'"{self.key}" says how many of each kind, like {self._example}, not {describe(value)}'
            raise PuzzleError(message, pointer)
        for name in value:
            if name not in self.default:  # type: ignore[operator]
                known = ", ".join(self.names)
                message = f"{describe(name)} is none of {known}{suggest(name, list(self.names))}"
                raise PuzzleError(message, pointer + part(name))
        return {
            name: read_integer(value[name], pointer + part(name), f'the number of "{name}"')
            if name in value
            else 0
            for name in self.names
        }

    @property
    def _example(self) -> str:
        return "{" + ", ".join(f'"{name}": 3' for name in self.names[:2]) + "}"

    def write(self, value: Mapping[str, int]) -> object:
        return {name: count for name, count in value.items() if count}

    def frozen(self, value: Mapping[str, int]) -> Hashable:
        return tuple(value.values())

    def thawed(self, value: Hashable) -> Mapping[str, int]:
        return dict(zip(self.names, value, strict=True))  # type: ignore[call-overload]

    def say(self, value: Mapping[str, int]) -> str:
        words = [f"{count} {name}{'' if count == 1 else 's'}" for name, count in value.items() if count]
        return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]])) or "none"

    def from_words(self, value: object) -> object:
        """`knight 3, king 3`, in either order."""
        if not isinstance(value, str):
            return value
        counts: dict[str, int] = {}
        for item in value.split(","):
            words = sorted(item.split(), key=str.isdecimal)
            if len(words) != 2 or not (words[1].isascii() and words[1].isdecimal() and len(words[1]) < 10):
                message = f'say how many of each kind, like "{self.names[0]} 3", not {describe(item.strip())}'
                raise PuzzleError(message, part(self.key))
            if words[0] in counts:
                raise PuzzleError(f"{describe(words[0])} is counted twice", part(self.key))
            counts[words[0]] = int(words[1])
        return counts

    def in_words(self, value: object) -> object:
        if not isinstance(value, dict) or not value:
            return value
        return ", ".join(f"{name} {count}" for name, count in value.items())
