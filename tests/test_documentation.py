"""Every example that stands in the documentation does what it says, and the example of `make run` runs."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import gridwright as gw

ROOT = Path(__file__).parent.parent
PAGES = [page for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")) if ">>> " in page.read_text("utf-8")]
BOARDS = sorted((*ROOT.glob("examples/*.txt"), *ROOT.glob("examples/*.json")))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_examples_in(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert tried > 0
    assert failed == 0, "its output stands above"


def test_the_pages_with_examples_are_found() -> None:
    assert {"README", "python", "rules-language"} <= {page.stem for page in PAGES}


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_boards(board: Path) -> None:
    puzzle = gw.load(board)
    report = gw.check(puzzle)
    assert (report.status, report.findings) == ("unique", ())
    assert gw.load(puzzle.to_text()) == gw.load(puzzle.to_json()) == puzzle


def test_first_steps() -> None:
    script = ROOT / "examples" / "first_steps.py"
    told = subprocess.run([sys.executable, script], capture_output=True, check=True)
    words = told.stdout.decode("utf-8")
    assert words.count("It has exactly one solution.") == len(BOARDS)
    assert "· · · · · · ★ ·" in words
    assert "Note:" not in words


def test_first_steps_says_what_is_wrong_with_a_file(tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("genre: kropki\nsize: 0\n")
    script = ROOT / "examples" / "first_steps.py"
    told = subprocess.run([sys.executable, script, bad], capture_output=True, check=False)
    assert told.returncode == 1
    assert b"bad.txt" in told.stderr
    assert b"Traceback" not in told.stderr
