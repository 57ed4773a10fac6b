"""A scene drawn with characters.

Thick borders part regions, thin ones lie within; dots stand on the borders between cells. Without Unicode
there is a plainer picture of the same. Nothing is said by colour alone: where givens and other values stand
on one board, a stroke follows what is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby, product
from typing import NamedTuple

from gridwright.model.errors import in_one_line
from gridwright.model.unknowns import EMPTY
from gridwright.render.beside import GAP, Picture, filled, side_by_side, width_of
from gridwright.render.characters import ASCII, COLOURS, PLAIN, RESET, UNICODE, Characters
from gridwright.render.scene import (
    BLOCKED,
    EXCLUDED,
    FAINT,
    GIVEN,
    MARK,
    NONE,
    THICK,
    THIN,
    Drawable,
    Scene,
    Symbol,
    border_of,
    scenes_of,
)

WEIGHTS = {NONE: 0, FAINT: 0, THIN: 1, THICK: 2}


class TooNarrow(ValueError):  # noqa: N818 - what it says, not what it is
    """The picture does not fit. `needed`: how many columns it takes at least."""

    def __init__(self, needed: int, width: int) -> None:
        super().__init__(needed, width)
        self.needed = needed
        self.width = width

    def __str__(self) -> str:
        return f"to draw this board takes {self.needed} columns, and there are {self.width}"


def draw(
    boards: Drawable | Iterable[Drawable],
    *,
    unicode: bool = True,
    colour: bool = False,
    width: int | None = None,
    coordinates: bool = False,
) -> str:
    """Boards side by side, or below each other if `width` columns are too few; without a newline at the end.

    If they are too few for a single board with the narrowest cells, TooNarrow says how many it takes.
    """
    characters = UNICODE if unicode else ASCII
    drawers = [_Drawer(scene, characters, colour, coordinates) for scene in scenes_of(boards)]
    groups, padding = _arrange(drawers, width)
    return "\n\n".join(side_by_side(list(_pictures(group, padding)), width) for group in groups)


def _pictures(drawers: Iterable[_Drawer], padding: int) -> Iterator[Picture]:
    frame = None
    for drawer in drawers:
        # A puzzle and its solutions mostly have the same borders, and those are most of the work.
        frame = drawer.frame(padding, frame)
        yield drawer.draw(padding, frame)


@cache
def has_unicode(encoding: str | None) -> bool:
    """Can a terminal or a file with this encoding take what boards are drawn with?"""
    every = UNICODE.junctions + UNICODE.across + UNICODE.down + "".join(UNICODE.pieces.values())
    try:
        (every + "".join(PLAIN) + UNICODE.excluded).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


# --- where boards stand ------------------------------------------------------------------------------------


def _arrange(drawers: list[_Drawer], width: int | None) -> tuple[list[list[_Drawer]], int]:
    """Which boards stand side by side, and how many blanks each cell has.

    Cells with blanks on both sides look square; boards below each other are better than cells without any.
    """
    if width is None:
        return [drawers], 2
    for padding in (2, 1):
        if sum(drawer.width(padding) + GAP for drawer in drawers) - GAP <= width:
            return [drawers], padding
    for padding in (2, 1, 0):
        if max(drawer.width(padding) for drawer in drawers) <= width:
            return list(_flow(drawers, padding, width)), padding
    raise TooNarrow(max(drawer.width(0) for drawer in drawers), width)


def _flow(drawers: list[_Drawer], padding: int, width: int) -> Iterator[list[_Drawer]]:
    """As many in a row as fit."""
    row: list[_Drawer] = []
    room = width
    for drawer in drawers:
        taken = drawer.width(padding)
        if row and taken > room:
            yield row
            row, room = [], width
        row.append(drawer)
        room -= taken + GAP
    yield row


class _Frame(NamedTuple):
    """All of a board but what stands in its cells, and what it was made of."""

    made_of: tuple[object, ...]
    lines: list[str]  # the borders above each row of cells, and below the last
    # For each row of cells what stands left of each and right of the last, with room for the cells between.
    rows: list[list[str]]


@cache
def _junctions(drawn: str) -> dict[tuple[str, ...], str]:
    """By the names of the borders above, right, below and left."""
    return {
        names: drawn[int("".join(str(WEIGHTS[name]) for name in names), 3)]
        for names in product(WEIGHTS, repeat=4)
    }


# --- one board ---------------------------------------------------------------------------------------------


class _Drawer:
    """Draws one scene."""

    def __init__(self, scene: Scene, characters: Characters, colour: bool, coordinates: bool) -> None:
        self.scene = scene
        self.characters = characters
        self.colour = colour
        self.coordinates = coordinates
        distinct = set(scene.cells)
        roles = {symbol.role for symbols in distinct for symbol in symbols if symbol.name != BLOCKED}
        self.strokes = GIVEN in roles and len(roles) > 1
        signs = {symbols: self._sign(symbols) for symbols in distinct}
        self.signs = [signs[symbols] for symbols in scene.cells]
        self.content = max(1, *(len(sign) for sign, _ in signs.values()))
        if coordinates:
            self.content = max(self.content, len(str(scene.columns)))
        blocked = {symbols for symbols in distinct if any(symbol.name == BLOCKED for symbol in symbols)}
        self.blocked = [index for index, symbols in enumerate(scene.cells) if blocked and symbols in blocked]
        self.gutter = len(str(scene.rows)) + 1 if coordinates else 0
        self.kinds = {
            scene.index(cell): kind
            for kind in ("evidence", "target")  # a ring goes first
            for highlight in scene.highlights
            if highlight.kind == kind
            for cell in highlight.cells
        }

    def _sign(self, symbols: tuple[Symbol, ...]) -> tuple[str, str]:
        """What is written for all that stands in a cell: the last value, or those that it cannot have.

        And what stands after it.
        """
        value = next((symbol for symbol in reversed(symbols) if symbol.role != EXCLUDED), None)
        if value is not None:
            if value.name == BLOCKED:
                return self.characters.blocked, " "
            given = self.strokes and value.role == GIVEN
            return self._letter(value), self.characters.stroke if given else " "
        excluded = dict.fromkeys(map(self._letter, symbols))
        return (self.characters.excluded + "".join(excluded) if excluded else ""), " "

    def _letter(self, symbol: Symbol) -> str:
        name, text, role, _ = symbol
        if name == EMPTY and role in (GIVEN, MARK):
            return self.characters.cross
        if self.characters is UNICODE:
            return self.characters.pieces.get(name, text)
        return text if text.isascii() else PLAIN.get(text, name[:1])

    def _inside(self, padding: int) -> tuple[int, int]:
        """How many blanks stand left and right of what is in a cell."""
        padding = 2 if self.kinds else padding  # rings and outlines stand there
        left = padding // 2
        return left, max(padding - left, int(self.strokes))

    def _cell(self, padding: int) -> int:
        """How wide a cell is."""
        return self.content + sum(self._inside(padding))

    def width(self, padding: int) -> int:
        """How many columns the board takes."""
        return self.gutter + self.scene.columns * (self._cell(padding) + 1) + 1

    def draw(self, padding: int, frame: _Frame) -> Picture:
        width, texts, columns = self.width(padding), self._texts(padding), self.scene.columns
        rows = [frame.lines[0]]
        for number, (beside, line) in enumerate(zip(frame.rows, frame.lines[1:], strict=True)):
            row = beside.copy()
            row[2::2] = texts[number * columns : (number + 1) * columns]
            rows += ("".join(row), line)
        if self.coordinates:
            cell = self._cell(padding)
            numbers = (str(column).center(cell) for column in range(1, columns + 1))
            heading = " " * self.gutter + " " + " ".join(numbers)
            rows = [filled(heading, width), *rows, *(filled(way, width) for way in self._ways(width))]
        title = in_one_line(self.scene.title)
        if self.characters is not UNICODE:
            title = title.encode("ascii", "replace").decode()
        return Picture(title, rows, width)

    def frame(self, padding: int, known: _Frame | None) -> _Frame:
        """The known one, if it is made of the same."""
        scene, cell = self.scene, self._cell(padding)
        made_of = (
            *(scene.rows, scene.columns, cell, self.gutter, self.characters),
            *(scene.horizontal, scene.vertical, scene.lines, scene.dots, scene.highlights, scene.regions),
        )
        if known is not None and known.made_of == made_of:
            return known
        return _Frame(made_of, *self._frame(cell))

    def _frame(self, cell: int) -> tuple[list[str], list[list[str]]]:
        scene, characters = self.scene, self.characters
        across, down = self._borders()
        fills = {name: characters.across[weight] * cell for name, weight in WEIGHTS.items()}
        if characters is ASCII:
            fills[THIN] = characters.across[1].center(cell)
        upright = {name: characters.down[weight] for name, weight in WEIGHTS.items()}
        junctions = _junctions(characters.junctions)
        above_cells, beside_cells = self._on_borders(cell)
        corners = self._faint_corners()
        lines, rows = [], []
        for row, beside in enumerate(across):
            above, below = down[row], down[row + 1]
            # Junctions and borders take turns, and so do borders and cells. The gutter goes first.
            line = [" " * self.gutter] + [""] * (2 * scene.columns + 1)
            line[1::2] = map(junctions.__getitem__, zip(above, beside[1:], below, beside[:-1], strict=True))
            line[2::2] = map(fills.__getitem__, beside[1:-1])
            for column in corners.get(row, ()):
                if line[2 * column + 1] == " ":
                    line[2 * column + 1] = characters.corner
            for column, start, text in above_cells.get(row, ()):
                fill = line[2 * column + 2]
                line[2 * column + 2] = fill[:start] + text + fill[start + len(text) :]
            lines.append("".join(line))
            if row < scene.rows:
                line[0] = str(row + 1).rjust(self.gutter - 1) + " " if self.gutter else ""
                line[1::2] = map(upright.__getitem__, below)
                for column, sign in beside_cells.get(row, ()):
                    line[2 * column + 1] = sign
                rows.append(line)
        return lines, rows

    def _texts(self, padding: int) -> list[str]:
        """What stands in each cell, blanks included."""
        characters, content = self.characters, self.content
        left, right = self._inside(padding)
        made = {
            (sign, after): " " * left + sign.rjust(content) + after * min(1, right) + " " * (right - 1)
            for sign, after in set(self.signs)
        }
        texts = [made[sign] for sign in self.signs]
        for index in self.blocked:
            texts[index] = characters.blocked * self._cell(padding)
        for index, kind in self.kinds.items():
            around = characters.ring if kind == "target" else characters.outline
            texts[index] = self.signs[index][0].rjust(content).join(around)
        if self.colour:
            return [self._coloured(text, self.kinds.get(index), index) for index, text in enumerate(texts)]
        return texts

    def _coloured(self, text: str, kind: str | None, index: int) -> str:
        symbols = self.scene.cells[index]
        code = COLOURS.get(kind or (symbols[-1].role if symbols else ""))
        return f"\x1b[{code}m{text}{RESET}" if code else text

    def _borders(self) -> tuple[list[list[str]], list[list[str]]]:
        """Horizontal and vertical ones, with a margin of none, so that four meet at each corner."""
        scene = self.scene
        across = [[NONE, *row, NONE] for row in scene.horizontal]
        down = [list(row) for row in scene.vertical]
        for border, name, _ in scene.lines:
            if name == "line":
                row, column = border.first
                if border.direction == "horizontal":
                    across[row][column + 1] = THICK
                else:
                    down[row][column] = THICK
        margin = [NONE] * (scene.columns + 1)
        return across, [margin, *down, margin]

    def _on_borders(
        self, cell: int
    ) -> tuple[dict[int, list[tuple[int, int, str]]], dict[int, list[tuple[int, str]]]]:
        """What stands on borders, by row: above cells (column, where, text), and left of them."""
        scene, characters = self.scene, self.characters
        signs = [(border_of(dot), characters.dots.get(dot.colour, dot.colour[:1])) for dot in scene.dots]
        signs += [(line.border, characters.cross) for line in scene.lines if line.name == "cross"]
        signs += [
            (border, characters.line)
            for highlight in scene.highlights
            if highlight.kind == "target"
            for border in highlight.borders
        ]
        middle = (cell - 1) // 2
        above: dict[int, list[tuple[int, int, str]]] = {}
        beside: dict[int, list[tuple[int, str]]] = {}
        occupied = set()
        for border, sign in signs:
            row, column = border.first
            if border.direction == "vertical":
                beside.setdefault(row, []).append((column, sign))
            else:
                above.setdefault(row, []).append((column, middle, sign))
                occupied.add((row, column))
        for (row, column), name in self._names().items() if self.coordinates else ():
            if len(name) <= (middle if (row, column) in occupied else cell):
                above.setdefault(row, []).append((column, 0, name))
        return above, beside

    def _names(self) -> dict[tuple[int, int], str]:
        """Regions are called so above their first cell, if the name is one that a terminal can align."""
        plain = self.characters is not UNICODE
        return {
            region.cells[0]: region.name
            for region in self.scene.regions
            if region.name.isprintable()
            and (region.name.isascii() or not plain)
            and width_of(region.name) == len(region.name)
        }

    def _faint_corners(self) -> dict[int, set[int]]:
        """The columns of corners where lines may meet, by row."""
        return {
            row: {
                column + side for column, border in enumerate(borders) if border == FAINT for side in (0, 1)
            }
            for row, borders in enumerate(self.scene.horizontal)
            if FAINT in borders
        }

    def _ways(self, width: int) -> Iterator[str]:
        """Moves and loops, cell by cell; with coordinates they can be followed."""
        arrow = self.characters.arrow.rstrip()
        for name, paths in groupby(self.scene.paths, key=lambda path: path.name):
            line = f"{name}:"
            closed = [(*path.cells, path.cells[0]) if path.closed else path.cells for path in paths]
            for number, cells in enumerate(closed, 1):
                steps = [f"{cell}{arrow}" for cell in cells[:-1]]
                steps.append(f"{cells[-1]}{',' if number < len(closed) else ''}")
                whole = " ".join(steps)
                # A way is broken only if no line has room for it.
                for part in (whole,) if len(whole) <= width else steps:
                    if len(line) + 1 + len(part) > width:
                        yield line
                        line = part
                    else:
                        line += f" {part}"
            yield line
