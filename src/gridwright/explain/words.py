"""Steps in words: where to look, why, what follows, and the name that people have for it, if they have one.

What is said of which step is decided here and in the genres' `tactics.py` (a list TACTICS, the first that
recognises a step names it); how it is said stands in modules that are called like the language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from gridwright.explain.patterns import Pattern, Reading, read
from gridwright.explain.steps import CASES, CHAIN, SYMMETRY
from gridwright.model import registry
from gridwright.model.genre import view_of
from gridwright.model.grid import Place

if TYPE_CHECKING:
    from gridwright.explain.steps import Explanation, Link, Step
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
    numbers of these moves: "2.1" is the first of what is tried out in the second
    """

    tactic: str
    title: str
    where: str
    why: str
    what: str
    text: str
    links: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        data = self._asdict()
        data["links"] = list(self.links)
        data["numbers"] = list(self.numbers)
        return data


def describe(step: Step, language: str = ENGLISH) -> Words:
    """A step in words."""
    return _Speaker(step.puzzle, language).describe(step)


def answer_of(found: Explanation, language: str = ENGLISH) -> str:
    """The answer of `why` in a sentence; "" if there is none."""
    return _Speaker(found.puzzle, language).answer(found) if found.answer is not None else ""


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
        for tactic in self.tactics if step.kind not in (CHAIN, CASES, SYMMETRY) else ():
            arguments = tactic.recognise(reading)
            if arguments is not None and tactic.name in self.named:
                pattern = self.named[tactic.name]
                arguments = {**arguments, "what": what}
                if pattern.refute and len(reading.concluded) == 1:
                    arguments["opposite"] = self.language.opposites(reading.concluded)
                    pattern = pattern._replace(text=pattern.refute)
                return self._words(tactic.name, pattern, arguments)
        if step.kind == SYMMETRY:
            return self._choice(step, reading, what)
        if step.kind in (CHAIN, CASES):
            return self._chain(step, reading, what)
        return self._plain(reading, what)

    def answer(self, found: Explanation) -> str:
        assert found.asked is not None
        assert found.answer is not None
        arguments = {"position": str(found.asked.position), "noun": self.language.noun(found.asked)}
        answer = self.fill(self.patterns[found.answer].text, arguments)
        if found.answer == "open":
            return answer
        if found.stopped is not None:
            shown = "stopped"
        elif not found.complete:
            shown = "not shown"
        elif not found.steps:
            shown = "known"
        else:
            # What cannot be is in no image of the solution.
            symmetric = found.answer == "yes" and any(step.kind == SYMMETRY for step in found)
            shown = "shown by symmetry" if symmetric else "shown"
        return self.fill(self.patterns[shown].text, {"answer": answer, "steps": len(found)})

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
        name = "case-chain" if step.kind == CHAIN else "cases"
        arguments = {
            "target": reading.targets or reading.places,
            "opposite": self.language.opposites(reading.concluded),
            "links": len(step.links),
            "what": what,
        }
        return self._with_links(step, self._words(name, self.patterns[name], arguments))

    def _choice(self, step: Step, reading: Reading, what: str) -> Words:
        cases = [claim.position for claim in read(step.claims, step.cases)]
        arguments = {
            "cases": cases,
            "predicate": self.language.predicate(reading.concluded[0]),
            "links": len(step.links),
            "what": what,
        }
        pattern = self.patterns["symmetry by moves" if step.links else "symmetry"]
        return self._with_links(step, self._words(SYMMETRY, pattern, arguments))

    def _with_links(self, step: Step, words: Words) -> Words:
        told = list(self._told(step, step.links))
        numbers, links = zip(*told, strict=True) if told else ((), ())
        return words._replace(links=links, numbers=numbers)

    def _told(self, step: Step, links: Sequence[Link], case: str = "") -> Iterator[tuple[str, str]]:
        """Moves with their numbers, those within a case after it."""
        for number, link in enumerate(links, 1):
            yield f"{case}{number}", self._link(step, link)
            yield from self._told(step, link.moves, f"{case}{number}.")

    def _link(self, step: Step, link: Link) -> str:
        claims, because = (read(step.claims, literals) for literals in (link.conclusions, link.because))
        if link.moves:
            arguments = {"opposite": self.language.opposites(claims), "what": self.language.claims(claims)}
            return str(self.language.whole(self.fill(self.patterns["case"].text, arguments)))
        kind = "link" if link.conclusions else "contradiction"
        places: Any = [link.premise.place] if link.premise is not None else []
        if link.premise is None or not isinstance(link.premise.place, Place):
            kind += " of values"
            places = list(dict.fromkeys(claim.position for claim in because))
            if any(not claim.negated for claim in because) and all(claim.negated for claim in claims):
                kind = "link of a value" if claims else kind
        elif claims and link.premise.place.kind == "cell":
            kind = "link in a cell"
        rule = link.premise and view_of(self.puzzle.shape).describe(link.premise.rule)
        arguments = {"places": places, "what": self.language.claims(claims), "rule": rule, "known": because}
        return str(self.language.whole(self.fill(self.patterns[kind].text, arguments)))


def sentences(words: Words) -> Iterator[str]:
    """All that is said of a step, sentence by sentence."""
    yield from self_contained(words.text)
    yield from words.links


def self_contained(text: str) -> list[str]:
    return [f"{part.rstrip('.')}." for part in text.split(". ") if part]
