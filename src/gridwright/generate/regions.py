"""Regions grown at random around marked cells: connected, each with as many marks as the others.

Each mark first grows a patch of its own; then patches that lie side by side are joined. Cells are numbers
here, as in arrays of labels. Symmetric regions grow on all sides at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random

from gridwright.generate.carving import symmetries_of
from gridwright.model.grid import Grid

JOININGS = 50  # ways to join the patches that are tried; they are cheap, and many end in a corner

Images = Sequence[Sequence[int]]  # for each symmetry the cell that each cell comes to; or the patch


@lru_cache(maxsize=64)
def neighbours_of(grid: Grid) -> list[list[int]]:
    """For every cell, holes too, those beside it; none for a hole."""
    return [
        [grid.index(other) for other in grid.neighbours(cell)] if cell in grid else []
        for cell in grid.all_cells
    ]


def leave_out(
    neighbours: Sequence[Sequence[int]], orbits: Sequence[Sequence[int]], count: int, random: Random
) -> list[int] | None:
    """So many cells, in whole orbits, without which the others still hang together; None: not this time."""
    taken: set[int] = set()
    for orbit in random.sample(orbits, len(orbits)):
        if len(taken) == count:
            break
        if len(taken) + len(orbit) <= count and hang_together(neighbours, taken.union(orbit)):
            taken.update(orbit)
    return sorted(taken) if len(taken) == count else None


def hang_together(neighbours: Sequence[Sequence[int]], without: set[int]) -> bool:
    """Do all other cells hang together?"""
    left = set(range(len(neighbours))) - without
    waiting = [left.pop()] if left else []
    while waiting:
        beside = left.intersection(neighbours[waiting.pop()])
        left -= beside
        waiting.extend(beside)
    return not left


@lru_cache(maxsize=64)
def images_of(grid: Grid, style: str | None) -> list[list[int]]:
    """For each symmetry of a style the cell that each cell comes to."""
    return [
        [grid.index(symmetry.cell(cell, grid)) for cell in grid.all_cells]
        for symmetry in symmetries_of(style)
    ]


def grow(
    neighbours: Sequence[Sequence[int]], marked: Sequence[int], each: int, images: Images, random: Random
) -> list[int] | None:
    """For every cell its region, -1 for a hole; None: these marks were not joined.

    marked  cells; with symmetries, their images are marked too
    each    how many of them a region holds
    """
    patch = _patches(neighbours, marked, images, random)
    beside: list[set[int]] = [set() for _ in marked]
    for cell, own in enumerate(patch):
        if own >= 0:
            beside[own].update(patch[near] for near in neighbours[cell] if patch[near] not in (own, -1))
    mirrored = [[patch[image[cell]] for cell in marked] for image in images]
    centre = {cell for cell, own in enumerate(patch) if own < 0 and neighbours[cell]}
    # The region in the middle lies on itself: round a star there, or from the patches that meet there.
    hub = {index for image in mirrored for index, other in enumerate(image) if index == other}
    hub = hub or {patch[near] for cell in centre for near in neighbours[cell]}
    for _ in range(JOININGS):
        joined = _join(beside, each, mirrored, hub, random)
        if joined is not None:
            return [
                joined[own] if own >= 0 else (0 if cell in centre else -1) for cell, own in enumerate(patch)
            ]
    return None


def smallest(regions: Iterable[int]) -> int:
    """How many cells the smallest region has; -1 is none."""
    return min(Counter(region for region in regions if region >= 0).values())


def _patches(
    neighbours: Sequence[Sequence[int]], marked: Sequence[int], images: Images, random: Random
) -> list[int]:
    """For every cell the mark that grew over it; -1 for holes, and for cells that no patch has a right to."""
    patch = [-1] * len(neighbours)
    for index, cell in enumerate(marked):
        patch[cell] = index
    fixed = {cell for image in images for cell, other in enumerate(image) if cell == other}
    border = list(marked)
    while border:
        place = random.randrange(len(border))
        cell = border[place]
        free = [near for near in neighbours[cell] if patch[near] < 0 and near not in fixed]
        if not free:
            border[place] = border[-1]
            border.pop()
            continue
        near = random.choice(free)
        for grown, source in [(near, cell), *((image[near], image[cell]) for image in images)]:
            patch[grown] = patch[source]
            border.append(grown)
    return patch


def _join(
    beside: Sequence[set[int]], each: int, mirrored: Images, hub: set[int], random: Random
) -> list[int] | None:
    """The patches in connected groups of `each`, beginning where there is least choice; None: in a corner.

    With symmetries, group 0 is the one that lies on itself, if patches meet in the hub.
    """
    group = [-1] * len(beside)
    free = set(range(len(beside)))
    number = 0

    def choice(patch: int) -> tuple[int, float]:
        return len(beside[patch] & free), random.random()

    while free:
        central = bool(hub) and number == 0
        seed = min(hub if central else free, key=choice)
        sets = _images_of_group({seed}, mirrored)
        while True:
            members = set().union(*sets) if central else sets[0]
            if not central and any(members & other for other in sets[1:]):
                return None
            if len(members) >= each:
                break
            reach = set[int]().union(*(beside[own] for own in members)) & free - set[int]().union(*sets)
            if not reach:
                return None
            sets = _images_of_group({*sets[0], min(reach, key=choice)}, mirrored)
        if len(members) > each:
            return None
        for one in [members] if central else sets:
            for own in one:
                group[own] = number
            number += 1
            free -= one
    return group


def _images_of_group(members: set[int], mirrored: Images) -> list[set[int]]:
    return [members, *({image[own] for own in members} for image in mirrored)]
