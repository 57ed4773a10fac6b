"""Draws the pictures of the documentation from real runs: `make pictures` writes them beside this file."""

from __future__ import annotations

from pathlib import Path

import gridwright as gw
from gridwright.render import svg
from gridwright.render.scene import scene_of

HERE = Path(__file__).parent

# Each picture and the example that it shows, with its solution.
PICTURES = {
    "star-battle": "queens-8",
    "kropki": "kropki-6",
    "hamle": "hamle-6",
    "chess-loop": "loop-14",
}


def picture(example: str) -> str:
    """A puzzle and its solution, side by side."""
    puzzle = gw.load(example)
    result = gw.solve(puzzle)
    assert result.status == "unique"
    assert result.solution is not None
    scenes = [scene_of(puzzle, title="Puzzle"), scene_of(result.solution, title="Solution")]
    return svg.draw(scenes, title=f"{puzzle.genre.title}: {puzzle.knowledge['title']}")


def main() -> None:
    for name, example in PICTURES.items():
        path = HERE / f"{name}.svg"
        path.write_text(picture(example), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
