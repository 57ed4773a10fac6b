"""What rules cost to look at: that stars do not touch is seen at a glance."""

EFFORT = {"apart": 0}
