"""A search tree for people: indented lines up to a depth; what lies deeper is summed up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from gridwright.engine.trees import Node, SearchTree

OUTCOMES = {"failed": "failed", "solution": "solution", "open": "stopped here", "inner": ""}


class Strokes(NamedTuple):
    branch: str
    last: str
    pass_by: str
    nothing: str


UNICODE = Strokes("├─ ", "└─ ", "│  ", "   ")
ASCII = Strokes("+- ", "`- ", "|  ", "   ")


def outline(tree: SearchTree, depth: int, unicode: bool = True, width: int | None = None) -> Iterator[str]:
    """Lines; those that are too wide end in "..."."""
    children: list[list[Node]] = [[] for _ in tree]
    for node in tree:
        if node.parent >= 0:
            children[node.parent].append(node)
    below = _sums(tree)
    strokes = UNICODE if unicode else ASCII
    waiting: list[tuple[Node, str, str]] = [(node, "", "") for node in tree[:1]]
    while waiting:
        node, before, further = waiting.pop()
        line = f"{before}{_words(node)}"
        if node.depth >= depth and children[node.number]:
            nodes, failures, solutions = below[node.number]
            line += f" ... {nodes - 1:,} more nodes: failed {failures:,}, solutions {solutions:,}"
        else:
            for child in reversed(children[node.number]):
                last = child is children[node.number][-1]
                waiting.append(
                    (
                        child,
                        further + (strokes.last if last else strokes.branch),
                        further + (strokes.nothing if last else strokes.pass_by),
                    )
                )
        yield line if width is None or len(line) <= width else f"{line[: width - 3]}..."


def _words(node: Node) -> str:
    said = node.choice
    if OUTCOMES[node.outcome]:
        said += f": {OUTCOMES[node.outcome]}"
    if node.because:
        said += f" by {', '.join(map(str, node.because))}"
    return said


def _sums(tree: SearchTree) -> list[list[int]]:
    """Of each node's subtree: nodes, failures, solutions."""
    sums = [[1, int(node.outcome == "failed"), int(node.outcome == "solution")] for node in tree]
    for node in reversed(tree):
        if node.parent >= 0:
            sums[node.parent] = [
                above + below for above, below in zip(sums[node.parent], sums[node.number], strict=True)
            ]
    return sums
