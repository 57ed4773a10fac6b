"""Puzzles by the thousand: each with exactly one solution, graded, and the same again from its seed."""
