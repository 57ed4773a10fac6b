"""Star Battle, also known as Two Not Touch; with one star, Queens."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.model.constraints import at_most, bands, exactly, packing, room
from gridwright.model.fields import Givens, Number, Regions
from gridwright.model.genre import Board, Constraints, Genre, Remark, implied, rule
from gridwright.model.puzzle import ShapeKey
from gridwright.model.unknowns import Pick, YesNo


class StarBattle(Genre):
    """Place stars so that every row, column and region holds the same number, none touching."""

    name = "star-battle"
    aliases = ("starbattle", "two-not-touch", "queens")

    # what the setter gives
    stars = Number(at_least=1, noun="star")
    regions = Regions(holes=True)

    # what the solver finds
    star = YesNo(yes="★", no="·")
    givens = Givens(star)

    @rule("Every row, column and region holds {stars}.")
    def quota(self) -> Constraints:
        for unit in (*self.grid.rows, *self.grid.columns, *self.regions):
            yield exactly(self.stars, self.star[unit], about=unit)

    @rule("Stars never touch, even diagonally.")
    def apart(self) -> Constraints:
        for touching in self.grid.touching_sets():
            yield at_most(1, self.star[touching], about=touching)

    @implied
    def nested(self) -> Constraints:
        """Regions that lie in as many adjacent lines fill them, and the reverse."""
        for region in self.regions:
            stars = self.star[region]
            yield bands(
                self.stars, stars, (row for row in range(self.grid.height) for _ in range(self.grid.width))
            )
            yield bands(
                self.stars,
                stars,
                (column for _ in range(self.grid.height) for column in range(self.grid.width)),
            )

    @implied
    def roomy(self) -> Constraints:
        """What a region has left has room for its stars, none touching."""
        for region in self.regions:
            yield room(self.stars, self.star[region])

    @implied
    def pairs(self) -> Constraints:
        """The stars of two adjacent lines stand in columns (or rows) that are not adjacent."""
        for band, slots in self.grid.bands():
            yield packing(2 * self.stars, ([self.star[cell] for cell in slot] for slot in slots), about=band)

    def branch_on(self) -> Iterator[Pick]:
        """The columns of each row's stars."""
        for row in self.grid.rows:
            literals = tuple(self.star[cell] for cell in row)
            yield Pick(row.name, self.stars, literals, tuple(cell.column + 1 for cell in row))

    def remarks(self, board: Board) -> Iterator[Remark]:
        regions, rows = len(set(board.labels["regions"]) - {-1}), len(self.grid.rows)
        if not regions:
            yield Remark("no-regions", "There are no regions: only rows and columns count their stars.")
        elif regions != rows:
            what = f"{regions} region{'s' if regions > 1 else ''}"
            yield Remark(
                "number-of-regions", f"The board has {what}, but {rows} row{'s' if rows > 1 else ''}."
            )

    @classmethod
    def refuse(cls, shape: ShapeKey) -> str | None:
        if shape.rows != shape.columns and not shape.holes:
            size = f"{shape.rows} x {shape.columns}"
            return f"a star battle without holes has as many rows as columns, not {size}"
        return None
