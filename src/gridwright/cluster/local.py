"""Loaded by the workers of a cluster on this machine, before they work."""

from __future__ import annotations

import signal


def dask_setup(worker: object) -> None:
    """Ctrl-C reaches all processes of a terminal; these are ended by who started them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
