"""Write what a shell needs to complete commands, options and their values."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from gridwright.cli.exits import DONE

if TYPE_CHECKING:
    from gridwright.cli.console import Console
    from gridwright.cli.parser import Parser

EXAMPLES = (
    ('eval "$(gridwright completion bash)"', "In ~/.bashrc, for bash."),
    ('eval "$(gridwright completion zsh)"', "In ~/.zshrc, after compinit, for zsh."),
    ("gridwright completion fish | source", "In ~/.config/fish/config.fish, for fish."),
)


def configure(parser: Parser) -> None:
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help="which shell")


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.cli.completion import script_for

    console.write(script_for(arguments.shell))
    return DONE
