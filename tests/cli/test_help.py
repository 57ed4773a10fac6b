"""Help, greeting, suggestions and completion: made of the table of commands and their parsers."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gridwright as gw
from gridwright.cli.commands import SUMMARIES, find_command
from gridwright.cli.parser import make_parser
from tests.cli.running import COMMAND, ROOT, environment, run


def test_greeting() -> None:
    words = run().stdout
    tried = [line.split() for line in words.splitlines() if line.startswith("  gridwright ")]
    assert len(tried) >= 3
    for line in tried:
        assert run(*line[1:]).returncode == 0, line


def test_overview() -> None:
    told = run("--help").stdout
    assert told == run("-h").stdout == run("help").stdout
    for name, summary in SUMMARIES.items():
        assert f"  {name} " in told
        assert summary in told


def test_the_table_and_the_modules_are_the_same() -> None:
    folder = ROOT / "src" / "gridwright" / "cli" / "commands"
    modules = {file.stem for file in folder.glob("*.py")} | {
        file.parent.name for file in folder.glob("*/__init__.py")
    }
    assert modules - {"__init__"} == set(SUMMARIES)


@pytest.mark.parametrize("name", SUMMARIES)
def test_help_of_a_command(name: str) -> None:
    command = find_command(name)
    told = run(name, "--help").stdout
    assert told == run("help", name).stdout
    assert told.startswith(f"usage: gridwright {name}")
    assert (command.__doc__ or "").split()[:2] == told.partition("\n\n")[2].split()[:2]
    assert command.EXAMPLES
    for words, meaning in command.EXAMPLES:
        assert f"  {words}\n      {meaning}\n" in told
        assert f"gridwright {name}" in words or name == "examples"


def test_examples_are_understood() -> None:
    """What help tells people to type is at least no misuse."""
    for name, command in ((name, find_command(name)) for name in SUMMARIES):
        parser = make_parser(name, command)
        for line, _ in command.EXAMPLES:
            words = (
                line.replace('eval "$(', "").replace(')"', "").partition(" < ")[0].partition(" | ")[0].split()
            )
            if words[1] == name:
                parser.read(words[2:])


def test_version() -> None:
    assert run("--version").stdout == f"gridwright {gw.__version__}\n"


def test_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gridwright", "--version"], capture_output=True, check=True, text=True
    )
    assert done.stdout == f"gridwright {gw.__version__}\n"


# --- completion --------------------------------------------------------------------------------------------


def complete(*words: str) -> list[str]:
    """What bash offers for the last word."""
    bash = shutil.which("bash")
    if not bash:
        pytest.skip("there is no bash")
    script = f'source <({" ".join(COMMAND)} completion bash)\nCOMP_WORDS=("$@")\n'
    script += 'COMP_CWORD=$(($# - 1))\n_gridwright\nprintf "%s\\n" "${COMPREPLY[@]}"'
    told = subprocess.run(
        [bash, "-c", script, "bash", *words], capture_output=True, check=True, text=True, env=environment()
    )
    assert told.stderr == ""
    return told.stdout.split()


def test_bash() -> None:
    assert complete("gridwright", "co") == ["count", "convert", "completion"]
    assert complete("gridwright", "solve", "--t") == ["--time-limit"]
    assert complete("gridwright", "count", "x.json", "--li") == ["--limit"]
    assert complete("gridwright", "convert", "--to", "") == ["json", "jsonl", "text"]
    assert complete("gridwright", "completion", "z") == ["zsh"]
    assert complete("gridwright", "genres", "k") == ["kropki"]
    assert "hamle" in complete("gridwright", "examples", "")
    assert complete("gridwright", "solve", "") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_option_is_completed(shell: str, tmp_path: Path) -> None:
    script = run("completion", shell).stdout
    for name in SUMMARIES:
        assert name in script
        for option in make_parser(name, find_command(name)).options():
            for word in option.names:
                fish = f"-l {word[2:]}" if word.startswith("--") else f"-s {word[1:]}"
                assert (fish if shell == "fish" else word) in script
    program = shutil.which(shell)
    if program:
        file = tmp_path / "script"
        file.write_text(script)
        subprocess.run([program, "-n", file], check=True)
