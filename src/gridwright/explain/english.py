"""English: how steps are put into words. Another language is another module with the same names.

The genres' own patterns stand in a module of the same name in their folders (`genres/kropki/english.py`), as
a table PATTERNS; those for all genres stand here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from string import Formatter
from typing import TYPE_CHECKING, Any

from gridwright.explain.claims import Claim
from gridwright.explain.patterns import Pattern
from gridwright.model import registry
from gridwright.model.grid import Cell, Place
from gridwright.model.unknowns import EMPTY, NUMBER, YesNo
from gridwright.model.words import name_of

if TYPE_CHECKING:
    from gridwright.model.puzzle import Puzzle

SPELLED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
MOST_LISTED = 6  # more cells than that are counted instead of listed
MOST_NAMED = 6  # the same for rows, regions, edges
LINES = ("row", "column")
MOST_CLAUSES = 3
MOST_EXCLUDED = 9
LONG = 110
NAME = "english"

# Of steps that have no name, and of the parts of case chains.
PATTERNS: Mapping[str, Pattern] = {
    "rule": Pattern("One rule", "Look at {places}.", "{rule}", "{rule}: {what}."),
    "rules": Pattern("Several rules together", "Look at {places}.", "{rules}", "{rules} So {what}."),
    "cited": Pattern("", "", "", "{rule:first} ({places})"),
    "values": Pattern(
        "Last value", "Look at {places}.", "Nothing else is left", "Nothing else is left: {what}."
    ),
    "symmetry": Pattern(
        "By symmetry",
        "Look at {cases}: the board is the same from each.",
        "One of {cases} {predicate}, and the board is the same from each",
        "One of {cases} {predicate}; by symmetry we may assume that {what}.",
    ),
    "symmetry by moves": Pattern(
        "By symmetry",
        "Look at {cases}: the board is the same from each.",
        "If none of {cases} {predicate}, {links:one move leads|moves lead} to a contradiction",
        "One of {cases} {predicate}, as moves show; by symmetry we may assume that {what}.",
    ),
    "cases": Pattern(
        "Cases",
        "Look at {target}.",
        "If {opposite}, {links:one move leads|moves and cases lead} to a contradiction",
        "If {opposite}, a contradiction follows, so {what}.",
    ),
    "case": Pattern("", "", "", "If {opposite}, a contradiction follows, so {what}."),
    "case-chain": Pattern(
        "Case chain",
        "Look at {target}.",
        "If {opposite}, {links:one move leads|moves lead} to a contradiction",
        "If {opposite}, a contradiction follows, so {what}.",
    ),
    "link": Pattern("", "", "", "Then {what} ({places})."),
    "link in a cell": Pattern("", "", "", "Then {what} ({places}: {rule:inside})."),
    "link of values": Pattern("", "", "", "Then {what}, as nothing else is left."),
    "link of a value": Pattern("", "", "", "Then {what}, as {known}."),
    "contradiction": Pattern("", "", "", "But that breaks a rule at {places}: {rule}"),
    "contradiction of values": Pattern("", "", "", "But then nothing is left for {places}."),
    # What is said to whom asks why.
    "yes": Pattern("", "", "", "{position} is {noun}"),
    "no": Pattern("", "", "", "{position} cannot be {noun}"),
    "open": Pattern("", "", "", "{position} may be {noun}: a solution has it, another has not."),
    "shown": Pattern("", "", "", "{answer}: {steps:step} {steps:shows|show} it."),
    "shown by symmetry": Pattern("", "", "", "{answer}, up to symmetry: {steps:step} {steps:shows|show} it."),
    "known": Pattern("", "", "", "{answer}: that is known already."),
    "not shown": Pattern("", "", "", "{answer}, but no short deduction shows it."),
    "stopped": Pattern("", "", "", "{answer}; a limit was reached before the steps to it were found."),
}


class Language(Formatter):
    """Fills patterns. `{name}` says a value; `{name:first}` begins a sentence with it,
    `{rule:inside}` makes a sentence part of another;
    `{number:star}` counts ("2 stars"); `{things:needs|need}` chooses by how many there are.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            one, several = format_spec.split("|")
            return one if self._is_one(value) else several
        if format_spec == "first":
            return self.capital(self.say(value))
        if format_spec == "inside":
            return self.inside(self.say(value))
        if format_spec:
            return counted(value, format_spec)
        return self.say(value)

    @staticmethod
    def _is_one(value: Any) -> bool:
        if isinstance(value, (list, tuple)) and not isinstance(value, Cell):
            return len(value) == 1
        return isinstance(value, (Cell, Place)) or value == 1

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
            if items and isinstance(items[0], Claim):
                return self.claims(items)
            if items and all(isinstance(item, Place) for item in items):
                return self.places(items)
            if items and all(isinstance(item, Cell) for item in items):
                return cells(items)
            return listed([self.say(item) for item in items])
        return str(value)

    @staticmethod
    def capital(words: str) -> str:
        """The beginning of a sentence; names of cells stay small: r2c3."""
        return words if words[1:2].isdigit() else words[:1].upper() + words[1:]

    @staticmethod
    def inside(sentence: str) -> str:
        """A sentence as part of another."""
        return f"{sentence[:1].lower()}{sentence[1:].rstrip('.')}"

    @staticmethod
    def whole(text: str) -> str:
        """A sentence that has become too long is parted where its conclusion begins."""
        reasoning, so, what = text.rpartition(", so ")
        if not so or len(text) <= LONG or ". " in text:
            return text
        return f"{reasoning}. So {what}"

    # --- places --------------------------------------------------------------------------------------------

    def places(self, places: Iterable[Place]) -> str:
        """ "regions C and E and row 3" """
        kinds: dict[str, list[str]] = {}
        for place in sorted(dict.fromkeys(places), key=self._order):
            name = name_of(self.puzzle, place)
            grouped = name.startswith(f"{place.kind} ") and not name[len(place.kind) + 1 :].startswith("at ")
            kind = place.kind if grouped else ""
            kinds.setdefault(kind, []).append(name.removeprefix(f"{place.kind} ") if grouped else name)
        many = sum(map(len, kinds.values())) > MOST_NAMED
        said = []
        for kind, names in kinds.items():
            if not kind:
                said += names if len(names) <= MOST_LISTED else [f"{len(names)} places"]
            elif len(names) > MOST_NAMED or (many and len(names) > 2):
                said.append(counted(len(names), kind))
            else:
                said.append(f"{kind if len(names) == 1 else plural(kind)} {listed(names)}")
        return listed(said)

    def _order(self, place: Place) -> tuple[int, int, str]:
        """Rows, columns, other units as they are called, and then what lies in single cells."""
        name = name_of(self.puzzle, place)
        if not isinstance(place.key, int):
            return len(LINES) + 1, 0, ""
        kind = LINES.index(place.kind) if place.kind in LINES else len(LINES)
        return kind, len(name), name

    # --- what is so ----------------------------------------------------------------------------------------

    def claims(self, claims: Iterable[Claim]) -> str:
        """ "r1c1 and r1c2 are empty, and r2c4 is a star" """
        said: dict[tuple[tuple[bool, str], ...], list[Any]] = {}
        hidden = []
        for position, own in _by_position(claims).items():
            if own[0].unknown is None:
                hidden.append(self.hidden(own[0]))
            else:
                predicates = tuple((claim.negated, self.noun(claim)) for claim in own)
                said.setdefault(predicates, []).append(position)
        clauses = [self._clause(positions, predicates) for predicates, positions in said.items()]
        clauses += (
            hidden if len(hidden) <= MOST_LISTED else [f"{hidden[0]}, and {len(hidden) - 1} more like it"]
        )
        if len(clauses) > MOST_CLAUSES:
            first = len(next(iter(said.values()), [None]))
            rest = sum(map(len, said.values())) + len(hidden) - first
            clauses = [clauses[0], f"there is more in {counted(rest, 'other place')}"]
        return ", and ".join(clauses) if len(clauses) == 2 else listed(clauses)

    def _clause(self, positions: Sequence[Any], predicates: Sequence[tuple[bool, str]]) -> str:
        several = len(positions) > 1
        where = cells(positions) if isinstance(positions[0], Cell) else listed(list(map(str, positions)))
        nouns = [noun for _, noun in predicates]
        if several:
            nouns = [
                plural(noun.partition(" ")[2]) if noun.startswith(("a ", "an ")) else noun for noun in nouns
            ]
        if not predicates[0][0]:
            noun = nouns[0]
        elif len(nouns) > MOST_EXCLUDED:
            noun = f"none of {len(nouns)} values"
        else:
            noun = f"not {listed(nouns, 'or')}"
        return f"{where} {'are' if several else 'is'} {noun}"

    def noun(self, claim: Claim) -> str:
        """What follows after "is": "a star", "empty", "4"."""
        assert claim.unknown is not None
        name, text = claim.unknown.depict(claim.value)
        if name == EMPTY:
            return "empty" if claim.unknown.on == "cells" else "no line"
        if name == NUMBER:
            return text
        return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"

    def hidden(self, claim: Claim) -> str:
        """What only the rules know, in the words of its genre."""
        own = registry.part(self.puzzle.genre, NAME)
        said: str | None = own.hidden(claim, self) if own is not None and hasattr(own, "hidden") else None
        return said or f"{claim.name} {'holds' if claim.value else 'does not hold'}"

    def predicate(self, claim: Claim) -> str:
        """ "is a knight", "is not empty" """
        return f"is {'not ' if claim.negated else ''}{self.noun(claim)}"

    def opposites(self, claims: Sequence[Claim]) -> str:
        """What would be if the first of these were not so: "r2c9 is a star"."""
        claim = claims[0]
        if isinstance(claim.unknown, YesNo) or claim.unknown is None:
            return self.claims([claim._replace(value=1 - claim.value)])
        return self.claims([claim._replace(negated=not claim.negated)])


def _by_position(claims: Iterable[Claim]) -> dict[Any, list[Claim]]:
    """Of a cell whose value is said nothing else need be said."""
    found: dict[Any, list[Claim]] = {}
    for claim in claims:
        own = found.setdefault((claim.name, claim.position), [])
        if not own or own[0].negated:
            own[:] = [*own, claim] if claim.negated else [claim]
    return {position: own for (_, position), own in found.items()}


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
    """ "2 stars"; "two 2x2 blocks" """
    said = SPELLED[number] if noun[:1].isdigit() and number < len(SPELLED) else number
    return f"{said} {noun if number == 1 else plural(noun)}"


def plural(noun: str) -> str:
    if noun.startswith("line of "):
        return "lines of" + noun.removeprefix("line of")
    return noun + ("es" if noun.endswith(("x", "s", "ch", "sh")) else "s")
