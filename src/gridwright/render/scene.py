"""What a board shows, in plain data: every picture of it is drawn from a scene, and a scene knows no genre.

A scene says what things are (a star, a thick border, a white dot), never how they look. It is derived from
what a genre declares; what that leaves out, `drawing.py` in the genre's folder adds with a function

    def complete(scene: Scene, puzzle: Puzzle, solution: Mapping[str, Any] | None, marks: Marks) -> None

which changes the scene that the defaults have made. `solution` is the JSON of what is shown, if it is solved;
`marks` are the player's, of which the genre draws those forms that only it knows. The others come later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

from gridwright.model import registry
from gridwright.model.errors import PuzzleError, describe
from gridwright.model.genre import Board, singular, view_of
from gridwright.model.grid import Border, Cell, Corner, Position
from gridwright.model.labels import CellNumbers, EdgeMarks, Givens, Regions
from gridwright.model.puzzle import Puzzle, ShapeKey, Solution
from gridwright.model.unknowns import EMPTY, NUMBER

Marks = Sequence[Mapping[str, Any]]

# Borders between cells. Nothing is drawn at all where two holes meet; a faint border is a place for a line.
NONE, FAINT, THIN, THICK = "none", "faint", "thin", "thick"

# Who says so: the setter, as a value or as a clue; the solver; a player. Excluded: a player says "not this".
GIVEN, CLUE, FOUND, MARK, EXCLUDED = "given", "clue", "found", "mark", "excluded"

BLOCKED = "blocked"  # a further name of symbols, beside EMPTY and NUMBER


class Symbol(NamedTuple):
    """What stands in a cell."""

    name: str  # "star", "knight", "number", "empty", "blocked"
    text: str  # the number itself, or what is written where nobody has a picture for the name
    role: str = FOUND
    variant: int = 0  # counts the kinds on this board: knights and kings are to be told apart


class Region(NamedTuple):
    """A part of the board as its setter calls it: messages name it."""

    kind: str  # "region", "box"
    name: str
    cells: tuple[Cell, ...]


class Dot(NamedTuple):
    """A mark of the setter's between two neighbouring cells."""

    cells: tuple[Cell, Cell]
    colour: str


class Line(NamedTuple):
    """What is said of a border: "line" or, if there is none, "cross"."""

    border: Border
    name: str
    role: str


class Path(NamedTuple):
    """A way from cell to cell: a "move" of a piece, a "loop" (closed)."""

    name: str
    cells: tuple[Cell, ...]
    closed: bool = False


class Highlight(NamedTuple):
    """ "target": what a step speaks of, ringed; "evidence": what it stands on, outlined."""

    kind: str
    cells: tuple[Cell, ...] = ()
    borders: tuple[Border, ...] = ()


@dataclass(slots=True)
class Scene:
    """One board. Lists over cells are in reading order; borders lie in rows, as slitherlink's lines do."""

    rows: int
    columns: int
    holes: frozenset[int]  # indexes of cells
    horizontal: list[list[str]]  # the borders above each row of cells, and those below the last
    vertical: list[list[str]]  # the borders left of each cell of a row, and right of its last
    cells: list[tuple[Symbol, ...]]  # mostly one symbol, or none
    title: str = ""
    regions: list[Region] = field(default_factory=list)
    dots: list[Dot] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)
    highlights: list[Highlight] = field(default_factory=list)

    def copy(self) -> Scene:
        """Another with the same in it, to be changed by itself."""
        made = replace(self, horizontal=[*map(list, self.horizontal)], vertical=[*map(list, self.vertical)])
        for name in ("cells", "regions", "dots", "lines", "paths", "highlights"):
            setattr(made, name, getattr(self, name).copy())
        return made

    def index(self, cell: tuple[int, int]) -> int:
        """Where a cell stands in `cells`."""
        return cell[0] * self.columns + cell[1]

    def put(self, cell: tuple[int, int], symbol: Symbol) -> None:
        """Into a cell that may hold other symbols."""
        index = self.index(cell)
        self.cells[index] = (*self.cells[index], symbol)

    def to_json(self) -> dict[str, Any]:
        """For programs in other languages. Every key is always there."""
        cells = [[symbol._asdict() for symbol in symbols] for symbols in self.cells]
        width = self.columns
        return {
            "rows": self.rows,
            "columns": self.columns,
            "title": self.title,
            "holes": [list(divmod(hole, width)) for hole in sorted(self.holes)],
            "cells": [cells[start : start + width] for start in range(0, len(cells), width)],
            "borders": {"horizontal": self.horizontal, "vertical": self.vertical},
            "regions": [{**region._asdict(), "cells": _lists(region.cells)} for region in self.regions],
            "dots": [{"cells": _lists(dot.cells), "colour": dot.colour} for dot in self.dots],
            "lines": [{**line._asdict(), "border": _lists(line.border)} for line in self.lines],
            "paths": [{**path._asdict(), "cells": _lists(path.cells)} for path in self.paths],
            "highlights": [
                {"kind": kind, "cells": _lists(cells), "borders": [_lists(border) for border in borders]}
                for kind, cells, borders in self.highlights
            ],
        }


