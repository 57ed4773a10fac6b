"""A scene as SVG: for pages, documents and print.

Lines and symbols have the colour of the text around them (currentColor), and follow the light or dark scheme
when the picture stands alone; stars and chess pieces are paths, so that they look alike everywhere. As in
text, nothing is said by colour alone: what is given is bold or underlined, marks are slanted, and
the kinds of pieces are hollow or full.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot

from gridwright.model.errors import in_one_line
from gridwright.model.grid import Border, Cell
from gridwright.model.unknowns import EMPTY
from gridwright.render.scene import (
    BLOCKED,
    CLUE,
    EXCLUDED,
    FAINT,
    FOUND,
    GIVEN,
    MARK,
    THICK,
    THIN,
    Drawable,
    Path,
    Scene,
    Symbol,
    border_of,
    scenes_of,
)

CELL = 32
HALF = CELL // 2
MARGIN = 4
GAP = 24  # between two boards
LINE = 18  # a line of text

# Around the middle of a cell.
SHAPES = {
    "star": "M0-12 2.9-4 11.4-3.7 4.8 1.5 7.1 9.7 0 5-7.1 9.7-4.8 1.5-11.4-3.7-2.9-4Z",
    "king": "M-8 12V9H8V12ZM-6 7-9-3Q-5-7 0-2 5-7 9-3L6 7ZM-1-5V-8H-3V-10H-1V-12H1V-10H3V-8H1V-5Z",
    "queen": "M-8 12V9H8V12ZM-6 7-11-7-5-1-4-11 0-2 4-11 5-1 11-7 6 7Z",
    "rook": "M-8 12V9H8V12ZM-5 7V-3H-8V-11H-5V-8H-2V-11H2V-8H5V-11H8V-3H5V7Z",
    "bishop": "M-8 12V9H8V12ZM-4 7Q-8 0 0-8 8 0 4 7ZM0-12A1.5 1.5 0 1 0 .1-12Z",
    "knight": "M-8 12V9H8V12ZM-5 7Q-5 2-1-1L-7 1-9-2-3-9-2-12 1-10Q8-7 6 7Z",
}
CROSS = "M-5-5 5 5M5-5-5 5"
RING = 'fill="none" stroke="#d9730d" stroke-width="2.5"'
OUTLINE = 'fill="none" stroke="#2f7de1" stroke-width="2" stroke-dasharray="4 3"'
SIZES = {True: 11, False: 17}  # of texts, small or not

STYLE = (
    ".gridwright{color:#1d2330}"
    "@media (prefers-color-scheme:dark){.gridwright{color:#e6e8ee}}"
    ".gridwright text{font-family:system-ui,sans-serif;text-anchor:middle;fill:currentColor}"
)


def draw(
    boards: Drawable | Iterable[Drawable], *, coordinates: bool = False, title: str | None = None
) -> str:
    """An SVG document with boards side by side. `title` is what a screen reader says first."""
    scenes = scenes_of(boards)
    titles = [_wrap(in_one_line(scene.title), scene.columns * CELL) for scene in scenes]
    beside = MARGIN + (LINE if coordinates else 0)
    above = beside + LINE * max(map(len, titles), default=0)
    body, x = [], beside
    for scene, lines in zip(scenes, titles, strict=True):
        body.append(f'<g transform="translate({x} {above})">')
        for number, line in enumerate(reversed(lines), int(coordinates)):
            place = f'x="{scene.columns * HALF}" y="{-8 - number * LINE}"'
            body.append(f'<text {place} font-size="13">{_escape(line)}</text>')
        body += _board(scene)
        if coordinates:
            body += _coordinates(scene)
        body.append("</g>")
        x += scene.columns * CELL + GAP + beside - MARGIN
    width = max(0, x - GAP - beside + 2 * MARGIN)
    height = above + max((scene.rows for scene in scenes), default=0) * CELL + MARGIN
    if title is None:
        title = ", ".join(scene.title or f"{scene.rows} x {scene.columns} board" for scene in scenes)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" class="gridwright" color="#1d2330" role="img">'
    )
    return "\n".join(
        [head, f"<title>{_escape(title)}</title>", f"<style>{STYLE}</style>", *body, "</svg>", ""]
    )


def _wrap(title: str, width: int) -> list[str]:
    """In lines that fit, as far as one can tell without knowing the font."""
    if len(title) * 7 <= width:
        return [title] if title else []
    from textwrap import wrap  # here, because it takes a while to import

    return wrap(title, max(8, width // 7))


def _escape(text: str) -> str:
    return in_one_line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _board(scene: Scene) -> Iterator[str]:
    """From what lies below to what lies above."""
    yield from _blocked(scene)
    yield from _grid(scene)
    yield from _highlights(scene)
    for path in scene.paths:
        yield _way(path)
    yield from _symbols(scene)
    for dot in scene.dots:
        x, y = _middle(border_of(dot))
        fill = {"white": "#fff", "black": "#000"}.get(dot.colour, "currentColor")
        yield f'<circle cx="{x}" cy="{y}" r="5" fill="{fill}" stroke="currentColor" stroke-width="1.5"/>'


def _blocked(scene: Scene) -> Iterator[str]:
    for index, symbols in enumerate(scene.cells):
        if any(symbol.name == BLOCKED for symbol in symbols):
            row, column = divmod(index, scene.columns)
            yield (
                f'<rect x="{column * CELL}" y="{row * CELL}" width="{CELL}" height="{CELL}" '
                f'fill="currentColor" fill-opacity=".75"/>'
            )


# --- borders -----------------------------------------------------------------------------------------------


def _grid(scene: Scene) -> Iterator[str]:
    thin, thick, faint = (_runs(scene, level) for level in (THIN, THICK, FAINT))
    if thin:
        yield f'<path d="{thin}" stroke="currentColor" stroke-opacity=".4"/>'
    if faint:
        yield f'<path d="{faint}" stroke="currentColor" stroke-opacity=".5" stroke-dasharray="1 7"/>'
    if thick:
        yield (f'<path d="{thick}" stroke="currentColor" stroke-width="3" stroke-linecap="square"/>')
    lines = [line.border for line in scene.lines if line.name == "line"]
    if lines:
        ways = "".join(f"M{_at(first)}L{_at(second)}" for first, second in lines)
        yield f'<path d="{ways}" stroke="currentColor" stroke-width="4" stroke-linecap="round"/>'
    crosses = [line.border for line in scene.lines if line.name == "cross"]
    for border in crosses:
        x, y = _middle(border)
        yield _placed(f'<path d="{CROSS}" stroke="currentColor" stroke-width="1.5"', x, y, " scale(.7)")


def _runs(scene: Scene, level: str) -> str:
    """All borders of a level, as few strokes as they can be drawn with."""
    ways = []
    for row, borders in enumerate(scene.horizontal):
        ways += [f"M{start * CELL} {row * CELL}H{end * CELL}" for start, end in _spans(borders, level)]
    for column in range(scene.columns + 1):
        borders = [line[column] for line in scene.vertical]
        ways += [f"M{column * CELL} {start * CELL}V{end * CELL}" for start, end in _spans(borders, level)]
    return "".join(ways)


def _spans(borders: Sequence[str], level: str) -> Iterator[tuple[int, int]]:
    start = None
    for index, border in enumerate((*borders, "")):
        if border == level and start is None:
            start = index
        elif border != level and start is not None:
            yield start, index
            start = None


def _at(corner: tuple[int, int]) -> str:
    return f"{corner[1] * CELL} {corner[0] * CELL}"


def _middle(border: Border) -> tuple[int, int]:
    (row, column), (other_row, other_column) = border
    return (column + other_column) * HALF, (row + other_row) * HALF


# --- what stands in cells ----------------------------------------------------------------------------------


def _symbols(scene: Scene) -> Iterator[str]:
    for index, symbols in enumerate(scene.cells):
        row, column = divmod(index, scene.columns)
        x, y = column * CELL + HALF, row * CELL + HALF
        values = [symbol for symbol in symbols if symbol.role != EXCLUDED][-1:]
        if values:
            yield from _symbol(values[0], x, y)
        elif symbols:
            texts = dict.fromkeys(symbol.text for symbol in symbols)
            yield _text("≠" + "".join(texts), x, y, MARK, small=True)


def _symbol(symbol: Symbol, x: int, y: int) -> Iterator[str]:
    name, text, role, variant = symbol
    if name == BLOCKED:
        return
    if name == EMPTY:
        if role == FOUND:
            yield f'<circle cx="{x}" cy="{y}" r="1.5" fill="currentColor" fill-opacity=".5"/>'
        else:
            yield _placed(f'<path d="{CROSS}" stroke="currentColor" stroke-width="1.5"', x, y)
    elif name in SHAPES:
        fill = "none" if variant % 2 == 0 and name != "star" else "currentColor"
        if role == MARK:
            fill += '" fill-opacity=".6'
        yield _placed(f'<path d="{SHAPES[name]}" fill="{fill}" stroke="currentColor"', x, y)
        if role == GIVEN:
            yield f'<path d="M{x - 10} {y + 14}H{x + 10}" stroke="currentColor" stroke-width="1.5"/>'
    else:
        if name == "piece":
            yield f'<circle cx="{x}" cy="{y}" r="12" fill="none" stroke="currentColor"/>'
        yield _text(text, x, y, role, small=len(text) > 2)


def _placed(opened: str, x: int, y: int, more: str = "") -> str:
    return f'{opened} transform="translate({x} {y}){more}"/>'


def _text(text: str, x: int, y: int, role: str, small: bool = False) -> str:
    size = SIZES[small]
    weight = ' font-weight="bold"' if role in (GIVEN, CLUE) else ""
    slant = ' font-style="italic"' if role in (MARK, EXCLUDED) else ""
    return f'<text x="{x}" y="{y + size * 0.35:.0f}" font-size="{size}"{weight}{slant}>{_escape(text)}</text>'


def _highlights(scene: Scene) -> Iterator[str]:
    """A ring around what a step speaks of, a broken outline around what it stands on."""
    for kind, cells, borders in scene.highlights:
        places = [(_centre(cell), HALF - 1) for cell in cells] + [(_middle(border), 9) for border in borders]
        for (x, y), radius in places:
            if kind == "target":
                yield f'<circle cx="{x}" cy="{y}" r="{radius}" {RING}/>'
            else:
                side = 2 * radius - 4
                corner = f'x="{x - radius + 2}" y="{y - radius + 2}"'
                yield f'<rect {corner} width="{side}" height="{side}" {OUTLINE}/>'


def _centre(cell: Cell) -> tuple[int, int]:
    return cell.column * CELL + HALF, cell.row * CELL + HALF


def _way(path: Path) -> str:
    """From cell to cell; an arrow at the end of one that has an end."""
    points = [_centre(cell) for cell in path.cells]
    way = "M" + "L".join(f"{x} {y}" for x, y in points) + ("Z" if path.closed else "")
    if not path.closed and len(points) > 1:
        way += _arrow(*points[-2:])
    return (
        f'<path d="{way}" fill="none" stroke="currentColor" stroke-opacity=".3" stroke-width="3" '
        f'stroke-linejoin="round"/>'
    )


def _arrow(start: tuple[int, int], end: tuple[int, int]) -> str:
    """Two short strokes, just before what stands in the last cell."""
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1
    along = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    tip = end[0] - 13 * along[0], end[1] - 13 * along[1]
    back = tip[0] - 6 * along[0], tip[1] - 6 * along[1]
    ends = [(back[0] - side * along[1], back[1] + side * along[0]) for side in (5, -5)]
    return "".join(f"M{x:.0f} {y:.0f}L{tip[0]:.0f} {tip[1]:.0f}" for x, y in ends)


def _coordinates(scene: Scene) -> Iterator[str]:
    """The numbers of rows and columns, and the names of regions in their first cells."""
    for column in range(scene.columns):
        yield f'<text x="{column * CELL + HALF}" y="-6" font-size="11">{column + 1}</text>'
    for row in range(scene.rows):
        yield f'<text x="-11" y="{row * CELL + HALF + 4}" font-size="11">{row + 1}</text>'
    for _, name, cells in scene.regions:
        x, y = cells[0].column * CELL + 3, cells[0].row * CELL + 9
        yield f'<text x="{x}" y="{y}" font-size="8" style="text-anchor:start">{_escape(name)}</text>'
