"""English: how steps are put into words. Another language is another module with the same names.

The genres' own patterns stand in a module of the same name in their folders (`genres/kropki/english.py`), as a
table PATTERNS; those for all genres stand here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from string import Formatter
from typing import TYPE_CHECKING, Any

from gridwright.explain.patterns import Fact, Pattern
from gridwright.model.grid import Cell, Place
from gridwright.model.unknowns import EMPTY, NUMBER, YesNo
from gridwright.model.words import name_of

if TYPE_CHECKING:
    from gridwright.model.puzzle import Puzzle

MOST_LISTED = 4  # more cells than that are counted instead of listed
MOST_NAMED = 6  # the same for rows, regions, edges

PATTERNS: Mapping[str, Pattern] = {
    "rule": Pattern("Rule", "Look at {places}.", "{rule}", "{rule} So {what}."),
    "rules": Pattern("Deduction", "Look at {places}.", "{rules}", "{rules} Together: {what}."),
    "chain": Pattern(
        "Case chain", "Look at {target}.", "Suppose that {opposite}.", "{opposite:first} is impossible, so {what}."
    ),
    "symmetry": Pattern(
        "Symmetry", "Look at the whole board.", "Its images are the same puzzle", "By symmetry, say {what}."
    ),
    "case": Pattern("Case", "", "", "Suppose that {opposite}."),
    "link": Pattern("Link", "", "", "Then {what} ({places})."),
    "end": Pattern("End", "", "", "But then this cannot be: {rule} ({places})"),
    "ends": Pattern("End", "", "", "But then {places} cannot all be right."),
}


class Language(Formatter):
    """Fills patterns. `{name}` says a value; `{name:first}` begins a sentence with it;
    `{number:star}` counts ("2 stars"); `{things:needs|need}` chooses by how many there are.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            one, several = format_spec.split("|")
            return one if self._is_one(value) else several
        if format_spec == "first":
            return capital(self.say(value))
        if format_spec:
            return counted(value, format_spec)
        return self.say(value)

    @staticmethod
    def _is_one(value: Any) -> bool:
        return isinstance(value, Place) or value == 1 or (isinstance(value, (list, tuple)) and len(value) == 1)

    def say(self, value: Any) -> str:
        """Anything that a pattern may speak of."""
        if isinstance(value, str):
            return value
        if isinstance(value, Cell):
            return str(value)
        if isinstance(value, Place):
            return name_of(self.puzzle, value)
        if isinstance(value, (list, tuple, set, frozenset)):
            items = list(value)
            if items and isinstance(items[0], Fact):
                return self.facts(items)
            if items and all(isinstance(item, Place) for item in items):
                return self.places(items)
            if items and all(isinstance(item, Cell) for item in items):
                return cells(items)
            return listed([self.say(item) for item in items])
        return str(value)

    # --- places --------------------------------------------------------------------------------------------

    def places(self, places: Iterable[Place]) -> str:
        """ "regions C and E and row 3" """
        kinds: dict[str, list[str]] = {}
        for place in dict.fromkeys(places):
            name = name_of(self.puzzle, place)
            grouped = name.startswith(f"{place.kind} ") and not name[len(place.kind) + 1 :].startswith("at ")
            kind = place.kind if grouped else ""
            kinds.setdefault(kind, []).append(name.removeprefix(f"{place.kind} ") if grouped else name)
        said = []
        for kind, names in kinds.items():
            if not kind:
                said.append(listed(names) if len(names) <= MOST_LISTED else f"{len(names)} places")
            elif len(names) > MOST_NAMED:
                said.append(counted(len(names), kind))
            else:
                said.append(f"{kind if len(names) == 1 else plural(kind)} {listed(names)}")
        return " and ".join(said)

    # --- facts ---------------------------------------------------------------------------------------------

    def facts(self, facts: Sequence[Fact]) -> str:
        """ "r1c1 and r1c2 are empty and r2c4 is a star" """
        said: dict[tuple[tuple[bool, str], ...], list[Any]] = {}
        for position, own in _by_position(facts).items():
            said.setdefault(tuple((fact.holds, self.noun(fact)) for fact in own), []).append(position)
        clauses = []
        for predicates, positions in said.items():
            where = cells(positions) if isinstance(positions[0], Cell) else listed(list(map(str, positions)))
            clauses.append(f"{where} {'is' if len(positions) == 1 else 'are'} {self._predicate(predicates, len(positions))}")
        return listed(clauses) if clauses else "nothing more is known"

    def _predicate(self, predicates: Sequence[tuple[bool, str]], number: int) -> str:
        holds = [noun for truth, noun in predicates if truth]
        if holds:
            noun = holds[0]
            return plural(noun.removeprefix("a ")) if number > 1 and noun.startswith("a ") else noun
        nouns = [noun for _, noun in predicates]
        if len(nouns) > MOST_LISTED + 1:
            return f"none of {len(nouns)} values"
        return "not " + listed(nouns, "or")

    def noun(self, fact: Fact) -> str:
        """What follows after "is": "a star", "empty", "4"."""
        if fact.unknown is None:
            return str(fact.value)
        name, text = fact.unknown.depict(fact.value)
        if name == EMPTY:
            return "empty" if fact.unknown.on == "cells" else "no line"
        if name == NUMBER:
            return text
        return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"

    def opposite(self, facts: Sequence[Fact]) -> str:
        """What would be if the first of these were not so: "a star at r2c9"."""
        fact = facts[0]
        noun, where = self.noun(fact), str(fact.position)
        if isinstance(fact.unknown, YesNo):
            other = self.noun(fact._replace(value=1 - fact.value))
            return f"{where} is {other}"
        return f"{where} is {noun}" if not fact.holds else f"{where} is not {noun}"


def _by_position(facts: Iterable[Fact]) -> dict[Any, list[Fact]]:
    found: dict[Any, list[Fact]] = {}
    for fact in facts:
        found.setdefault(fact.position, []).append(fact)
    return found


def cells(items: Sequence[Cell]) -> str:
    """ "r1c2 and r1c4"; "r1c2 to r1c5"; "6 cells of row 1"; "9 cells"."""
    items = sorted(set(items))
    if len(items) <= 2:
        return listed(list(map(str, items)))
    for axis, kind in ((0, "row"), (1, "column")):
        if len({cell[axis] for cell in items}) == 1:
            along = [cell[1 - axis] for cell in items]
            if along[-1] - along[0] == len(along) - 1:
                return f"{items[0]} to {items[-1]}"
            if len(items) > MOST_LISTED:
                return f"{len(items)} cells of {kind} {items[0][axis] + 1}"
    return listed(list(map(str, items))) if len(items) <= MOST_LISTED else f"{len(items)} cells"


def listed(words: Sequence[str], last: str = "and") -> str:
    """ "a", "a and b", "a, b and c" """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def counted(number: int, noun: str) -> str:
    return f"{number} {noun if number == 1 else plural(noun)}"


def plural(noun: str) -> str:
    if noun.startswith("line of "):
        return "lines of" + noun.removeprefix("line of")
    return noun + ("es" if noun.endswith(("x", "s", "ch", "sh")) else "s")


def capital(words: str) -> str:
    """Names of cells stay small: r2c3."""
    return words if words[:2].strip("r").isdigit() else words[:1].upper() + words[1:]
