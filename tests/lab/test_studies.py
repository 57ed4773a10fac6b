"""Studies and their tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import gridwright as gw
from gridwright.engine.limits import Budget
from gridwright.generate.proving import Bench
from gridwright.lab.measure import measure
from gridwright.lab.presets import PRESETS, sampled
from gridwright.lab.study import Board, Limits, Study, canonical, crossed
from gridwright.lab.table import FIGURES, Look, Table, as_csv, draw, number, tables
from gridwright.model import registry
from gridwright.model.rulebook import broken_rules

PLAIN = Look(None, unicode=False, colour=False)


def record(group: str, labeling: str, time: float, stopped: str | None = None, **more: Any) -> dict[str, Any]:
    return {
        "group": group,
        "labeling": labeling,
        "time": time,
        "stopped": stopped,
        "time_limit": 10.0,
        **more,
    }


def study(groups: str, labelings: tuple[str, ...]) -> Study:
    puzzle = gw.load("queens-5")
    return Study("t", "T", tuple(Board(name, name, puzzle) for name in groups), labelings)


def drawn(of: Study, records: list[Mapping[str, Any]], look: Look = PLAIN) -> str:
    (table,) = tables(of, records, ("time",))
    return draw(table, look)


def test_a_row_for_each_board_a_column_for_each_labeling() -> None:
    of = study("ab", ("ff,step", "default"))
    found = [
        record("a", "ff,step", 0.001),
        record("a", "default", 0.0005),
        record("b", "ff,step", 10.0, "time"),
        record("b", "default", 0.25),
    ]
    assert drawn(of, found).splitlines() == [
        "time in ms",
        "",
        "   ff,step  default",
        "a   1.00    0.500",
        "b  >10 s #    250 +",
        "> a limit was reached",
        "default is another kind of search: its counts mean something else, its times do not",
    ]


def test_variable_choices_beside_value_choices() -> None:
    labelings = crossed(("ff", "max"), ("step", "bisect"))
    assert labelings == ("ff,step", "max,step", "ff,bisect", "max,bisect")
    of = study("a", labelings)
    found = [record("a", labeling, 0.001 * 10**place) for place, labeling in enumerate(labelings)]
    assert drawn(of, found, Look(None, True, False)).splitlines() == [
        "a: time in ms",
        "",
        "            ff      max",
        "step    1.00     10.0 ░",
        "bisect   100 ▓  1,000 █",
    ]


def test_one_labeling_has_a_column_for_each_figure() -> None:
    of = study("ab", ("ff,step",))
    found = [record("a", "ff,step", 0.001, nodes=5), record("b", "ff,step", 0.002, nodes=1_234_567)]
    (table,) = tables(of, found, ("time", "nodes"))
    assert draw(table, PLAIN).splitlines() == [
        "labeling ff,step",
        "",
        "   time in ms        nodes",
        "a      1.00            5",
        "b      2.00 #  1,234,567 #",
    ]


def test_the_median_stands_for_many_and_limits_show() -> None:
    of = study("a", ("ff,step", "max,step"))
    found = [record("a", "ff,step", time) for time in (0.005, 0.001, 0.003)]
    assert "3.00" in drawn(of, [*found, record("a", "max,step", 0.1)])
    found[0]["stopped"] = "time"
    assert "3.00*" in drawn(of, [*found, record("a", "max,step", 0.1)])
    found[1]["stopped"] = found[2]["stopped"] = "conflicts"
    assert ">" in drawn(of, [*found, record("a", "max,step", 0.1)])
    assert drawn(of, found).splitlines()[3].split()[-1] == "-"


def test_wide_tables_are_cut_into_blocks() -> None:
    labelings = *(f"{variable},step,down" for variable in ("ff", "ffc", "max", "min", "leftmost")), "default"
    of = study("ab", labelings)
    found = [record(group, labeling, 0.001) for group in "ab" for labeling in labelings]
    lines = drawn(of, found, Look(40, False, False)).splitlines()
    assert max(map(len, lines)) <= 40
    assert all(any(labeling in line for line in lines) for labeling in labelings)


def test_colour_is_never_alone() -> None:
    of = study("ab", ("ff,step", "max,step"))
    found = [
        record(g, labeling, t) for g, labeling, t in zip("aabb", of.labelings * 2, (1, 2, 3, 4), strict=True)
    ]
    plain, coloured = drawn(of, found), drawn(of, found, Look(None, False, True))
    assert "\x1b[97;48;5;" in coloured
    import re

    stripped = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in stripped.splitlines()] == plain.splitlines()


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0, "0"),
        (7, "7"),
        (12345, "12,345"),
        (0.0, "0"),
        (0.01234, "0.0123"),
        (1.5, "1.50"),
        (99.95, "100"),
        (1234.5, "1,234"),
    ],
)
def test_numbers(value: float, words: str) -> None:
    assert number(value) in (words, f"{value:.1f}" if value == 99.95 else words)


def test_csv_has_every_figure() -> None:
    run = next(replace(study("a", ("ff,step",)), limits=Limits(None, 5)).runs())
    (row,) = csv.DictReader(io.StringIO(as_csv([measure(run)])))
    assert set(FIGURES) <= set(row)
    assert (row["until"], row["labeling"], row["first_nodes"] != "") == ("verdict", "ff,step", True)


# --- measuring ----------------------------------------------------------------------------------------------


def test_a_measurement_has_the_figures_of_solving() -> None:
    of = replace(study("a", ("ff,step", "default")), limits=Limits(None))
    labeled, default = (measure(run) for run in of.runs())
    stats = gw.solve(gw.load("queens-5"), labeling="ff").stats
    assert {name: labeled[name] for name in ("nodes", "failures", "prunings", "constraints")} == {
        name: stats[name] for name in ("nodes", "failures", "prunings", "constraints")
    }
    assert labeled["at_first"] == stats["first"]
    assert (labeled["status"], default["status"]) == ("unique", "unique")
    first = measure(next(replace(of, first=True).runs()))
    assert (first["status"], first["solutions"]) == ("found", 1)
    assert first["nodes"] == stats["first"]["nodes"]


def test_repeats_have_seeds_of_their_own() -> None:
    of = replace(study("a", ("random,random",)), repeats=8, seed=3, limits=Limits(None))
    found = [measure(run) for run in of.runs()]
    assert [one["seed"] for one in found] == list(range(3, 11))
    assert len({one["nodes"] for one in found}) > 1


def test_a_time_limit_that_leaves_no_time() -> None:
    run = next(replace(study("a", ("ff,step",)), limits=Limits(0.0)).runs())
    found = measure(run)
    assert (found["status"], found["stopped"]) == ("unknown", "time")
    (table,) = tables(run.study, [found], ("time", "nodes"))
    assert draw(table, PLAIN).splitlines()[3].split()[:2] == ["a", ">0"]


# --- studies by name ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_studies_can_be_made(name: str) -> None:
    made = PRESETS[name].make(0)
    assert made.name == name
    assert made.first
    assert len({board.name for board in made.boards}) == len(made.boards)
    assert list(made.labelings) == [canonical(labeling) for labeling in made.labelings]
    assert [board.digest for board in PRESETS[name].make(0).boards] == [board.digest for board in made.boards]


def test_the_table_of_the_paper_has_its_form() -> None:
    made = PRESETS["chess-loop-labelings"].make(0)
    found = [measure(run) for run in replace(made, repeats=1).runs()]
    table = next(tables(made, found, ("backtracks",)))
    assert table.columns == ("leftmost", "min", "max", "ff", "ffc", "occurrence", "max_regret")
    assert [name for name, _ in table.rows] == ["step", "enum", "bisect", "middle", "median"]
    assert all(entry is not None and not entry.limit for _, row in table.rows for entry in row)
    assert isinstance(table, Table)


def test_help_lists_the_studies() -> None:
    from gridwright.cli.commands import lab

    told = (lab.__doc__ or "").partition("Studies:\n")[2].splitlines()
    assert [line.split()[0] for line in told] == list(PRESETS)


@pytest.mark.parametrize("genre", ["kropki", "hamle"])
def test_samples_have_solutions(genre: str) -> None:
    boards = list(sampled(genre, range(2, 8), 3, seed=5))
    assert [board.group for board in boards[:4]] == ["2x2", "2x2", "2x2", "3x3"]
    for board in boards:
        result = gw.solve(board.puzzle)
        assert result.solution is not None
        assert not broken_rules(board.puzzle, result.solution.to_json())
    assert [board.digest for board in sampled(genre, range(2, 8), 3, seed=5)] == [b.digest for b in boards]
    assert [board.digest for board in sampled(genre, range(2, 8), 3, seed=6)] != [b.digest for b in boards]


def test_latin_squares_are_latin() -> None:
    making = registry.part(registry.find("kropki"), "making")
    assert making is not None
    for size in range(1, 14):
        square = making.latin_square(size, Random(size), Bench(Budget()))
        wanted = list(range(1, size + 1))
        assert all(sorted(line) == wanted for line in (*square, *zip(*square, strict=True)))


@pytest.mark.parametrize(
    ("genre", "sizes"), [("star-battle", (5,)), ("chess-loop", (4,)), ("hamle", (1,)), ("nothing", (3,))]
)
def test_what_makes_no_random_boards(genre: str, sizes: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=genre):
        list(sampled(genre, sizes, 1, 0))
