"""Every example that stands in the documentation does what it says, and the example of `make run` runs."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))
PAGES = [page for page in DOCUMENTS if ">>> " in page.read_text("utf-8")]
ENVIRONMENT = {**os.environ, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_examples_in(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert tried > 0
    assert failed == 0, "its output stands above"


def test_the_pages_with_examples_are_found() -> None:
    assert {"README", "drawing", "python", "rules-language"} <= {page.stem for page in PAGES}


# --- examples of the command line --------------------------------------------------------------------------
# In blocks that begin with ```console what follows "$ " is typed (more lines begin with "> "), the rest
# is what comes back of both streams; "..." may stand for anything. The blocks of a page share a folder.

SHELL_PAGES = [page for page in DOCUMENTS if "```console\n" in page.read_text("utf-8")]
TOLD = "--- told until here ---"


def sessions(page: Path) -> Iterator[list[tuple[str, str]]]:
    """Of each block what is typed and what comes back."""
    for block in re.findall(r"^```console\n(.*?)^```$", page.read_text("utf-8"), re.DOTALL | re.MULTILINE):
        steps: list[tuple[str, str]] = []
        for line in block.splitlines(keepends=True):
            if line.startswith("$ "):
                steps.append((line[2:], ""))
            elif line.startswith("> ") and not steps[-1][1]:
                steps[-1] = steps[-1][0] + line[2:], ""
            else:
                steps[-1] = steps[-1][0], steps[-1][1] + line
        yield steps


@pytest.mark.parametrize("page", SHELL_PAGES, ids=lambda page: page.stem)
def test_commands_in(page: Path, tmp_path: Path) -> None:
    environment = {**ENVIRONMENT, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    for steps in sessions(page):
        script = "".join(f"{typed}code=$?; echo '{TOLD}'; (exit $code)\n" for typed, _ in steps)
        told = subprocess.run(
            ["bash", "-c", f"exec 2>&1\n{script}"],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            check=False,
            text=True,
            encoding="utf-8",
        ).stdout.split(f"{TOLD}\n")
        assert len(told) == len(steps) + 1
        for (typed, expected), found in zip(steps, told, strict=False):
            pattern = ".*?".join(map(re.escape, expected.rstrip("\n").split("...")))
            assert re.fullmatch(pattern, found.rstrip("\n"), re.DOTALL), f"$ {typed}{found}"


def test_the_pages_with_commands_are_found() -> None:
    assert {"README", "command-line"} <= {page.stem for page in SHELL_PAGES}


# --- the example of `make run` -----------------------------------------------------------------------------


def test_first_steps() -> None:
    script = ROOT / "examples" / "first_steps.py"
    told = subprocess.run([sys.executable, script], capture_output=True, check=True, env=ENVIRONMENT)
    words = told.stdout.decode("utf-8")
    assert words.count("It has exactly one solution.") == 5
    assert "Note:" not in words
    shown = (ROOT / "README.md").read_text("utf-8").partition("```text\n")[2].partition("```")[0]
    assert shown.strip() in words


def test_first_steps_in_a_small_terminal_without_unicode() -> None:
    script = ROOT / "examples" / "first_steps.py"
    environment = {**ENVIRONMENT, "COLUMNS": "20", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    command = [sys.executable, script, "queens-5", "two-stars-10"]
    told = subprocess.run(command, capture_output=True, check=True, env=environment)
    assert b"+--+-----------+" in told.stdout
    assert b"(to draw this board takes 21 columns, and there are 20)" in told.stdout


def test_first_steps_says_what_is_wrong_with_a_file(tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("genre: kropki\nsize: 0\n")
    script = ROOT / "examples" / "first_steps.py"
    told = subprocess.run([sys.executable, script, bad], capture_output=True, check=False)
    assert told.returncode == 1
    assert b"bad.txt" in told.stderr
    assert b"Traceback" not in told.stderr
