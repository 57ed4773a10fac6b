"""The words for `tactics.py`, and for moves."""

from __future__ import annotations

from typing import Any

from gridwright.explain.patterns import Pattern
from gridwright.model.grid import DOWN, LEFT, RIGHT, UP

_DIRECTIONS = {UP: "up", RIGHT: "right", DOWN: "down", LEFT: "left"}


def hidden(claim: Any, language: Any) -> str:
    cell, direction = claim.position
    return f"the piece at {cell} {'moves' if claim.value else 'does not move'} {_DIRECTIONS[direction]}"


PATTERNS = {
    "neighbour": Pattern(
        "Neighbour", "Look around {cells}.", "No two pieces share an edge, and one is at {cells}"
    ),
    "only-way": Pattern("Only way", "Look at the {piece}.", "The {piece} moves in exactly one direction"),
    "no-arrival": Pattern(
        "Arrivals",
        "Look at the moves that end at {cells}.",
        "These are all the moves that can end at {cells}",
    ),
    "shared-cell": Pattern("Shared cell", "Look at {cells}.", "No two pieces can end at {cells}"),
    "cut-off": Pattern("Cut off", "Look at the empty cells.", "The empty cells must hang together"),
    "destinations": Pattern(
        "Destinations",
        "Look where the {piece} can go.",
        "Try each move of the {piece}",
        "Wherever the {piece} goes: {what}.",
    ),
    "no-way-in": Pattern(
        "No way in",
        "Look at {places}.",
        "Pieces would meet or touch at {places}",
        "Pieces may not meet or touch at {places}, so {what}.",
    ),
    "room-for-pieces": Pattern(
        "Room for pieces",
        "Look at the {pieces}.",
        "Try how {pieces} can go without meeting",
        "However {pieces} go without meeting or touching: {what}.",
    ),
    "connection": Pattern(
        "Connection",
        "Look at the empty cells.",
        "Otherwise the empty cells would not hang together",
        "Only so can the empty cells hang together: {what}.",
    ),
}
