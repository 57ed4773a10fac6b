"""Labelings by name: "ff", "ff,bisect,down,learn". What each word does: docs/labelings.md.

The words are those of SICStus Prolog; MiniZinc's names are understood as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gridwright.model.errors import suggest

# In the kernel's order.
VARIABLE_CHOICES = (
    "leftmost",
    "min",
    "max",
    "ff",
    "anti_first_fail",
    "ffc",
    "occurrence",
    "max_regret",
    "dom_w_deg",
    "random",
)
VALUE_CHOICES = ("step", "enum", "bisect", "middle", "median", "random")

_VARIABLE_ALIASES = {
    "input_order": "leftmost",
    "smallest": "min",
    "largest": "max",
    "first_fail": "ff",
    "most_constrained": "ffc",
}
# MiniZinc says value choice and direction in one word.
_VALUE_ALIASES = {
    "indomain": ("enum", "up"),
    "indomain_min": ("step", "up"),
    "indomain_max": ("step", "down"),
    "indomain_middle": ("middle", "up"),
    "indomain_median": ("median", "up"),
    "indomain_random": ("random", "up"),
    "indomain_split": ("bisect", "up"),
    "indomain_reverse_split": ("bisect", "down"),
}
_DIRECTIONS = ("up", "down")
_SWITCHES = ("learn", "implied")
WORDS = (
    *VARIABLE_CHOICES,
    *_VARIABLE_ALIASES,
    *VALUE_CHOICES[:-1],
    *_VALUE_ALIASES,
    *_DIRECTIONS,
    *_SWITCHES,
)


@dataclass(frozen=True)
class Labeling:
    """How a search chooses the next unknown and what it tries of its values.

    learning   jump back and learn from failures, instead of depth first
    implied    with the redundant constraints that the default search uses; otherwise the rules alone
    """

    variable: str = "leftmost"
    value: str = "step"
    descending: bool = False
    learning: bool = False
    implied: bool = False

    @classmethod
    def parse(cls, text: str) -> Labeling:
        """From words between commas; a word of each sort may be left out. ValueError: what is wrong."""
        if not isinstance(text, str):
            raise TypeError(f"a labeling is a text such as 'ff,bisect', not {text!r}")
        said: dict[str, Any] = {}
        for word in text.split(","):
            for sort, meant in _meaning(word.strip().lower(), text, "variable" in said).items():
                if sort in said:
                    raise ValueError(
                        f"labeling {text!r}: {word.strip()!r} comes after another {_SORTS[sort]}"
                    )
                said[sort] = meant
        return cls(
            said.get("variable", "leftmost"),
            said.get("value", "step"),
            said.get("direction") == "down",
            "learn" in said,
            "implied" in said,
        )

    @property
    def ordered(self) -> bool:
        """Does it decide on "at most this value" as one literal?"""
        return self.learning and self.value == "bisect"

    def __str__(self) -> str:
        further = (("down", self.descending), ("learn", self.learning), ("implied", self.implied))
        return ",".join((self.variable, self.value, *(word for word, said in further if said)))


_SORTS = {
    "variable": "variable choice",
    "value": "value choice",
    "direction": "direction",
    "learn": "'learn'",
    "implied": "'implied'",
}


def _meaning(word: str, text: str, has_variable: bool) -> dict[str, str]:
    word = _VARIABLE_ALIASES.get(word, word)
    if word in VARIABLE_CHOICES and not (word == "random" and has_variable):
        return {"variable": word}
    if word in VALUE_CHOICES:
        return {"value": word}
    if word in _VALUE_ALIASES:
        value, direction = _VALUE_ALIASES[word]
        return {"value": value, "direction": direction}
    if word in _DIRECTIONS:
        return {"direction": word}
    if word in _SWITCHES:
        return {word: word}
    raise ValueError(_unknown(word, text))


def _unknown(word: str, text: str) -> str:
    wrong = f"unknown word {word!r}" if word else "a word is missing"
    variables, values = ", ".join(VARIABLE_CHOICES), ", ".join(VALUE_CHOICES)
    return (
        f"labeling {text!r}: {wrong} (a labeling is made of a variable choice: {variables}; "
        f"a value choice: {values}; up or down; learn; implied){suggest(word, list(WORDS))}"
    )
