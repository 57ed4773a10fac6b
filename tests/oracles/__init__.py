"""Engines that share nothing with gridwright, to hold its answers against.

Every oracle takes a puzzle as the parsed JSON of our contract and knows two functions:
``count_solutions(puzzle, limit)`` and ``status(puzzle)``.
"""
