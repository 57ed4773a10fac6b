"""Does a step follow from its premises and facts alone? Shares no code with the search for steps.

A conclusion is tried the other way round: if its opposite leaves the premises, as their plain meaning has
it, no way to hold, it is proved. The opposite, the facts and all that is forced are taken as values; where
nothing is forced, one possibility after the other is tried. Where a step gives sums of counts, they are
added up instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, repeat
from typing import TYPE_CHECKING

from gridwright.explain.pruning import Values, pruned
from gridwright.explain.steps import CASES, CHAIN, SYMMETRY, Explanation, Link, Step, Sum
from gridwright.explain.sums import excludes
from gridwright.model.images import images_of
from gridwright.model.meanings import Constraint, Count
from gridwright.model.rulebook import GIVEN, Origin, Rulebook, rulebook_of
from gridwright.model.terms import Integer, Literal

if TYPE_CHECKING:
    from gridwright.model.puzzle import Puzzle

MOST_TRIED = 20_000  # possibilities; a step that needs more is no deduction for people


def verify(step: Step, most_tried: int = MOST_TRIED) -> str | None:
    """None if the step is right; otherwise a sentence that says what is wrong with it."""
    rules = _rules_of(step.puzzle)
    if not step.conclusions:
        return "the step concludes nothing"
    if any(premise not in rules.constraints for premise in step.premises):
        return "a premise is no rule of this puzzle"
    moves = _Moves(step, rules, most_tried)
    if step.kind == SYMMETRY:
        return _wrong_choice(step) or moves.wrong([~case for case in step.cases])
    if step.kind in (CHAIN, CASES):
        if len(step.conclusions) != 1 or not step.links:
            return "a chain has one conclusion, and moves that lead to a contradiction"
        return moves.wrong([~step.conclusions[0]])
    if step.sums and len(step.sums) != len(step.conclusions):
        return "there is not one sum for each conclusion"
    for literal, terms in zip(step.conclusions, step.sums or repeat(()), strict=False):
        supposed = [*step.facts, ~literal]
        if terms:
            problem = _broken_sum(rules, step, terms, supposed)
        else:
            problem = _not_proved(rules, step.premises, supposed, most_tried)
        if problem is not None:
            return problem
    return None


def _broken_sum(rules: _Rules, step: Step, terms: Sum, supposed: Sequence[Literal]) -> str | None:
    """None if the sum of these counts excludes what is supposed."""
    taken = []
    for number, times in terms:
        if not 0 <= number < len(step.premises):
            return "a sum takes what is no premise"
        counts = [one for one in rules.constraints[step.premises[number]] if isinstance(one, Count)]
        if len(counts) != 1:
            return "a sum takes a premise that is not one count"
        taken.append((counts[0], times))
    return None if excludes(taken, supposed) else "a sum does not exclude the opposite of its conclusion"


def verify_all(explanation: Explanation, marks: Iterable[Literal] = ()) -> str | None:
    """Is each step right, and is each of its facts given, marked, or concluded before?"""
    rules = _rules_of(explanation.puzzle)
    assumed = set(marks)  # what the symmetry of the board does not know of
    known = set(rules.given) | assumed
    for number, step in enumerate(explanation.steps, 1):
        for fact in step.facts:
            if fact not in known and not rules.is_left(fact, known):
                return f"step {number} rests on something that is not known yet"
        if step.kind == SYMMETRY and not assumed <= set(step.assumed):
            return f"step {number} leaves out what breaks the symmetry"
        problem = verify(step)
        if problem is not None:
            return f"step {number}: {problem}"
        known.update(step.conclusions)
        if step.kind == SYMMETRY:
            assumed.update(step.conclusions)
    return None


def _wrong_choice(step: Step) -> str | None:
    """May the conclusion be assumed, once one of the cases must hold?

    A solution in which a case holds must have an image in which the conclusion does, and which agrees with
    all that was assumed before: with this, then, the solution agreed in other places, as is known.
    """
    if len(step.conclusions) != 1 or step.conclusions[0] not in step.cases:
        return "one of its cases must be what it concludes"
    conclusion = step.conclusions[0]
    known = {*step.assumed, *step.facts}
    free = {conclusion}
    for image in images_of(step.puzzle):
        if all(image.source(literal) in known for literal in step.assumed):
            free.add(image.source(conclusion))
    return None if free.issuperset(step.cases) else "its cases are no images of each other"


class _Moves:
    """From what a step supposes to a contradiction."""

    def __init__(self, step: Step, rules: _Rules, most_tried: int) -> None:
        self.step = step
        self.rules = rules
        self.most_tried = most_tried

    def wrong(self, supposed: Sequence[Literal]) -> str | None:
        step = self.step
        if step.links:
            return self._wrong_links(step.links, {*step.facts, *supposed})
        return _not_proved(self.rules, step.premises, [*step.facts, *supposed], self.most_tried)

    def _wrong_links(self, links: Sequence[Link], established: set[Literal], case: str = "") -> str | None:
        for number, link in enumerate(links, 1):
            name = f"{case}{number}"
            if not established.issuperset(link.because):
                return f"move {name}: it rests on something that does not hold there"
            problem = (
                self._wrong_case(link, established, name) if link.moves else self._wrong_move(link, name)
            )
            if problem is not None:
                return problem
            established = established | set(link.conclusions)
        return "the moves do not end in a contradiction" if links[-1].conclusions else None

    def _wrong_case(self, link: Link, established: set[Literal], name: str) -> str | None:
        if len(link.conclusions) != 1 or link.premise is not None:
            return f"move {name}: a case has one conclusion, and no rule of its own"
        return self._wrong_links(link.moves, established | {~link.conclusions[0]}, f"{name}.")

    def _wrong_move(self, link: Link, name: str) -> str | None:
        if link.premise is not None and link.premise not in self.step.premises:
            return f"move {name}: its rule is not among the premises"
        premises = () if link.premise is None else (link.premise,)
        for opposite in [[~literal] for literal in link.conclusions] or [[]]:
            problem = _not_proved(self.rules, premises, [*link.because, *opposite], self.most_tried)
            if problem is not None:
                return f"move {name}: {problem}"
        return None


class _Rules:
    """The rules of one puzzle, by rule and place."""

    def __init__(self, rulebook: Rulebook, puzzle: Puzzle) -> None:
        self.constraints: dict[Origin, list[Constraint]] = {}
        self.given: list[Literal] = []
        for rule, constraint in rulebook.resolve(puzzle.labels):
            if rule.implied:
                continue
            self.constraints.setdefault(Origin(rule, constraint.about), []).append(constraint)
            if rule is GIVEN and len(constraint.terms) == 1:
                self.given.append(constraint.terms[0])
        self.integer_of = {
            literal.variable: integer
            for integer in rulebook.numbering.integers
            for literal in integer.literals
        }

    def is_left(self, fact: Literal, known: set[Literal]) -> bool:
        """Does it follow because an unknown has exactly one of its values?"""
        integer = self.integer_of.get(fact.variable)
        if integer is None:
            return False
        others = [literal for literal in integer.literals if literal.variable != fact.variable]
        if not fact.negated:
            return all(~other in known for other in others)
        # One of the others is it: said, or the only one left.
        return any(
            other in known or all(~third in known for third in integer.literals if third != other)
            for other in others
        )


@lru_cache(maxsize=8)
def _rules_of(puzzle: Puzzle) -> _Rules:
    return _Rules(rulebook_of(puzzle.shape), puzzle)


# --- one proof ----------------------------------------------------------------------------------------------


def _not_proved(
    rules: _Rules, premises: Sequence[Origin], supposed: Sequence[Literal], most_tried: int
) -> str | None:
    """None if the premises exclude what is supposed."""
    constraints = list(chain.from_iterable(rules.constraints[premise] for premise in premises))
    proof = _Proof(rules, constraints, supposed, most_tried)
    excluded = proof.excludes(supposed)
    if excluded is None:
        return f"it could not be decided within {most_tried} tries"
    return None if excluded else "it does not follow from its premises"


class _Proof:
    def __init__(
        self,
        rules: _Rules,
        constraints: Sequence[Constraint],
        supposed: Iterable[Literal],
        most_tried: int,
    ) -> None:
        self.most_tried = most_tried
        self.constraints = constraints
        self.over: dict[int, list[Constraint]] = {}
        variables: dict[int, None] = {}
        for constraint in constraints:
            for variable in constraint.variables:
                if variable:
                    variables[variable] = None
                    self.over.setdefault(variable, []).append(constraint)
        variables.update(dict.fromkeys(literal.variable for literal in supposed))
        integer_of = rules.integer_of
        found = [integer_of[variable] for variable in variables if variable in integer_of]
        self.integers = list({integer.identity: integer for integer in found}.values())
        self.integer_of = integer_of
        self.variables = [variable for variable in self.over if variable not in integer_of]
        self.tried = 0

    def excludes(self, supposed: Iterable[Literal]) -> bool | None:
        """Is there no way? None: too many to tell."""
        values: Values = {0: True}
        if not self._take(values, supposed, self.constraints):
            return True
        return self._no_way(values)

    def _take(self, values: Values, literals: Iterable[Literal], first: Iterable[Constraint] = ()) -> bool:
        """Assign literals and all that is forced; False: a contradiction."""
        waiting = list(literals)
        due = dict.fromkeys(first)
        while waiting or due:
            while waiting:
                literal = waiting.pop()
                said = values.get(literal.variable)
                if said is not None:
                    if said is literal.negated:
                        return False
                    continue
                values[literal.variable] = not literal.negated
                due.update(dict.fromkeys(self.over.get(literal.variable, ())))
                integer = self.integer_of.get(literal.variable)
                if integer is not None:
                    forced = _of_integer(integer, values)
                    if forced is None:
                        return False
                    waiting += forced
            if due:
                constraint = next(iter(due))
                del due[constraint]
                forced = pruned(constraint, values)
                if forced is None:
                    return False
                waiting += forced
        return True

    def _no_way(self, values: Values) -> bool | None:
        options = self._options(values)
        if options is None:
            return False
        for option in options:
            self.tried += 1
            if self.tried > self.most_tried:
                return None
            branch = dict(values)
            if self._take(branch, option):
                excluded = self._no_way(branch)
                if excluded is not True:
                    return excluded
        return True

    def _options(self, values: Values) -> list[list[Literal]] | None:
        """Possibilities of which one must be; None: everything is decided, and holds."""
        best: list[Literal] | None = None
        for integer in self.integers:
            left = [literal for literal in integer.literals if values.get(literal.variable) is not False]
            if len(left) > 1 and (best is None or len(left) < len(best)):
                best = left
        for constraint in self.constraints:
            if isinstance(constraint, Count) and constraint.low > 0:
                left = _one_of(constraint, values)
                if left and (best is None or len(left) < len(best)):
                    best = left
        if best is not None:
            # The second only if it is not the first, and so on.
            return [[literal, *(~other for other in best[:place])] for place, literal in enumerate(best)]
        for variable in self.variables:
            if variable not in values:
                literal = Literal(2 * variable)
                return [[literal], [~literal]]
        return None


def _one_of(constraint: Count, values: Values) -> list[Literal]:
    """Literals of which at least one is true; none, if enough are."""
    said = [values.get(literal.variable) for literal in constraint.terms]
    true = sum(
        value is not None and value is not term.negated
        for value, term in zip(said, constraint.terms, strict=True)
    )
    left = [term for value, term in zip(said, constraint.terms, strict=True) if value is None]
    need = constraint.low - true
    return left[: len(left) - need + 1] if need > 0 else []


def _of_integer(integer: Integer, values: Values) -> list[Literal] | None:
    """What follows because exactly one value is taken; None: a contradiction."""
    literals = integer.literals
    true = [literal for literal in literals if values.get(literal.variable)]
    if len(true) > 1:
        return None
    if true:
        return [~literal for literal in literals if literal.variable not in values]
    left = [literal for literal in literals if literal.variable not in values]
    if not left:
        return None
    return left if len(left) == 1 else []
