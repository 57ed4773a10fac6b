"""The classes of boards that the bench knows."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

BOARDS = Path(__file__).parent / "boards"
CORPUS_VARIABLE = "GRIDWRIGHT_CORPUS"


@dataclass(frozen=True)
class BoardClass:
    """Boards that are measured together."""

    name: str
    genre: str
    boards: tuple[dict[str, Any], ...]
    slow: bool = False
    """Only measured when it is asked for by name."""

    @cached_property
    def cells(self) -> int:
        """Size of the largest board, to list small classes first."""
        return max(map(_cells, self.boards))


def all_classes() -> list[BoardClass]:
    """Our own boards, then those of the corpus folder if there is one."""
    own = [_read_class(path) for path in BOARDS.glob("*.jsonl")]
    corpus = os.environ.get(CORPUS_VARIABLE)
    extra = list(_corpus_classes(Path(corpus))) if corpus else []
    return [*sorted(own, key=_order), *sorted(extra, key=_order)]


def _order(board_class: BoardClass) -> tuple[str, int, str]:
    return board_class.genre, board_class.cells, board_class.name


def _cells(puzzle: dict[str, Any]) -> int:
    grid = puzzle.get("regions") or puzzle.get("grid")
    if grid:
        return len(grid) * len(grid[0])
    size = puzzle.get("size")
    return int(size * size if size else puzzle["rows"] * puzzle["columns"])


def _read_class(path: Path) -> BoardClass:
    boards = tuple(_read_lines(path))
    slow = any(board.get("x-slow") for board in boards)
    return BoardClass(path.stem, boards[0]["genre"], boards, slow)


def _read_lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def _corpus_classes(folder: Path) -> Iterator[BoardClass]:
    """The corpus's Star Battle boards by size, stars and the class that their publisher gave them."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for path in sorted(folder.glob("star-battle*.jsonl")):
        for board in _read_lines(path):
            groups.setdefault(_corpus_name(path, board), []).append(board)
    for name, boards in groups.items():
        yield BoardClass(name, "star-battle", tuple(boards))


def _corpus_name(path: Path, board: dict[str, Any]) -> str:
    if path.stem.endswith("-odd"):
        return "corpus-star-battle-odd"
    rows, columns = len(board["regions"]), len(board["regions"][0])
    name = f"corpus-star-battle-{rows}x{columns}-{board['stars']}"
    return f"{name}-{board['class']}" if "class" in board else name
