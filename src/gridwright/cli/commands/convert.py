"""Write puzzles in another form: JSON, JSON lines (one puzzle on each line), or text.

Without --to the name of the output file tells the form. What is known of a puzzle, such as its title, goes
along. With --json there is an object for each puzzle, in which it stands as "puzzle" (or "text", with --to
text), and errors stand in their place.
"""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from gridwright.cli import options
from gridwright.cli.exits import DONE, UsageError, worse

if TYPE_CHECKING:
    from gridwright.cli.batch import Answer
    from gridwright.cli.console import Console, Style
    from gridwright.cli.parser import Parser
    from gridwright.model.puzzle import Puzzle

EXAMPLES = (
    ("gridwright convert board.txt --to json", "From text to JSON."),
    ("gridwright convert puzzles/ -o puzzles.jsonl", "Collect a folder in one file."),
    ("gridwright convert puzzles.jsonl --to text", "Texts, with lines of --- between them."),
)
FORMS = {"json": (".json",), "jsonl": (".jsonl", ".ndjson"), "text": (".txt",)}


def configure(parser: Parser) -> None:
    options.add_sources(parser)
    parser.add_argument("--to", choices=tuple(FORMS), help="the form to write")
    options.add_json(parser)
    options.add_output(parser)
    options.add_jobs(parser)


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.cli.batch import ask, run_batch

    if arguments.json:
        return run_batch("convert", arguments, console)
    form = arguments.to = arguments.to or _form_of(arguments.output or "")
    code, first, count = DONE, "", 0
    for reply in ask("convert", arguments, console):
        code = worse(code, reply.code)
        if reply.complaint:
            console.say(reply.complaint)
            continue
        count += 1
        if form == "jsonl":
            console.write(reply.data)
        elif form == "text":
            console.write(reply.data if count == 1 else f"---\n{reply.data}")
        elif count == 1:
            first = reply.data  # it stands alone if there is no second
        else:
            before = f"[\n{first.rstrip()}" if count == 2 else ""
            console.write(f"{before},\n{reply.data.rstrip()}")
    if form == "json":
        console.write("\n]\n" if count > 1 else first)
    return code


def _form_of(name: str) -> str:
    for form, endings in FORMS.items():
        if name.lower().endswith(endings):
            return form
    raise UsageError(f"which form? Say --to {' or --to '.join(FORMS)}")


def answer(puzzle: Puzzle, arguments: Namespace, style: Style) -> Answer:
    from gridwright.cli.batch import Answer
    from gridwright.formats.json import write_json

    if arguments.json:
        return Answer({"text": puzzle.to_text()} if arguments.to == "text" else {"puzzle": puzzle.to_json()})
    return Answer(puzzle.to_text().rstrip("\n") if arguments.to == "text" else write_json(puzzle))
