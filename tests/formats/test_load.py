"""What a source may be, and how many puzzles come out of it."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright.formats import many
from gridwright.formats.load import read_all

JSON = '{"genre":"hamle","grid":[[0,2],[0,0]]}'
TEXT = "genre: hamle\ngrid:\n. 2\n. .\n"
PUZZLE = gw.load(JSON)


def outcome(source: Any) -> list[str]:
    """What each item says: the origin, and for an error its place."""
    return [
        item.origin if isinstance(item, gw.Puzzle) else f"{item.origin} at {item.place}"
        for item in read_all(source)
    ]


def test_texts() -> None:
    for source in (
        JSON,
        TEXT,
        f"\n{JSON}\n",
        f" {JSON}",
        f"\ufeff{JSON}",
        f"\ufeff{TEXT}",
        f"---\n{TEXT}---\n",
    ):
        assert gw.load(source) == PUZZLE
        assert list(gw.load_all(source)) == [PUZZLE]
    assert gw.load(JSON.encode()) == gw.load(TEXT.encode()) == gw.load(PUZZLE) == PUZZLE


def test_paths(tmp_path: Path) -> None:
    for name, content in (
        ("a.json", JSON),
        ("b.txt", TEXT),
        ("c", "\ufeff" + JSON),
        ("d {", TEXT.replace("\n", "\r\n")),
    ):
        path = tmp_path / name
        path.write_bytes(content.encode())
        for source in (path, str(path)):
            assert gw.load(source) == PUZZLE
            assert gw.load(source).origin == str(path)
            assert [puzzle.origin for puzzle in gw.load_all(source)] == [f"{path}:1"]


def test_what_cannot_be_opened(tmp_path: Path) -> None:
    for source in (
        tmp_path / "none.json",
        tmp_path,
        "",
        " ",
        "no\0name",
        "x" * 5000,
        "https://puzz.link/p?hamle",
        "\udcff",
    ):
        with pytest.raises(gw.PuzzleError):
            gw.load(source)
        with pytest.raises(gw.PuzzleError):
            gw.load_all(source).__next__()
    with pytest.raises(gw.PuzzleError, match="no such file"):
        gw.load_all(tmp_path / "none.json")
    with pytest.raises(gw.PuzzleError, match="load_all"):
        gw.load(tmp_path)
    with pytest.raises(gw.PuzzleError, match="links"):
        gw.load("HTTPS://puzz.link/p?kropki/3/3/000")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="everything may be read by root")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(JSON)
    path.chmod(0)
    with pytest.raises(gw.PuzzleError):
        gw.load(path)
    assert outcome(tmp_path) == [f"{path} at "]


def test_standard_input() -> None:
    code = "import gridwright as gw; print([puzzle.origin for puzzle in gw.load_all('-')], gw.load('-').rows)"
    run = subprocess.run(
        [sys.executable, "-c", code.replace("gw.load('-').rows", "1")],
        input=f"{JSON}\n\n{JSON}",
        text=True,
        capture_output=True,
        check=True,
    )
    assert run.stdout == "['-:1', '-:3'] 1\n"
    run = subprocess.run(
        [sys.executable, "-c", "import gridwright as gw; print(gw.load('-').rows)"],
        input=TEXT,
        text=True,
        capture_output=True,
        check=True,
    )
    assert run.stdout == "2\n"


def test_a_bad_line_does_not_hide_the_others(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    bad = b'{"genre":"hamle","grid":[[0,2],[0]]}'
    path.write_bytes(
        b"\n".join(
            [JSON.encode(), bad, b"\xff\xfe", b"", b'{"genre":', b"x", b'{"a":1,"a":2}', JSON.encode()]
        )
    )
    good, name = [f"{path}:1", f"{path}:8"], str(path)
    assert outcome(path) == [
        f"{name}:1",
        f"{name}:2 at /grid/1",
        f"{name}:3 at 3:1",
        f"{name}:5 at 5:10",
        f"{name}:6 at 6:1",
        f"{name}:7 at /a",
        f"{name}:8",
    ]
    puzzles, found, errors = gw.load_all(path), [], 0
    while True:
        try:
            found.append(next(puzzles).origin)
        except gw.PuzzleError:
            errors += 1
        except StopIteration:
            break
    assert (found, errors) == (good, 5)
    with pytest.raises(gw.PuzzleError):
        list(gw.load_all(path))


def test_a_bad_text_does_not_hide_the_others(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_bytes(
        f"# a book\n{TEXT}---\n---\n# only a comment\n---\n\ngenre: x\n-----\n".encode()
        + b"\xff\n---\n"
        + TEXT.encode()
    )
    assert outcome(path) == [f"{path}:1", f"{path}:11 at 11:8", f"{path}:13 at 13:1", f"{path}:15"]


def test_json_of_several_lines(tmp_path: Path) -> None:
    pretty = '{\n "genre": "hamle",\n "grid": [\n  [0, 2],\n  [0, 0]\n ]\n}\n'
    broken = '{\n "genre": "hamle",\n "grid": [\n  [0, 2,\n}\n'
    twice = '{\n "a": 1,\n "a": 1\n}\n'
    path = tmp_path / "pretty.json"
    path.write_text(f"\n{pretty}{broken}{twice}{pretty}{JSON}{JSON}")
    assert outcome(path) == [
        f"{path}:2",
        f"{path}:9 at 13:1",
        f"{path}:14 at /a",
        f"{path}:18",
        f"{path}:25",
        f"{path}:25",
    ]


def test_json_arrays(tmp_path: Path) -> None:
    path = tmp_path / "array.json"
    path.write_text(f' [{JSON},\n{{"genre": "hamle"}}, 5,\n{JSON}\n]\n')
    assert outcome(path) == [f"{path}:1", f"{path}:2 at /rows", f"{path}:2 at ", f"{path}:3"]
    path.write_text(f"[{JSON},\n{JSON}\n")
    assert outcome(path) == [f"{path}:1", f"{path}:2", f"{path}:2 at 3:1"]
    path.write_text("[]")
    assert outcome(path) == []
    with pytest.raises(gw.PuzzleError, match="not an array"):
        gw.load(path)


def test_python_lists_and_dicts() -> None:
    data = {"genre": "hamle", "grid": [[0, 2], [0, 0]]}
    assert list(gw.load_all(data)) == list(gw.load_all([JSON])) == [PUZZLE]
    found = list(read_all([data, {}, TEXT, 3]))
    assert [isinstance(item, gw.Puzzle) for item in found] == [True, False, True, False]


def test_folders(tmp_path: Path) -> None:
    with pytest.raises(gw.PuzzleError, match="no files"):
        next(gw.load_all(tmp_path))
    for name, content in {
        "b.jsonl": f"{JSON}\n{JSON}",
        "a.txt": TEXT,
        "c.json": "",
        "d.md": "x",
        ".e.json": "x",
    }.items():
        (tmp_path / name).write_text(content)
    (tmp_path / "deeper.json").mkdir()
    (tmp_path / "z.json").write_text(JSON)
    origins = [origin.replace(f"{tmp_path}{os.sep}", "") for origin in outcome(tmp_path)]
    assert origins == ["a.txt:1", "b.jsonl:1", "b.jsonl:2", "c.json at ", "deeper.json at ", "z.json:1"]


def test_streams_are_read_as_they_come() -> None:
    class Endless(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            line = JSON.encode() + b"\n"
            count = len(buffer) // len(line)
            buffer[: count * len(line)] = line * count
            return count * len(line)

    found = many.read_stream(io.BufferedReader(Endless()), "-")
    assert [next(found) for _ in range(1000)] == [PUZZLE] * 1000


@pytest.mark.parametrize("start", ["", "{", "{\n", "[", "genre: hamle\n"])
@pytest.mark.parametrize("endless", [b"\0", b"[1, "])
def test_endless_noise_ends(monkeypatch: pytest.MonkeyPatch, start: str, endless: bytes) -> None:
    class Noise(io.RawIOBase):
        rest = start.encode()

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            chunk = self.rest or endless * (len(buffer) // len(endless))
            self.rest = b""
            buffer[: len(chunk)] = chunk
            return len(chunk)

    monkeypatch.setattr(many, "MOST_BYTES", 2**16)
    monkeypatch.setattr(many, "MOST_BYTES_AT_ONCE", 2**17)
    found = list(many.read_stream(io.BufferedReader(Noise()), "-"))
    assert [type(item) for item in found] == [gw.PuzzleError]
