"""Search trees as lines."""

from __future__ import annotations

import json
import subprocess
import sys

import gridwright as gw
from gridwright.lab.outline import outline

COMMAND = [sys.executable, "-m", "gridwright", "tree"]


def test_a_small_tree() -> None:
    board = {"genre": "star-battle", "stars": 1, "regions": ["11222", "12232", "12222", "42425", "44455"]}
    board["regions"] = [list(row) for row in board["regions"]]  # type: ignore[attr-defined]
    tree = gw.search_tree(gw.load(board), "leftmost")
    lines = list(outline(tree, 9, unicode=False))
    assert lines[:2] == ["root", "+- row 1 = 1: solution"]
    assert lines[2].startswith("`- row 1 != 1: failed by ")
    assert len(lines) == 3


def test_what_lies_deeper_is_summed_up() -> None:
    tree = gw.search_tree(gw.load("queens-8"), "ff")
    whole = list(outline(tree, 99))
    assert len(whole) == len(tree) == tree.stats["nodes"]
    (line,) = outline(tree, 0)
    nodes, failures = tree.stats["nodes"], tree.stats["failures"]
    assert line == f"root ... {nodes - 1} more nodes: failed {failures}, solutions 1"
    for depth in (1, 2, 5):
        lines = list(outline(tree, depth, width=60))
        assert len(lines) == sum(node.depth <= depth for node in tree)
        assert all(len(line) <= 60 for line in lines)


def test_the_command() -> None:
    told = subprocess.run(
        [*COMMAND, "queens-8", "--labeling", "ff,bisect,learn", "--json"], capture_output=True, check=False
    )
    assert told.returncode == 0
    head, *nodes = map(json.loads, told.stdout.splitlines())
    assert head["nodes"] == len(nodes) == head["stats"]["nodes"]
    assert (head["status"], head["labeling"], head["cut"]) == ("unique", "ff,bisect,learn", False)
    assert nodes[0] == {
        "node": 0, "parent": -1, "depth": 0, "choice": "root", "learned": False, "outcome": "inner"
    }  # fmt: skip
    assert all(node["because"] for node in nodes if node["outcome"] == "failed")
    assert any(node["learned"] and node["choice"].startswith("learned: ") for node in nodes)

    told = subprocess.run([*COMMAND, "queens-8", "--nodes", "5", "--ascii"], capture_output=True, check=False)
    assert told.returncode == 0
    assert b"There were more nodes; --nodes writes down more than the first 5." in told.stdout

    told = subprocess.run([*COMMAND, "queens-8", "--labeling", "fff"], capture_output=True, check=False)
    assert told.returncode == 2
    assert b'did you mean "ff"?' in told.stderr
