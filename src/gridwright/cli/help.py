"""What `gridwright` says of itself."""

from __future__ import annotations

from gridwright.cli.commands import SUMMARIES

_GREETING = """\
gridwright solves, proves, checks and draws grid logic
puzzles. Try this:

  gridwright examples
      puzzles to play with; their names work everywhere
  gridwright solve queens-8
      solve one, and prove that there is no other solution
  gridwright check two-stars-10
      what a setter should know of a puzzle
  gridwright genres kropki
      the rules of one kind of puzzle

A puzzle of your own may be a file, a folder, or - for the
standard input. gridwright --help lists all commands.
"""


def greeting() -> str:
    return _GREETING


def overview() -> str:
    width = max(map(len, SUMMARIES))
    lines = [f"  {name:{width}}  {summary}" for name, summary in SUMMARIES.items()]
    return "\n".join(
        [
            "usage: gridwright COMMAND ...",
            "",
            "A workbench for grid logic puzzles.",
            "",
            "commands:",
            *lines,
            "",
            "options:",
            "  -h, --help     show this, or the help of a command",
            "  --version      show the version",
            "",
            "gridwright COMMAND --help explains one, with examples.",
            "",
        ]
    )


def unknown(word: str) -> str:
    """What to say of a first word that is neither a command nor an option."""
    from gridwright.model.errors import suggest

    if word.startswith("-"):
        close = suggest(word, ["--help", "--version"])
        return f"there is no option {word}{close} (see gridwright --help)"
    if _is_source(word):
        return f"which command? Try: gridwright solve {word}"
    return f"there is no command {word!r}{suggest(word, list(SUMMARIES))} (see gridwright --help)"


def _is_source(word: str) -> bool:
    from gridwright.formats.load import expand
    from gridwright.model.errors import PuzzleError

    try:
        return bool(expand(word))
    except PuzzleError:
        return False
