"""On a real cluster on this machine: its workers are threads of this process, or processes where they must die."""

from __future__ import annotations

import asyncio
import pickle
import ssl
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from distributed import LocalCluster
from distributed.utils import warn_on_duration

from tests.waiting import until
from thresher.errors import OracleBroken, UsageError
from thresher.executors import dask, worker
from thresher.executors.cluster import Cluster
from thresher.executors.connection import TESTS_PER_CLEANUP, Connection, Disconnected
from thresher.executors.dask import DaskExecutor
from thresher.executors.delta import ContentDelta
from thresher.kernel.outcome import Outcome
from thresher.oracle import remote
from thresher.oracle.command import CommandOracle, Program
from thresher.oracle.failures.criterion import ExitZeroCriterion
from thresher.oracle.running.handle import RunHandle
from thresher.oracle.running.run_directory import RunDirectories
from thresher.oracle.running.sandbox import Sandbox

nothing = partial(int)


def length(content: Callable[[], bytes], running: RunHandle) -> int:
    """What is called in most tests; found by its name, since the workers are in this process."""
    return len(content())


def broken(content: Callable[[], bytes], running: RunHandle) -> int:
    raise OracleBroken("the disk is full")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with LocalCluster(
        n_workers=2,
        threads_per_worker=2,
        processes=False,
        protocol="tcp://",
        dashboard_address="127.0.0.1:0",
        resources={"gcc-12": 1},
        memory_limit=0,
    ) as cluster:
        yield cluster.scheduler_address


@pytest.fixture
def executor(address: str) -> Iterator[DaskExecutor]:
    with DaskExecutor(Cluster(address), finish=nothing) as executor:
        yield executor


@pytest.fixture
def directories() -> Iterator[RunDirectories]:
    remote.make_picklable()
    directories = RunDirectories()
    yield directories
    remote.remove_directories(str(directories.root))
    directories.close()


def script(text: str, directories: RunDirectories) -> CommandOracle:
    return CommandOracle(Program(("/bin/sh", "-c", text), "input.txt"), directories, criterion=ExitZeroCriterion())


def test_calls_are_answered_in_the_shape_of_futures(executor: DaskExecutor) -> None:
    assert (executor.jobs, executor.per_machine) == (4, 4)
    contents = [b"x" * size for size in (0, 1, 100_000, 99_000, 500_000, 98_000)]
    futures = [executor.submit(length, partial(bytes, content), RunHandle()) for content in contents]
    assert [future.result() for future in futures] == list(map(len, contents))


def test_errors_wait_in_the_future(executor: DaskExecutor) -> None:
    with pytest.raises(OracleBroken, match=r"on a worker: .*disk is full"):
        executor.submit(broken, lambda: b"", RunHandle()).result()


def test_a_worker_that_lost_everything_is_sent_it_again(executor: DaskExecutor) -> None:
    for _ in range(3):
        assert executor.submit(length, lambda: b"x" * 50_000, RunHandle()).result() == 50_000
        worker.sessions.clear()


def test_an_oracle_that_cannot_be_pickled_is_an_error(executor: DaskExecutor) -> None:
    with pytest.raises(UsageError, match="cannot be sent"):
        executor.submit(lambda content, running: 0, lambda: b"", RunHandle())


def test_a_command_runs_there_in_its_own_directory(executor: DaskExecutor, directories: RunDirectories) -> None:
    seen = script("test $(cat input.txt) = yes; code=$?; pwd >&2; exit $code", directories)
    answers = [executor.submit(seen, partial(bytes, text), RunHandle()).result() for text in (b"yes", b"no")]
    assert [answer.verdict.outcome for answer in answers] == [Outcome.FAIL, Outcome.PASS]


def test_cancelling_kills_the_group_there(executor: DaskExecutor, directories: RunDirectories, tmp_path: Path) -> None:
    started = tmp_path / "started"
    oracle = script(f"sleep 1000 & echo $! > {tmp_path}/number; mv {tmp_path}/number {started}; wait", directories)
    future = executor.submit(oracle, lambda: b"", RunHandle())
    until(started.exists)
    future.cancel()
    until(lambda: not Path(f"/proc/{started.read_text().strip()}").exists())


def test_a_slow_worker_is_hedged(
    executor: DaskExecutor, directories: RunDirectories, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask, "LEAST_SLOW", 0.1)
    oracle = script(f"mkdir {tmp_path}/first 2>/dev/null && sleep 1000; exit 0", directories)
    answer = executor.submit(oracle, lambda: b"", RunHandle()).result()
    assert answer.verdict.outcome is Outcome.FAIL


