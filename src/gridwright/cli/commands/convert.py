"""Write puzzles in another form: JSON, JSON lines (one puzzle on each line), or text.

Without --to the name of the output file tells the form. What is known of a puzzle, such as its title, goes
along. With --json there is an object for each puzzle, in which it stands as "puzzle" (or "text", with --to
text), and errors stand in their place.
"""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from gridwright.cli import options
from gridwright.cli.exits import DONE, worse

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


def configure(parser: Parser) -> None:
    options.add_sources(parser)
    options.add_forms(parser)
    options.add_json(parser)
    options.add_output(parser)
    options.add_jobs(parser)


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.cli.batch import ask, run_batch
    from gridwright.cli.forms import FormWriter, need_form

    if arguments.json:
        return run_batch("convert", arguments, console)
    arguments.to = need_form(arguments.to, arguments.output)
    code, writer = DONE, FormWriter(arguments.to, console)
    for reply in ask("convert", arguments, console):
        code = worse(code, reply.code)
        if reply.complaint:
            console.say(reply.complaint)
        else:
            writer.add(reply.data)
    writer.end()
    return code


def answer(puzzle: Puzzle, arguments: Namespace, style: Style) -> Answer:
    from gridwright.cli.batch import Answer
    from gridwright.cli.forms import in_form

    if arguments.json:
        return Answer({"text": puzzle.to_text()} if arguments.to == "text" else {"puzzle": puzzle.to_json()})
    return Answer(in_form(puzzle, arguments.to))
