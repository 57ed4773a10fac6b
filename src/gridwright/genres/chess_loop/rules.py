"""Chess Loop, after Erich Friedman: pieces of different kinds that attack each other in a ring."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import product
from typing import Any

from gridwright.genres.chess_loop.sight import KINDS, Attack, attacked, possible_attacks
from gridwright.model.constraints import any_of, at_least, defines, exactly, implies, impossible, one_loop
from gridwright.model.errors import PuzzleError, describe
from gridwright.model.fields import Counts, Flag, Givens
from gridwright.model.genre import Board, Constraints, Genre, Remark, Values, implied, rule
from gridwright.model.grid import BOARD, Cell, Place
from gridwright.model.marks import read_cell
from gridwright.model.puzzle import ShapeKey
from gridwright.model.terms import FALSE, TRUE, Literal, Member
from gridwright.model.unknowns import Choice, Hidden, Pick


class ChessLoop(Genre):
    """Place the pieces so that each attacks exactly one, of another kind, and the attacks form one loop."""

    name = "chess-loop"
    aliases = ("chessloop",)
    symmetric_verdict = True

    # what the setter gives
    pieces = Counts(*KINDS)
    outer = Flag(default=True)

    # what the solver finds
    piece = Choice(*KINDS, among=lambda board: board.kinds)
    givens = Givens(
        piece, also=("#",), letters={"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight"}
    )
    attacks: Hidden[Attack] = Hidden()

    @rule("There are {pieces}.")
    def counts(self) -> Constraints:
        for kind in self.kinds:
            of_kind = [self.piece[cell] == kind for cell in self.grid.cells]
            yield exactly(self.pieces[kind], of_kind, about=Place(f"{kind}s", (), self.grid.cells))

    @rule("A blocked cell stays empty.")
    def blocked(self) -> Constraints:
        for cell in self.grid.cells:
            yield any_of([self.piece[cell].nothing], about=cell, when=self.givens[cell] == "#")

    @rule("A piece attacks the first piece that it sees in each direction; blocked cells stop its sight.")
    def sight(self) -> Constraints:
        for attack in self.possible:
            occupied = [self.piece[attack.start] == attack.kind, self.piece[attack.target].something]
            free = [self.piece[cell].nothing for cell in attack.between]
            clear = [self.clear[cell] for cell in attack.between]
            yield defines(self.attacks[attack], all_of=[*occupied, *free, *clear], about=attack.line)

    @rule("Each piece attacks exactly one piece.")
    def attacks_one(self) -> Constraints:
        for cell, attacks in self.gathered(lambda attack: attack.start).items():
            yield exactly(1, [self.piece[cell].nothing, *attacks], about=cell)

    @rule("Each piece is attacked by exactly one piece.")
    def attacked_by_one(self) -> Constraints:
        for cell, attacks in self.gathered(lambda attack: attack.target).items():
            yield exactly(1, [self.piece[cell].nothing, *attacks], about=cell)

    @rule("No piece attacks one of its own kind.")
    def other_kind(self) -> Constraints:
        for attack in self.possible:
            yield implies(
                self.attacks[attack], ~(self.piece[attack.target] == attack.kind), about=attack.line
            )

    @rule("The attacks form one single loop through all pieces.")
    def loop(self) -> Constraints:
        if self.total:
            links = ((attack.start, attack.target, self.attacks[attack]) for attack in self.possible)
            yield one_loop(links, length=self.total, about=BOARD)

    @rule("No outer row or column is empty.")
    def outer_lines(self) -> Constraints:
        if self.outer:
            for line in self.grid.outer_lines:
                yield at_least(1, [self.piece[cell].something for cell in line], about=line)

    @implied
    def alternate(self) -> Constraints:
        """In a ring where neighbours differ, no kind has more pieces than all others together."""
        if any(2 * self.pieces[kind] > self.total for kind in self.kinds):
            yield impossible()

    @implied
    def apart(self) -> Constraints:
        """Neighbours that see each other are of two kinds, and attack each other only if they are all."""
        adjacent = [attack for attack in self.possible if not attack.between]
        sights = {(attack.kind, attack.start, attack.target) for attack in adjacent}
        for kind, attack in product(self.kinds, adjacent):
            here, there = attack.start, attack.target
            mutual = (kind, there, here) in sights and (attack.kind, here) < (kind, there)
            if mutual and (kind == attack.kind or self.total > 2):
                both = [self.piece[here] == attack.kind, self.piece[there] == kind]
                yield any_of([~piece for piece in both], about=attack.line)

    @property
    def kinds(self) -> list[str]:
        """The kinds in play."""
        return [kind for kind in KINDS if self.pieces[kind]]

    @property
    def total(self) -> int:
        return sum(self.pieces.values())

    @cached_property
    def possible(self) -> list[Attack]:
        """Every attack that some position might contain."""
        return list(possible_attacks(self.grid, self.kinds))

    @cached_property
    def clear(self) -> dict[Cell, Member[Literal]]:
        """For each cell what is false, and so forbids sight through it, on boards where it is blocked."""
        return {cell: FALSE.when(self.givens[cell] == "#") for cell in self.grid.cells}

    def gathered(self, by: Callable[[Attack], Cell]) -> dict[Cell, list[Literal]]:
        """The possible attacks from, or on, each cell."""
        found: dict[Cell, list[Literal]] = {cell: [] for cell in self.grid.cells}
        for attack in self.possible:
            found[by(attack)].append(self.attacks[attack])
        return found

    def branch_on(self) -> Iterator[Pick]:
        """The cells of each kind's pieces."""
        for kind in self.kinds:
            literals = tuple(self.piece[cell] == kind for cell in self.grid.cells)
            yield Pick(kind, self.pieces[kind], literals, self.grid.cells)

    def remarks(self, board: Board) -> Iterator[Remark]:
        for kind in self.kinds:
            others = self.total - self.pieces[kind]
            if self.pieces[kind] > others:
                message = (
                    f"Around the loop each {kind} is followed by a piece of another kind, "
                    f"but there are {self.pieces[kind]} of them and {others} others."
                )
                yield Remark("unequal-counts", message, refutes=True)

    @classmethod
    def refuse(cls, shape: ShapeKey) -> str | None:
        # Each line of sight holds all cells on it: for each cell of the board about the square of its length.
        if shape.rows * shape.columns * max(shape.rows, shape.columns) ** 2 > 1_100_000:
            return (
                f"a chess loop of {shape.rows} x {shape.columns} is too large; up to 32 x 32 can be handled"
            )
        return None

    def read_mark(self, mark: Mapping[str, Any], board: Board) -> Literal | None:
        """{"attacker": cell, "piece": kind, "attacks": cell}; with "not": true it does not attack there."""
        if not {"attacker", "piece", "attacks"} <= mark.keys() <= {"attacker", "piece", "attacks", "not"}:
            return None
        start, target = (read_cell(mark[key], self.grid, f"/{key}") for key in ("attacker", "attacks"))
        if mark["piece"] not in self.kinds:
            raise PuzzleError(f"there is no {describe(mark['piece'])} here", "/piece")
        if mark.get("not", True) is not True:
            raise PuzzleError('"not" is true, or left out', "/not")
        found = self.attack_from.get((mark["piece"], start, target))
        if found is None:
            return TRUE if "not" in mark else FALSE
        return ~found if "not" in mark else found

    def write_mark(self, literal: Literal, board: Board) -> Mapping[str, Any] | None:
        attack = self.attack_of.get(literal.variable)
        if attack is None:
            return None
        said = {"attacker": list(attack.start), "piece": attack.kind, "attacks": list(attack.target)}
        return {**said, "not": True} if literal.negated else said

    @cached_property
    def attack_of(self) -> dict[int, Attack]:
        """What each hidden variable stands for."""
        return {literal.variable: attack for attack, literal in self.attacks.items()}

    @cached_property
    def attack_from(self) -> dict[tuple[str, Cell, Cell], Literal]:
        return {
            (attack.kind, attack.start, attack.target): literal for attack, literal in self.attacks.items()
        }

    def solution(self, values: Values, board: Board) -> dict[str, Any]:
        pieces = {cell: kind for cell, kind in values["piece"].items() if kind}
        blocking = type(self).givens.encode("#")
        blocked = {cell for cell in self.grid.cells if board.at("givens", cell) == blocking}
        loop: list[Cell] = []
        following = min(pieces, default=None)
        while following is not None and following not in loop:
            loop.append(following)
            following = next(attacked(self.grid, pieces, blocked, following), None)
        return {**super().solution(values, board), "loop": [list(cell) for cell in loop]}
