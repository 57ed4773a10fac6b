"""Loads puzzles, solves them and prints what is found: python first_steps.py [FILE...]

Without files it takes those beside it, one of each genre.
"""

from __future__ import annotations

import sys
from pathlib import Path

import gridwright as gw

HERE = Path(__file__).parent
EXAMPLES = ["queens.txt", "two_stars.txt", "kropki.txt", "hamle.txt", "chess_loop.txt"]

# What a solution's JSON holds in its cells, as people draw it. Anything else is drawn as it is.
SIGNS: dict[str, dict[object, str]] = {
    "star-battle": {0: "·", 1: "★", None: " "},
    "hamle": {0: "·"},
    "chess-loop": {None: "·", "king": "♔", "queen": "♕", "rook": "♖", "bishop": "♗", "knight": "♘"},
}


def draw(puzzle: gw.Puzzle, solution: gw.Solution) -> str:
    signs = SIGNS.get(puzzle.genre.name, {})
    rows = solution.to_json()["grid"]
    return "\n".join("    " + " ".join(signs.get(value, str(value)) for value in row) for row in rows)


def show(puzzle: gw.Puzzle) -> None:
    print(puzzle.to_text())
    result = gw.solve(puzzle, time_limit=60)
    stats = result.stats
    seconds = sum(stats.get(part, 0) for part in ("build_time", "first_time", "proof_time"))
    said = {
        "unique": "It has exactly one solution",
        "multiple": "It has several solutions; two of them are",
        "none": "It has no solution",
        "unknown": "Whether it has one solution was not found out in time",
    }[result.status]
    print(f"{said}. ({1000 * seconds:.2f} ms, dead ends: {stats.get('failures', 0)})\n")
    for solution in result.solutions:
        print(draw(puzzle, solution), end="\n\n")
    for finding in gw.check(puzzle, time_limit=60).findings:
        print(f"Note: {finding.message}")


def main() -> None:
    sys.stdout.reconfigure(errors="replace")  # a terminal that knows no stars
    for number, name in enumerate(sys.argv[1:] or [str(HERE / name) for name in EXAMPLES]):
        if number:
            print("\n" + "-" * 78 + "\n")
        try:
            show(gw.load(name))
        except gw.PuzzleError as problem:
            sys.exit(f"first_steps: {problem}")


if __name__ == "__main__":
    main()
