"""What is said of a puzzle that cannot be understood."""

from __future__ import annotations


class PuzzleError(ValueError):
    """A puzzle that cannot be understood or represented.

    message  what is wrong and how to go on, one sentence
    place    where: a JSON pointer ("/regions/3/2") or, in a text, "line:column"; empty for the whole
    origin   in what: a file's name, or "name:line" among many puzzles; empty if it has no name
    """

    def __init__(self, message: str, place: str = "", origin: str = "") -> None:
        super().__init__(message, place, origin)
        self.message = message
        self.place = place
        self.origin = origin

    def __reduce__(self) -> tuple[type[PuzzleError], tuple[str, str, str]]:
        return type(self), (self.message, self.place, self.origin)

    def __str__(self) -> str:
        return ": ".join(map(in_one_line, filter(None, (self.origin, self.place, self.message))))


def in_one_line(text: str) -> str:
    """File names and keys may hold anything; a terminal must not see it."""
    text = text if len(text) <= 500 else text[:500] + "..."
    return text if text.isprintable() else repr(text)[1:-1]


def describe(value: object) -> str:
    """A value as an error message shows it: one line, never long, whatever it is."""
    if value is None or isinstance(value, bool):
        return str(value).lower() if value is not None else "null"
    if isinstance(value, str):
        text = value if len(value) <= 30 else value[:27] + "..."
        return '"' + repr(text)[1:-1] + '"'
    if isinstance(value, int):
        return str(value) if value.bit_length() <= 64 else "a number of very many digits"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return "an array"
    return "an object" if isinstance(value, dict) else f"a {type(value).__name__}"


def suggest(word: object, known: list[str]) -> str:
    """`; did you mean "stars"?`, or nothing if no known word is close."""
    from difflib import get_close_matches

    close = get_close_matches(str(word)[:50], known, n=1)
    return f'; did you mean "{close[0]}"?' if close else ""


def part(key: object) -> str:
    """One step of a JSON pointer."""
    return "/" + str(key).replace("~", "~0").replace("/", "~1")
