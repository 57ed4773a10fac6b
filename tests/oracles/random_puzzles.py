"""Random small puzzles of every genre, with every option of the contract, good and bad ones alike.

``make(genre, random, tiny=...)`` gives the parsed JSON of a puzzle. All of them are well formed: they load,
but many have no solution. Tiny ones are meant for brute force.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.oracles.meaning import (
    LEAPS,
    RAYS,
    Cell,
    Puzzle,
    edge_allows,
    is_connected,
    kropki_edges,
    share_edge,
    touch,
)

KINDS = (*RAYS, *LEAPS)


def make(genre: str, random: Random, *, tiny: bool = False) -> Puzzle:
    """A random puzzle of the genre."""
    return MAKERS[genre](random, tiny)


def _cells(rows: int, columns: int) -> list[Cell]:
    return [(r, c) for r in range(rows) for c in range(columns)]


def _grow(random: Random, cells: list[Cell], seeds: list[Cell]) -> dict[Cell, int]:
    """Spread regions from the seeds over all cells that they reach, one cell at a time."""
    owner = {seed: index for index, seed in enumerate(seeds)}
    free = set(cells) - set(seeds)
    while free:
        edge = sorted((a, b) for a in owner for b in free if share_edge(a, b))
        if not edge:
            break
        old, new = random.choice(edge)
        owner[new] = owner[old]
        free.discard(new)
    return owner


def _named(random: Random, grid: list[list[int | None]]) -> list[list[Any]]:
    """Regions may be called anything; numbers in any order, or words."""
    names: list[Any] = random.sample(range(1, 100), 40)
    if random.random() < 0.3:
        names = [f"r{name}" for name in names]
    return [[None if own is None else names[own] for own in row] for row in grid]


# Star Battle


def star_battle(random: Random, tiny: bool) -> Puzzle:
    """With or without regions, holes, givens; sometimes torn regions or the wrong number of them."""
    stars = random.choice((1, 1, 2))
    rows, columns = _open_lines(random, stars, tiny)
    cells = [(r, c) for r in rows for c in columns]
    placed = _placed_stars(random, rows, columns, stars) if random.random() < 0.95 else set()
    placed = placed or {cell for cell in cells if random.random() < stars / len(columns)}
    height, width = rows[-1] + 1, columns[-1] + 1
    holes = set(_cells(height, width)) - set(cells)
    puzzle: Puzzle = {"genre": "star-battle", "stars": stars}
    if not holes and height != width:
        holes = {random.choice(cells)}  # without a hole, rows and columns must be as many
    if not holes and random.random() < 0.15:
        puzzle |= {"rows": height, "columns": width}
    else:
        owner = _regions(random, cells, len(rows), stars, placed)
        if random.random() < 0.3:
            holes |= {cell for cell in cells if cell not in placed and random.random() < 0.3}
        grid = [
            [None if (r, c) in holes else owner.get((r, c), 0) for c in range(width)] for r in range(height)
        ]
        puzzle["regions"] = _named(random, grid)
    if random.random() < 0.35:
        puzzle["givens"] = _star_givens(random, height, width, placed, holes)
    return puzzle


def _open_lines(random: Random, stars: int, tiny: bool) -> tuple[list[int], list[int]]:
    """Rows and columns in use. Lines of holes between them keep stars apart, and boards from being square."""
    spread = random.random() < (0.8 if stars == 2 and tiny else 0.25)
    if spread:
        count = random.randint(2, 4)
        lines = [sorted(random.sample(range(2 * count - random.randint(0, 1)), count)) for _ in range(2)]
        return lines[0], lines[1] if random.random() < 0.9 else lines[1][:-1]
    top = (5 if stars == 1 else 4) if tiny else (7 if stars == 1 else 9)
    size = random.choice((random.randint(2, top), top, top, top - 1))
    lines = [list(range(size)), list(range(size if random.random() < 0.95 else size - 1))]
    return lines[0], lines[1]


def _placed_stars(random: Random, rows: list[int], columns: list[int], stars: int) -> set[Cell]:
    """A random legal placement, found row by row; empty if there is none or it is not found soon."""
    budget = [2000]

    def place(index: int, placed: set[Cell]) -> set[Cell] | None:
        if index == len(rows):
            return placed
        for _ in range(30):
            budget[0] -= 1
            if budget[0] < 0:
                return None
            new = {(rows[index], c) for c in random.sample(columns, min(stars, len(columns)))}
            together = placed | new
            fits = not any(touch(a, b) for a in new for b in together)
            if fits and all(sum(c == x for _, x in together) <= stars for c in columns):
                done = place(index + 1, together)
                if done:
                    return done
        return None

    return place(0, set()) or set()


def _regions(random: Random, cells: list[Cell], count: int, stars: int, placed: set[Cell]) -> dict[Cell, int]:
    """A region for every ``stars`` stars (it may fall apart), or regions that know nothing of the stars."""
    if placed and random.random() < 0.9:
        order = sorted(placed)
        if random.random() < 0.5:
            random.shuffle(order)
        owner = {cell: own // stars for cell, own in _grow(random, cells, order).items()}
    else:
        wrong = count if random.random() < 0.5 else random.randint(1, count + 2)
        owner = _grow(random, cells, random.sample(cells, min(wrong, len(cells))))
    free = [cell for cell in cells if cell not in placed]
    if free and random.random() < 0.25:
        owner |= {cell: owner.get(random.choice(cells), 0) for cell in random.sample(free, min(2, len(free)))}
    return owner


def _star_givens(
    random: Random, height: int, width: int, placed: set[Cell], holes: set[Cell]
) -> list[list[int | None]]:
    wrong = random.random() < 0.2
    givens: list[list[int | None]] = [[None] * width for _ in range(height)]
    for r, c in random.sample(_cells(height, width), min(height * width, random.randint(1, 3))):
        if (r, c) not in holes:
            givens[r][c] = int(((r, c) in placed) != (wrong and random.random() < 0.5))
    return givens


# Kropki


def kropki(random: Random, tiny: bool) -> Puzzle:
    """From a Latin rectangle or with any dots; with or without all dots, givens, boxes."""
    rows = random.choice((1, 2, 3, 3, 3, 4)) if tiny else random.randint(2, 6)
    columns = rows if random.random() < 0.7 else random.randint(1, 4 if tiny else 6)
    square = _latin(random, rows, columns)
    puzzle: Puzzle = {"genre": "kropki"}
    puzzle |= (
        {"size": rows} if rows == columns and random.random() < 0.8 else {"rows": rows, "columns": columns}
    )
    all_dots = random.random() < 0.6
    if not all_dots or random.random() < 0.5:
        puzzle["all_dots"] = all_dots
    puzzle["dots"] = _dots(random, puzzle, square, all_dots)
    if random.random() < 0.4:
        puzzle["givens"] = _number_givens(random, square)
    if random.random() < 0.25:
        puzzle["boxes"] = _boxes(random, rows, columns, square)
    return puzzle


def _latin(random: Random, rows: int, columns: int) -> list[list[int]]:
    """A random Latin rectangle: a shuffled cyclic one, or one that was searched for."""
    n = max(rows, columns)
    if random.random() < 0.4:
        order = [random.sample(range(n), n) for _ in range(3)]
        return [[(order[0][r] + order[1][c]) % n + 1 for c in range(columns)] for r in range(rows)]
    while True:
        square: list[list[int]] = []
        for _ in range(200):
            row = random.sample(range(1, n + 1), columns)
            if all(row[c] != other[c] for other in square for c in range(columns)):
                square.append(row)
            if len(square) == rows:
                return square


def _dots(random: Random, puzzle: Puzzle, square: list[list[int]], all_dots: bool) -> list[dict[str, Any]]:
    honest, density = random.random() < 0.75, random.random()
    dots = []
    for a, b in kropki_edges(puzzle):
        v, w = square[a[0]][a[1]], square[b[0]][b[1]]
        fitting = [colour for colour in ("white", "black") if edge_allows(colour, False, v, w)]
        if not honest:
            fitting = ["white", "black"] if random.random() < 0.25 else []
        elif not all_dots and random.random() > density:
            fitting = []
        if fitting:
            cells = [list(a), list(b)] if random.random() < 0.5 else [list(b), list(a)]
            dots.append({"cells": cells, "colour": random.choice(fitting)})
    random.shuffle(dots)
    return dots


def _number_givens(random: Random, square: list[list[int]]) -> list[list[int | None]]:
    honest, share = random.random() < 0.8, random.choice((0.1, 0.3, 0.5))
    top = max(len(square), len(square[0]))
    return [
        [(v if honest else random.randint(1, top)) if random.random() < share else None for v in row]
        for row in square
    ]


def _boxes(random: Random, rows: int, columns: int, square: list[list[int]]) -> list[list[Any]]:
    """Small boxes; most often such that the square fits them."""
    cells = _cells(rows, columns)
    honest = random.random() < 0.8
    for _ in range(30):
        seeds = random.sample(cells, max(1, len(cells) // random.randint(2, max(rows, columns, 2))))
        owner = _grow(random, cells, seeds)
        if not honest or all(
            len({square[r][c] for (r, c), own in owner.items() if own == box})
            == list(owner.values()).count(box)
            for box in range(len(seeds))
        ):
            break
    return _named(random, [[owner[r, c] for c in range(columns)] for r in range(rows)])


# Hamle


def hamle(random: Random, tiny: bool) -> Puzzle:
    """From a legal final position back to a start, or any pieces anywhere."""
    top = 4 if tiny else 6
    rows = random.randint(1, top)
    columns = rows if random.random() < 0.6 else random.randint(1, top)
    cells = _cells(rows, columns)
    count = random.randint(0, min(len(cells), 6 if tiny else 9))
    pieces = _stepped_back(random, rows, columns, count) if random.random() < 0.75 else {}
    if not pieces:
        longest = max(1, max(rows, columns) - 1)
        pieces = {cell: random.randint(1, longest) for cell in random.sample(cells, count)}
    empty = random.choice((0, None))
    return {
        "genre": "hamle",
        "grid": [[pieces.get((r, c), empty) for c in range(columns)] for r in range(rows)],
    }


def _stepped_back(random: Random, rows: int, columns: int, count: int) -> dict[Cell, int]:
    """Pieces whose moves lead to a legal final position."""
    cells = _cells(rows, columns)
    taken: set[Cell] = set()
    for cell in random.sample(cells, len(cells)):
        alone = not any(share_edge(cell, other) for other in taken)
        if len(taken) < count and alone and is_connected(set(cells) - taken - {cell}):
            taken.add(cell)
    pieces: dict[Cell, int] = {}
    for r, c in sorted(taken):
        starts = [cell for cell in cells if cell not in pieces and (cell[0] == r) != (cell[1] == c)]
        if starts:
            y, x = random.choice(starts)
            pieces[y, x] = abs(y - r) + abs(x - c)
    return pieces


# Chess Loop


SOLVABLE = (
    (2, 3, "king", "knight", 2), (2, 4, "rook", "king", 2), (2, 3, "rook", "bishop", 2),
    (2, 4, "queen", "knight", 2), (3, 3, "bishop", "knight", 2), (3, 4, "rook", "knight", 3),
    (3, 5, "bishop", "knight", 4),
    (4, 4, "bishop", "knight", 4), (4, 5, "king", "knight", 3), (4, 5, "rook", "king", 3),
)  # fmt: skip
"""Boards that are known to have solutions: most random choices have none."""


def chess_loop(random: Random, tiny: bool) -> Puzzle:
    """Mostly two kinds in equal numbers; given pieces, blocked cells, cells given as empty."""
    if random.random() < 0.6:
        rows, columns, *kinds, count = random.choice(SOLVABLE[:5] if tiny else SOLVABLE)
        if random.random() < 0.5:
            rows += rows * columns < 9
        if random.random() < 0.5:
            rows, columns = columns, rows
        counts = [count, count]
    else:
        rows = random.randint(1, 3) if tiny else random.randint(1, 5)
        columns = random.randint(2, 4) if tiny else random.randint(2, 5)
        kinds = random.sample(KINDS, random.choice((2, 2, 2, 2, 2, 2, 3, 1)))
        most = (
            1 + (rows * columns <= 9) if len(kinds) == 3 else 3 if rows * columns <= 9 else 2 if tiny else 4
        )
        count = random.randint(1, most)
        counts = [count if random.random() < 0.9 else random.randint(1, most) for _ in kinds]
    puzzle: Puzzle = {"genre": "chess-loop", "rows": rows, "columns": columns}
    puzzle["pieces"] = dict(zip(kinds, counts, strict=True))
    if random.random() < 0.6:
        puzzle["outer"] = random.random() < 0.3
    if random.random() < 0.4:
        puzzle["givens"] = _piece_givens(random, rows, columns, kinds)
    return puzzle


def _piece_givens(random: Random, rows: int, columns: int, kinds: list[str]) -> list[list[str | None]]:
    share = random.choice((0.05, 0.1, 0.25))
    givens = []
    for _ in range(rows):
        given = [random.choice(("#", "#", ".", random.choice(kinds))) for _ in range(columns)]
        givens.append([value if random.random() < share else None for value in given])
    return givens


MAKERS: dict[str, Callable[[Random, bool], Puzzle]] = {
    "star-battle": star_battle,
    "kropki": kropki,
    "hamle": hamle,
    "chess-loop": chess_loop,
}
