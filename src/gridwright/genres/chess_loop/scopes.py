"""What rules cost to look at: what a piece would attack is seen at a glance."""

EFFORT = {"blocked": 0, "sight": 0, "other_kind": 0}
MOST_WEIGHT = 0
MOST_DEPTH = 1
MOST_MOVES = 60
