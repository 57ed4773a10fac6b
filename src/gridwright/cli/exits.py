"""How a command ends: exit codes, and the errors that lead to them."""

from __future__ import annotations

DONE = 0
INTERNAL = 1
USAGE = 2  # or a puzzle that cannot be read
NO_SOLUTION = 3
NOT_UNIQUE = 4
LIMIT = 5
OUTSIDE = 6  # disk, library, cluster
INTERRUPTED = 130

_ORDER = (INTERNAL, OUTSIDE, USAGE, LIMIT, NO_SOLUTION, NOT_UNIQUE)

TRACEBACK = (
    "GRIDWRIGHT_TRACEBACK"  # if this is set in the environment, internal errors show where they come from
)

# By a puzzle's status; only `check` minds several solutions.
BY_STATUS = {"none": NO_SOLUTION, "unknown": LIMIT}


def worse(first: int, second: int) -> int:
    """The exit code of both together."""
    return next((code for code in _ORDER if code in (first, second)), DONE)


class UsageError(Exception):
    """The command was called in a way it does not understand."""


class OutsideError(Exception):
    """Something outside has failed: a disk is full, a file cannot be written."""


def internal(problem: Exception) -> str:
    """What to say of a defect of ours."""
    hint = f"please report it; with {TRACEBACK}=1 it says where"
    return f"internal error: {type(problem).__name__}: {problem} ({hint})"
