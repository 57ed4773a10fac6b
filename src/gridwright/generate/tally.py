"""How far a series of puzzles is: what came of its indexes, how rare they are, and when it is given up."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

MOST_REPEATS = 1_000  # in a row: there are hardly any others
MOST_LOST = 20  # in a row: it is not the puzzles that are to blame

REASONS = {
    "time": "the time limit was reached",
    "cancelled": "it was cancelled",
    "attempts": "too many attempts led nowhere",
    "repeats": "there seem to be no others",
    "lost": f"the processes of {MOST_LOST} puzzles in a row were killed",
}


@dataclass
class Tally:
    """What has come of the indexes before `next`.

    next         the index that is settled next: from here another series goes on
    count        puzzles that are wanted
    made         puzzles so far
    tried        attempts so far
    repeated     puzzles that were left out because they had come before
    idle         of these, those in a row that this series itself had met before
    grades       of boards that were left out because they had another grade
    lost         indexes that no worker survived, and what became of these
    vain         attempts at the index `next` when they were too many
    vain_grades  of their boards
    stopped      which limit ended it, one of REASONS; None: none did
    """

    next: int
    count: int
    made: int = 0
    tried: int = 0
    repeated: int = 0
    idle: int = 0
    grades: Counter[str] = field(default_factory=Counter)
    lost: dict[int, str] = field(default_factory=dict)
    vain: int = 0
    vain_grades: Counter[str] = field(default_factory=Counter)
    stopped: str | None = None

    @property
    def complete(self) -> bool:
        return self.made == self.count

    def take(self, index: int, tried: int, grades: Counter[str], stopped: str | None) -> None:
        """What came of this index: a puzzle, or a limit."""
        self.tried += tried
        self.grades += grades
        self.stopped = stopped
        if stopped is None:
            self.next = index + 1
        elif stopped == "attempts":
            self.vain, self.vain_grades = tried, grades

    def meet(self, *, wanted: bool, first: bool) -> None:
        """Of the puzzle that was taken: is it kept, and has this series not met it before?"""
        self.made += wanted
        self.repeated += not wanted
        self.idle = 0 if first else self.idle + 1
        if self.idle == MOST_REPEATS:
            self.stopped = "repeats"

    def lose(self, index: int, message: str) -> None:
        self.lost[index] = message
        self.next = index + 1
        if all(each in self.lost for each in range(self.next - MOST_LOST, self.next)):
            self.stopped = "lost"

    def reopen(self, most_attempts: int) -> None:
        """Go on where the limit is a greater one now, or workers may live; vain attempts are made again."""
        if self.stopped == "lost" or (self.stopped == "attempts" and most_attempts > self.vain):
            self.stopped = None
            self.tried -= self.vain
            self.grades -= self.vain_grades
            self.vain, self.vain_grades = 0, Counter()

    @property
    def report(self) -> str:
        """What has been found, and how rare it is, in a sentence."""
        said = f"{self.made:,} of {self.count:,} puzzles after {_counted(self.tried, 'attempt')}"
        if self.grades:
            others = ", ".join(f"{number:,} {label}" for label, number in self.grades.most_common())
            said += f"; boards of other grades: {others}"
        if self.repeated:
            said += f"; {_counted(self.repeated, 'repetition')} left out"
        return said


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
