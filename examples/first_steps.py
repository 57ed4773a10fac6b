"""Loads puzzles, solves them and draws what is found: python first_steps.py [PUZZLE...]

A puzzle is a file, or the name of an example; without any it takes one of each genre.
"""

from __future__ import annotations

import shutil
import sys

import gridwright as gw
from gridwright.render.text import TooNarrow, has_unicode

EXAMPLES = ["queens-8", "two-stars-10", "kropki-6", "hamle-6", "loop-14"]


def show(puzzle: gw.Puzzle) -> None:
    result = gw.solve(puzzle, time_limit=60)
    stats = result.stats
    seconds = sum(stats.get(part, 0) for part in ("build_time", "first_time", "proof_time"))
    said = {
        "unique": "It has exactly one solution",
        "multiple": "It has several solutions; two of them stand beside it",
        "none": "It has no solution",
        "unknown": "Whether it has one solution was not found out in time",
    }[result.status]
    print(draw([puzzle, *result.solutions]))
    print(f"\n{said}. ({1000 * seconds:.2f} ms, dead ends: {stats.get('failures', 0)})")
    for finding in gw.check(puzzle, time_limit=60).findings:
        print(f"Note: {finding.message}")


def draw(boards: list[gw.Puzzle | gw.Solution]) -> str:
    width = shutil.get_terminal_size().columns
    try:
        return gw.draw(boards, width=width, unicode=has_unicode(sys.stdout.encoding))
    except TooNarrow as problem:
        return f"({problem})"


def main() -> None:
    sys.stdout.reconfigure(errors="replace")  # a message may name what a terminal does not know
    for number, name in enumerate(sys.argv[1:] or EXAMPLES):
        if number:
            print("\n" + "-" * 70 + "\n")
        try:
            show(gw.load(name))
        except gw.PuzzleError as problem:
            sys.exit(f"first_steps: {problem}")


if __name__ == "__main__":
    main()
