"""The words for `tactics.py`."""

from gridwright.explain.patterns import Pattern

PATTERNS = {
    "taken": Pattern("Taken", "Look at {unit}.", "{unit:first} has its {value} at {cell}"),
    "hidden-single": Pattern("Hidden single", "Look at {unit}.", "In {unit} only {cell} can be {value}"),
    "naked-single": Pattern("Naked single", "Look at {cell}.", "All other numbers are excluded at {cell}"),
    "subset": Pattern(
        "Subset",
        "Look at {unit}.",
        "Some numbers of {unit} have only as many cells, or the reverse",
        "In {unit} some numbers have only as many cells, or the reverse, so {what}.",
    ),
    "fish": Pattern(
        "Fish", "Look where {value} can stand in {units}.", "{units:first} share their places for {value}"
    ),
    "crossing-lines": Pattern(
        "Crossing lines",
        "Look at {units}.",
        "Try how {units} can be filled",
        "However {units} are filled: {what}.",
    ),
    "black-domain": Pattern(
        "Black-dot numbers",
        "Look at the black dot {edge}.",
        "{values:first} {values:has|have} neither a double nor a half for the dot {edge}",
    ),
    "dot-arc": Pattern(
        "Across a dot",
        "Look at the {colour} dot {edge}.",
        "What is known of {other} decides it across the {colour} dot",
    ),
    "no-dot-arc": Pattern(
        "No dot between",
        "Look at {edge}, where there is no dot.",
        "What is known of {other} decides it, as there is no dot between them",
    ),
    "dots-together": Pattern(
        "Dots together",
        "Look at {edges}.",
        "See {edges} together",
        "Seen together, {edges} leave nothing else: {what}.",
    ),
    "no-dot-confinement": Pattern(
        "No-dot confinement",
        "Look at {unit} and its neighbours.",
        "It would take away all places in {unit}, as there is no dot between",
        "Otherwise {unit} has no place left beside a border without a dot: {what}.",
    ),
    "black-black": Pattern(
        "Two black dots",
        "Look at {cell} with its two black dots.",
        "{cell} is the middle of three numbers that double",
    ),
    "white-run": Pattern(
        "White run", "Look at {cells}.", "Along the white dots of {unit} the numbers go up or down one by one"
    ),
    "line-with-a-dot": Pattern(
        "Line and dot",
        "Look at {unit} and {edge}.",
        "Try {edge} in {unit}",
        "However {edge} is filled, {unit} leaves nothing else: {what}.",
    ),
    "whole-line": Pattern(
        "Whole line",
        "Look at {unit} with its dots.",
        "Try the ways to fill {unit} that its dots allow",
        "In every way to fill {unit}: {what}.",
    ),
    "several-lines": Pattern(
        "Several lines",
        "Look at {units} with their dots.",
        "Try the ways to fill {units} together",
        "However {units} are filled: {what}.",
    ),
}
