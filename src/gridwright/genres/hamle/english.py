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
    "only-way": Pattern("Only way", "Look at the piece at {cells}.", "The piece at {cells} has no other way"),
    "one-move": Pattern(
        "One move", "Look at the piece at {cells}.", "The piece at {cells} moves in exactly one direction"
    ),
    "no-arrival": Pattern(
        "Out of reach", "Look at the moves that end at {cells}.", "Moves bring nothing else to {cells}"
    ),
    "arrival": Pattern("Arrival", "Look at the moves that end at {cells}.", "{facts:first}"),
    "shared-cell": Pattern("Shared cell", "Look at {cells}.", "No two pieces can end at {cells}"),
    "cut-off": Pattern("Cut off", "Look at the empty cells.", "The empty cells must hang together"),
    "destinations": Pattern(
        "Destinations",
        "Look where the piece at {cells} can go.",
        "Try each move of the piece at {cells}",
        "Wherever the piece at {cells} goes: {what}.",
        "If {opposite}, the piece at {cells} cannot go anywhere, so {what}.",
    ),
    "no-way-in": Pattern(
        "No way in",
        "Look at {places}.",
        "Pieces would meet or touch at {places}",
        "Pieces may not meet or touch at {places}, so {what}.",
    ),
    "room-for-pieces": Pattern(
        "Room for pieces",
        "Look at the pieces at {cells}.",
        "Try how the pieces at {cells} can go without meeting",
        "However the pieces at {cells} go without meeting or touching: {what}.",
        "If {opposite}, the pieces at {cells} cannot all go without meeting or touching, so {what}.",
    ),
    "connection": Pattern(
        "Connection",
        "Look at the empty cells.",
        "Otherwise the empty cells would not hang together",
        "Only so can the empty cells hang together: {what}.",
        "If {opposite}, the empty cells cannot hang together, so {what}.",
    ),
}
