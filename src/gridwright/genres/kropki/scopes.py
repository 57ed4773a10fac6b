"""How far to look: lines with their dots overlap so much that many of them are beyond a person."""

MOST_WEIGHT = 4
GATHERED = "white_dots", "black_dots", "no_dots"