def test_workers_are_chosen_by_what_they_offer(address: str) -> None:
    with DaskExecutor(Cluster(address, needs=("gcc-12",)), finish=nothing) as executor:
        futures = [executor.submit(length, lambda: b"abc", RunHandle()) for _ in range(9)]
        assert [future.result() for future in futures] == [3] * 9
    with pytest.raises(UsageError, match="no worker of the cluster offers gcc-99; start one with: dask worker"):
        DaskExecutor(Cluster(address, needs=("gcc-99",)), finish=nothing)


def test_a_lost_worker_gives_no_answer_and_another_is_asked(directories: RunDirectories, tmp_path: Path) -> None:
    """The first test kills the worker, its parent; it is asked again, and counts for what it says then."""
    oracle = script(f"mkdir {tmp_path}/first 2>/dev/null && kill -9 $PPID; grep -q yes input.txt", directories)
    leave = partial(remote.remove_directories, str(directories.root))
    with DaskExecutor(Cluster(jobs=2), finish=leave) as executor:
        futures = [executor.submit(oracle, partial(bytes, text), RunHandle()) for text in (b"yes", b"no", b"yes")]
        outcomes = [future.result().verdict.outcome for future in futures]
    assert outcomes == [Outcome.FAIL, Outcome.PASS, Outcome.FAIL]
    assert not directories.root.exists() or not list(directories.root.iterdir())


def test_who_is_cancelled_takes_nobody_along(executor: DaskExecutor) -> None:
    """Results are fetched together; most of those who wait for them are cancelled meanwhile."""
    kept = []
    for number in range(60):
        handles = [RunHandle(), RunHandle(), RunHandle()]
        futures = [executor.submit(length, partial(bytes, b"a" * number), handle) for handle in handles]
        kept.append(futures[1])
        futures[0].cancel()
        futures[2].cancel()
    assert [future.result() for future in kept] == list(range(60))


def test_who_is_cancelled_when_its_result_is_fetched_takes_nobody_along(address: str) -> None:
    async def seen() -> object:
        connection = Connection(address, ())
        await connection.open(None)
        await connection.everywhere(worker.keep_call, "session", "length", pickle.dumps(length))
        first, second = (
            worker.RunRequest("session", token, "length", ContentDelta.whole(b"abc"), RunHandle) for token in (1, 2)
        )
        asked = asyncio.ensure_future(connection.ask(first))
        fetch = connection.client._gather_remote

        def cancelled_now(*arguments: object) -> object:
            asked.cancel()
            return fetch(*arguments)

        connection.client._gather_remote = cancelled_now
        await asyncio.wait([asked])
        assert asked.cancelled()
        connection.client._gather_remote = fetch
        async with asyncio.timeout(600):
            answer = await connection.ask(second)
        await connection.everywhere(worker.end_session, "session", nothing)
        await connection.close()
        return answer

    assert asyncio.run(seen()) == 3


def test_a_scheduler_that_went_while_nothing_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thresher.executors.connection.CONNECT_SECONDS", 0.2)

    async def seen() -> None:
        cluster = await LocalCluster(
            n_workers=1, processes=False, protocol="tcp://", dashboard_address="127.0.0.1:0", asynchronous=True
        )
        connection = Connection(cluster.scheduler_address, ())
        await connection.open(None)
        await cluster.close()  # type: ignore[misc]  # it is asynchronous
        while connection.client.status != "closed":
            await asyncio.sleep(0.01)
        request = worker.RunRequest("session", TESTS_PER_CLEANUP - 1, "length", ContentDelta.whole(b"abc"), RunHandle)
        for way in (connection.ask(request), connection.others("session", 1), connection.everywhere(worker.version)):
            with pytest.raises(Disconnected, match=r"the scheduler at tcp://127\.0\.0\.1:\d+ no longer answers"):
                await way
        await connection.close()

    asyncio.run(seen())


def test_a_slow_start_gives_no_warning(monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder) -> None:
    """Dask warns when creating directories takes a second, which it does on a busy machine."""
    monkeypatch.setattr("distributed.core.warn_on_duration", lambda _, text: warn_on_duration("0s", text))
    warnings.simplefilter("always")
    with DaskExecutor(Cluster(jobs=1), finish=nothing) as executor:
        assert executor.submit(length, lambda: b"abc", RunHandle()).result() == 3
    assert [str(warning.message) for warning in recwarn] == []


