"""The command line: parse, call, print. Each command is a module in `gridwright.cli.commands`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code."""
    try:
        from gridwright.cli.start import start

        return start(words)
    except KeyboardInterrupt:  # at any moment, even while the first modules are imported
        return 130
