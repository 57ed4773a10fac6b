"""The words for `tactics.py`, and for attacks."""

from __future__ import annotations

from typing import Any

from gridwright.explain.patterns import Pattern


def hidden(claim: Any, language: Any) -> str:
    attack = claim.position
    return f"{'a' if claim.value else 'no'} {attack.kind} at {attack.start} attacks {attack.target}"


PATTERNS = {
    "all-placed": Pattern("Counted", "Count {kinds}.", "{kinds:first} are all accounted for"),
    "outer-line": Pattern("Outer line", "Look at {line}.", "{line:first} must not stay empty"),
    "in-sight": Pattern("In sight", "Look along {lines}.", "A piece attacks the first piece that it sees"),
    "one-target": Pattern(
        "One target", "Look at what {cells} may attack.", "A piece at {cells} attacks exactly one piece"
    ),
    "one-attacker": Pattern(
        "One attacker",
        "Look at what may attack {cells}.",
        "A piece at {cells} is attacked by exactly one piece",
    ),
    "own-kind": Pattern("Own kind", "Look along {lines}.", "No piece attacks one of its own kind"),
    "attacks": Pattern(
        "Attacks",
        "Look at the attacks around {cells}.",
        "Try who attacks whom around {cells}",
        "Whoever attacks whom around {cells}: {what}.",
        "If {opposite}, the attacks around {cells} do not work out, so {what}.",
    ),
    "too-short": Pattern(
        "Single loop",
        "Follow the attacks.",
        "Otherwise the attacks would not form one loop",
        "Only so can the attacks form one loop: {what}.",
        "If {opposite}, the attacks cannot form one loop, so {what}.",
    ),
    "counted-attacks": Pattern(
        "Attacks counted",
        "Look at {places}.",
        "Try how {places} can come out right",
        "However {places} come out right: {what}.",
        "If {opposite}, {places} cannot come out right, so {what}.",
    ),
}
