"""`grade`: a label for the hardest step that a puzzle needs, and a score for all of them together.

Steps come least cost first, so one of a higher tier stands in an explanation only if everything below it has
led no further: the highest tier that is found is the tier that is needed. Graded is the canonical puzzle, so
that all images of a puzzle have one grade. Nobody has measured people yet: the scale is uncalibrated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gridwright.engine.limits import Budget, shape_of
from gridwright.explain.questions import explain_unique
from gridwright.explain.steps import CASES, CHAIN, CORE, RULE, SCOPE, SYMMETRY
from gridwright.explain.words import describe
from gridwright.model.canonical import canonical_puzzle

if TYPE_CHECKING:
    from gridwright.engine.limits import Control
    from gridwright.explain.steps import Explanation, Step
    from gridwright.model.puzzle import Puzzle

# Easiest first; a puzzle that no short deductions solve has none of them.
LABELS = ("easy", "medium", "hard", "expert", "beyond")
_BY_KIND = {RULE: "easy", SCOPE: "medium", SYMMETRY: "expert", CHAIN: "beyond", CASES: "beyond"}
MOST_SEEN_TOGETHER = 2  # scopes in a core that is still "hard"

SMALL = 10  # keeps scores readable


@dataclass(frozen=True)
class Grade:
    """How hard a puzzle is for a person.

    label     of the hardest step that is needed: "easy", "medium", "hard", "expert", "beyond"; None: short
              deductions do not solve it, it has not exactly one solution, or a limit was reached
    score     of all steps together, to compare puzzles of one genre and size; None without a label
    status    of the puzzle
    tiers     how many steps of each label there are
    openings  how many steps are open at a moment, on average
    hardest   what the most costly step is called
    left      how many possibilities no short deduction decides
    stopped   which limit ended it early
    """

    puzzle: Puzzle
    label: str | None
    score: float | None
    status: str
    tiers: dict[str, int]
    openings: float
    hardest: str
    left: int = 0
    stopped: str | None = None

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "label": self.label,
            "score": self.score,
            "status": self.status,
            "tiers": self.tiers,
            "openings": self.openings,
            "hardest": self.hardest,
        }
        if self.left:
            data["left"] = self.left
        if self.stopped is not None:
            data["stopped"] = self.stopped
        return data


def grade(
    puzzle: Puzzle,
    *,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
    memory_limit: int | None = None,
    seed: int = 0,
    control: Control | None = None,
) -> Grade:
    """Grade a puzzle by the steps that explain it. The limits are those of `explain`.

    Where there is not exactly one solution no step is looked for.
    """
    shape_of(puzzle)  # anything may be asked about
    budget = Budget(time_limit, conflict_limit, memory_limit, seed, control)
    image = canonical_puzzle(puzzle)  # which takes its time on a large board
    return grade_of(puzzle, explain_unique(image, budget))


def grade_of(puzzle: Puzzle, explanation: Explanation) -> Grade:
    """The grade that an explanation of a whole puzzle gives it."""
    steps = explanation.steps
    tiers = Counter(map(label_of, steps))
    solved = explanation.complete and explanation.status == "unique"
    openings = openings_of(steps)
    hardest = max(steps, key=lambda step: step.cost, default=None)
    return Grade(
        puzzle,
        max(tiers, key=LABELS.index, default=LABELS[0]) if solved else None,
        _score(steps, openings) if solved else None,
        explanation.status,
        {label: tiers[label] for label in LABELS if tiers[label]},
        round(sum(openings) / len(openings), 2) if openings else 0.0,
        describe(hardest).title if hardest is not None else "",
        len(explanation.left),
        explanation.stopped,
    )


def _score(steps: Sequence[Step], openings: Sequence[int]) -> float:
    """A step that is twice as costly counts four times; and twice as much if no other step is open."""
    points = sum(step.cost**2 * (1 + 1 / count) for step, count in zip(steps, openings, strict=True))
    return round(points / SMALL, 1)


def label_of(step: Step) -> str:
    """The label of a puzzle whose hardest step is this one."""
    if step.kind == CORE:
        return "hard" if step.weight <= MOST_SEEN_TOGETHER else "expert"
    return "beyond" if step.links else _BY_KIND[step.kind]


def openings_of(steps: Sequence[Step]) -> list[int]:
    """For each moment, before each step, how many of the steps that are still to come could be taken."""
    known_from: dict[object, int] = {}  # the moment from which something is known: literals, and values
    ready = []
    for moment, step in enumerate(steps):
        claims = map(step.claims.read, step.grounds)
        # That a cell has not some value is known, too, once its value is.
        keys = (
            (int(literal), (claim.name, claim.position))
            for literal, claim in zip(step.grounds, claims, strict=True)
        )
        times = (min((known_from[key] for key in pair if key in known_from), default=0) for pair in keys)
        ready.append(max(times, default=0))
        for literal, claim in zip(step.conclusions, map(step.claims.read, step.conclusions), strict=True):
            known_from.setdefault(int(literal), moment + 1)
            if not claim.negated:
                known_from.setdefault((claim.name, claim.position), moment + 1)
    return [sum(time <= moment for time in ready[moment:]) for moment in range(len(steps))]
