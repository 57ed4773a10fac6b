"""The tree of one search: what was decided, where it failed, and which rules were the reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from gridwright.engine.choices import ORDER, plain
from gridwright.engine.labeled import ask, statistics
from gridwright.engine.labelings import Labeling
from gridwright.engine.limits import STOPS, Budget, Control, is_whole
from gridwright.engine.verdicts import STATUSES
from gridwright.model.terms import Integer
from gridwright.model.words import name_of

if TYPE_CHECKING:
    from gridwright.engine.choices import Choices, Chosen
    from gridwright.model.puzzle import Puzzle
    from gridwright.model.terms import Literal

# By the kernel's numbers.
RELATIONS = ("root", "=", "!=", "<=", ">", "is", "learned", "another solution")
OUTCOMES = ("open", "inner", "failed", "solution")
_LITERAL, _LEARNED = RELATIONS.index("is"), RELATIONS.index("learned")
_REASON_LEARNED, _REASON_KIND = -1, -2

MOST_NODES = 10_000


class Cause(NamedTuple):
    """A rule at one place that took part in a failure."""

    rule: str
    about: str
    text: str  # the rule in words

    def __str__(self) -> str:
        return f"{self.rule} ({self.about})" if self.about else self.rule


class Node(NamedTuple):
    """One node: how it differs from its parent, and what came of it.

    outcome   "inner", "failed", "solution", or "open": the search was stopped here
    because   of a failure: the constraint that failed, then those that led to it since the last decision
    """

    number: int
    parent: int  # -1: this is the root
    depth: int
    unknown: str  # "": a literal without a name, or the root
    relation: str  # "=", "!=", "<=", ">"; "root"; "another solution": it must differ from those found
    value: str
    learned: bool  # not decided: what a failure has taught
    outcome: str
    because: tuple[Cause, ...]

    @property
    def choice(self) -> str:
        """`row 3 #2 <= 5`"""
        said = f"{self.unknown} {self.relation} {self.value}" if self.unknown else self.relation
        return f"learned: {said}" if self.learned else said

    def to_json(self) -> dict[str, Any]:
        said: dict[str, Any] = {"node": self.number, "parent": self.parent, "depth": self.depth}
        said["choice"] = self.choice
        if self.unknown:
            said |= {"unknown": self.unknown, "relation": self.relation, "value": self.value}
        said |= {"learned": self.learned, "outcome": self.outcome}
        if self.because:
            said["because"] = [cause._asdict() for cause in self.because]
        return said


class SearchTree(Sequence[Node]):
    """The nodes in the order in which the search came to them; a parent stands before its children.

    cut   there were more nodes than were to be written down
    """

    def __init__(self, puzzle: Puzzle, labeling: Labeling, outcome: Any, choices: Choices | None) -> None:
        self.puzzle = puzzle
        self.labeling = str(labeling)
        self.status = "unknown" if outcome is None else STATUSES[outcome.verdict]
        self.stopped = "time" if outcome is None else STOPS[outcome.stop]
        self.stats = {} if outcome is None else statistics(outcome)
        self.cut = False
        self._nodes: list[Node] = []
        if outcome is not None and choices is not None:
            told = outcome.tree
            self.cut = told["cut"]
            self._nodes = list(_nodes(puzzle, choices, told))

    def __len__(self) -> int:
        return len(self._nodes)

    def __getitem__(self, index: Any) -> Any:
        return self._nodes[index]

    def to_json(self) -> dict[str, Any]:
        """What heads the nodes when they are written as JSON lines."""
        return {
            "genre": self.puzzle.genre.name,
            "id": self.puzzle.id,
            "labeling": self.labeling,
            "status": self.status,
            "nodes": len(self),
            "cut": self.cut,
            "stats": self.stats,
        }

    def __repr__(self) -> str:
        more = " or more" if self.cut else ""
        return f"<SearchTree {self.status}, {len(self)}{more} nodes by {self.labeling}>"


def search_tree(
    puzzle: Puzzle,
    labeling: str = "leftmost",
    *,
    nodes: int = MOST_NODES,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
    memory_limit: int | None = None,
    seed: int = 0,
    control: Control | None = None,
) -> SearchTree:
    """Solve by a labeling, as `solve` does, and write down the first so many nodes of the search."""
    if not is_whole(nodes) or not 1 <= nodes <= 10_000_000:
        raise ValueError(f"nodes is a whole number from 1 to 10,000,000, not {nodes!r}")
    parsed = Labeling.parse(labeling)
    budget = Budget(time_limit, conflict_limit, memory_limit, seed, control)
    outcome, choices = ask(puzzle, parsed, budget, tree=nodes)
    return SearchTree(puzzle, parsed, outcome, choices)


def _nodes(puzzle: Puzzle, choices: Choices, told: dict[str, Any]) -> Iterator[Node]:
    chosen = choices.on_board(puzzle.labels)
    causes = cache(lambda reason: _cause(puzzle, choices, told["kinds"], reason))
    literals = _words_of_literals(choices, chosen)
    depths: list[int] = []
    end = 0
    columns = (told[name] for name in ("parents", "relations", "unknowns", "values", "states", "reason_ends"))
    for number, (parent, relation, unknown, value, state, stop) in enumerate(zip(*columns, strict=True)):
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
        because = tuple(causes(reason) for reason in told["reasons"][end:stop])
        end = stop
        words = ("", RELATIONS[relation], "")
        if relation in (_LITERAL, _LEARNED):
            words = literals.get(value, ("", "something hidden", ""))
        elif unknown >= 0:
            words = (chosen[unknown].name, RELATIONS[relation], str(chosen[unknown].values[value]))
        yield Node(number, parent, depths[-1], *words, relation == _LEARNED, OUTCOMES[state], because)


def _words_of_literals(choices: Choices, chosen: Sequence[Chosen]) -> dict[int, tuple[str, str, str]]:
    """What literals say that have a name: of unknowns of the labeling, and of what is shown."""
    words: dict[int, tuple[str, str, str]] = {}

    def name(literal: Literal, unknown: str, value: object, yes: str, no: str) -> None:
        words.setdefault(int(literal), (unknown, yes, str(value)))
        words.setdefault(int(~literal), (unknown, no, str(value)))

    for one in chosen:
        for member, value in zip(one.literals, one.values, strict=True):
            name(plain(member), one.name, value, "=", "!=")
        for order, value in zip(one.orders, one.values, strict=False):
            name(order, one.name, value, "<=", ">")
    for unknown, position, term in choices.rulebook.shown:
        if isinstance(term, Integer):
            for literal, value in zip(term.literals, term.values, strict=True):
                name(literal, f"{unknown.name} {position}", value, "=", "!=")
        else:
            name(term, f"{unknown.name} {position}", 1, "=", "!=")
    return words


def _cause(puzzle: Puzzle, choices: Choices, kinds: Sequence[str], reason: int) -> Cause:
    rulebook = choices.rulebook
    if reason >= rulebook.groups:
        return Cause(ORDER.name, choices.places[reason - rulebook.groups], ORDER.text)
    if reason >= 0:
        rule, place = rulebook.origin(reason, puzzle.labels)
        return Cause(rule.name, name_of(puzzle, place), rulebook.view.describe(rule))
    if reason == _REASON_LEARNED:
        return Cause("learned", "", "What earlier failures have taught.")
    kind = kinds[_REASON_KIND - reason]
    if kind == "integer":
        return Cause("one value", "", "An unknown has exactly one of its values.")
    return Cause(kind, "", "Knowledge that follows from the rules.")
