"""Random Star Battle boards: stars first, then regions around them, then borders that move."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from gridwright.generate.carving import orbits, symmetries_of
from gridwright.generate.maker import Maker
from gridwright.generate.options import OneOf, Size, Switch, Whole
from gridwright.generate.proving import Bench, Regions
from gridwright.generate.regions import grow, images_of, leave_out, neighbours_of, smallest
from gridwright.genres.star_battle.rules import StarBattle
from gridwright.model.constraints import implies
from gridwright.model.genre import Constraints, rule
from gridwright.model.puzzle import Puzzle, ShapeKey
from gridwright.model.symmetry import renumbered

# From which size on boards usually have so many stars in each line.
USUAL = ((24, 6), (20, 5), (16, 4), (13, 3), (9, 2), (4, 1))
MOVES_PER_CELL = 20  # of borders; a board that needs more is given up


class HalfTurned(StarBattle):
    """Stars that lie as before when the board is turned."""

    style: ClassVar[str] = "half-turn"

    @rule("Turned, the stars lie as before.")
    def turned(self) -> Constraints:
        for symmetry in symmetries_of(self.style):
            for cell in self.grid.cells:
                yield implies(self.star[cell], self.star[symmetry.cell(cell, self.grid)], about=cell)


class QuarterTurned(HalfTurned):
    style = "quarter-turn"


# A mirror would need stars on the axis or beside each other.
PLACEMENTS: dict[str | None, type[StarBattle]] = {
    None: StarBattle,
    "half-turn": HalfTurned,
    "quarter-turn": QuarterTurned,
}


class StarBattleMaker(Maker):
    """Moves the borders between regions until no second solution is left."""

    genre = StarBattle
    own_options = (
        Size((8, 8), "how many rows and columns", least=4, most=25, square=True),
        Whole("stars", None, "stars in each row, column and region", least=1, most=6),
        Whole("holes", 0, "how many cells are left out", most=400),
        OneOf("symmetry", [style for style in PLACEMENTS if style], "how the regions lie as before"),
        Switch("single_cells", "allow regions of one cell"),
    )

    def complete(self, options: dict[str, Any]) -> None:
        if options["stars"] is None:
            size, _ = options["size"]
            options["stars"] = next(stars for least, stars in USUAL if size >= least)

    def refuse(self, options: Mapping[str, Any], bench: Bench) -> str | None:
        (size, _), stars, holes = options["size"], options["stars"], options["holes"]
        if 4 * stars > size:
            # Each 2x2 block holds one star at most, and an odd line more does not help.
            most = size // 4
            return (
                f"{stars} stars in each line of {size}x{size} cannot but touch; "
                f"ask for {most} star{'s' if most > 1 else ''}, or for size {4 * stars} or more"
            )
        room = size * size - size * max(2 * stars - 1, 2)
        if holes > room:
            return f"{size} regions with {stars} stars each leave room for {room} holes, not {holes}"
        return _refuse_symmetry(size, stars, holes, options["symmetry"], bench)

    def attempt(self, options: Mapping[str, Any], random: Random, bench: Bench) -> Puzzle | None:
        (size, _), stars, style = options["size"], options["stars"], options["symmetry"]
        whole = _whole(size, stars, style)
        solution = bench.sample(whole, whole.no_labels(), random)
        if solution is None:
            return None
        marked = [cell for cell, star in enumerate(solution) if star]
        shape = _with_holes(ShapeKey.of(StarBattle, size, size, stars=stars), marked, options, random)
        if shape is None:
            return None
        neighbours, images = neighbours_of(shape.grid), images_of(shape.grid, style)
        regions = grow(neighbours, marked, stars, images, random)
        if regions is None:
            return None
        numbers = iter(range(size * size))
        shown = [-1 if cell in shape.holes else next(numbers) for cell in range(size * size)]
        _, givens = shape.no_labels()
        least = 1 if options["single_cells"] else 2
        places = Regions(0, neighbours, shown, images, marked, least)
        mended = bench.mend(
            shape, (array("i", regions), givens), places, MOVES_PER_CELL * size * size, random
        )
        if mended is None or smallest(mended) < least:
            return None
        return Puzzle(shape, (array("i", renumbered(mended)), givens), {"regions": tuple(range(size))})

    def like(self, puzzle: Puzzle) -> dict[str, Any]:
        size = (puzzle.rows, puzzle.columns)
        return {"size": size, "stars": puzzle.scalars["stars"], "holes": len(puzzle.holes)}


def _whole(size: int, stars: int, style: str | None) -> ShapeKey:
    """A board without holes, whose solutions are all placements of stars."""
    return ShapeKey.of(PLACEMENTS[style], size, size, stars=stars)


def _with_holes(
    whole: ShapeKey, marked: list[int], options: Mapping[str, Any], random: Random
) -> ShapeKey | None:
    if not options["holes"]:
        return whole
    grid, taken = whole.grid, set(marked)
    free = [
        [grid.index(cell) for cell in orbit]
        for orbit in orbits(grid, options["symmetry"])
        if taken.isdisjoint(map(grid.index, orbit))
    ]
    holes = leave_out(neighbours_of(grid), free, options["holes"], random)
    return None if holes is None else whole._replace(holes=tuple(holes))


def _refuse_symmetry(size: int, stars: int, holes: int, style: str | None, bench: Bench) -> str | None:
    if style is None:
        return None
    turns = len(symmetries_of(style)) + 1
    middle = size % 2  # the only cell that stays where it is
    if size % turns > middle:
        sizes = " or ".join(f"{turns}k{rest}" for rest in ("", "+1"))
        return f"regions with {style} symmetry need a size of {sizes}, not {size}"
    if holes % turns > middle:
        return f"with {style} symmetry holes come in groups of {turns}, so there cannot be {holes}"
    if (middle and stars % turns > 1) or _cannot_be_placed(size, stars, style, bench):
        return (
            f"{stars} stars in each line of {size}x{size} cannot have {style} symmetry; ask for another size"
        )
    return None


def _cannot_be_placed(size: int, stars: int, style: str, bench: Bench) -> bool:
    shape = _whole(size, stars, style)
    return bench.prove(shape, shape.no_labels()).status == "none"


MAKER = StarBattleMaker()