def _lists(places: Iterable[Iterable[int]]) -> list[list[int]]:
    return [list(place) for place in places]


def scene_of(
    board: Puzzle | Solution,
    *,
    solution: Mapping[str, Any] | None = None,
    marks: Iterable[Mapping[str, Any]] = (),
    highlights: Iterable[Highlight] = (),
    title: str | None = None,
) -> Scene:
    """What a puzzle shows, or a solution of one.

    solution    the JSON of a solution, if what is at hand is that and no Solution
    marks       a player's, as `mistakes` takes them
    title       without one: the puzzle's own, and none over a solution
    """
    scene = _of_setter(_puzzle_of(board))
    return _completed(scene, board, title, solution, list(marks), highlights)


Drawable = Scene | Puzzle | Solution


def scenes_of(boards: Drawable | Iterable[Drawable], *, title: str | None = None) -> list[Scene]:
    """Of one board or of several; what is a scene already keeps its title."""
    several = (boards,) if isinstance(boards, Drawable) else boards
    scenes: list[Scene] = []
    drawn: Puzzle | None = None
    for board in several:
        if isinstance(board, Scene):
            scenes.append(board)
            continue
        # Most solutions come after their puzzle, and what its setter gave is alike in all of them.
        puzzle = _puzzle_of(board)
        if puzzle is not drawn:
            drawn, plain = puzzle, _of_setter(puzzle)
        scenes.append(_completed(plain.copy(), board, title))
    return scenes


def _puzzle_of(board: object) -> Puzzle:
    if isinstance(board, Puzzle):
        return board
    if isinstance(board, Solution):
        return board.puzzle
    raise TypeError(f"what can be drawn is a puzzle, a solution or a scene, not {describe(board)}")


def _of_setter(puzzle: Puzzle) -> Scene:
    """What the setter gives, before the genre has added anything."""
    holes = frozenset(puzzle.holes)
    scene = Scene(puzzle.rows, puzzle.columns, holes, *_borders(puzzle, holes), _given(puzzle))
    _put_regions(scene, puzzle)
    _put_dots(scene, puzzle)
    return scene


def _completed(
    scene: Scene,
    board: Puzzle | Solution,
    title: str | None,
    solution: Mapping[str, Any] | None = None,
    marks: Marks = (),
    highlights: Iterable[Highlight] = (),
) -> Scene:
    """The scene with all that is not the setter's."""
    puzzle = _puzzle_of(board)
    shown = solution if isinstance(board, Puzzle) else board.to_json()
    if title is None:
        known = puzzle.knowledge.get("title") if shown is None else None
        title = known if isinstance(known, str) else ""
    scene.title = title
    read = _read(puzzle, marks) if marks else []
    own = registry.part(puzzle.genre, "drawing")
    try:
        if shown is not None:
            _put_solution(scene, puzzle, shown)
        if own is not None:
            own.complete(scene, puzzle, shown, marks)
    except (KeyError, IndexError, TypeError):
        if solution is None:
            raise
        # What is kept with a puzzle may be anything.
        raise PuzzleError("this is no solution of a board like this one", "/solution") from None
    for where, symbol in read:
        _put_mark(scene, where, symbol)
    scene.highlights += highlights
    return scene


# --- what the setter gives ---------------------------------------------------------------------------------


