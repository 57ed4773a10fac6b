"""The words for `tactics.py`."""

from gridwright.explain.patterns import Pattern

_TOGETHER = "However {units} get their stars: {what}."
_REFUTED = "If {opposite}, {units} cannot all get their stars, so {what}."

PATTERNS = {
    "neighbours": Pattern(
        "Neighbours of a star", "Look around {star}.", "{star} is a star, and stars never touch"
    ),
    "full-unit": Pattern(
        "Full unit", "Look at {unit}.", "{unit:first} has {number:its star|all its stars} already"
    ),
    "last-cells": Pattern(
        "Last cells",
        "Look at {unit}.",
        "{unit:first} has only {number:one cell|as many cells} left for {number:its|the}{quota:| last} "
        "{number:star|stars}",
    ),
    "tiling": Pattern(
        "2x2 tiling",
        "Look at the open cells of {unit}.",
        "The open cells of {unit} fit into as many 2x2 blocks as it needs stars",
    ),
    "all-touch": Pattern(
        "All touch",
        "Look at the open cells of {unit}.",
        "A star at {cells:|any of }{cells} would touch every cell where {unit} can have "
        "its{quota:| last} star",
    ),
    "exclusion": Pattern(
        "Exclusion",
        "Look at the open cells of {unit}.",
        "A star at {cells:|any of }{cells} would leave {unit} too little room",
    ),
    "confined": Pattern(
        "Confined", "Look at {inner} and {outer}.", "All stars of {inner} lie in {outer} and fill it"
    ),
    "undercount": Pattern(
        "Regions within lines", "Look at {inner}.", "The stars of {inner} lie within {outer} and fill them"
    ),
    "overcount": Pattern(
        "Lines within regions", "Look at {inner}.", "The stars of {inner} lie within {outer} and fill them"
    ),
    "fish": Pattern(
        "Fish", "Look at {units}.", "Count the stars of {units} against each other", _TOGETHER, _REFUTED
    ),
    "set-differential": Pattern(
        "Set differential",
        "Look at {regions} and {lines}.",
        "Count the stars of {regions} against those of {lines}",
        "Count {regions} against {lines}: {what}.",
        "If {opposite}, {regions} and {lines} cannot all get their stars, so {what}.",
    ),
    "squeeze": Pattern(
        "Squeeze",
        "Look at {lines}.",
        "Try how the stars of {lines} keep apart",
        "However the stars of {lines} keep apart: {what}.",
        "If {opposite}, the stars of {lines} cannot all keep apart, so {what}.",
    ),
    "composite": Pattern(
        "Composite region", "Look at {units}.", "Try how {units} can get all their stars", _TOGETHER, _REFUTED
    ),
    "balance": Pattern(
        "Balance of stars",
        "Look at {inner}, and how {cover} cover them.",
        "{cover:first} and {blocks:2x2 block} have room for just the {number:star} of {inner}",
        refute="If {opposite}, {cover} and {blocks:2x2 block} "
        "{number:leave no room for the star|hold only {most} of the {number} stars} of {inner}, "
        "so {what}.",
    ),
    "covered": Pattern(
        "Covered by blocks",
        "Look at {inner}, and how 2x2 blocks cover them.",
        "The open cells of {inner} fit into {blocks:2x2 block}, as many as they need stars",
        refute="If {opposite}, {inner} fit into {blocks:2x2 block}, which hold only {most} of their "
        "{number:star}, so {what}.",
    ),
    "pressured-exclusion": Pattern(
        "Exclusion under pressure",
        "Look at {units}.",
        "Try how {units} can both get their stars",
        _TOGETHER,
        _REFUTED,
    ),
    "pressured-count": Pattern(
        "Count under pressure",
        "Look at {units}.",
        "Count {units} against each other, and mind that stars never touch",
        _TOGETHER,
        _REFUTED,
    ),
    "finned-count": Pattern(
        "Finned count",
        "Look at {units}.",
        "Count {units} against each other, and mind that stars never touch",
        _TOGETHER,
        _REFUTED,
    ),
    "crossing": Pattern(
        "Crossing lines", "Look at {units}.", "Try how {units} can all get their stars", _TOGETHER, _REFUTED
    ),
}
