"""Which piece went where, when only the final board is known."""

from __future__ import annotations

from collections.abc import Mapping, Set

from gridwright.model.genre import Board
from gridwright.model.grid import STRAIGHT, Cell

Options = dict[Cell, list[Cell]]


def matched(board: Board, numbers: Mapping[Cell, int]) -> dict[Cell, Cell]:
    """Moves that lead to a final board: if there are several, the least, piece by piece in reading order.

    On a board that cannot be reached some pieces have no move.
    """
    options = _options(board, numbers)
    taken: dict[Cell, Cell] = {}  # start by end
    for start in options:
        _find_end(start, options, taken, set())
    settled: set[Cell] = set()
    for start, ends in options.items():
        for end in ends:
            if end not in settled and (
                taken.get(end) == start or _move_over(start, end, options, taken, settled)
            ):
                settled.add(end)
                break
    return {start: end for end, start in taken.items()}


def undecided(board: Board, numbers: Mapping[Cell, int]) -> list[Cell]:
    """The pieces that may go to one place or another although the final board is known.

    If there is only one set of moves, then always some piece has only one place left to go to.
    """
    left = {start: set(ends) for start, ends in _options(board, numbers).items()}
    while certain := [start for start, ends in left.items() if len(ends) <= 1]:
        gone = set().union(*(left.pop(start) for start in certain))
        for ends in left.values():
            ends -= gone
    return list(left)


def _options(board: Board, numbers: Mapping[Cell, int]) -> Options:
    """Where each piece can go so that its number stands there; all in reading order."""
    found: Options = {}
    for start in board.grid.cells:
        number = board.at("pieces", start)
        if number > 0:
            ends = (board.grid.straight(start, direction, number) for direction in STRAIGHT)
            found[start] = sorted(end for end in ends if end and numbers[end] == number)
    return found


def _find_end(start: Cell, options: Options, taken: dict[Cell, Cell], barred: Set[Cell]) -> bool:
    """Give a piece an end, moving others over where that helps (an augmenting path)."""
    seen = set(barred)
    path: list[tuple[Cell, list[Cell]]] = [(start, list(reversed(options[start])))]
    chosen: list[Cell] = []
    while path:
        piece, ends = path[-1]
        while ends and ends[-1] in seen:
            ends.pop()
        if not ends:
            path.pop()
            if chosen:
                chosen.pop()
            continue
        end = ends.pop()
        seen.add(end)
        chosen.append(end)
        if end not in taken:
            for (piece, _), new in zip(path, chosen, strict=True):
                taken[new] = piece
            return True
        path.append((taken[end], list(reversed(options[taken[end]]))))
    return False


def _move_over(start: Cell, end: Cell, options: Options, taken: dict[Cell, Cell], settled: Set[Cell]) -> bool:
    """Let this piece end there, if the piece that does can end elsewhere and nobody loses."""
    tried = {other: piece for other, piece in taken.items() if piece != start}
    if len(tried) == len(taken):  # without a move it stays without
        return False
    before = tried.get(end)
    tried[end] = start
    if before is not None and not _find_end(before, options, tried, settled | {end}):
        return False
    taken.clear()
    taken.update(tried)
    return True
