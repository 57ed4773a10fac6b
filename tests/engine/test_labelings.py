"""Labelings: traced by hand, counted, and the same number of solutions whichever one searches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

import gridwright as gw
from gridwright.engine.labelings import VALUE_CHOICES, VARIABLE_CHOICES, Labeling
from gridwright.model.constraints import any_of, at_most, exactly
from gridwright.model.genre import Constraints, Genre, rule
from gridwright.model.grid import BOARD
from gridwright.model.unknowns import Numbers, Pick, YesNo
from tests.engine import known
from tests.genres.trials import boards, registered
from tests.oracles import brute
from tests.oracles.random_puzzles import MAKERS, make

FURTHER = ("", ",down", ",learn", ",down,learn", ",implied", ",learn,implied")
EVERY = [
    f"{variable},{value}{further}"
    for variable, value, further in product(VARIABLE_CHOICES, VALUE_CHOICES, FURTHER)
]


# --- the words ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("ff", "ff,step"),
        ("bisect", "leftmost,bisect"),
        ("down, MAX ,enum", "max,enum,down"),
        ("learn,ff", "ff,step,learn"),
        ("random", "random,step"),
        ("random,random,implied", "random,random,implied"),
        ("ff,random", "ff,random"),
        ("input_order,indomain_min", "leftmost,step"),
        ("first_fail,indomain_max", "ff,step,down"),
        ("smallest,indomain", "min,enum"),
        ("largest,indomain_middle", "max,middle"),
        ("most_constrained,indomain_median", "ffc,median"),
        ("dom_w_deg,indomain_split", "dom_w_deg,bisect"),
        ("anti_first_fail,indomain_reverse_split", "anti_first_fail,bisect,down"),
        ("occurrence,indomain_random", "occurrence,random"),
        ("max_regret,up", "max_regret,step"),
    ],
)
def test_words(text: str, means: str) -> None:
    assert str(Labeling.parse(text)) == means
    assert Labeling.parse(means) == Labeling.parse(text)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "a word is missing"),
        ("ff,,down", "a word is missing"),
        ("leftmots", "unknown word 'leftmots' (a labeling is made of a variable choice: leftmost, "),
        ("ff,biscet", 'did you mean "bisect"?'),
        ("ff,ffc", "'ffc' comes after another variable choice"),
        ("step,enum", "'enum' comes after another value choice"),
        ("up,down", "'down' comes after another direction"),
        ("indomain_split,down", "'down' comes after another direction"),
        ("learn,learn", "'learn' comes after another 'learn'"),
        ("random,random,random", "'random' comes after another value choice"),
    ],
)
def test_what_is_no_labeling(text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match="labeling") as raised:
        gw.solve(gw.load(known.star_battle(known.STAR_4X4_1, 1)), labeling=text)
    assert wrong in str(raised.value)


# --- traced by hand -----------------------------------------------------------------------------------------

# One row of cells, each with a few numbers left; nothing else is ruled out until the last number is known.
DOMAINS = {"a": (2, 3, 9), "b": (4, 5), "c": (1, 7, 8), "d": (3, 4, 6, 7), "e": (6, 10)}


class Tracing(Genre):
    """Numbers without rules between them but one, so that a trace shows the choices alone."""

    name = "tracing"
    number = Numbers(1, 10)

    @rule("Each cell has its own numbers.")
    def own(self) -> Constraints:
        for cell, domain in zip(self.grid.cells, DOMAINS.values(), strict=True):
            for value in set(range(1, 11)) - set(domain):
                yield any_of([self.number[cell] != value], about=cell)

    @rule("A clause on c and e alone, so that they are on more constraints than the others.")
    def busy(self) -> Constraints:
        c, e = self.number[self.grid.cells[2]], self.number[self.grid.cells[4]]
        yield any_of([c != 1, e != 11], about=BOARD)
        yield any_of([c != 1, e != 10, c != 1], about=BOARD)
        yield any_of([c != 7, e != 10, c != 7], about=BOARD)
        yield any_of([c == 1, c == 7, c == 8], about=BOARD)

    def branch_on(self) -> Iterator[Pick]:
        for name, cell in zip(DOMAINS, self.grid.cells, strict=True):
            term = self.number[cell]
            yield Pick(name, 1, tuple(term.literals), tuple(term.values))


@pytest.fixture
def tracing() -> Iterator[gw.Puzzle]:
    from gridwright.model import registry

    registry.register(Tracing)
    yield gw.load({"genre": "tracing", "rows": 1, "columns": 5})
    registry.forget(Tracing)


def path(puzzle: gw.Puzzle, labeling: str) -> list[str]:
    """The choices that lead to the first solution."""
    tree = gw.search_tree(puzzle, labeling)
    at = next(node for node in tree if node.outcome == "solution")
    found = []
    while at.parent >= 0:
        found.append(at.choice)
        at = tree[at.parent]
    return found[::-1]


@pytest.mark.parametrize(
    ("labeling", "wanted"),
    [
        # Once c is 1 or 7, e is 6 and needs no choice.
        ("leftmost,enum", "a = 2, b = 4, c = 1, d = 3"),
        ("leftmost,enum,down", "a = 9, b = 5, c = 8, d = 7, e = 10"),
        # The least lower bound: c has 1, then a 2, d 3, b 4.
        ("min,enum", "c = 1, a = 2, d = 3, b = 4"),
        # The greatest upper bound: e has 10, a 9, c 8, d 7, b 5.
        ("max,enum", "e = 6, a = 2, c = 1, d = 3, b = 4"),
        # b and e have two values each: b comes first.
        ("ff,enum", "b = 4, e = 6, a = 2, c = 1, d = 3"),
        ("anti_first_fail,enum", "d = 3, a = 2, c = 1, b = 4"),
        # Of b and e, e is on more constraints; of a and c, c is.
        ("ffc,enum", "e = 6, b = 4, c = 1, a = 2, d = 3"),
        # c is on four constraints, e on two; what is said of one cell alone is done with and does not count.
        ("occurrence,enum", "c = 1, a = 2, b = 4, d = 3"),
        # Values for each constraint, at least one: a 3/1, b 2/1, c 3/4, d 4/1, e 2/2.
        ("dom_w_deg,enum", "c = 1, b = 4, a = 2, d = 3"),
        # The first two of c are 6 apart, of e 4; of the others 1.
        ("max_regret,enum", "c = 1, a = 2, b = 4, d = 3"),
        # The means of the bounds: of a 5, or 6 rounded up; of c 4 or 5; of d 5. Of two equally near values
        # the lower, or the upper.
        ("leftmost,middle", "a = 3, b = 4, c = 1, d = 4"),
        ("leftmost,middle,down", "a = 9, b = 5, c = 7, d = 6"),
        ("leftmost,median", "a = 3, b = 4, c = 7, d = 4"),
        ("leftmost,median,down", "a = 3, b = 5, c = 7, d = 6"),
    ],
)
def test_what_is_chosen(tracing: gw.Puzzle, labeling: str, wanted: str) -> None:
    assert path(tracing, labeling) == wanted.split(", ")


class Weighing(Genre):
    """Four cells on three constraints each, which allow all; three on two that exclude each other."""

    name = "weighing"
    mark = YesNo()

    @rule("So many are marked.")
    def counts(self) -> Constraints:
        marks = [self.mark[cell] for cell in self.grid.cells]
        for _ in range(3):
            yield at_most(4, marks[:4], about=BOARD)
        for number in (1, 2):
            yield exactly(number, marks[4:], about=BOARD)


def test_failures_weigh() -> None:
    from gridwright.model import registry

    registry.register(Weighing)
    puzzle = gw.load({"genre": "weighing", "rows": 1, "columns": 7})
    nodes = {name: gw.solve(puzzle, labeling=name).stats["nodes"] for name in ("occurrence", "dom_w_deg")}
    registry.forget(Weighing)
    # By constraints alone the four cells come first, in all 16 ways, and below each the fifth fails twice: a
    # binary tree with 32 leaves. Weighed, it is so once; then the fifth has 4 and goes before those with 3:
    # when each of the four in turn is given its other value, the fifth fails twice more.
    assert nodes == {"occurrence": 2 * 32 - 1, "dom_w_deg": 1 + 4 + 2 + 4 * (1 + 2)}


def test_bisect_goes_by_the_bounds(tracing: gw.Puzzle) -> None:
    # a: 2..9, the mean is 5; b: 4..5, 4; c: 1..8, 4; d: 3..7, 5, then 3..4; e: 6 alone, because c is 1.
    assert path(tracing, "leftmost,bisect") == ["a <= 3", "a <= 2", "b <= 4", "c <= 1", "d <= 4", "d <= 3"]
    assert path(tracing, "leftmost,bisect,down")[:4] == ["a > 3", "b > 4", "c > 1", "c > 7"]


def test_with_learning_bisect_decides_on_one_literal(tracing: gw.Puzzle) -> None:
    assert path(tracing, "leftmost,bisect,learn") == path(tracing, "leftmost,bisect")
    assert path(tracing, "leftmost,bisect,down,learn") == path(tracing, "leftmost,bisect,down")


QUEENS = known.star_battle(known.STAR_5X5_1, 1)  # 11222 12232 12222 42425 44455; the answer is 14253


def trace(labeling: str) -> list[tuple[int, str, str]]:
    return [(node.depth, node.choice, node.outcome) for node in gw.search_tree(gw.load(QUEENS), labeling)]


def test_step_takes_a_value_or_not() -> None:
    # Region 3 is one cell, r2c4, and has its star at once: rows 1 and 3 are left with columns 1 and 2.
    # Row 1 = 1: row 3 = 2, so row 4 = 5 and row 5 = 3, a solution. Row 1 = 2: region 1 has its star, which
    # takes column 1 from row 3, and column 2 is taken.
    assert trace("leftmost,step") == [
        (0, "root", "inner"),
        (1, "row 1 = 1", "solution"),
        (1, "row 1 != 1", "failed"),
    ]
    assert trace("leftmost,bisect,down") == [
        (0, "root", "inner"),
        (1, "row 1 > 1", "failed"),
        (1, "row 1 <= 1", "solution"),
    ]


def test_statistics_of_a_trace() -> None:
    stats = gw.solve(gw.load(QUEENS), labeling="leftmost,step").stats
    assert (stats["nodes"], stats["failures"], stats["backtracks"], stats["depth"]) == (3, 1, 1, 1)
    assert (stats["first"]["nodes"], stats["first"]["failures"]) == (2, 0)
    stats = gw.solve(gw.load(QUEENS), labeling="leftmost,step,down").stats
    assert (stats["first"]["nodes"], stats["first"]["failures"]) == (3, 1)


def test_enum_tries_all_values_side_by_side() -> None:
    found = trace("leftmost,enum")
    assert found == [(0, "root", "inner"), (1, "row 1 = 1", "solution"), (1, "row 1 = 2", "failed")]


def test_several_in_a_row_are_counted_in_order() -> None:
    puzzle = gw.load({"genre": "star-battle", "stars": 2, "rows": 5, "columns": 5})
    tree = gw.search_tree(puzzle, "leftmost,enum")
    first = [node for node in tree if node.unknown == "row 1 #1"]
    second = [node for node in tree if node.unknown == "row 1 #2"]
    assert {node.value for node in first} == {"1", "2", "3", "4"}
    assert second
    for node in second:
        assert tree[node.parent].unknown == "row 1 #1"
        assert int(node.value) > int(tree[node.parent].value)


# --- the same solutions -------------------------------------------------------------------------------------


@pytest.mark.parametrize("genre", MAKERS)
def test_every_labeling_finds_what_brute_force_finds(genre: str) -> None:
    random = Random(f"labelings of {genre}")
    waiting = EVERY.copy()
    random.shuffle(waiting)
    for index in range(40):
        given = make(genre, Random(f"{genre}/labeled/{index}"), tiny=True)
        solutions, exact = brute.count_solutions(given, 60)
        if not exact:
            continue
        puzzle, status = gw.load(given), brute.status(given)
        for _ in range(30):
            labeling = waiting.pop()
            waiting[:0] = [labeling]
            seed = random.randrange(5)
            counted = gw.count(puzzle, labeling=labeling, seed=seed)
            assert (counted.count, counted.exact) == (len(solutions), True), (given, labeling, seed)
            assert gw.solve(puzzle, labeling=labeling, seed=seed).status == status, labeling


@pytest.mark.parametrize("labeling", EVERY[::7])
def test_every_labeling_solves_the_trial_genres(labeling: str) -> None:
    with registered():
        for board in boards():
            puzzle = gw.load(board)
            if puzzle.rows > 6:
                continue
            result = gw.solve(puzzle, labeling=labeling, conflict_limit=3000)
            assert result.status == board["status"] or result.stopped == "conflicts"
            if result.status == "unique" and result.solution is not None:
                assert result.solution.to_json() == board["solution"]


def test_some_labeling_solves_each_board_of_the_trial_genres() -> None:
    with registered():
        for board in boards():
            assert gw.solve(gw.load(board), labeling="ffc,step,learn,implied").status == board["status"]


# --- figures ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("labeling", EVERY[::11])
def test_the_tree_agrees_with_the_statistics(labeling: str) -> None:
    for given in (
        known.chess_loop(3, 4, "rook", "knight", 3),
        known.hamle(known.HAMLE_6),
        known.star_battle(known.STAR_8X8_1, 2),
    ):
        tree = gw.search_tree(gw.load(given), labeling, nodes=200_000, conflict_limit=20_000)
        assert not tree.cut
        assert len(tree) == tree.stats["nodes"]
        failed = [node for node in tree if node.outcome == "failed"]
        assert len(failed) == tree.stats["failures"] == tree.stats["backtracks"]
        assert all(node.because for node in failed)
        assert all(tree[node.parent].depth == node.depth - 1 for node in tree if node.depth)
        if ",learn" not in labeling:
            assert max(node.depth for node in tree) == tree.stats["depth"]


def test_figures_are_those_of_an_independent_search() -> None:
    """Without propagation between them, unknowns are searched like nested loops."""
    with registered():
        puzzle = gw.load({"genre": "null", "rows": 2, "columns": 3, "marks": 3})
        # Depth first over yes/no cells, left to right, no before yes; "exactly 3" propagates at both ends.
        stats = gw.count(puzzle, labeling="leftmost,step").stats
        assert (stats["solutions"], stats["failures"]) == (20, 0)
        assert stats["nodes"] == 2 * 20 - 1  # a binary tree whose leaves are the solutions


def test_a_tree_is_cut_where_it_was_told() -> None:
    puzzle = gw.load(known.chess_loop(4, 5, "queen", "knight", 3))
    whole = gw.search_tree(puzzle, "ff")
    part = gw.search_tree(puzzle, "ff", nodes=50)
    assert (len(part), part.cut, whole.cut) == (50, True, False)
    assert [node.choice for node in part] == [node.choice for node in whole][:50]
    assert part.stats["nodes"] == whole.stats["nodes"] == len(whole)


def test_failures_name_the_rules() -> None:
    tree = gw.search_tree(gw.load(QUEENS), "leftmost")
    (failed,) = [node for node in tree if node.outcome == "failed"]
    assert {cause.rule for cause in failed.because} <= {"quota", "apart"}
    assert failed.to_json()["because"][0]["text"] in (
        "Every row, column and region holds 1 star.",
        "Stars never touch, even diagonally.",
    )


@pytest.mark.parametrize("labeling", ["random,random", "random,random,learn", "dom_w_deg,bisect,learn"])
def test_the_same_seed_takes_the_same_way(labeling: str) -> None:
    puzzle = gw.load(known.star_battle(known.STAR_8X8_1, 2))

    def counters(seed: int) -> Any:
        stats = gw.solve(puzzle, labeling=labeling, seed=seed).stats
        return {name: stats[name] for name in stats if not name.endswith("_time")}

    first = counters(1)
    gw.solve(gw.load(known.star_battle(known.STAR_8X8_2, 2)), labeling="ff")
    assert counters(1) == first
    if labeling.startswith("random"):
        assert any(counters(seed)["nodes"] != first["nodes"] for seed in range(2, 12))


def test_limits_hold() -> None:
    puzzle = gw.load({"genre": "kropki", "size": 12, "dots": []})
    result = gw.solve(puzzle, labeling="leftmost,step", conflict_limit=100)
    assert (result.status, result.stopped, result.stats["failures"]) == ("unknown", "conflicts", 100)
    assert gw.solve(puzzle, labeling="leftmost", time_limit=0.1).stopped == "time"
    control = gw.Control()
    control.cancel()
    assert gw.solve(puzzle, labeling="leftmost,step,learn", control=control).stopped == "cancelled"


def test_without_labeling_nothing_has_changed() -> None:
    puzzle = gw.load(QUEENS)
    gw.solve(puzzle, labeling="ff")
    assert "first" not in gw.solve(puzzle).stats
