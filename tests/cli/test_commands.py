"""What each command says, for people and for programs."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import gridwright as gw
from gridwright.cli import options
from gridwright.cli.commands import find_command
from gridwright.cli.parser import make_parser
from tests.cli.running import IMPOSSIBLE, NONE, QUEENS, SEVERAL, UNIQUE, objects, run


def test_solve() -> None:
    done = run("solve", QUEENS)
    assert done.returncode == 0
    assert "Star Battle 8x8, 1 star, One star in every row" in done.stdout
    assert done.stdout.count("★") == 8
    assert "unique: this is the only solution" in done.stdout
    for word in ("resumptions", "entailments", "prunings", "backtracks", "constraints", " ms)"):
        assert word in done.stdout
    assert "depth" not in done.stdout
    assert done.stderr == ""


def test_solve_draws_two_of_several() -> None:
    words = run("solve", SEVERAL).stdout
    assert words.count("★") == 8
    assert "two of them" in words


def test_what_a_genre_calls_the_only_one() -> None:
    assert "the only solution, up to symmetry" in run("solve", "loop-10").stdout
    words = run("solve", "hamle-6", "--coordinates").stdout
    assert "r1c2 → r4c2" in words


def test_all_statistics() -> None:
    words = run("solve", QUEENS, "--stats").stdout
    for word in ("nodes", "failures", "depth", "propagations of"):
        assert word in words
    assert re.search(r"build time: [0-9.e-]+ ms\n", words)


def test_solve_for_programs() -> None:
    done = run("solve", QUEENS, "--json")
    [found] = objects(done.stdout)
    assert list(found) == ["input", "genre", "status", "solution", "stats"]
    assert found["input"] == f"{QUEENS}:1"
    assert (found["genre"], found["status"]) == ("star-battle", "unique")
    assert found["solution"] == gw.solve(gw.load(QUEENS)).solution.to_json()  # type: ignore[union-attr]
    assert found["stats"]["backtracks"] == 6
    [found] = objects(run("solve", QUEENS, "--json", "--with-puzzle").stdout)
    assert gw.load(found["puzzle"]) == gw.load(QUEENS)


def test_limits_and_seed_reach_the_engine() -> None:
    [found] = objects(run("solve", "two-stars-10", "--json", "--conflict-limit", 3).stdout)
    assert found["status"] == "unknown"
    words = ["x", "--seed", "7", "--time-limit", "2.5", "--conflict-limit", "3"]
    arguments = make_parser("solve", find_command("solve")).read(words)
    assert options.limits_of(arguments) == {"seed": 7, "time_limit": 2.5, "conflict_limit": 3}


def test_count() -> None:
    assert run("count", QUEENS).stdout == f"{QUEENS}:1: 1 solution\n"
    assert run("count", SEVERAL, "--limit", 1).stdout == "text:1: 1 solution, or more\n"
    [found] = objects(run("count", SEVERAL, "--json").stdout)
    assert (found["count"], found["exact"]) == (2, True)
    [found] = objects(run("count", "loop-14", "--json").stdout)
    assert (found["count"], found["exact"], found["up_to_symmetry"]) == (4, True, 1)


def test_forced(tmp_path: Path) -> None:
    [found] = objects(run("forced", SEVERAL, "--json").stdout)
    assert found["status"] == "multiple"
    assert found["forced"] == list(gw.forced(gw.load(SEVERAL)))
    marks = tmp_path / "marks.json"
    marks.write_text('[{"cell": [0, 1], "value": 1}]')
    [found] = objects(run("forced", SEVERAL, "--marks", marks, "--json").stdout)
    assert found["status"] == "unique"
    assert len(found["forced"]) == 16
    words = run("forced", SEVERAL, "--marks", marks).stdout
    assert "everything is forced" in words
    assert "★" in words
    assert "nothing is forced" in run("forced", NONE).stdout
    assert "multiple: 32 values are forced\n" in run("forced", "two-stars-several").stdout
    assert "multiple: 51 values are excluded\n" in run("forced", "kropki-several").stdout


def test_check() -> None:
    done = run("check", QUEENS, SEVERAL, IMPOSSIBLE)
    assert f"{QUEENS}:1: unique\n" in done.stdout
    assert "text:1: multiple\n  There are no regions" in done.stdout
    assert "text:1: none\n" in done.stdout
    _, several, none = objects(run("check", QUEENS, SEVERAL, IMPOSSIBLE, "--json").stdout)
    assert several["status"] == "multiple"
    assert {finding["kind"] for finding in several["findings"]} == {"no-regions", "several-solutions"}
    assert "impossible" in {finding["kind"] for finding in none["findings"]}


def test_mistakes(tmp_path: Path) -> None:
    marks = tmp_path / "marks.json"
    marks.write_text('[{"cell": [0, 6], "value": 1}, {"cell": [1, 5], "value": 1}]')
    done = run("check", QUEENS, "--marks", marks)
    assert "  Mark 2: Block r1c6-r2c7: Stars never touch" in done.stdout
    assert "Mark 1" not in done.stdout
    [found] = objects(run("check", QUEENS, "--marks", marks, "--json").stdout)
    assert [mistake["number"] for mistake in found["mistakes"]] == [1]
    marks.write_text('[{"cell": [0, 6], "value": 1}]')
    assert "No mark is wrong." in run("check", QUEENS, "--marks", marks).stdout


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[{"cell": [0, 99], "value": 1}]', "/0/cell"),
        ("[{", "1:3"),
        ("[] x", "something else"),
        ('{"a": 1}', "array"),
        ("\xff", "UTF-8"),
    ],
)
def test_bad_marks(tmp_path: Path, text: str, says: str) -> None:
    marks = tmp_path / "marks.json"
    marks.write_bytes(text.encode("latin-1"))
    for command in ("check", "forced", "show"):
        done = run(command, QUEENS, "--marks", marks)
        assert (done.returncode, done.stdout) == (2, "")
        assert "marks.json" in done.stderr
        assert says in done.stderr
    done = run("check", QUEENS, "--marks", tmp_path / "none.json")
    assert done.returncode == 2
    assert "none.json" in done.stderr


def test_marks_from_the_standard_input() -> None:
    done = run("check", QUEENS, "--marks", "-", given='[{"cell": [0, 0], "value": 1}]')
    assert "Mark 1" in done.stdout
    assert run("check", "-", "--marks", "-").returncode == 2


def test_explain(tmp_path: Path) -> None:
    words = run("explain", QUEENS, "--verify").stdout
    assert "1. " in words
    assert "( )" in words
    assert "Verified, steps that follow from what they cite: " in words
    assert "Complete: " in words
    brief = run("explain", QUEENS, "--brief").stdout
    assert "( )" not in brief
    [found] = objects(run("explain", QUEENS, "--json", "--verify").stdout)
    assert list(found)[:3] == ["input", "genre", "steps"]
    assert (found["complete"], found["status"]) == (True, "unique")
    assert {step["verified"] for step in found["steps"]} == {True}
    assert [step["number"] for step in found["steps"]] == list(range(1, len(found["steps"]) + 1))
    for step in found["steps"]:
        assert step["words"]["text"] in " ".join(brief.split())
    decided = [mark for step in found["steps"] for mark in step["conclusions"]]
    marks = tmp_path / "marks.json"
    marks.write_text(json.dumps(decided))
    assert "Complete: there is nothing left to explain." in run("explain", QUEENS, "--marks", marks).stdout
    marks.write_text(json.dumps([{**decided[0], "value": 1 - decided[0]["value"]}]))
    assert "Marks that are wrong, and left out: 1." in run("explain", QUEENS, "--marks", marks).stdout


@pytest.mark.parametrize("command", ["show", "solve", "explain", "hint", "forced"])
def test_headings_say_what_no_drawing_shows(command: str) -> None:
    board = {"genre": "chess-loop", "size": 3, "pieces": {"bishop": 2, "knight": 2}, "outer": False}
    first = run(command, json.dumps(board)).stdout.splitlines()[0]
    assert first.endswith(": Chess Loop 3x3, 2 bishops and 2 knights, outer: no")


def test_parts_of_an_explanation() -> None:
    [whole] = objects(run("explain", QUEENS, "--json").stdout)
    [second] = objects(run("explain", QUEENS, "--json", "--step", 2).stdout)
    assert second["steps"] == whole["steps"][1:2]
    beyond = run("explain", QUEENS, "--step", 999)
    assert (beyond.returncode, beyond.stdout) == (2, "")
    said = f"there is no step 999: the explanation has {len(whole['steps'])} steps"
    assert said in beyond.stderr
    [refused] = objects(run("explain", QUEENS, "--step", 999, "--json").stdout)
    assert refused["error"]["message"] == said
    [until] = objects(run("explain", QUEENS, "--json", "--until", "r1c7").stdout)
    assert 0 < len(until["steps"]) < len(whole["steps"])
    assert until["steps"] == whole["steps"][: len(until["steps"])]
    assert [0, 6] in [mark["cell"] for mark in until["steps"][-1]["conclusions"]]
    assert not [
        mark for step in until["steps"][:-1] for mark in step["conclusions"] if mark["cell"] == [0, 6]
    ]
    [until] = objects(run("explain", QUEENS, "--json", "--until", "medium").stdout)
    assert {step["kind"] for step in until["steps"][:-1]} <= {"rule"}


@pytest.mark.parametrize("words", [("explain", QUEENS, "--until", "r9c9"), ("why", QUEENS, "r9c9=star")])
def test_cells_outside_the_board(words: tuple[str, ...]) -> None:
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "queens-8:1: r9c9 lies outside a board of 8x8: name another cell\n"


def test_hint(tmp_path: Path) -> None:
    stages = [run("hint", QUEENS, "--reveal", stage).stdout for stage in ("where", "why", "what")]
    [found] = objects(run("hint", QUEENS, "--json").stdout)
    words = found["step"]["words"]
    for number, key in enumerate(("where", "why", "what")):
        said = [words[key] in " ".join(stage.split()) for stage in stages]
        assert said == [stage >= number for stage in range(3)]
    assert ["( )" in stage for stage in stages] == [False, False, True]
    assert run("hint", QUEENS).stdout == stages[0]
    marks = tmp_path / "marks.json"
    marks.write_text('[{"cell": [0, 6], "value": 1}, {"cell": [1, 4], "value": 0}]')
    told = run("hint", QUEENS, "--marks", marks).stdout
    assert "Mark 2 is wrong." in told
    [found] = objects(run("hint", QUEENS, "--marks", marks, "--json").stdout)
    assert found["mistake"]["number"] == 1
    solution = gw.solve(gw.load(QUEENS)).solution
    assert solution is not None
    grid = solution.to_json()["grid"]
    full = [{"cell": [r, c], "value": value} for r, row in enumerate(grid) for c, value in enumerate(row)]
    marks.write_text(json.dumps(full))
    assert "Everything is known already." in run("hint", QUEENS, "--marks", marks).stdout


def test_in_brief_a_chain_is_its_contradiction() -> None:
    [found] = objects(run("explain", "loop-1", "--json").stdout)
    chains = [step["words"] for step in found["steps"] if step["words"]["links"]]
    assert chains
    brief = " ".join(run("explain", "loop-1", "--brief").stdout.split())
    whole = " ".join(run("explain", "loop-1").stdout.split())
    for words in chains:
        last = len(words["links"]) - 1
        for number, link in zip(words["numbers"], words["links"], strict=True):
            assert f" {number}) {link}" in whole
        assert f"{words['text']} {words['numbers'][last]}) {words['links'][last]}" in brief
    assert ") Then " not in brief


def test_why() -> None:
    told = [run("why", QUEENS, *words, "--brief").stdout for words in (["r1c7=star"], ["r1c7", "1"])]
    assert told[0] == told[1]
    [found] = objects(run("why", QUEENS, "r1c7=1", "--json").stdout)
    assert {"cell": [0, 6], "value": 1} in found["steps"][-1]["conclusions"]
    assert found["answer"] == "yes"
    assert "\n\nr1c7 is a star: 10 steps show it.\n\n1. " in told[0]
    assert "\n\nr1c1 cannot be a star: 1 step shows it.\n\n1. " in run("why", QUEENS, "r1c1=star").stdout
    assert "r1c1 is a king, up to symmetry: " in run("why", "loop-1", "r1c1=king", "--brief").stdout
    done = run("why", QUEENS, "r1c7=stra")
    assert done.returncode == 2
    assert 'did you mean "star"' in done.stderr
    assert run("why", QUEENS, "r1c99=1").returncode == 2
    assert "knight" in run("why", "loop-1", "r1c1=knightt").stderr


@pytest.mark.parametrize("value", ["1", "2"])
def test_why_of_what_is_open(value: str) -> None:
    done = run("why", "kropki-several", f"r1c1={value}")
    assert done.returncode == 0
    assert done.stdout.endswith(f"\n\nr1c1 may be {value}: a solution has it, another has not.\n\n")


def test_grade() -> None:
    assert run("grade", QUEENS).stdout.startswith(f"{QUEENS}:1: ")
    first, second, third = objects(run("grade", QUEENS, SEVERAL, NONE, "--json", "--jobs", 2).stdout)
    assert first["label"] in ("easy", "medium", "hard", "expert", "beyond")
    assert first["score"] > 0
    assert (second["label"], second["status"]) == (None, "multiple")
    assert (third["label"], third["status"]) == (None, "none")
    told = run("grade", SEVERAL, NONE).stdout
    assert "-: there are several solutions" in told
    assert "-: there is no solution" in told


def test_show() -> None:
    words = run("show", QUEENS).stdout
    assert "┏" in words
    assert "★" not in words
    assert run("show", QUEENS, "--ascii").stdout.isascii()
    assert " 1   2   3" in run("show", QUEENS, "--coordinates").stdout
    [found] = objects(run("show", QUEENS, "--json").stdout)
    assert gw.load(found["puzzle"]).id == found["id"]


def test_convert(tmp_path: Path) -> None:
    boards = [example.name for example in gw.examples()]
    puzzles = [gw.load(board) for board in boards]
    for form, name in (("json", "all.json"), ("jsonl", "all.jsonl"), ("text", "all.txt")):
        told = run("convert", *boards, "--to", form).stdout
        done = run("convert", *boards, "-o", tmp_path / name)
        assert (done.returncode, done.stdout) == (0, "")
        assert (tmp_path / name).read_text() == told
        found = list(gw.load_all(tmp_path / name))
        assert found == puzzles
        assert [puzzle.knowledge for puzzle in found] == [puzzle.knowledge for puzzle in puzzles]
    assert isinstance(json.loads(run("convert", *boards, "--to", "json").stdout), list)
    assert isinstance(json.loads(run("convert", QUEENS, "--to", "json").stdout), dict)


def test_convert_for_programs() -> None:
    bad = '{"genre":"kropki"}'
    done = run("convert", "--json", "-", "queens-5", given=bad)
    found = objects(done.stdout)
    assert found[0]["error"]["place"] == "/rows"
    assert found[1]["puzzle"] == gw.load("queens-5").to_json()
    assert done.returncode == 2
    told = objects(run("convert", "--json", "--to", "text", "queens-5").stdout)
    assert gw.load(told[0]["text"]).to_json() == found[1]["puzzle"]


def test_convert_needs_a_form() -> None:
    done = run("convert", QUEENS)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--to json" in done.stderr


def test_genres() -> None:
    words = run("genres").stdout
    for name in ("chess-loop", "hamle", "kropki", "star-battle"):
        assert f"{name} " in words
    page = run("genres", "Two_Not_Touch").stdout
    assert "- Stars never touch, even diagonally." in page
    assert "stars, regions, givens" in page
    found = {genre["name"]: genre for genre in objects(run("genres", "--json").stdout)}
    assert "queens" in found["star-battle"]["aliases"]
    done = run("genres", "kropky")
    assert done.returncode == 2
    assert 'did you mean "kropki"' in done.stderr


def test_examples_that_are_called_nearly_like_studies(tmp_path: Path) -> None:
    records = tmp_path / "records.jsonl"
    done = run("lab", "kropki-several", "--labelings", "ff", "--records", records)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_puzzle_itself_may_be_given() -> None:
    assert objects(run("solve", UNIQUE, "--json").stdout)[0]["status"] == "unique"
    assert objects(run("solve", "genre: hamle\ngrid:\n. 2\n. .\n", "--json").stdout)[0]["genre"] == "hamle"
