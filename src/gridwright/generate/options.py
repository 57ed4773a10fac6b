"""What can be asked of a generator: the options that a maker declares, read from Python and from words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import permutations
from typing import Any, ClassVar

from gridwright.model.errors import describe, suggest


class Option:
    """One thing that can be asked.

    name     as in Python, with underscores; on the command line with hyphens
    default  what it is if nobody asks
    explanation  a line for people
    value    what its value is called in help; "" for a switch
    """

    value: ClassVar[str] = "VALUE"
    choices: tuple[str, ...] = ()

    def __init__(self, name: str, default: Any, explanation: str) -> None:
        self.name = name
        self.default = default
        self.explanation = explanation

    @property
    def said(self) -> str:
        """As people type it."""
        return self.name.replace("_", "-")

    def read(self, value: object) -> Any:
        """A value as Python or words give it, checked. ValueError: it is none."""
        raise NotImplementedError

    def write(self, value: Any) -> str:
        """A checked value in words that `read` understands: letters, digits and a few signs, no comma."""
        return str(value)

    def refuse(self, value: object, wanted: str, close: str = "") -> ValueError:
        return ValueError(f"{self.said} is {wanted}, not {describe(value)}{close}")


class Whole(Option):
    """A whole number; None, said as `any`, only if that is the default."""

    value = "N"

    def __init__(
        self, name: str, default: int | None, explanation: str, *, least: int = 0, most: int = 10_000
    ) -> None:
        super().__init__(name, default, explanation)
        self.least = least
        self.most = most

    def read(self, value: object) -> int | None:
        if self.default is None and value in (None, "any"):
            return None
        number = int(value) if isinstance(value, str) and re.fullmatch(r"\d{1,9}", value) else value
        if type(number) is not int or not self.least <= number <= self.most:
            raise self.refuse(value, f"a whole number from {self.least} to {self.most}")
        return number

    def write(self, value: int | None) -> str:
        return "any" if value is None else str(value)


class Size(Option):
    """Rows and columns: `8` for a square, `5x6`; in Python also 8 or (5, 6)."""

    value = "SIZE"

    def __init__(
        self,
        default: tuple[int, int],
        explanation: str,
        *,
        least: int,
        most: int,
        square: bool = False,
    ) -> None:
        super().__init__("size", default, explanation)
        self.least = least
        self.most = most
        self.square = square

    def read(self, value: object) -> tuple[int, int]:
        found: object = value
        if isinstance(value, str):
            words = re.fullmatch(r"(\d{1,4})(?:x(\d{1,4}))?", value.lower().strip())
            found = (int(words[1]), int(words[2] or words[1])) if words else None
        elif type(value) is int:
            found = (value, value)
        match found:
            case (int(rows), int(columns)) if (
                self.least <= rows <= self.most and self.least <= columns <= self.most
            ):
                if self.square and rows != columns:
                    raise self.refuse(value, "one number, because the board is a square")
                return rows, columns
        wanted = f"a number from {self.least} to {self.most}"
        raise self.refuse(value, wanted if self.square else f"{wanted}, or two such as 5x6")

    def write(self, value: tuple[int, int]) -> str:
        rows, columns = value
        return str(rows) if rows == columns else f"{rows}x{columns}"


class Switch(Option):
    """On or off."""

    value = ""

    def __init__(self, name: str, explanation: str, default: bool = False) -> None:
        super().__init__(name, default, explanation)

    def read(self, value: object) -> bool:
        found = {"yes": True, "no": False}.get(value, value) if isinstance(value, str) else value
        if not isinstance(found, bool):
            raise self.refuse(value, "yes or no")
        return found

    def write(self, value: bool) -> str:
        return "yes" if value else "no"


class OneOf(Option):
    """One of a few words."""

    def __init__(
        self, name: str, choices: Sequence[str], explanation: str, default: str | None = None
    ) -> None:
        super().__init__(name, default, explanation)
        self.choices = tuple(choices)

    def read(self, value: object) -> str | None:
        if self.default is None and value in (None, "any"):
            return None
        spellings = self.spellings()
        if isinstance(value, str) and value in spellings:
            return spellings[value]
        raise self.refuse(value, f"one of {', '.join(self.choices)}", suggest(value, list(spellings)))

    def spellings(self) -> dict[str, str]:
        """What may be said, and which choice it means."""
        return {choice: choice for choice in self.choices}

    def write(self, value: str | None) -> str:
        return value or "any"


class AnyOrder(OneOf):
    """One of a few choices made of words with hyphens between them; their order does not matter."""

    def spellings(self) -> dict[str, str]:
        return {
            "-".join(words): choice for choice in self.choices for words in permutations(choice.split("-"))
        }
