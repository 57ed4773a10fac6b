"""The laboratory: the same puzzles under many labelings, measured and tabulated; their search trees."""
