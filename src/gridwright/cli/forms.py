"""The forms in which puzzles are written one after another: JSON, JSON lines, text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwright.cli.exits import UsageError

if TYPE_CHECKING:
    from argparse import Namespace

    from gridwright.cli.console import Console
    from gridwright.model.puzzle import Puzzle

FORMS = {"json": (".json",), "jsonl": (".jsonl", ".ndjson"), "text": (".txt",)}


def form_of(name: str) -> str | None:
    """What the name of a file tells."""
    return next((form for form, endings in FORMS.items() if name.lower().endswith(endings)), None)


def need_form(said: str | None, output: str | None) -> str:
    """The form that is asked for, or that the output's name tells."""
    found = said or form_of(output or "")
    if found is None:
        raise UsageError(f"which form? Say --to {' or --to '.join(FORMS)}")
    return found


def asked_form(arguments: Namespace) -> str | None:
    """The form of a command that draws, or tells in a table, where none is asked for; None: it does."""
    if arguments.json:
        if arguments.to not in (None, "jsonl"):
            raise UsageError(f"--json writes JSON lines, not {arguments.to}: leave out --json, or --to")
        return "jsonl"
    return need_form(arguments.to, arguments.output) if arguments.to or arguments.output else None


def in_form(puzzle: Puzzle, form: str) -> str:
    from gridwright.formats.json import write_json

    return puzzle.to_text().rstrip("\n") if form == "text" else write_json(puzzle)


class FormWriter:
    """Puts together what was written of each puzzle."""

    def __init__(self, form: str, console: Console) -> None:
        self.form = form
        self.console = console
        self._first = ""
        self._count = 0

    def add(self, text: str) -> None:
        text = text.rstrip("\n")
        self._count += 1
        if self.form == "jsonl":
            self.console.write(f"{text}\n")
        elif self.form == "text":
            self.console.write(f"{text}\n" if self._count == 1 else f"---\n{text}\n")
        elif self._count == 1:
            self._first = text  # it stands alone if there is no second
        else:
            before = f"[\n{self._first}" if self._count == 2 else ""
            self.console.write(f"{before},\n{text}")

    def end(self) -> None:
        if self.form == "json":
            self.console.write("\n]\n" if self._count > 1 else f"{self._first}\n" if self._first else "")
