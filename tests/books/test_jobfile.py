"""Job files: what they say, and what is wrong with them."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridwright.books import JobError, read_job
from tests.books import write_book

PART = '[[part]]\ngenre = "kropki"\nsize = 6\ncount = 1\n'


def test_what_a_job_file_says(tmp_path: Path) -> None:
    job = read_job(write_book(tmp_path))
    assert (job.title, job.graded, job.count) == ("Test", False, 62)
    assert job.library == tmp_path / "test.db"
    assert [part.name for part in job.parts] == ["kropki", "kropki", "again"]
    assert [part.asked for part in job.parts] == ["kropki:size=4#5", "kropki:size=6#5", "kropki:size=4#6"]


def test_counts_of_difficulties_are_parts(tmp_path: Path) -> None:
    text = PART.replace("count = 1", "count = { easy = 3, hard = 2 }")
    job = read_job(write_book(tmp_path, 'library = "sub/x.db"\n' + text))
    assert [(part.name, part.count) for part in job.parts] == [("easy kropki", 3), ("hard kropki", 2)]
    assert [part.recipe.options["difficulty"] for part in job.parts] == ["easy", "hard"]
    assert (job.title, job.library) == ("test", tmp_path / "sub" / "x.db")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "[[part]]"),
        ("part = 3", "[[part]]"),
        ("part = []", "[[part]]"),
        ("seed = \n", "line 1, column"),
        (PART + "size = 6\n", "line 5"),
        ("sead = 3\n" + PART, '"sead": there is no such key; did you mean "seed"?'),
        ("seed = -1\n" + PART, "seed: a seed is"),
        ("grade = 1\n" + PART, "grade: "),
        ("title = 3\n" + PART, "title: "),
        ('library = ""\n' + PART, "library: "),
        (PART + "[[part]]\ncount = 1\n", "part 2, genre: which genre?"),
        ('[[part]]\ngenre = "krop"\ncount = 1\n', 'part 1: no genre is called "krop"'),
        ("[[part]]\ngenre = 1\ncount = 1\n", "part 1, genre: "),
        ('[[part]]\ngenre = "kropki:size=6#3"\ncount = 1\n', "part 1, genre: a recipe with a seed"),
        ('[[part]]\ngenre = "kropki"\n', "part 1, count: how many"),
        ('[[part]]\ngenre = "kropki"\ncount = -1\n', "part 1, count: not -1. Say a whole number"),
        ('[[part]]\ngenre = "kropki"\ncount = 10000001\n', "from 0 to 10000000"),
        ('[[part]]\ngenre = "kropki"\ncount = {}\n', "part 1, count: "),
        ('[[part]]\ngenre = "kropki"\ncount = { hrad = 1 }\n', 'beyond, not "hrad"; did you mean "hard"?'),
        ('[[part]]\ngenre = "kropki"\ncount = { odd = 1 }\n', "part 1, count: difficulty is one of"),
        ('[[part]]\ngenre = "kropki"\ncount = { hard = "x" }\n', "part 1, count.hard: "),
        (PART + 'difficulty = "odd"\n', "part 1: kropki: difficulty"),
        (PART.replace("count = 1", 'difficulty = "hard"\ncount = { hard = 1 }'), "part 1, difficulty: "),
        (PART + "sise = 3\n", 'part 1: kropki has no option "sise"; did you mean "size"?'),
        (PART.replace("6", "1000"), "part 1: kropki: size"),
        (PART + 'seed = "x"\n', "part 1, seed: "),
        (PART + "name = 3\n", "part 1, name: "),
        ("a = " + "[" * 5000, ""),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    path = write_book(tmp_path, text)
    with pytest.raises(JobError) as caught:
        read_job(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("data", [b"\xff", b"\0", None])
def test_no_text(tmp_path: Path, data: bytes | None) -> None:
    if data is not None:
        (tmp_path / "a.toml").write_bytes(data)
    with pytest.raises(JobError, match=r"a.toml: "):
        read_job(tmp_path / "a.toml")


@given(st.data())
def test_arbitrary_text_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.getbasetemp() / "noise.toml"
    values = st.sampled_from(
        ["0", "-1", "1e400", '"x"', "true", "{}", "[]", "1979-05-27", '"kropki"', "{ a = 1 }"]
    )
    keys = data.draw(
        st.lists(st.sampled_from([*"ab", "genre", "count", "size", "seed", "name", "difficulty"]))
    )
    lines = [f"{key} = {data.draw(values)}" for key in keys]
    lines.insert(data.draw(st.integers(0, len(lines))), "[[part]]")
    path.write_text("\n".join(lines))
    with suppress(JobError):
        assert read_job(path).parts


def test_no_two_parts_have_the_same_stream(tmp_path: Path) -> None:
    part = '[[part]]\ngenre = "kropki:size=4"\ncount = 1\n'
    parts = [part, part, f"{part}seed = 1\n", f'{part}seed = "0.100"\n']
    job = read_job(write_book(tmp_path, "".join(parts)))
    assert [str(each.seed) for each in job.parts] == ["0", "1", "2", "3.100"]
