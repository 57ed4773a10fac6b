"""The characters that boards are drawn with, with Unicode and without."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

from gridwright.render.scene import CLUE, EXCLUDED, FOUND, GIVEN, MARK


class Characters(NamedTuple):
    """What stands for what. Borders have weights: 0 there is none, 1 thin, 2 thick."""

    junctions: str  # by the weights of the borders above, right, below and left, as digits of base 3
    across: str  # a border between a cell and the one below it, by weight
    down: str
    corner: str  # where lines may meet that are not known yet
    dots: Mapping[str, str]
    pieces: Mapping[str, str]  # by the name of a symbol; others are written as their genre says
    blocked: str
    excluded: str  # stands before a value that cannot be
    cross: str  # nothing is here
    line: str  # whether a line is here is what is asked
    ring: str
    outline: str
    stroke: str  # stands after what is given
    arrow: str


UNICODE = Characters(
    junctions=" ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋",
    across=" ┈━",
    down=" ┊┃",
    corner="·",
    dots={"white": "○", "black": "●"},
    pieces={"king": "♔", "queen": "♕", "rook": "♖", "bishop": "♗", "knight": "♘"},
    blocked="▒",
    excluded="≠",
    cross="×",
    line="?",
    ring="()",
    outline="[]",
    stroke="'",
    arrow=" → ",
)


def _plain_junction(up: int, right: int, down: int, left: int) -> str:
    thick = [weight == 2 for weight in (up, right, down, left)]
    if any(thick):
        straight = {(False, True, False, True): "-", (True, False, True, False): "|"}
        return straight.get((thick[0], thick[1], thick[2], thick[3]), "+")
    return "." if up or right or down or left else " "


ASCII = Characters(
    junctions="".join(_plain_junction(*weights) for weights in product(range(3), repeat=4)),
    across=" .-",
    down=" :|",
    corner=".",
    dots={"white": "o", "black": "@"},
    pieces={},
    blocked="#",
    excluded="!",
    cross="x",
    line="?",
    ring="()",
    outline="[]",
    stroke="'",
    arrow=" > ",
)

# What a genre writes, for those who have no Unicode. Anything else becomes the first letter of its name.
PLAIN = {"★": "*", "●": "@", "○": "o", "■": "#", "·": " "}

# For terminals: bold, plain, green, cyan; what is ringed or outlined has a background besides.
COLOURS = {GIVEN: "1", CLUE: "1", FOUND: "32", MARK: "36", EXCLUDED: "36", "target": "30;43", "evidence": "7"}
RESET = "\x1b[0m"
