"""`gridwright library`, as people and programs call it."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path

import pytest

from gridwright.cli.commands.library import ACTIONS
from tests.cli.running import BAD, QUEENS, SEVERAL, UNIQUE, objects, run
from tests.library import lines


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "some.jsonl").write_text("".join([f"{UNIQUE}\n", f"{SEVERAL}\n", *lines(60)]))
    assert run("library", "add", "a.db", "some.jsonl", QUEENS, cwd=tmp_path).returncode == 0
    return tmp_path / "a.db"


@pytest.mark.parametrize("jobs", [1, 2])
def test_add(tmp_path: Path, jobs: int) -> None:
    source = tmp_path / "some.jsonl"
    some = lines(300)
    source.write_text("".join([*some[:3], f"{BAD}\n", *some]))
    done = run("library", "add", "a.db", source, "--jobs", jobs, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == "300 puzzles added to a.db, 3 there already, 1 could not be read\n"
    told = done.stderr.splitlines()
    assert len(told) == 4
    assert told[0].startswith(f"{source}:4: /regions/1: ")
    assert told[1] == f"{source}:5: it is there already, as number 1 ({source}:1)"
    done = run("library", "add", "a.db", source, "--json", "--jobs", jobs, cwd=tmp_path)
    assert done.returncode == 2
    found = objects(done.stdout)
    assert [each["input"] for each in found] == [f"{source}:{line}" for line in range(1, 305)]
    assert [each.get("added") for each in found] == [False] * 3 + [None] + [False] * 300
    assert found[3]["error"]["place"] == "/regions/1"


def test_many_that_are_there_already_are_counted(file: Path) -> None:
    done = run("library", "add", file, file.parent / "some.jsonl")
    assert done.stdout.endswith("0 puzzles added to " + f"{file}, 62 there already\n")
    assert len(done.stderr.splitlines()) == 21
    assert done.stderr.endswith("and 42 more were there already\n")


def test_list_and_stats(file: Path) -> None:
    told = run("library", "list", file).stdout.splitlines()
    assert len(told) == 52
    assert told[-1] == "63 puzzles, 13 of them not shown (--limit)"
    [_, line, end] = run("library", "list", file, "--stars", 1, "--size", 8).stdout.splitlines()
    assert line.split()[2:6] == ["star-battle", "8x8,", "stars", "1"]
    assert end == "1 puzzle"
    assert len(objects(run("library", "list", file, "--json").stdout)) == 63
    [one] = objects(run("library", "list", file, "--json", "--status", "unique").stdout)
    assert one["scalars"] == {"stars": 1}
    assert one["number"] == 63
    told = run("library", "stats", file).stdout
    assert told.startswith(f"{file}: 63 puzzles, ")
    assert ["hamle", "5x5", "60", "60"] in map(str.split, told.splitlines())
    counted = objects(run("library", "stats", file, "--json", "--genre", "star-battle").stdout)
    assert sum(each["count"] for each in counted) == 3
    for words, near in ((("--grade", "hrd"), "hard"), (("--status", "none,unqiue"), "unique")):
        done = run("library", "list", file, *words)
        assert (done.returncode, done.stdout) == (2, "")
        assert f'; did you mean "{near}"?' in done.stderr
    assert run("library", "stats", file, "--genre", "kropki").stdout.startswith(f"{file}: 0 puzzles")


def test_show(file: Path) -> None:
    [one] = objects(run("library", "list", file, "--json", "--title", "One star*").stdout)
    for name in (one["id"], one["id"][:-4], one["number"]):
        assert f"{file}#63: Star Battle 8x8" in run("library", "show", file, name).stdout
    done = run("library", "show", file, 63, 1000, 1, "--json")
    assert done.returncode == 2
    assert [each["id"] for each in objects(done.stdout)][:1] == [one["id"]]
    assert len(objects(done.stdout)) == 2
    assert "no puzzle" in done.stderr


def test_where_nothing_can_be_added_no_library_is_made(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    for source in ("empty.txt", "missing.txt", "{"):
        done = run("library", "add", "new.db", source, cwd=tmp_path)
        assert done.returncode == 2
        assert done.stdout == "0 puzzles added to new.db, 1 could not be read\n"
        assert [path.name for path in tmp_path.iterdir()] == ["empty.txt"]
    assert run("library", "add", "new.db", "{", QUEENS, cwd=tmp_path).stdout.startswith(
        "1 puzzle added to new"
    )


@pytest.mark.parametrize("form", ["json", "jsonl", "text"])
def test_export_is_what_convert_writes(file: Path, form: str) -> None:
    sources = (file.parent / "some.jsonl", QUEENS)
    exported = run("library", "export", file, "--to", form).stdout
    assert exported == run("convert", *sources, "--to", form).stdout
    out = file.parent / "out.jsonl"
    assert run("library", "export", file, "--genre", "hamle", "--limit", 2, "-o", out).returncode == 0
    assert len(out.read_text().splitlines()) == 2
    done = run("library", "export", file, "--to", "jsonl", "-o", file)
    assert done.returncode == 2
    assert run("library", "check", file).returncode == 0


def test_check(file: Path) -> None:
    assert "63 puzzles, all as they should be" in run("library", "check", file).stdout
    false = json.dumps(json.loads(SEVERAL) | {"status": "unique", "rows": 5, "columns": 5})
    run("library", "add", file, false)
    assert run("library", "check", file).returncode == 0
    done = run("library", "check", file, "--prove", "--json", "--jobs", 2)
    assert done.returncode == 3  # boards of the test that have no solution, and say nothing
    assert objects(done.stdout)[-1]["status"] == "multiple"
    with file.open("r+b") as damaged:
        damaged.seek(4096)
        damaged.write(b"\xff" * 8192)
    done = run("library", "check", file)
    assert done.returncode == 6
    assert "damaged" in done.stderr


def test_grade(tmp_path: Path) -> None:
    library = tmp_path / "a.db"
    run("library", "add", library, QUEENS, "kropki-4", SEVERAL)
    first, second, third = objects(run("library", "grade", library, "--json", "--jobs", 2).stdout)
    assert first["grade"] in ("easy", "medium", "hard")
    assert third["grade"] is None
    again = run("library", "grade", library).stdout
    assert again == f"{library}: 1 no grade\n"
    [item] = objects(run("library", "list", library, "--json", "--genre", "kropki").stdout)
    assert (item["grade"], item["score"]) == (second["grade"], second["score"])
    assert run("library", "check", library).returncode == 0
    late = run("library", "grade", library, "--grade", "none", "--time-limit", 0)
    assert late.returncode == 5
    assert late.stdout == f"{library}: 1 left ungraded: the time limit was reached\n"


def test_grade_tells_what_is_wrong_and_goes_on(tmp_path: Path) -> None:
    library = tmp_path / "a.db"
    run("library", "add", library, QUEENS, "kropki-4", SEVERAL)
    with sqlite3.connect(library) as connection:
        connection.execute("UPDATE boards SET json = '{' WHERE number = 1")
        connection.execute(
            """UPDATE boards SET json = json_set(json, '$.status', 'unique') WHERE number = 3"""
        )
    done = run("library", "grade", library, "--json")
    first, second, third = objects(done.stdout)
    assert done.returncode == 6
    assert "cannot be read" in first["error"]["message"]
    assert second["grade"] is not None
    assert 'its status is multiple, not "unique"' in third["error"]["message"]
    assert len(done.stderr.splitlines()) == 2


def test_what_is_refused_leaves_files_as_they_were(tmp_path: Path) -> None:
    (tmp_path / "out.json").write_text("precious")
    for words in (["list", "no.db"], ["grade", "no.db"], ["stats", "no.db"], ["add", "no/a.db", QUEENS]):
        assert run("library", *words, "-o", "out.json", cwd=tmp_path).returncode == 6
    refused = run("generate", "kropki", "--size", 1000, "--library", "new.db", "-o", "out.json", cwd=tmp_path)
    assert refused.returncode == 2
    assert (tmp_path / "out.json").read_text() == "precious"
    assert os.listdir(tmp_path) == ["out.json"]  # noqa: PTH208


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["list", "no.db"], 6, "no such library"),
        (["grade", "no.db"], 6, "no such library"),
        (["list", "."], 6, "folder"),
        (["add", "no/a.db", QUEENS], 6, "no folder"),
        (["list", "text.db"], 6, "no library"),
        (["add", "text.db", QUEENS], 6, "no library"),
        (["add", "a.db"], 2, "which puzzles"),
        (["show", "text.db"], 2, "which puzzle"),
        (["list", "text.db", "17"], 2, "one word too many"),
        (["list", "text.db", "--prove"], 2, "takes no --prove"),
        (["add", "a.db", QUEENS, "--stars", "2"], 2, "takes no --stars"),
        (["list", "text.db", "--size", "x"], 2, "5x6"),
        (["list", "text.db", "--genre", "krop"], 2, "kropki"),
        (["export", "text.db"], 2, "which form"),
        (["export", "text.db", "--json", "--to", "text"], 2, "--json writes JSON lines"),
        (["lsit", "text.db"], 2, "ACTION: there is no 'lsit', only add, list,"),
        (["lsit", "text.db"], 2, 'did you mean "list"?'),
        (["list"], 2, "required: FILE (see"),
    ],
)
def test_refusals(tmp_path: Path, words: list[str], code: int, said: str) -> None:
    (tmp_path / "text.db").write_text("no library\n" * 100)
    done = run("library", *words, cwd=tmp_path)
    assert done.returncode == code
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert os.listdir(tmp_path) == ["text.db"]  # noqa: PTH208


def test_help_names_all_actions() -> None:
    told = run("library", "--help").stdout
    for name in ACTIONS:
        assert f"\n  library {name} FILE" in told
