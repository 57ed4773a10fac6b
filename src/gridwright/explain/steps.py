"""What an explanation is made of: steps, each with its conclusions and what they stand on. Data, no search.

A literal is one possibility or its opposite ("r2c3 is a star"); `claims` tells what it says. An *origin* is a
rule and the place that it is applied to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from gridwright.explain.claims import Claims
from gridwright.model.errors import PuzzleError, describe
from gridwright.model.grid import Cell, Place
from gridwright.model.rulebook import Origin
from gridwright.model.terms import Literal

if TYPE_CHECKING:
    from gridwright.explain.claims import Claim
    from gridwright.model.puzzle import Puzzle, Solution

# Kinds of steps, easiest first.
RULE, SCOPE, CORE, CHAIN, CASES = "rule", "scope", "core", "chain", "cases"
SYMMETRY = "symmetry"  # no deduction, but a choice that loses nothing
KINDS = (RULE, SCOPE, SYMMETRY, CORE, CHAIN, CASES)


# Counts added up: the number of a premise, and how often its "at most" is taken; less than none: its "at
# least".
Sum = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Link:
    """One forced move of a chain: by this rule, because of these literals; no conclusion: a contradiction.

    With moves of its own it is a case: the opposite of its conclusion is supposed, and they end in a
    contradiction. `because` is then what they use of what held before.
    """

    conclusions: tuple[Literal, ...]
    premise: Origin | None  # None: an unknown has exactly one of its values; or a case
    because: tuple[Literal, ...]
    moves: tuple[Link, ...] = ()

    @property
    def depth(self) -> int:
        """How deep cases lie in it: 1 if it is a case without others inside."""
        return 1 + max(move.depth for move in self.moves) if self.moves else 0


@dataclass(frozen=True)
class Step:
    """One deduction.

    kind         "rule" (one rule in one place), "scope" (what a person looks at together), "core" (several
                 of these), "chain" (what follows if the opposite were so, up to a contradiction), "cases"
                 (the same, with possibilities tried out on the way), "symmetry" (one of several things must
                 hold; they are images of each other, so any may be assumed)
    cost         how much there is to see at once; steps come in the order of kind and cost
    conclusions  everything that the premises prove and that was not known
    premises     the rule instances it stands on: none can be left out
    facts        the known literals it stands on: none can be left out
    links        of a chain: its moves from the opposite of the (only) conclusion to a contradiction
    weight       of a core: how many scopes are seen together; of a chain: how many moves
    sums         of a core of counts: for each conclusion how often each premise's count is taken, so that
                 together they exclude the opposite; empty where no such sum is known
    cases        of a symmetry: of these one must hold; the conclusion is the one that is assumed. Links, if
                 there are any, lead from the opposite of all to a contradiction
    assumed      of a symmetry: what breaks the symmetry of the board, marks and earlier choices. The images
                 of these are among them, or among the facts
    """

    puzzle: Puzzle
    kind: str
    cost: int
    conclusions: tuple[Literal, ...]
    premises: tuple[Origin, ...]
    facts: tuple[Literal, ...]
    links: tuple[Link, ...] = ()
    weight: int = 1
    sums: tuple[Sum, ...] = ()
    cases: tuple[Literal, ...] = ()
    assumed: tuple[Literal, ...] = ()

    @property
    def grounds(self) -> tuple[Literal, ...]:
        """Everything that must be known, or chosen, before it."""
        return tuple(dict.fromkeys((*self.facts, *self.assumed)))

    @property
    def depth(self) -> int:
        """How deep cases lie in its chain; 0: there are none."""
        return max((link.depth for link in self.links), default=0)

    @property
    def claims(self) -> Claims:
        return claims_of(self.puzzle)

    @property
    def target(self) -> tuple[Cell, ...]:
        """The cells that it decides something about, in order."""
        return _cells(self.claims, self.conclusions)

    @property
    def evidence(self) -> tuple[Cell, ...]:
        """The cells of its premises and facts, in order."""
        cells = {cell for origin in self.premises for cell in _place_cells(origin)}
        return tuple(sorted(cells.union(_cells(self.claims, (*self.facts, *self.cases)))))

    def to_json(self) -> dict[str, Any]:
        claims = self.claims
        data: dict[str, Any] = {
            "kind": self.kind,
            "cost": self.cost,
            "weight": self.weight,
            "conclusions": claims.to_marks(self.conclusions),
            "premises": [origin_to_json(origin) for origin in self.premises],
            "facts": claims.to_marks(self.facts),
        }
        if self.cases:
            data["cases"] = claims.to_marks(self.cases)
            data["assumed"] = claims.to_marks(self.assumed)
        if self.links:
            data["links"] = [_link_to_json(claims, link) for link in self.links]
        if any(self.sums):
            data["sums"] = [[list(term) for term in terms] for terms in self.sums]
        return data

    @classmethod
    def from_json(cls, puzzle: Puzzle, data: Mapping[str, Any]) -> Step:
        """PuzzleError: this is no step for this puzzle. Whether it is right, `verify` tells."""
        claims = claims_of(puzzle)
        try:
            if data["kind"] not in KINDS:
                raise PuzzleError(f"{describe(data['kind'])} is no kind of step", "/kind")
            return cls(
                puzzle,
                data["kind"],
                int(data["cost"]),
                claims.from_marks(data["conclusions"]),
                tuple(origin_from_json(puzzle, origin) for origin in data["premises"]),
                claims.from_marks(data["facts"]),
                tuple(_link_from_json(puzzle, link) for link in data.get("links", ())),
                int(data.get("weight", 1)),
                tuple(
                    tuple((int(number), int(times)) for number, times in terms)
                    for terms in data.get("sums", ())
                ),
                claims.from_marks(data.get("cases", ())),
                claims.from_marks(data.get("assumed", ())),
            )
        except (KeyError, TypeError, AttributeError) as problem:
            raise PuzzleError(f"this is no step of an explanation ({problem!r})") from None


@dataclass(frozen=True)
class Explanation(Sequence[Step]):
    """The steps from a position towards the solution, in the order in which to take them.

    complete  does it reach the end: everything that is the same in all solutions is known
    status    of the puzzle with these marks: "unique", "multiple", "none" or "unknown"
    stopped   which limit ended it early ("time", "conflicts", "cancelled"), or None
    left      literals that hold, but that no short deduction was found for
    mistakes  numbers of the marks that are wrong; the steps start from the others
    asked     of `why`: the value that was asked about
    answer    to that: "yes" (it is so in every solution), "no" (in none), "open" (in some); None: not known
    """

    puzzle: Puzzle
    steps: tuple[Step, ...]
    complete: bool
    status: str
    stopped: str | None = None
    left: tuple[Literal, ...] = ()
    mistakes: tuple[int, ...] = ()
    asked: Claim | None = None
    answer: str | None = None

    def __getitem__(self, index: Any) -> Any:
        return self.steps[index]

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "steps": [step.to_json() for step in self.steps],
            "complete": self.complete,
            "status": self.status,
        }
        if self.stopped is not None:
            data["stopped"] = self.stopped
        if self.left:
            data["left"] = claims_of(self.puzzle).to_marks(self.left)
        if self.mistakes:
            data["mistakes"] = list(self.mistakes)
        if self.answer is not None:
            data["answer"] = self.answer
        return data


@dataclass(frozen=True)
class Hint:
    """What to look at next.

    step      the next deduction; of a wrong mark the argument that refutes it, so its opposite is concluded.
              None: all is known, or no short deduction was found, or a limit was reached
    mistake   the wrong mark that comes first, or None
    number    its place in the list of marks
    broken    the rule that it will break, if the argument for that is a chain: its last link's premise;
              otherwise the first premise
    """

    puzzle: Puzzle
    step: Step | None
    status: str
    stopped: str | None = None
    mistake: Literal | None = None
    number: int | None = None
    broken: Origin | None = None
    done: bool = False  # everything is known already

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "step": None if self.step is None else self.step.to_json(),
            "status": self.status,
            "done": self.done,
        }
        if self.stopped is not None:
            data["stopped"] = self.stopped
        if self.mistake is not None:
            data["mistake"] = {
                "number": self.number,
                "mark": claims_of(self.puzzle).to_mark(self.mistake),
                "broken": None if self.broken is None else origin_to_json(self.broken),
            }
        return data


@dataclass(frozen=True)
class Impossible:
    """Why a puzzle has no solution, or (`status` "multiple") which two it has.

    premises   a least set of rule instances that cannot hold together; they are facts of the puzzle alone
    solutions  two of them, if there are several
    cells      where these two differ
    """

    puzzle: Puzzle
    status: str
    premises: tuple[Origin, ...] = ()
    solutions: tuple[Solution, ...] = field(default=(), compare=False)
    cells: tuple[Cell, ...] = ()
    stopped: str | None = None

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"status": self.status}
        if self.premises:
            data["premises"] = [origin_to_json(origin) for origin in self.premises]
        if self.solutions:
            data["solutions"] = [solution.to_json() for solution in self.solutions]
            data["cells"] = [list(cell) for cell in self.cells]
        if self.stopped is not None:
            data["stopped"] = self.stopped
        return data


# --- parts --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def claims_of(puzzle: Puzzle) -> Claims:
    return Claims(puzzle)


def _cells(claims: Claims, literals: Sequence[Literal]) -> tuple[Cell, ...]:
    found = set()
    for literal in literals:
        position = claims.read(literal).position
        if isinstance(position, Cell):
            found.add(position)
        elif isinstance(position, tuple):
            found.update(part for part in position if isinstance(part, Cell))
    return tuple(sorted(found))


def _place_cells(origin: Origin) -> tuple[Cell, ...]:
    return origin.place.cells if isinstance(origin.place, Place) else ()


def origin_to_json(origin: Origin) -> dict[str, Any]:
    place = origin.place
    assert isinstance(place, Place)  # of one board every place is concrete
    key = list(place.key) if isinstance(place.key, tuple) else place.key
    return {"rule": origin.rule.name, "about": {"kind": place.kind, "key": key}}


def origin_from_json(puzzle: Puzzle, data: Mapping[str, Any]) -> Origin:
    key = data["about"]["key"]
    place = Place(data["about"]["kind"], tuple(key) if isinstance(key, list) else key)
    found = _origins(puzzle).get((data["rule"], place))
    if found is None:
        raise PuzzleError(f"there is no rule {describe(data['rule'])} about {place.kind} {describe(key)}")
    return found


def _link_to_json(claims: Claims, link: Link) -> dict[str, Any]:
    data = {
        "conclusions": claims.to_marks(link.conclusions),
        "premise": None if link.premise is None else origin_to_json(link.premise),
        "because": claims.to_marks(link.because),
    }
    return {**data, "links": [_link_to_json(claims, move) for move in link.moves]} if link.moves else data


def _link_from_json(puzzle: Puzzle, data: Mapping[str, Any]) -> Link:
    claims = claims_of(puzzle)
    premise = data["premise"]
    return Link(
        claims.from_marks(data["conclusions"]),
        None if premise is None else origin_from_json(puzzle, premise),
        claims.from_marks(data["because"]),
        tuple(_link_from_json(puzzle, move) for move in data.get("links", ())),
    )


@lru_cache(maxsize=16)
def _origins(puzzle: Puzzle) -> dict[tuple[str, object], Origin]:
    """Every rule instance of a puzzle, by the rule's name and the place."""
    resolved = claims_of(puzzle).rulebook.resolve(puzzle.labels)
    return {(rule.name, made.about): Origin(rule, made.about) for rule, made in resolved if not rule.implied}
