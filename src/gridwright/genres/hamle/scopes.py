"""What rules cost to look at: where a piece may go is a question, what that would touch is seen at a glance."""

EFFORT = {"arrivals": 0, "alone": 0, "apart": 0}
