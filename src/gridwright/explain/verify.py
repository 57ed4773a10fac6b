"""Does a step follow from its premises and facts alone? Shares no code with the search for steps."""

from __future__ import annotations

from gridwright.explain.steps import Step


def verify(step: Step) -> str | None:
    """None if the step is right; otherwise a sentence that says what is wrong with it."""
    raise NotImplementedError
