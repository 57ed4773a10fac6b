"""The public names."""

from __future__ import annotations

import subprocess
import sys


def test_functions_go_before_the_packages_of_their_names() -> None:
    """In whatever order somebody imports them."""
    script = """
import gridwright.explain.steps, gridwright.explain.verify, gridwright.grade.grading
from gridwright.explain import questions
import gridwright as gw
assert gw.explain is questions.explain, gw.explain
assert callable(gw.grade)
from gridwright import explain, grade
assert explain is questions.explain and grade is gw.grade
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_every_public_name_is_there() -> None:
    script = "import gridwright as gw; [getattr(gw, name) for name in gw.__all__]; from gridwright import *"
    subprocess.run([sys.executable, "-c", script], check=True)
