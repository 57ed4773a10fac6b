"""Scripts by which shells complete, made of the parsers: `configure` alone says what a command takes."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.cli.commands import SUMMARIES, find_command
from gridwright.cli.parser import Option, make_parser

FILES = ("SOURCE", "FILE", "FOLDER")  # values that name files


def script_for(shell: str) -> str:
    parsers = {name: make_parser(name, find_command(name)).options() for name in SUMMARIES}
    lines = {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](parsers)
    return "\n".join(lines) + "\n"


Parsers = dict[str, list[Option]]


def _bash(parsers: Parsers) -> Iterator[str]:
    yield "# bash completion for gridwright"
    yield "_gridwright() {"
    yield "  local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} words="
    yield "  local previous=${COMP_WORDS[COMP_CWORD-1]}"
    yield "  COMPREPLY=()"
    yield "  if ((COMP_CWORD == 1)); then"
    yield f"    words='{' '.join((*parsers, '--help', '--version'))}'"
    yield "  else"
    yield "    case $command:$previous in"
    for name, options in parsers.items():
        for option in options:
            if option.names and option.value:
                pattern = "|".join(f"{name}:{word}" for word in option.names)
                # Nothing to offer: no words, and with the pattern below the files of the default.
                offer = f"words='{' '.join(option.choices)}'" if option.choices else "return"
                yield f"      {pattern}) {offer} ;;"
    for name, options in parsers.items():
        named = " ".join(word for option in options for word in option.names)
        alone = " ".join(word for option in options if not option.names for word in option.choices)
        yield f"      {name}:*) if [[ $current == -* ]]; then words='{named}'; else words='{alone}'; fi ;;"
    yield "    esac"
    yield "  fi"
    yield '  COMPREPLY=($(compgen -W "$words" -- "$current"))'
    yield "}"
    yield "complete -o default -F _gridwright gridwright"


def _zsh(parsers: Parsers) -> Iterator[str]:
    yield "#compdef gridwright"
    yield "_gridwright() {"
    yield "  if ((CURRENT == 2)); then"
    yield "    local -a commands=("
    for name in parsers:
        yield f"      {_quoted(f'{name}:{SUMMARIES[name]}')}"
    yield "    )"
    yield "    _describe command commands"
    yield "    return"
    yield "  fi"
    yield "  local command=$words[2]"
    yield "  shift words"
    yield "  ((CURRENT--))"
    yield "  case $command in"
    for name, options in parsers.items():
        specifications = " ".join(_quoted(text) for option in options for text in _zsh_option(option))
        yield f"    {name}) _arguments {specifications} ;;"
    yield "  esac"
    yield "}"
    yield "compdef _gridwright gridwright"


def _zsh_option(option: Option) -> Iterator[str]:
    words = "".join(f"\\{letter}" if letter in ":[]\\" else letter for letter in option.help)
    action = f"({' '.join(option.choices)})" if option.choices else "_files" if option.value in FILES else " "
    value = f":{option.value}:{action}" if option.value else ""
    if not option.names:
        yield f"*{value}"
    for name in option.names:
        yield f"{name}[{words}]{value}"


def _fish(parsers: Parsers) -> Iterator[str]:
    yield "# fish completion for gridwright"
    for name, options in parsers.items():
        yield f"complete -c gridwright -n __fish_use_subcommand -f -a {name} -d {_quoted(SUMMARIES[name])}"
        begin = f"complete -c gridwright -n '__fish_seen_subcommand_from {name}'"
        for option in options:
            names = "".join(
                f" -l {word[2:]}" if word.startswith("--") else f" -s {word[1:]}" for word in option.names
            )
            choices = f" -f -a '{' '.join(option.choices)}'" if option.choices else ""
            needs = " -r" if option.names and option.value else ""
            if option.names or choices:
                yield f"{begin}{names}{needs}{choices} -d {_quoted(option.help)}"


def _quoted(text: str) -> str:
    """For all three shells: in single quotes."""
    return "'" + text.replace("'", "'\\''") + "'"
