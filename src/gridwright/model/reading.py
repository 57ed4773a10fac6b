"""From the JSON value of a puzzle to a Puzzle: everything is checked here, and nothing is trusted.

The places in errors are JSON pointers.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Any, NamedTuple

from gridwright.model.errors import PuzzleError, describe, part, suggest
from gridwright.model.genre import Genre
from gridwright.model.labels import LabelField, Labels, Names
from gridwright.model.puzzle import KNOWLEDGE, Puzzle, ShapeKey
from gridwright.model.registry import UnknownGenre, find, genres
from gridwright.model.scalars import MOST_CELLS, Scalar, read_integer

SIZE_KEYS = ("size", "rows", "columns")


class _Plan(NamedTuple):
    """What a genre's puzzles are made of."""

    scalars: tuple[Scalar[Any], ...]
    labels: tuple[LabelField[Any], ...]
    keys: frozenset[str]
    knowledge: frozenset[str]


_plans: dict[type[Genre], _Plan] = {}


def _plan(genre: type[Genre]) -> _Plan:
    plan = _plans.get(genre)
    if plan is None:
        scalars, labels = tuple(genre.scalar_fields()), tuple(genre.label_fields())
        keys = frozenset(("genre", *SIZE_KEYS, *(field.key for field in (*scalars, *labels))))
        plan = _plans[genre] = _Plan(scalars, labels, keys, KNOWLEDGE | genre.knowledge)
    return plan


def read_puzzle(data: object, origin: str = "") -> Puzzle:
    """The puzzle that a JSON object describes."""
    try:
        return _read(data, origin)
    except PuzzleError as problem:
        problem.origin = problem.origin or origin
        raise


def _read(data: object, origin: str) -> Puzzle:
    if not isinstance(data, dict):
        raise PuzzleError(f"a puzzle is an object, not {describe(data)}")
    genre = find_genre(data)
    plan = _plan(genre)
    knowledge = {key: data[key] for key in data if key not in plan.keys and _is_knowledge(key, plan)}
    rows, columns = _size(data, plan)
    scalars = tuple([field.frozen(_scalar(data, field)) for field in plan.scalars])
    shape = ShapeKey(genre, rows, columns, (), scalars)
    labels: dict[str, tuple[Labels, Names]] = {}
    for field in plan.labels:
        value = data.get(field.key)
        if field.makes_holes and value is not None:
            found = labels[field.name] = field.read(value, "/" + field.key, shape)
            if -1 in found[0]:
                holes = (index for index, label in enumerate(found[0]) if label < 0)
                shape = shape._replace(holes=tuple(sorted({*shape.holes, *holes})))
    refused = genre.refuse(shape)
    if refused:
        raise PuzzleError(refused, _who_says(data, plan))
    for field in plan.labels:
        if field.name not in labels:
            value = data.get(field.key)
            labels[field.name] = (
                (array("i", [-1]) * field.size(rows, columns), ())
                if value is None
                else field.read(value, "/" + field.key, shape)
            )
    ordered = tuple([labels[field.name][0] for field in plan.labels])
    names = {field.name: labels[field.name][1] for field in plan.labels if field.kind == "regions"}
    return Puzzle(shape, ordered, names, knowledge, origin)


def find_genre(data: Mapping[str, object]) -> type[Genre]:
    name = data.get("genre")
    if name is None:
        near = next((key for key in data if str(key).lower() == "genre"), None)
        if near is not None:
            raise PuzzleError(f'keys are written in small letters: "genre", not {describe(near)}', part(near))
        known = ", ".join(genre.name for genre in genres())
        raise PuzzleError(f'which genre? Say it by the key "genre": {known}', "/genre")
    if not isinstance(name, str):
        raise PuzzleError(f'"genre" is the name of a genre, not {describe(name)}', "/genre")
    try:
        return find(name)
    except UnknownGenre as problem:
        raise PuzzleError(str(problem), "/genre") from None


