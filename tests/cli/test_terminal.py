"""In a terminal: boards that fit, colours if they are wanted, progress; and none of it anywhere else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.running import ENDLESS, QUEENS, UNIQUE, environment, in_terminal, lines_of_json, objects, run

pytest.importorskip("pty")

LARGE = "two-stars-10"
ESCAPE = "\x1b["


def test_sixty_columns() -> None:
    for words in (["solve", QUEENS], ["solve", LARGE, "--stats"], ["show", LARGE], ["forced", LARGE]):
        _, text = in_terminal(*words, columns=60, NO_COLOR="1")
        drawn = [line for line in text.splitlines() if line[:1] in "┏┃┠┗┣"]
        assert drawn
        assert max(map(len, drawn)) <= 60
    _, wide = in_terminal("solve", LARGE, columns=100, NO_COLOR="1")
    assert any(line.count("┏") == 2 for line in wide.splitlines())


def test_words_fit_into_sixty_columns() -> None:
    for words in ([], ["--help"], ["genres"], ["genres", "hamle"], ["solve", "--help"], ["examples"]):
        _, text = in_terminal(*words, columns=60)
        assert max(map(len, text.splitlines())) <= 60, words


def test_a_board_that_does_not_fit_says_what_it_takes() -> None:
    code, text = in_terminal("show", '{"genre":"hamle","grid":[[' + "0," * 69 + "1]]}", columns=60)
    assert code == 0
    assert "columns" in text
    assert "141" in text


def test_colour() -> None:
    assert ESCAPE in in_terminal("solve", QUEENS)[1]
    assert ESCAPE not in in_terminal("solve", QUEENS, NO_COLOR="1")[1]
    assert ESCAPE not in in_terminal("solve", QUEENS, TERM="dumb")[1]
    assert ESCAPE not in run("solve", QUEENS).stdout
    assert ESCAPE not in run("solve", QUEENS, env=environment(FORCE_COLOR="1", CLICOLOR_FORCE="1")).stdout


def test_json_is_never_coloured() -> None:
    _, text = in_terminal("solve", QUEENS, "--json", FORCE_COLOR="1")
    assert objects(text)[0]["status"] == "unique"


def test_a_terminal_without_unicode() -> None:
    _, text = in_terminal(
        "solve", QUEENS, PYTHONUTF8="0", LC_ALL="C", PYTHONCOERCECLOCALE="0", PYTHONIOENCODING="ascii"
    )
    assert text.isascii()
    assert "internal" not in text


def test_progress(tmp_path: Path) -> None:
    boards = tmp_path / "boards.jsonl"
    boards.write_text(lines_of_json([UNIQUE] * 40_000))
    for jobs in (1, 2):
        code, messages = in_terminal("solve", boards, "--json", "--jobs", jobs, data_in_terminal=False)
        assert code == 0
        assert "done" in messages
        assert "left" in messages
        assert messages.endswith("\r\x1b[K")  # nothing of it stays
    assert run("solve", boards, "--json").stderr == ""


def test_progress_of_one_long_search() -> None:
    words = ["count", ENDLESS, "--limit", 10**15, "--time-limit", 2.5]
    code, messages = in_terminal(*words, data_in_terminal=False)
    assert code == 5
    assert "2 s" in messages
    assert run(*words).stderr == ""


def test_short_work_shows_no_progress() -> None:
    assert in_terminal("solve", QUEENS, data_in_terminal=False) == (0, "")
    assert os.linesep == "\n"
