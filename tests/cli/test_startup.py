"""What starts quickly imports little: these lists are to be as short as they can be."""

from __future__ import annotations

import subprocess
import sys
import time

from tests.cli.running import COMMAND, QUEENS, ROOT, environment

CLI = {"cli", "cli.start", "cli.commands", "cli.console", "cli.exits"}
ASKING = CLI | {
    "cli.parser", "cli.options", "cli.batch", "cli.sources", "cli.progress", "cli.commands.solve",
    "formats", "formats.examples", "formats.load", "formats.many", "formats.json", "formats.text",
    "genres", "genres.star_battle", "genres.star_battle.rules", "engine", "engine.verdicts",
    "engine.limits", "engine.compile", "_kernel", "model", "model.constraints", "model.drawing",
    "model.errors", "model.fields", "model.genre", "model.grid", "model.kept", "model.labels",
    "model.meanings", "model.puzzle", "model.reading", "model.registry", "model.rulebook",
    "model.scalars", "model.symmetry", "model.terms", "model.unknowns", "model.writing",
}  # fmt: skip
DRAWING = {
    "cli.drawing", "model.words",
    "render", "render.beside", "render.characters", "render.scene", "render.text",
}  # fmt: skip

# None of these is needed to solve a puzzle, and each takes milliseconds.
HEAVY = {
    "asyncio", "concurrent.futures", "csv", "ctypes", "decimal", "difflib", "email", "hashlib", "http",
    "importlib.metadata", "logging", "multiprocessing", "numpy", "pathlib", "pickle", "random", "selectors",
    "shutil", "socket", "sqlite3", "subprocess", "tempfile", "textwrap", "unittest", "urllib", "uuid", "xml",
    "zipfile",
}  # fmt: skip


def imported(*words: str) -> set[str]:
    """The modules that a command imports, beside those that every Python process does."""
    told = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "gridwright", *words],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
        env=environment(),
    )
    found = {
        line.rpartition("|")[2].strip()
        for line in told.stderr.splitlines()
        if line.startswith("import time:")
    }
    idle = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", ""], capture_output=True, check=True, text=True
    ).stderr
    return found - {line.rpartition("|")[2].strip() for line in idle.splitlines()}


def ours(modules: set[str]) -> set[str]:
    return {name.removeprefix("gridwright.") for name in modules if name.startswith("gridwright.")}


def test_help() -> None:
    found = imported("--help")
    assert ours(found) == CLI | {"cli.help"}
    assert not found & (HEAVY | {"argparse", "json", "threading"})


def test_solving_for_programs() -> None:
    found = imported("solve", QUEENS, "--json")
    assert ours(found) <= ASKING
    assert not found & HEAVY


def test_solving_and_drawing() -> None:
    found = imported("solve", QUEENS)
    assert ours(found) <= ASKING | DRAWING
    assert not found & HEAVY


def test_it_is_quick() -> None:
    """Far from the usual time, so that a busy machine passes; a slow import or a slow end does not."""

    def best(*words: str) -> float:
        times = []
        for _ in range(5):
            began = time.perf_counter()
            subprocess.run([*COMMAND, *words], cwd=ROOT, env=environment(), check=True, capture_output=True)
            times.append(time.perf_counter() - began)
        return min(times)

    assert best("--help") < 0.5
    assert best("solve", "two-stars-10") < 1
