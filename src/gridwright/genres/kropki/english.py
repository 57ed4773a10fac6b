"""The words for `tactics.py`."""

from gridwright.explain.patterns import Pattern

PATTERNS = {
    "taken": Pattern("Taken", "Look at {unit}.", "{unit:first} has its {value} at {cell}"),
    "hidden-single": Pattern("Hidden single", "Look at {unit}.", "In {unit} only {cell} can be {value}"),
    "naked-single": Pattern("Naked single", "Look at {cell}.", "All other numbers are excluded at {cell}"),
    "naked-subset": Pattern(
        "Naked subset", "Look at {cells} in {unit}.", "In {unit} only {values} are left for {cells}"
    ),
    "hidden-subset": Pattern(
        "Hidden subset",
        "Look where {values} can stand in {unit}.",
        "In {unit} only {cells} can hold {values}",
    ),
    "line-counted": Pattern(
        "Line counted",
        "Look at {unit}.",
        "Each number comes once in {unit}",
        "However the numbers of {unit} are placed: {what}.",
        "If {opposite}, the numbers of {unit} cannot all be placed, so {what}.",
    ),
    "locked": Pattern(
        "Locked number",
        "Look where {value} can stand in {units}.",
        "{units:first} need {value} where they cross",
    ),
    "fish": Pattern(
        "Fish", "Look where {value} can stand in {units}.", "{units:first} share their places for {value}"
    ),
    "black-domain": Pattern(
        "Black-dot numbers",
        "Look at the black dot {edge}.",
        "{values:first} {values:has|have} neither a double nor a half for the dot {edge}",
    ),
    "dot-arc": Pattern(
        "Across a dot", "Look at the {colour} dot {edge}.", "{facts}, and a {colour} dot joins {edge}"
    ),
    "no-dot-arc": Pattern(
        "No dot between",
        "Look at {edge}, where there is no dot.",
        "{facts}, and there is no dot between {edge}",
    ),
    "no-dot-confinement": Pattern(
        "No-dot confinement",
        "Look where {value} can stand in {unit}.",
        "{unit:first} has its {value} on one side of {cell} or the other, with no dot between",
    ),
    "black-black": Pattern(
        "Two black dots",
        "Look at {cell} with its two black dots.",
        "{cell} is the middle of three numbers that double",
    ),
    "black-dominoes": Pattern(
        "Black dominoes",
        "Look at the black dots of {unit}.",
        "Pairs of a number and its double for {dots:the black dot|all black dots} of {unit} are few",
        "However the black dots of {unit} are filled: {what}.",
        "If {opposite}, not all black dots of {unit} can be filled, so {what}.",
    ),
    "white-run": Pattern(
        "White run", "Look at {cells}.", "Along the white dots of {unit} the numbers go up or down one by one"
    ),
    "line-with-a-dot": Pattern(
        "Line and dot",
        "Look at {unit} and {edge}.",
        "Try {edge} in {unit}",
        "However {edge} is filled, {unit} leaves nothing else: {what}.",
        "If {opposite}, nothing fits {edge} in {unit}, so {what}.",
    ),
    "whole-line": Pattern(
        "Whole line",
        "Look at {unit} with its dots.",
        "Try the ways to fill {unit} that its dots allow",
        "In every way to fill {unit}: {what}.",
        "If {opposite}, {unit} cannot be filled, so {what}.",
    ),
    "several-lines": Pattern(
        "Several lines",
        "Look at {units} with their dots.",
        "Try the ways to fill {units} together",
        "However {units} are filled: {what}.",
        "If {opposite}, {units} cannot all be filled, so {what}.",
    ),
}