def _borders(puzzle: Puzzle, holes: frozenset[int]) -> tuple[list[list[str]], list[list[str]]]:
    """The frame and what parts two regions is thick; but where lines are to be found, all is faint."""
    rows, columns = puzzle.rows, puzzle.columns
    fields = zip(puzzle.genre.label_fields(), puzzle.labels, strict=True)
    parts: list[Any] = [labels for field, labels in fields if isinstance(field, Regions)]
    # One token for each cell: neighbours with the same one lie in the same regions.
    tokens = list(zip(*parts, strict=True)) if len(parts) > 1 else list(parts[0]) if parts else None
    every: list[Any] = tokens or [0] * (rows * columns)
    for hole in holes:
        every[hole] = None
    within, between = (FAINT, FAINT) if _has_lines(puzzle) else (THIN, THICK)

    def sides(first: Sequence[Any], second: Sequence[Any]) -> list[str]:
        pairs = zip(first, second, strict=True)
        if not holes:
            return [within if one == other else between for one, other in pairs]
        return [
            (within if one == other else between) if one is not None and other is not None
            # A hole on one side or on both.
            else NONE if one is other else between
            for one, other in pairs
        ]  # fmt: skip

    def outside(cells: Sequence[Any]) -> list[str]:
        return [NONE if cell is None else between for cell in cells]

    below = sides(every[:-columns], every[columns:])
    inner = [below[start : start + columns] for start in range(0, len(below), columns)]
    horizontal = [outside(every[:columns]), *inner, outside(every[-columns:])]
    # Whole rows at once: what lies between the end of one and the beginning of the next is left out.
    beside = sides(every[:-1], every[1:])
    left, right = outside(every[::columns]), outside(every[columns - 1 :: columns])
    vertical = [
        [left[row], *beside[row * columns : (row + 1) * columns - 1], right[row]] for row in range(rows)
    ]
    return horizontal, vertical


def _has_lines(puzzle: Puzzle) -> bool:
    return any(unknown.shown and unknown.on == "borders" for unknown in puzzle.genre.unknowns.values())


def _given(puzzle: Puzzle) -> list[tuple[Symbol, ...]]:
    """What stands in the cells from the beginning."""
    cells: list[tuple[Symbol, ...]] = [()] * (puzzle.rows * puzzle.columns)
    for field_, labels in zip(puzzle.genre.label_fields(), puzzle.labels, strict=True):
        if isinstance(field_, Givens):
            table = _given_symbols(puzzle.shape, field_.name)
        elif isinstance(field_, CellNumbers):
            table = {label: Symbol(NUMBER, str(label), CLUE) for label in set(labels)}
        else:
            continue
        for index, label in enumerate(labels):
            if label >= 0:
                cells[index] = (*cells[index], table[label])
    return cells


@lru_cache(maxsize=256)
def _given_symbols(shape: ShapeKey, name: str) -> dict[int, Symbol]:
    """By label: values of the unknown, and what else may be said of a cell."""
    givens = shape.genre.fields[name]
    assert isinstance(givens, Givens)
    values = _symbols(shape, givens.unknown.name)
    return {
        label: values[None if value == "." else value]._replace(role=GIVEN)
        if value not in givens.also
        else Symbol(str(value), str(value), GIVEN)
        for value, label in givens.table(shape).items()
        if value is not None
    }


def _put_regions(scene: Scene, puzzle: Puzzle) -> None:
    for field_, labels in zip(puzzle.genre.label_fields(), puzzle.labels, strict=True):
        if isinstance(field_, Regions) and max(labels) >= 0:
            cells: list[list[Cell]] = [[] for _ in puzzle.names[field_.name]]
            for cell, label in zip(puzzle.grid.all_cells, labels, strict=True):
                if label >= 0:
                    cells[label].append(cell)
            names = zip(puzzle.names[field_.name], cells, strict=True)
            kind = singular(field_.name)
            scene.regions += [Region(kind, str(name), tuple(members)) for name, members in names]


def _put_dots(scene: Scene, puzzle: Puzzle) -> None:
    for field_, labels in zip(puzzle.genre.label_fields(), puzzle.labels, strict=True):
        if isinstance(field_, EdgeMarks) and max(labels, default=-1) >= 0:
            edges = _edges(puzzle.rows, puzzle.columns)
            scene.dots += [
                Dot(edges[index], field_.values[label]) for index, label in enumerate(labels) if label >= 0
            ]


