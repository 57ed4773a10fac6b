"""library stats: how many puzzles of each kind and grade."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from typing import TYPE_CHECKING

from gridwright.cli.commands.library import chosen
from gridwright.cli.commands.library.list import aligned, words_of_kind
from gridwright.cli.exits import DONE

if TYPE_CHECKING:
    from gridwright.cli.console import Console
    from gridwright.library.entry import Kind

    Counted = list[tuple[Kind, str | None, str | None, int]]


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.library import Library
    from gridwright.model.errors import in_one_line

    choice = chosen(arguments)
    with Library(arguments.file, read_only=True) as library:
        console.write_to(arguments.output, [arguments.file])
        counted, books = library.stats(choice), library.books()
        size = library.path.stat().st_size
    if arguments.json:
        _write_json(counted, console)
        return DONE
    every = sum(count for *_, count in counted)
    console.write(f"{arguments.file}: {every:,} puzzle{'' if every == 1 else 's'}, {_bytes(size)}\n")
    if counted:
        console.write(f"\n{_table(counted)}\n")
        statuses: Counter[str] = Counter()
        for _, _, status, count in counted:
            statuses[status or "not said"] += count
        said = ", ".join(f"{status} {count:,}" for status, count in statuses.most_common())
        console.write(f"\nstatus: {said}\n")
    for name, made, count in books:
        console.write(f"book {in_one_line(name)}: {made:,} of {count:,} puzzles\n")
    return DONE


def _write_json(counted: Counted, console: Console) -> None:
    import json

    from gridwright.formats.json import encode

    for kind, grade, status, count in counted:
        found = kind._asdict() | {"scalars": json.loads(kind.scalars), "grade": grade, "status": status}
        console.write(encode(found | {"count": count}) + "\n")


def _table(counted: Counted) -> str:
    from gridwright.grade.grading import LABELS

    labels = [grade for _, grade, _, _ in counted]
    known = [label for label in LABELS if label in labels]
    others = sorted({label for label in labels if label not in (*LABELS, None)})
    heads = [*known, *others, *(["no grade"] if None in labels else []), "all"]
    sums: dict[str, Counter[str]] = {}
    for kind, grade, _, count in counted:
        row = sums.setdefault(words_of_kind(*kind), Counter())
        row["no grade" if grade is None else grade] += count
        row["all"] += count
    if len(sums) > 1:
        sums["all"] = sum(sums.values(), Counter())
    rows = [["", *heads]]
    for name, row in sums.items():
        rows.append([name, *(f"{row[head]:,}" if row[head] else "-" for head in heads)])
    return aligned(rows, range(1, len(heads) + 1))


def _bytes(size: float) -> str:
    for unit in ("bytes", "KB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"
