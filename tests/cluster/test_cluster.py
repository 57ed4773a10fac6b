"""A cluster does the same as one process, whatever happens to its workers."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import gridwright as gw
from gridwright.books import Making, read_job
from gridwright.cluster import ClusterError, connected, connection
from gridwright.engine.limits import Control
from gridwright.jobs import Lost
from tests.books import contents, write_book
from tests.cli.running import run
from tests.jobs import work

distributed = pytest.importorskip("distributed")


def always() -> bool:
    return True


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    import dask

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.CRITICAL
        ) as cluster,
    ):
        yield cluster.scheduler_address


def test_the_same_book(address: str, tmp_path: Path) -> None:
    job = read_job(write_book(tmp_path))
    for name in ("alone.db", "cluster.db"):
        with gw.Library(tmp_path / name) as library:
            if name == "alone.db":
                assert Making(job, library).run()
            else:
                with connected(address) as spread:
                    assert Making(job, library).run(spread=spread)
    assert contents(tmp_path / "cluster.db") == contents(tmp_path / "alone.db")


def test_order_and_batches(address: str) -> None:
    with connected(address) as spread:
        started = time.monotonic()
        assert list(spread(work.square, range(20_000), always)) == [number**2 for number in range(20_000)]
        assert time.monotonic() - started < 30, "items were handed out one by one"
        assert list(spread(work.square, [], always)) == []


def test_errors_are_raised_in_their_place(address: str) -> None:
    with connected(address) as spread:
        results = spread(work.refuse, range(10), always)
        assert [next(results) for _ in range(3)] == [0, 1, 2]
        with pytest.raises(ZeroDivisionError, match="three"):
            next(results)


def test_called_off(address: str) -> None:
    control = Control()
    with connected(address) as spread:
        results = spread(work.slowly, range(10_000), lambda: not control.cancelled)
        assert next(results)[0] == 0
        control.cancel()
        started = time.monotonic()
        assert len(list(results)) < 100
        assert time.monotonic() - started < 5


def test_a_lost_worker_is_told_and_loses_nothing(address: str, tmp_path: Path) -> None:
    told: list[str] = []
    with connected(address, tell=told.append) as spread:
        slow = partial(work.die_once, str(tmp_path / "mark"))
        assert list(spread(slow, range(400), always)) == list(range(400))
    assert (tmp_path / "mark").exists()
    assert any("was lost" in message for message in told)


def test_what_kills_its_workers_is_given_up(address: str, tmp_path: Path) -> None:
    with connected(address) as spread:
        results = list(spread(partial(work.die_at, 7, str(tmp_path / "log")), range(20), always))
    assert [number for number, result in enumerate(results) if isinstance(result, Lost)] == [7]
    assert results[7].item == 7
    assert results[:7] + results[8:] == [number for number in range(20) if number != 7]


def test_another_version_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gw, "__version__", "99.0")
    with pytest.raises(ClusterError, match=r"has gridwright 0\..*, and this is 99\.0"), connected(address):
        pass


def test_no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "PATIENCE", 0.5)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=logging.CRITICAL) as empty,
        pytest.raises(ClusterError, match="has no workers"),
        connected(empty.scheduler_address),
    ):
        pass


@pytest.mark.parametrize(
    ("greeting", "said"), [(b"SSH-2.0-OpenSSH_9\r\n", "something else"), (b"", "does not answer")]
)
def test_somebody_else_listens(monkeypatch: pytest.MonkeyPatch, greeting: bytes, said: str) -> None:
    monkeypatch.setattr(connection, "PATIENCE", 0.5)
    peers = []

    def greet() -> None:
        peers.append(server.accept()[0])
        peers[0].sendall(greeting)

    with socket.create_server(("127.0.0.1", 0)) as server:
        greeting_thread = threading.Thread(target=greet, daemon=True)
        greeting_thread.start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(ClusterError, match=said), connected(address):
            pass
        greeting_thread.join()
        peers[0].close()


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("tcp://127.0.0.1:9", "cannot be reached"),
        ("tcp://no.such.host.invalid:8786", "cannot be reached"),
        ("127.0.0.1:8786", "a cluster is named like"),
        ("http://127.0.0.1:8786", "a cluster is named like"),
        ("tcp://127.0.0.1:99999", "a cluster is named like"),
        ("nonsense", "a cluster is named like"),
    ],
)
def test_what_is_no_cluster_is_refused_soon(address: str, said: str) -> None:
    with pytest.raises(ClusterError, match=said), connected(address):
        pass


def test_local(tmp_path: Path) -> None:
    words = ["generate", "kropki", "--size", 4, "--count", 8, "--seed", 2, "--no-grade", "--json"]
    alone, there = run(*words), run(*words, "--cluster", "local", "--jobs", 2)
    assert (there.returncode, there.stderr) == (0, "")
    assert there.stdout == alone.stdout
    done = run("generate", "--job", write_book(tmp_path), "--cluster", "tcp://127.0.0.1:9")
    assert done.returncode == 6
    assert done.stderr == "gridwright: the cluster tcp://127.0.0.1:9 cannot be reached: Connection refused\n"
