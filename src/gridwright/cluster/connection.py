"""A connection to a cluster, and everything that can be wrong with one, in a sentence."""

from __future__ import annotations

import logging
import os
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any

from gridwright.cluster.tasks import version

if TYPE_CHECKING:
    from gridwright.generate.generating import Spread

LOCAL = "local"
PATIENCE = 5.0  # seconds to reach a scheduler, or for its first worker to come
MOST_GREETING = 1 << 20
_CHATTY = ("distributed", "tornado", "asyncio")
_ADDRESS = re.compile(r"(tcp|tls)://(\[[0-9a-fA-F:]+\]|[^\s:/\[\]]+):(\d{1,5})/?")


class ClusterError(OSError):
    """A cluster cannot be reached or used, or is lost; what was settled until then is kept."""

    def __str__(self) -> str:
        return str(self.args[0])


@contextmanager
def connected(
    address: str,
    *,
    jobs: int | None = None,
    tell: Callable[[str], object] = lambda message: None,
) -> Iterator[Spread]:
    """Who does the work on a cluster.

    address  tcp://HOST:PORT of its scheduler; "local" starts one on this machine
    jobs     with "local": so many workers; None: as many as there are processors
    tell     hears of workers that were lost
    """
    if address != LOCAL:
        _knock(address)
    distributed = _load()
    from gridwright.cluster.handing import Handing

    with ExitStack() as stack:
        stack.enter_context(_quiet())
        starting = _start(distributed, jobs) if address == LOCAL else _client(distributed, address)
        client = stack.enter_context(starting)
        _compare_versions(client, address)
        yield Handing(client, tell).spread


def _load() -> Any:
    try:
        import distributed
    except ImportError:
        raise ClusterError(
            "a cluster needs Dask, which is not installed: pip install 'gridwright[cluster]'"
        ) from None
    return distributed


def _knock(address: str) -> None:
    """Is there a scheduler? Dask itself takes long to find out, or forever, and says much."""
    found = _ADDRESS.fullmatch(address)
    if found is None or not 0 < int(found[3]) < 65536:
        raise ClusterError(f"{address}: a cluster is named like tcp://scheduler:8786, or {LOCAL}")
    greeting = b""
    try:
        with socket.create_connection((found[2].strip("[]"), int(found[3])), timeout=PATIENCE) as peer:
            while found[1] == "tcp" and len(greeting) < 8 and (more := peer.recv(8 - len(greeting))):
                greeting += more
    except (OSError, UnicodeError) as problem:
        why = "it does not answer" if isinstance(problem, TimeoutError) else _why(problem)
        raise ClusterError(f"the cluster {address} cannot be reached: {why}") from None
    # Who listens speaks first: a number of bytes, and then as many.
    if found[1] == "tcp" and not 0 < int.from_bytes(greeting, "little") < MOST_GREETING:
        raise ClusterError(f"{address} is no scheduler of Dask: something else listens there")


def _why(problem: Exception) -> str:
    return (isinstance(problem, OSError) and problem.strerror) or str(problem)


@contextmanager
def _client(distributed: Any, address: str) -> Iterator[Any]:
    client = object.__new__(distributed.Client)
    try:
        client.__init__(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as problem:
        client.status = "closed"  # or it complains once more when it is collected
        raise ClusterError(f"the cluster {address} cannot be used: {_why(problem)}") from None
    try:
        yield client
    finally:
        with suppress(Exception):
            client.close(timeout=2)


@contextmanager
def _start(distributed: Any, jobs: int | None) -> Iterator[Any]:
    """A cluster on this machine, which ends with the work."""
    import dask

    workers = jobs or os.cpu_count() or 1
    # One more death and it is the task that is to blame; alone, it is tried again.
    with dask.config.set({"distributed.scheduler.allowed-failures": 1}):
        try:
            cluster = distributed.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                dashboard_address=":0",  # any port
                preload=["gridwright.cluster.local"],
                silence_logs=logging.CRITICAL,
            )
        except (OSError, RuntimeError) as problem:
            raise ClusterError(f"no cluster can be started here: {_why(problem)}") from None
    try:
        with _client(distributed, cluster.scheduler_address) as client:
            yield client
    finally:
        with suppress(Exception):
            cluster.close(timeout=5)


@contextmanager
def _quiet() -> Iterator[None]:
    """What Dask logs of lost workers is said in our words."""
    names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] in _CHATTY]
    loggers = [logging.getLogger(name) for name in names]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


def _compare_versions(client: Any, address: str) -> None:
    """All workers have the gridwright that asks them: another could make other puzzles of the same seeds."""
    from distributed import TimeoutError as Late

    try:
        client.wait_for_workers(1, timeout=PATIENCE)
        versions: dict[str, str] = client.run(version)
    except (Late, TimeoutError):
        raise ClusterError(f"the cluster {address} has no workers: start some with `dask worker`") from None
    except ImportError as problem:
        raise ClusterError(
            f"the workers of {address} lack gridwright ({problem}): install it there"
        ) from None
    except OSError as problem:
        raise ClusterError(f"the cluster {address} was lost: {_why(problem)}") from None
    for worker, found in versions.items():
        if found != version():
            raise ClusterError(other_version(worker, found))


def other_version(worker: str, found: str) -> str:
    return (
        f"the worker {worker} has gridwright {found}, and this is {version()}: "
        "they would make different puzzles; install the same"
    )
