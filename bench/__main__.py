"""``python -m bench``: gridwright and its rivals on the same boards, in one run."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from bench import footprint, generating, library
from bench.classes import BoardClass, all_classes
from bench.explaining import (
    explaining_json,
    explaining_table,
    grades_table,
    measure_explaining,
    measure_grades,
)
from bench.measure import measure_class
from bench.ours import Gridwright, checks_per_second, load_gridwright
from bench.report import as_json, table
from bench.rivals import rivals_for, worth_running

GENERATOR_LOAD = "generator-load"
FOOTPRINT = "footprint"
GENERATING = "generating"
EXPLAIN = "explain-"
GRADES = "grades"
LIBRARY = "library"
LOAD_CLASSES = ("star-battle-8x8-1", "star-battle-10x10-2")
LARGE_CLASS = "star-battle-25x25-6"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "--class",
        dest="classes",
        action="append",
        metavar="NAME",
        help="a class, or a pattern; explain-NAME explains its boards, grades compares scores with classes; "
        "library measures collections",
    )
    parser.add_argument(
        "--boards", type=int, metavar="N", help="at most N boards of each class, evenly spread"
    )
    parser.add_argument("--repeat", type=int, default=5, help="rounds on each board; the best counts")
    parser.add_argument("--time-limit", type=float, default=60.0, help="seconds for one engine on one board")
    parser.add_argument("--engine", action="append", metavar="NAME", help="only these engines, or a pattern")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all measurements there")
    parser.add_argument(
        "--plot", type=Path, metavar="FILE", help="with --class generating: draw the costs there, as SVG"
    )
    parser.add_argument("--quick", action="store_true", help="a few boards of each class, two rounds, 5 s")
    parser.add_argument("--list", action="store_true", help="list the classes and stop")
    return parser.parse_args()


def _chosen(classes: list[BoardClass], patterns: list[str] | None) -> list[BoardClass]:
    """The classes asked for; without a wish, all but the slow ones."""
    if patterns is None:
        return [board_class for board_class in classes if not board_class.slow]
    return [c for c in classes if any(fnmatch(c.name, pattern) for pattern in patterns)]


def _spread(boards: tuple[dict[str, Any], ...], count: int | None) -> list[dict[str, Any]]:
    """``count`` boards, evenly spread: some files are ordered by difficulty."""
    if count is None or count >= len(boards):
        return list(boards)
    return [boards[i * len(boards) // count] for i in range(count)]


def _bench_classes(options: argparse.Namespace, ours: Gridwright | None) -> list[dict[str, Any]]:
    results = []
    for board_class in _chosen(all_classes(), options.classes):
        rivals = rivals_for(board_class.genre)
        wanted = options.engine or ["*"]
        rivals = [rival for rival in rivals if any(fnmatch(rival.name, pattern) for pattern in wanted)]
        rivals = [rival for rival in rivals if options.engine or worth_running(rival, board_class.boards[0])]
        boards = _spread(board_class.boards, options.boards)
        result = measure_class(
            board_class, boards, ours, rivals, repeat=options.repeat, time_limit=options.time_limit
        )
        print(table(result), end="\n\n", flush=True)
        results.append(as_json(result))
    return results


def _wants(options: argparse.Namespace, name: str) -> bool:
    return options.classes is None or any(fnmatch(name, pattern) for pattern in options.classes)


def _bench_load(quick: bool) -> dict[str, float | None]:
    """Uniqueness checks per second while a generator mutates boards."""
    classes = {board_class.name: board_class for board_class in all_classes()}
    rates: dict[str, float | None] = {}
    for name in LOAD_CLASSES:
        if name in classes:
            boards = classes[name].boards[:10]
            found = [checks_per_second(board, 0.05 if quick else 0.5) for board in boards]
            rates[name] = None if None in found else len(found) / sum(1 / rate for rate in found if rate)
            told = "not available" if rates[name] is None else f"{rates[name]:,.0f} checks per second"
            print(f"{GENERATOR_LOAD} {name}: {told}", flush=True)
    return rates


def _bench_explaining(options: argparse.Namespace, ours: Gridwright) -> list[dict[str, Any]]:
    """Only what is asked for by name: every step of every board is proved again."""
    results = []
    for board_class in all_classes():
        if options.classes is None or not _wants(options, EXPLAIN + board_class.name):
            continue
        boards = _spread(board_class.boards, options.boards)
        result = measure_explaining(board_class, boards, ours, time_limit=options.time_limit)
        print(explaining_table(result), end="\n\n", flush=True)
        results.append(explaining_json(result))
    return results


def _bench_grades(options: argparse.Namespace, ours: Gridwright) -> list[dict[str, Any]]:
    found = measure_grades(all_classes(), ours, options.boards, options.time_limit)
    print(grades_table(found), flush=True)
    return [vars(pair) for pair in found]


def _bench_footprint() -> dict[str, float]:
    found = {
        "import_ms": footprint.import_milliseconds(),
        "import_solving_ms": footprint.import_milliseconds(footprint.SOLVING),
    }
    print(f"{FOOTPRINT}: import gridwright {found['import_ms']:.1f} ms CPU, ", end="")
    print(f"with all that solving needs {found['import_solving_ms']:.1f} ms")
    large = next((c for c in all_classes() if c.name == LARGE_CLASS), None)
    if large:
        found["memory_mb"] = footprint.memory_megabytes(large.boards[0])
        print(f"{FOOTPRINT}: a 25x25 board adds {found['memory_mb']:.1f} MB to the peak")
    return found


def _bench_library(repeat: int) -> dict[str, Any]:
    """Only what is asked for by name: to fill a large library takes a while."""
    classes = {board_class.name: board_class for board_class in all_classes()}
    rates = {
        name: library.import_rate(classes[name], size)
        for name, size in library.SIZES.items()
        if name in classes
    }
    for name, rate in rates.items():
        print(f"{LIBRARY}: {rate:,.0f} lines of {name} a second of CPU time are added", flush=True)
    times = library.milliseconds(repeat)
    for name, time in times.items():
        print(f"{LIBRARY}: {name}, of {library.HELD:,}: {time:.2f} ms", flush=True)
    return {"added_per_second": rates, "question_ms": times}


def main() -> int:
    """Run what was asked for; 1 if any two verdicts disagree."""
    options = _arguments()
    if options.list:
        for board_class in all_classes():
            print(f"{board_class.name}  {len(board_class.boards)}{'  slow' * board_class.slow}")
        return 0
    if options.quick:
        options.boards, options.repeat = options.boards or 5, min(options.repeat, 2)
        options.time_limit = min(options.time_limit, 5.0)
    gridwright = load_gridwright()
    ours = Gridwright(gridwright) if gridwright else None
    if ours is None:
        print("gridwright cannot be imported here: its column is left out\n")
    report: dict[str, Any] = {"python": platform.python_version(), "machine": platform.machine()}
    report["classes"] = _bench_classes(options, ours)
    if ours:
        report["explained"] = _bench_explaining(options, ours)
    if ours and options.classes is not None and _wants(options, GRADES):
        report[GRADES] = _bench_grades(options, ours)
    if ours and options.classes is not None and _wants(options, LIBRARY):
        report[LIBRARY] = _bench_library(options.repeat)
    if ours and _wants(options, GENERATOR_LOAD):
        report[GENERATOR_LOAD] = _bench_load(options.quick)
    if ours and _wants(options, GENERATING):
        count, seconds = (5, 2.0) if options.quick else (30, 15.0)
        found = generating.run(count, seconds, options.plot)
        report[GENERATING] = [cost._asdict() for costs in found.values() for cost in costs.values()]
    if ours and _wants(options, FOOTPRINT):
        report[FOOTPRINT] = _bench_footprint()
    if options.json:
        options.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return int(any(result["disagreements"] for result in report["classes"]))


if __name__ == "__main__":
    sys.exit(main())
