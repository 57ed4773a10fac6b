"""What rules cost to look at: what a piece would touch is seen at a glance."""

EFFORT = {"arrivals": 0, "alone": 0, "apart": 0}
