"""What gridwright costs before it solves anything: import time, and memory for a large board."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

IMPORT_TIME = """
import time
start = time.process_time()
import gridwright
{names}
print(time.process_time() - start)
"""

SOLVING = "gridwright.load, gridwright.solve"
"""Names load late; these bring in all that solving needs."""

MEMORY = """
import json, resource, sys
import gridwright
gridwright.load, gridwright.solve
board = json.loads(sys.stdin.read())
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
gridwright.solve(gridwright.load(board))
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
"""


def _run(code: str, given: str = "") -> float:
    done = subprocess.run(
        [sys.executable, "-c", code], input=given, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def import_milliseconds(names: str = "", repeat: int = 5) -> float:
    """CPU time of ``import gridwright`` in a new interpreter, beyond the interpreter's own start."""
    return 1e3 * min(_run(IMPORT_TIME.format(names=names)) for _ in range(repeat))


def memory_megabytes(board: dict[str, Any]) -> float:
    """How much the peak memory grows from the import to the proved verdict."""
    return _run(MEMORY, json.dumps(board))