@lru_cache(maxsize=64)
def _edges(rows: int, columns: int) -> list[tuple[Cell, Cell]]:
    """The two cells of each edge, in the order of its labels."""
    across = [
        (Cell(row, column), Cell(row, column + 1)) for row in range(rows) for column in range(columns - 1)
    ]
    down = [
        (Cell(row, column), Cell(row + 1, column)) for row in range(rows - 1) for column in range(columns)
    ]
    return across + down


# --- what is found or marked -------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _symbols(shape: ShapeKey, name: str) -> dict[object, Symbol]:
    """The symbol of each value that an unknown may have on this shape."""
    unknown = shape.genre.unknowns[name]
    view = view_of(shape)
    givens = [field for field in shape.genre.label_fields() if isinstance(field, Givens)]
    letters = {
        named: letter
        for field in givens
        if field.unknown is unknown
        for letter, named in field.letters.items()
    }
    values = [unknown.value_of(label) for label in unknown.range(view)]
    in_play = unknown.values(view)
    order = [value for value in (values if in_play is None else in_play.values()) if value is not None]
    symbols: dict[object, Symbol] = {}
    for value in values:
        named, text = unknown.depict(value)
        variant = order.index(value) if in_play is not None and value in order else 0
        symbols[value] = Symbol(named, letters.get(named, text), FOUND, variant)
    return symbols


def _put_solution(scene: Scene, puzzle: Puzzle, solution: Mapping[str, Any]) -> None:
    view = view_of(puzzle.shape)
    cells, width = scene.cells, scene.columns
    for name, values in view.read_solution(solution).items():
        if view.unknowns[name].on == "borders":
            scene.lines += [Line(where, "line", FOUND) for where, value in values.items() if value]
            continue
        symbols = _symbols(puzzle.shape, name)
        for (row, column), value in values.items():
            symbol = symbols[value]
            before = cells[row * width + column]
            # What is given is not said again, nor that nothing else stands beside a clue.
            if not before or (symbol[0] != EMPTY and before[-1][:2] != symbol[:2]):
                cells[row * width + column] = (*before, symbol)


def _read(puzzle: Puzzle, marks: Marks) -> list[tuple[Position, Symbol]]:
    """What each mark puts where; those that only the genre knows are left to it."""
    # Here, not above: it takes a while to import, and few boards carry marks.
    from gridwright.model.marks import read_marks
    from gridwright.model.rulebook import rulebook_of

    rulebook = rulebook_of(puzzle.shape)
    unknowns = {shown.position: shown.unknown.name for shown in rulebook.shown}
    return [
        (mark.position, symbol)
        for mark in read_marks(marks, rulebook, Board.of(puzzle))
        if mark.position is not None
        for symbol in _marked(mark.json, _symbols(puzzle.shape, unknowns[mark.position]))
    ]


def _put_mark(scene: Scene, where: Position, symbol: Symbol) -> None:
    if isinstance(where, Border):
        scene.lines.append(Line(where, "cross" if symbol.name == EMPTY else "line", MARK))
    elif isinstance(where, Cell):
        scene.put(where, symbol)


def _marked(mark: Mapping[str, Any], symbols: Mapping[object, Symbol]) -> Iterator[Symbol]:
    """Of two values, one is excluded by saying the other."""
    said = mark["value"] if "value" in mark else mark["not"]
    nothing = next((value for value, symbol in symbols.items() if symbol.name == EMPTY), None)
    value = said if said in symbols else nothing
    if "value" in mark:
        yield symbols[value]._replace(role=MARK)
    elif len(symbols) == 2:
        yield from (symbol._replace(role=MARK) for other, symbol in symbols.items() if other != value)
    else:
        yield symbols[value]._replace(role=EXCLUDED)


def border_of(dot: Dot) -> Border:
    """The border on which a dot lies."""
    (row, column), (other_row, other_column) = dot.cells
    if row == other_row:
        return Border(Corner(row, other_column), Corner(row + 1, other_column))
    return Border(Corner(other_row, column), Corner(other_row, column + 1))