def _is_knowledge(key: object, plan: _Plan) -> bool:
    """True, or an error: any other key might change what the puzzle means."""
    if isinstance(key, str) and (key in plan.knowledge or key.startswith("x-")):
        return True
    known = [*plan.keys, *plan.knowledge]
    raise PuzzleError(
        f"{describe(key)} is no key of this genre (your own may begin with x-){suggest(key, known)}",
        part(key),
    )


def _scalar(data: Mapping[str, object], field: Scalar[Any]) -> Any:
    value = data.get(field.key)
    if value is not None:
        return field.read(value, "/" + field.key)
    if field.default is None:
        raise PuzzleError(f'"{field.key}" is missing: {field.hint}', "/" + field.key)
    return field.default


# --- rows and columns --------------------------------------------------------------------------------------


def _size(data: Mapping[str, object], plan: _Plan) -> tuple[int, int]:
    """How many rows and columns. Nothing may contradict them, or be made before they are known to be few."""
    said = {key: _length(data[key], key) for key in SIZE_KEYS if data.get(key) is not None}
    size = said.get("size")
    rows, columns = said.get("rows", size), said.get("columns", size)
    if size is not None and (rows, columns) != (size, size):
        other = "rows" if rows != size else "columns"
        raise PuzzleError(f'"size": {size} contradicts "{other}": {said[other]}', "/" + other)
    for field in plan.labels:
        value = data.get(field.key)
        if field.kind == "edges" or value is None:
            continue
        measured = _measure(value, "/" + field.key, field.key)
        rows, columns = (measured[0] if rows is None else rows), (measured[1] if columns is None else columns)
        if measured != (rows, columns):
            found = f"{measured[0]} x {measured[1]}"
            raise PuzzleError(
                f'"{field.key}" is {found}, but the board is {rows} x {columns}', "/" + field.key
            )
    if rows is None or columns is None:
        missing = "rows" if rows is None else "columns"
        raise PuzzleError(f'how large is the board? "{missing}" is missing', "/" + missing)
    if rows * columns > MOST_CELLS:
        key = "size" if size else "rows" if said else _who_says(data, plan)[1:]
        raise PuzzleError(f"{rows} x {columns} are more than {MOST_CELLS} cells", "/" + key)
    return rows, columns


def _length(value: object, key: str) -> int:
    if type(value) is int and value < 1:
        raise PuzzleError(f"a board has at least one row and one column, not {describe(value)}", "/" + key)
    if type(value) is int and value > MOST_CELLS:
        raise PuzzleError(
            f"a board has at most {MOST_CELLS} cells: {describe(value)} {key} are too many", "/" + key
        )
    return read_integer(value, "/" + key, f'"{key}"', 1)


def _measure(value: object, pointer: str, key: str) -> tuple[int, int]:
    """Rows and columns of a grid whose rows are all equally long."""
    if not isinstance(value, (list, tuple)):
        raise PuzzleError(
            f'"{key}" is a grid: an array of rows, each an array of cells, not {describe(value)}', pointer
        )
    if not value:
        raise PuzzleError(f'"{key}" has no rows', pointer)
    if not {list, tuple}.issuperset(map(type, value)):
        for index, row in enumerate(value):
            if not isinstance(row, (list, tuple)):
                raise PuzzleError(f"a row is an array of cells, not {describe(row)}", f"{pointer}/{index}")
    widths = set(map(len, value))
    columns = len(value[0])
    if len(widths) > 1:
        index = next(index for index, row in enumerate(value) if len(row) != columns)
        message = (
            f"the rows are not equally long: this one has {len(value[index])} cells, those above it {columns}"
        )
        raise PuzzleError(message, f"{pointer}/{index}")
    if not columns:
        raise PuzzleError(f'"{key}" has no columns', pointer)
    return len(value), columns


def _who_says(data: Mapping[str, object], plan: _Plan) -> str:
    """The place that makes the board as large as it is."""
    keys = (*SIZE_KEYS, *(field.key for field in plan.labels if field.kind != "edges"))
    return "/" + next(key for key in keys if data.get(key) is not None)
