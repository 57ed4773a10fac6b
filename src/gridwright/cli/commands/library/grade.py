"""library grade: grades for the puzzles that have none."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from gridwright.cli.commands.library import chosen
from gridwright.cli.exits import DONE, LIMIT, OUTSIDE, OutsideError, worse

if TYPE_CHECKING:
    from gridwright.cli.console import Console
    from gridwright.library import Library
    from gridwright.library.choice import Choice
    from gridwright.library.grading import Graded


def run(arguments: Namespace, console: Console) -> int:
    """What has been graded when it is interrupted stays graded."""
    from gridwright.library import Library
    from gridwright.library.choice import NOTHING
    from gridwright.library.grading import keep

    choice = chosen(arguments)
    choice = replace(choice, grade=choice.grade or (NOTHING,))
    counted, left = Counter[str](), Counter[str]()
    code = DONE
    with Library(arguments.file, create=False) as library:
        console.write_to(arguments.output, [arguments.file])
        console.progress.expect(library.count(choice))
        for each in keep(library, _graded(library, choice, arguments, console)):
            console.progress.advance()
            label = each.entry.grade if each.entry is not None else None
            if each.stopped is not None:
                code = worse(code, LIMIT)
            if each.problem is not None:
                code = worse(code, OUTSIDE)
                console.say(f"{arguments.file}#{each.number}: {each.problem}")
            if each.stopped is not None:
                left[each.stopped] += 1
            else:
                counted[label or ("in doubt" if each.problem else "no grade")] += 1
            if arguments.json:
                _write(each, console)
    if not arguments.json:
        console.write(f"{arguments.file}: {_summary(counted, left)}\n")
    return code


def _summary(counted: Counter[str], left: Counter[str]) -> str:
    from gridwright.generate.tally import REASONS

    said = [", ".join(f"{count:,} {label}" for label, count in counted.most_common())]
    said += [f"{count:,} left ungraded: {REASONS[stopped]}" for stopped, count in left.items()]
    return "; ".join(filter(None, said)) or "there is no puzzle without a grade"


def _graded(library: Library, choice: Choice, arguments: Namespace, console: Console) -> Iterator[Graded]:
    from gridwright.jobs import Lost, WorkersError, in_order
    from gridwright.library.checking import rows_of
    from gridwright.library.grading import Graded, graded

    work = partial(graded, time_limit=arguments.time_limit)
    rows = rows_of(library, choice, console.progress.take)
    try:
        for found in in_order(work, rows, arguments.jobs):
            if isinstance(found, Lost):
                item = found.item.item
                found = Graded(item.number, item.id, None, problem=found.message)
            yield found
    except WorkersError as problem:
        raise OutsideError(str(problem)) from None


def _write(each: Graded, console: Console) -> None:
    from gridwright.formats.json import encode

    found: dict[str, object] = {"number": each.number, "id": each.id}
    if each.entry is not None:
        found |= {"grade": each.entry.grade, "score": each.entry.score}
    if each.stopped is not None:
        found["stopped"] = each.stopped
    if each.problem is not None:
        found["error"] = {"message": each.problem}
    console.write(encode(found) + "\n")
