"""Show how a labeling searches: every decision, where it failed, and which rules were the reason.

The tree is drawn down to a depth; --json writes all of it, a line for each node after one that heads them,
for programs that draw trees. Only the first nodes are written down; the search itself goes on to its end.
"""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from gridwright.cli import options
from gridwright.cli.exits import BY_STATUS, DONE, UsageError

if TYPE_CHECKING:
    from gridwright.cli.batch import Answer
    from gridwright.cli.console import Console, Style
    from gridwright.cli.parser import Parser
    from gridwright.engine.trees import SearchTree
    from gridwright.model.puzzle import Puzzle

EXAMPLES = (
    ("gridwright tree queens-8 --labeling ff", "Draw the search by first fail."),
    ("gridwright tree board.txt --labeling ff,bisect,learn --json", "All nodes, as JSON lines."),
)


def configure(parser: Parser) -> None:
    options.add_sources(parser)
    parser.add_argument("--json", action="store_true", help="a line of JSON for each node")
    options.add_output(parser)
    options.add_jobs(parser)
    options.add_ascii(parser)
    options.add_limits(parser)
    parser.add_argument(
        "--labeling",
        metavar="WORDS",
        default="leftmost",
        help="such as ff,bisect,down,learn (leftmost); `gridwright lab --help` has all words",
    )
    parser.add_argument(
        "--depth", metavar="N", type=options.at_least(0), default=8, help="draw down to this depth (8)"
    )
    parser.add_argument(
        "--nodes",
        metavar="N",
        type=options.at_least(1),
        default=10_000,
        help="write down so many nodes at most (10000)",
    )


def run(arguments: Namespace, console: Console) -> int:
    from gridwright.cli.batch import run_batch
    from gridwright.engine.labelings import Labeling

    try:
        Labeling.parse(arguments.labeling)
    except ValueError as problem:
        raise UsageError(str(problem)) from None
    arguments.with_puzzle = False
    return run_batch("tree", arguments, console)


def answer(puzzle: Puzzle, arguments: Namespace, style: Style) -> Answer:
    from gridwright.cli.batch import Answer
    from gridwright.engine.trees import search_tree

    limits = options.limits_of(arguments)
    tree = search_tree(puzzle, arguments.labeling, nodes=arguments.nodes, **limits)
    code = BY_STATUS.get(tree.status, DONE)
    return Answer(_lines(tree) if arguments.json else _drawing(tree, arguments, style), code)


def _lines(tree: SearchTree) -> str:
    from gridwright.formats.json import encode

    head = {"input": tree.puzzle.origin, **tree.to_json()}
    return "\n".join(encode(said) for said in (head, *(node.to_json() for node in tree)))


def _drawing(tree: SearchTree, arguments: Namespace, style: Style) -> str:
    from gridwright.cli.drawing import heading
    from gridwright.lab.outline import outline
    from gridwright.render.text import has_unicode

    stats = tree.stats
    lines = [heading(tree.puzzle), f"labeling {tree.labeling}: {tree.status}"]
    if stats:
        lines[-1] += f", {stats['nodes']:,} nodes, {stats['failures']:,} failures"
    lines += ["", *outline(tree, arguments.depth, has_unicode(style.encoding), style.width)]
    if tree.cut:
        lines.append(f"There were more nodes; --nodes writes down more than the first {len(tree):,}.")
    return "\n".join((*lines, ""))
