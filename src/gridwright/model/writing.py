"""A puzzle as JSON and as the text that people write. `reading` reads the one, `formats.text` the other."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from gridwright.model.drawing import draw_cells, word_of
from gridwright.model.errors import PuzzleError

if TYPE_CHECKING:
    from gridwright.model.puzzle import Puzzle

PLAIN_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
JSON_LITERAL = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|null")


def write_json(puzzle: Puzzle) -> dict[str, Any]:
    """As `load` takes it: the genre, the size where no grid says it, what is given, what is known."""
    data: dict[str, Any] = {"genre": puzzle.genre.name}
    labels = _labels_as_json(puzzle)
    if puzzle.genre.says_size or not _says_shape(puzzle, labels):
        if puzzle.genre.says_size and puzzle.rows == puzzle.columns:
            data["size"] = puzzle.rows
        else:
            data["rows"], data["columns"] = puzzle.rows, puzzle.columns
    scalars = _scalars_as_json(puzzle)
    for field in puzzle.genre.fields.values():
        value = (scalars if field.kind == "scalar" else labels)[field.key]
        if value is not None:
            data[field.key] = value
    return data | dict(puzzle.knowledge)


def _labels_as_json(puzzle: Puzzle) -> dict[str, Any]:
    pairs = zip(puzzle.genre.label_fields(), puzzle.labels, strict=True)
    return {field.key: field.write(puzzle, labels) for field, labels in pairs}


def _scalars_as_json(puzzle: Puzzle) -> dict[str, Any]:
    values = puzzle.scalars
    return {field.key: field.write(values[field.name]) for field in puzzle.genre.scalar_fields()}


def _says_shape(puzzle: Puzzle, written: dict[str, Any]) -> bool:
    return any(field.says_shape and written.get(field.key) for field in puzzle.genre.label_fields())


def write_text(puzzle: Puzzle) -> str:
    """Lines `key: value`, then drawings with a blank line before each."""
    drawings = {
        field.key: lines
        for field, labels in zip(puzzle.genre.label_fields(), puzzle.labels, strict=True)
        if (lines := field.draw(puzzle, labels))
    }
    head = [f"genre: {write_value(puzzle.genre.name)}"]
    # In a drawing of one column a row "10" could also be two cells.
    if puzzle.columns == 1 or not _says_shape(puzzle, drawings):
        square = puzzle.rows == puzzle.columns
        head.append(f"size: {puzzle.rows}" if square else f"size: {puzzle.rows}x{puzzle.columns}")
    scalars = _scalars_as_json(puzzle)
    head += [
        f"{field.key}: {write_value(field.in_words(scalars[field.key]))}"
        for field in puzzle.genre.scalar_fields()
        if scalars[field.key] is not None
    ]
    for key, value in puzzle.knowledge.items():
        if key == "solution" and (lines := _draw_solution(value)):
            drawings[key] = lines
        else:
            head.append(f"{key if PLAIN_KEY.fullmatch(key) else json.dumps(key)}: {write_value(value)}")
    blocks = ["\n".join(head), *("\n".join([f"{key}:", *lines]) for key, lines in drawings.items())]
    return "\n\n".join(blocks) + "\n"


def write_value(value: object) -> str:
    """What stands after the colon: a plain sentence if that is not mistaken for something else, or JSON."""
    if isinstance(value, str) and value and value == value.strip() and value.isprintable():
        mistaken = value[0] in '"{[#' or " #" in value or JSON_LITERAL.fullmatch(value)
        if not mistaken:
            return value
    try:
        text = json.dumps(value, ensure_ascii=False)
        return text if text.isprintable() else json.dumps(value)
    except RecursionError:
        raise PuzzleError("what is known of this puzzle is nested too deeply to be written") from None


def _draw_solution(value: object) -> list[str]:
    """Lines for {"grid": rows of cells}; none for anything else that a solution may be."""
    if not (isinstance(value, dict) and value.keys() == {"grid"} and isinstance(value["grid"], list)):
        return []
    rows = value["grid"]
    if not {list}.issuperset(map(type, rows)) or len(set(map(len, rows))) != 1 or len(rows[0]) < 2:
        return []
    cells = [cell for row in rows for cell in row]
    if not {int, str, type(None)}.issuperset(map(type, cells)):
        return []
    return draw_cells([word_of(cell) for cell in cells], len(rows[0]))
