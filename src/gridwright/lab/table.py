"""Tables of a study: a row for each group of boards, a column for each labeling, a shade for each number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import log
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple

from gridwright.engine.labelings import Labeling
from gridwright.lab.study import DEFAULT

if TYPE_CHECKING:
    from gridwright.lab.study import Study

FIGURES = (
    "time",
    "resumptions",
    "entailments",
    "prunings",
    "backtracks",
    "constraints",
    "nodes",
    "failures",
    "solutions",
    "peakDepth",
)
_TIME = "time"
_SHADES, _ASCII_SHADES = " ░▒▓█", " .:+#"
_BACKGROUNDS = (22, 28, 100, 130, 124)  # of 256 colours: from green to red
_GAP = "  "


class Look(NamedTuple):
    """How a table may be drawn; no width: as wide as it likes."""

    width: int | None = None
    unicode: bool = True
    colour: bool = False


@dataclass(frozen=True)
class Entry:
    """The median of some measurements of one figure."""

    value: float
    limit: str  # in words, if a limit stopped the one in the middle
    stopped: int  # how many measurements a limit stopped
    total: int


@dataclass(frozen=True)
class Table:
    title: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Entry | None, ...]], ...]  # None: not measured
    alike: bool = True  # all columns show the same figure, and can be compared


def tables(study: Study, records: Sequence[Mapping[str, Any]], figures: Sequence[str]) -> Iterator[Table]:
    """One table for each figure; with one labeling alone, one table with a column for each figure."""
    groups = list(dict.fromkeys(board.group for board in study.boards))
    sorted_out: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for record in records:
        sorted_out.setdefault((record["group"], record["labeling"]), []).append(record)

    def entry(group: str, labeling: str, figure: str) -> Entry | None:
        return _entry(sorted_out.get((group, labeling), []), figure)

    if len(study.labelings) == 1:
        (labeling,) = study.labelings
        rows = tuple((group, tuple(entry(group, labeling, figure) for figure in figures)) for group in groups)
        headings = tuple("time in ms" if figure == _TIME else figure for figure in figures)
        yield Table(f"labeling {labeling}", "", headings, rows, alike=False)
        return
    for figure in figures:
        yield _table(study, groups, figure, partial(entry, figure=figure))


def _table(
    study: Study, groups: Sequence[str], figure: str, entry: Callable[[str, str], Entry | None]
) -> Table:
    title = "time in ms" if figure == _TIME else figure
    grid = _crossed(study.labelings) if len(groups) == 1 else None
    if grid is None:
        rows = tuple(
            (group, tuple(entry(group, labeling) for labeling in study.labelings)) for group in groups
        )
        return Table(title, "", study.labelings, rows)
    variables, values, spelled = grid
    rows = tuple(
        (value, tuple(entry(groups[0], spelled[variable, value]) for variable in variables))
        for value in values
    )
    return Table(f"{groups[0]}: {title}", "", variables, rows)


def _crossed(
    labelings: Sequence[str],
) -> tuple[tuple[str, ...], tuple[str, ...], dict[tuple[str, str], str]] | None:
    """If these are all variable choices with all of the rest: the two lists."""
    if DEFAULT in labelings:
        return None
    spelled = {}
    for labeling in labelings:
        variable = Labeling.parse(labeling).variable
        spelled[variable, labeling.removeprefix(f"{variable},")] = labeling
    variables = tuple(dict.fromkeys(variable for variable, _ in spelled))
    values = tuple(dict.fromkeys(value for _, value in spelled))
    full = len(variables) > 1 and len(values) > 1 and len(spelled) == len(variables) * len(values)
    return (variables, values, spelled) if full else None


def _entry(records: Sequence[Mapping[str, Any]], figure: str) -> Entry | None:
    found = [record for record in records if record.get(figure) is not None]
    if not found:
        return None
    found.sort(key=lambda record: (record["stopped"] is not None, record[figure]))
    middle = found[(len(found) - 1) // 2]
    value = middle[figure] * 1000 if figure == _TIME else middle[figure]
    stopped = sum(record["stopped"] is not None for record in found)
    limit = ""
    if middle["stopped"] is not None:
        timed = figure == _TIME and middle["stopped"] == "time"
        limit = f">{middle['time_limit']:g} s" if timed else f">{number(value)}"
    return Entry(value, limit, stopped, len(found))


def as_csv(records: Sequence[Mapping[str, Any]]) -> str:
    """A line for each measurement; figures until the first solution have names that begin with first_."""
    from csv import DictWriter
    from io import StringIO

    flat = [
        {
            **{name: value for name, value in record.items() if name != "first"},
            "until": "first solution" if record["first"] is True else "verdict",
            **{f"first_{name}": value for name, value in (record.get("at_first") or {}).items()},
        }
        for record in records
    ]
    names = list(dict.fromkeys(name for row in flat for name in row if name != "at_first"))
    text = StringIO()
    writer = DictWriter(text, names, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(flat)
    return text.getvalue()


# --- drawing ------------------------------------------------------------------------------------------------


def number(value: float) -> str:
    """Whole numbers in full, others with three digits."""
    if isinstance(value, int) or value >= 1000:
        return f"{round(value):,}"
    return f"{value:.{max(0, 2 - int(f'{value:e}'.partition('e')[2]))}f}" if value else "0"


def draw(table: Table, look: Look) -> str:
    """Numbers with a shade each, lightest for the least: a character, and a colour if there may be any."""
    columns = list(zip(*(entries for _, entries in table.rows), strict=True))
    every = [entry for column in columns for entry in column]
    levels = [_levels(every if table.alike else column) for column in columns]
    cells = [
        [_words(entry, level) for entry, level in zip(entries, levels, strict=True)]
        for _, entries in table.rows
    ]
    widths = [
        max(len(name), *(len(words) + 2 for words, _ in column))
        for name, column in zip(table.columns, zip(*cells, strict=True), strict=True)
    ]
    side = max(len(table.corner), *(len(name) for name, _ in table.rows))
    lines = [table.title]
    for block in _blocks(widths, side, look.width):
        heading = (table.columns[column].rjust(widths[column]) for column in block)
        lines += ["", _GAP.join((table.corner.ljust(side), *heading)).rstrip()]
        for (name, _), row in zip(table.rows, cells, strict=True):
            drawn = (_shaded(*row[column], widths[column], look) for column in block)
            lines.append(_GAP.join((name.ljust(side), *drawn)).rstrip())
    for note in _notes(table):
        lines += wrap(note, look.width) if look.width else [note]
    return "\n".join(lines)


def _blocks(widths: Sequence[int], side: int, width: int | None) -> Iterator[list[int]]:
    """The columns that fit beside each other."""
    block: list[int] = []
    used = side
    for column, wide in enumerate(widths):
        used += len(_GAP) + wide
        if block and width is not None and used > width:
            yield block
            block, used = [], side + len(_GAP) + wide
        block.append(column)
    yield block


def _levels(entries: Sequence[Entry | None]) -> Callable[[Entry], int]:
    """From 0 to 4, by the logarithm."""
    values = [entry.value for entry in entries if entry]
    low, high = min(values, default=0), max(values, default=0)
    steps = len(_SHADES) - 1
    # Counts begin at nothing, of which there is no logarithm.
    least = 1 if all(isinstance(value, int) for value in values) else 1e-4
    span = log((high + least) / (low + least))

    def level(entry: Entry) -> int:
        if entry.limit:
            return steps
        share = log((entry.value + least) / (low + least)) / span if span else 0
        return min(steps, int(share * (steps + 1)))

    return level


def _words(entry: Entry | None, level: Callable[[Entry], int]) -> tuple[str, int]:
    if entry is None:
        return "-", -1
    words = entry.limit or number(entry.value)
    return f"{words}*" if entry.stopped and not entry.limit else words, level(entry)


def _shaded(words: str, level: int, width: int, look: Look) -> str:
    if level < 0:
        return f"{words}  ".rjust(width)
    shade = (_SHADES if look.unicode else _ASCII_SHADES)[level]
    said = f"{words} {shade}"
    padding = " " * (width - len(said))
    if not look.colour:
        return padding + said
    return f"{padding}\x1b[97;48;5;{_BACKGROUNDS[level]}m{said}\x1b[0m"


def _notes(table: Table) -> Iterator[str]:
    entries = [entry for _, row in table.rows for entry in row if entry]
    if any(entry.limit for entry in entries):
        yield "> a limit was reached"
    if any(entry.stopped and not entry.limit for entry in entries):
        yield "* a limit was reached on less than half of the boards"
    if DEFAULT in table.columns:
        yield "default is another kind of search: its counts mean something else, its times do not"
    if any(entry.total > 1 for entry in entries):
        yield "medians"
