"""Steps in words: where to look, why, what follows, and the name that people have for it, if they have one.

What is said of which step is decided here and in the genres' `tactics.py` (a list TACTICS, the first that
recognises a step names it); how it is said stands in modules that are called like the language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from gridwright.explain.patterns import Pattern, Reading, read
from gridwright.explain.steps import CHAIN
from gridwright.model import registry
from gridwright.model.genre import view_of
from gridwright.model.grid import Place

if TYPE_CHECKING:
    from gridwright.explain.steps import Link, Step
    from gridwright.model.puzzle import Puzzle

ENGLISH = "english"


class Words(NamedTuple):
    """What is said of a step.

    tactic  the name of the technique for programs; "" if people have none for it
    title   the same for people
    where   the indication
    why     the reasoning
    what    the conclusion
    text    all in one
    links   of a chain: its moves, one sentence each
    """

    tactic: str
    title: str
    where: str
    why: str
    what: str
    text: str
    links: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        data = self._asdict()
        data["links"] = list(self.links)
        return data


def describe(step: Step, language: str = ENGLISH) -> Words:
    """A step in words."""
    return _Speaker(step.puzzle, language).describe(step)


class _Speaker:
    def __init__(self, puzzle: Puzzle, language: str) -> None:
        self.puzzle = puzzle
        own = import_module(f"gridwright.explain.{language}")
        self.language = own.Language(puzzle)
        self.patterns: Mapping[str, Pattern] = own.PATTERNS
        tactics = registry.part(puzzle.genre, "tactics")
        words = registry.part(puzzle.genre, language)
        self.tactics = tactics.TACTICS if tactics is not None else ()
        self.named: Mapping[str, Pattern] = words.PATTERNS if words is not None else {}

    def fill(self, text: str, arguments: Mapping[str, Any]) -> str:
        said: str = self.language.vformat(text, (), arguments)
        return said

    def describe(self, step: Step) -> Words:
        reading = Reading(step)
        what = self.language.claims(reading.concluded)
        for tactic in self.tactics if step.kind != CHAIN else ():
            arguments = tactic.recognise(reading)
            if arguments is not None and tactic.name in self.named:
                pattern = self.named[tactic.name]
                arguments = {**arguments, "what": what}
                if pattern.refute and len(reading.concluded) == 1:
                    arguments["opposite"] = self.language.opposites(reading.concluded)
                    pattern = pattern._replace(text=pattern.refute)
                return self._words(tactic.name, pattern, arguments)
        if step.kind == CHAIN:
            return self._chain(step, reading, what)
        return self._plain(reading, what)

    def _words(self, name: str, pattern: Pattern, arguments: Mapping[str, Any]) -> Words:
        where, why = (self.fill(text, arguments) for text in (pattern.where, pattern.why))
        text = self.language.whole(self.fill(pattern.text, {**arguments, "why": why}))
        what = f"{self.language.capital(arguments['what'])}."
        return Words(name, pattern.title, where, f"{why.rstrip('.')}.", what, text)

    # --- shapes without a name -----------------------------------------------------------------------------

    def _plain(self, reading: Reading, what: str) -> Words:
        """The rules that it uses, and where."""
        cited: dict[str, list[Place]] = {}
        for origin in reading.origins:
            if isinstance(origin.place, Place):
                cited.setdefault(view_of(self.puzzle.shape).describe(origin.rule), []).append(origin.place)
        if not cited:
            places = reading.targets or list(reading.given)
            return self._words("", self.patterns["values"], {"places": places, "what": what})
        said = [
            self.fill(self.patterns["cited"].text, {"rule": text.rstrip("."), "places": places})
            for text, places in cited.items()
        ]
        arguments = {"places": reading.places, "what": what, "rule": said[0]}
        if len(said) == 1:
            return self._words("", self.patterns["rule"], arguments)
        arguments["rules"] = " ".join(f"{one}." for one in said)
        return self._words("", self.patterns["rules"], arguments)

    # --- chains --------------------------------------------------------------------------------------------

    def _chain(self, step: Step, reading: Reading, what: str) -> Words:
        arguments = {
            "target": reading.targets or reading.places,
            "opposite": self.language.opposites(reading.concluded),
            "links": len(step.links),
            "what": what,
        }
        words = self._words("case-chain", self.patterns["chain"], arguments)
        return words._replace(links=tuple(self._link(step, link) for link in step.links))

    def _link(self, step: Step, link: Link) -> str:
        kind = "link" if link.conclusions else "contradiction"
        places: Any = [link.premise.place] if link.premise is not None else []
        if link.premise is None or not isinstance(link.premise.place, Place):
            kind += " of values"
            places = list(dict.fromkeys(claim.position for claim in read(step.claims, link.because)))
        what = self.language.claims(read(step.claims, link.conclusions))
        return str(self.language.whole(self.fill(self.patterns[kind].text, {"places": places, "what": what})))


def sentences(words: Words) -> Iterator[str]:
    """All that is said of a step, sentence by sentence."""
    yield from self_contained(words.text)
    yield from words.links


def self_contained(text: str) -> list[str]:
    return [f"{part.rstrip('.')}." for part in text.split(". ") if part]