@pytest.mark.parametrize("address", ["nonsense", "http://127.0.0.1:8786", "tcp://127.0.0.1", ""])
def test_no_address(address: str) -> None:
    with pytest.raises(UsageError, match="is not the address of a scheduler; use one like tcp://HOST:8786"):
        DaskExecutor(Cluster(address), finish=nothing)


def test_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thresher.executors.connection.CONNECT_SECONDS", 0.2)
    with pytest.raises(UsageError, match=r"no scheduler answers at tcp://127\.0\.0\.1:9"):
        DaskExecutor(Cluster("tcp://127.0.0.1:9"), finish=nothing)


async def said_to_a_stranger(scheduler: str) -> bytes:
    """What a scheduler sends to somebody who speaks TLS and has no certificate."""
    host, port = scheduler.removeprefix("tls://").split(":")
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    try:
        reader, writer = await asyncio.open_connection(host, int(port), ssl=context)
        data = await reader.read(100)
    except OSError:
        return b""
    writer.close()
    return data


def test_tls_without_certificates() -> None:
    with pytest.raises(UsageError, match=r"tls://127\.0\.0\.1:9 needs certificates"):
        DaskExecutor(Cluster("tls://127.0.0.1:9"), finish=nothing)


def test_a_cluster_of_our_own_is_encrypted_and_asks_for_a_certificate() -> None:
    async def seen() -> tuple[str, set[str]]:
        connection = Connection(None, ())
        await connection.open(1)
        try:
            scheduler = connection.scheduler
            workers = {address.partition(":")[0] for address in await connection.everywhere(worker.version)}
            assert await said_to_a_stranger(scheduler) == b""
            return scheduler, workers
        finally:
            await connection.close()

    scheduler, workers = asyncio.run(seen())
    assert scheduler.startswith("tls://127.0.0.1:")
    assert workers == {"tls"}


def test_a_cluster_of_our_own_without_the_package_for_certificates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with pytest.raises(UsageError, match=r"pip install 'thresher\[dask\]'"):
        DaskExecutor(Cluster(), finish=nothing)


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"pip install 'thresher\[dask\]'"):
        DaskExecutor(Cluster(), finish=nothing)


SOURCE = """[
  {"name": "one", "value": [1, 2, 3]},
  {"name": "needle", "value": [4, {"bug": true}, 5]},
  {"name": "three", "value": [6, 7, 8]}
]
"""
TEST = "#!/bin/sh\ngrep -q needle input.json && grep -q bug input.json\n"


def test_the_command_line_gives_the_same_bytes(address: str, tmp_path: Path) -> None:
    (tmp_path / "input.json").write_text(SOURCE)
    (tmp_path / "test.sh").write_text(TEST)
    (tmp_path / "test.sh").chmod(0o755)
    results = []
    there = ["--executor", "dask", "--scheduler", address]
    for where in (["-j", "1"], [*there, "--needs", "gcc-12"], *([[*there, "--sandbox"]] if _sandboxed() else [])):
        done = subprocess.run(
            [sys.executable, "-m", "thresher", "reduce", "input.json", "--test", "./test.sh", "--fresh", *where],
            cwd=tmp_path,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        assert done.stderr.count(b"is not encrypted: use a scheduler with TLS") == ("--scheduler" in where)
        results.append(done.stdout)
    assert len(set(results)) == 1
    assert b"bug" in results[0]
    assert len(results[0]) < len(SOURCE) / 3


def _sandboxed() -> bool:
    try:
        Sandbox.opened([])
    except UsageError:
        return False
    return True


def test_a_batch(address: str, tmp_path: Path) -> None:
    for name, word in (("one", "needle"), ("two", "three")):
        folder = tmp_path / "queue" / name
        folder.mkdir(parents=True)
        (folder / "input.json").write_text(SOURCE)
        (folder / "test.sh").write_text(f"#!/bin/sh\ngrep -q {word} input.json\n")
        (folder / "test.sh").chmod(0o755)
    command = [sys.executable, "-m", "thresher", "batch", "queue", "--executor", "dask", "--scheduler", address]
    for _ in range(2):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
    found = {path.parent.name: path.read_text() for path in tmp_path.glob("queue/*/input.min.json")}
    assert set(found) == {"one", "two"}
    assert "needle" in found["one"]
    assert "three" in found["two"]
