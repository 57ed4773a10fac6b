"""From the words of a command line to a command that runs, and from whatever happens to an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from gridwright.cli.commands import SUMMARIES, find_command
from gridwright.cli.console import Console
from gridwright.cli.exits import (
    DONE,
    INTERNAL,
    INTERRUPTED,
    OUTSIDE,
    TRACEBACK,
    USAGE,
    OutsideError,
    UsageError,
    internal,
)


def start(words: Sequence[str] | None = None) -> int:
    console = Console()
    try:
        code = dispatch(sys.argv[1:] if words is None else words, console)
        console.finish()
        return code
    except BrokenPipeError:
        return DONE  # whoever read has read enough
    except KeyboardInterrupt:
        return INTERRUPTED
    except UsageError as problem:
        return console.fail(problem, USAGE)
    except OutsideError as problem:
        return console.fail(problem, OUTSIDE)
    except Exception as problem:
        if os.environ.get(TRACEBACK):
            raise
        return console.fail(internal(problem), INTERNAL)
    finally:
        console.close()


def dispatch(words: Sequence[str], console: Console) -> int:
    """Greet, help, or run the command that the first word names."""
    first = words[0] if words else None
    if first in SUMMARIES:
        return run(first, words[1:], console)
    from gridwright.cli import help as helping

    if first is None:
        console.write(helping.greeting())
    elif first in ("-h", "--help") or (first == "help" and len(words) == 1):
        console.write(helping.overview())
    elif first == "help":
        return dispatch([*words[1:], "--help"], console)
    elif first == "--version":
        from gridwright import __version__

        console.write(f"gridwright {__version__}\n")
    else:
        raise UsageError(helping.unknown(first))
    return DONE


def run(name: str, words: Sequence[str], console: Console) -> int:
    from gridwright.cli.parser import HelpWanted, make_parser

    command = find_command(name)
    parser = make_parser(name, command, console.width)
    try:
        arguments = parser.read(words)
    except HelpWanted as wanted:
        console.write(str(wanted))
        return DONE
    return command.run(arguments, console)
