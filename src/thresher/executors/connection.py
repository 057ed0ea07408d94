"""The connection to a Dask cluster: all that is known here of the package `distributed`."""

from __future__ import annotations

import asyncio
import importlib
import logging
import os
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from thresher.errors import OracleBroken, UsageError
from thresher.executors import worker as bench

CONNECT_SECONDS, WORKERS_SECONDS = 10, 30
MISSING = "--executor dask needs extra packages: pip install 'thresher[dask]'"
ANCHOR = -1  # the token of no test
RUNNING = "running"  # a client's status while it is connected
TIDY = 1000  # tests after which what is remembered of them is forgotten
SHORT_LOGS = {  # of what Dask samples by the clock, and of the messages it has sent
    "distributed.admin.system-monitor.log-length": 60,
    "distributed.admin.low-level-log-length": 50,
    "distributed.worker.profile.enabled": False,
}
SLOW_DISK = "Creating scratch directories"  # the beginning of a warning that a busy machine gives, too
SHARE = 1e-6  # of a resource: it says what a worker has, not how much of it a test takes


class Disconnected(Exception):
    """The scheduler is gone."""


@dataclass(frozen=True, slots=True)
class Slots:
    """How many tests the cluster runs at a time, and how many at most on one machine."""

    total: int
    per_machine: int


class Connection:
    """Opened, used and closed in one event loop."""

    def __init__(self, address: str | None, needs: tuple[str, ...]) -> None:
        try:
            self._package: Any = importlib.import_module("distributed")
        except ImportError as error:
            raise UsageError(MISSING) from error
        self._address, self._needs = address, needs
        self._cluster: Any = None
        self._client: Any = None
        self._anchor: Any = None
        self._scheduler = address or ""

    async def open(self, jobs: int | None) -> Slots:
        """Connects, or starts a cluster of our own; waits until there is a worker that has what is needed."""
        logging.getLogger("distributed").setLevel(logging.ERROR)
        with importlib.import_module("dask").config.set(SHORT_LOGS):
            return await self._open(jobs)

    async def _open(self, jobs: int | None) -> Slots:
        if self._address is None:
            if self._needs:
                raise UsageError("--needs chooses among the workers of a cluster; name it with --scheduler ADDRESS")
            await self._start(jobs or len(os.sched_getaffinity(0)))
        else:
            self._check(self._address)
        try:
            self._client = await self._package.Client(
                self._cluster or self._address, asynchronous=True, timeout=CONNECT_SECONDS, set_as_default=False
            )
            self._scheduler = self._client.scheduler.address
            slots = await self._slots()
            await self._compare_versions()
        except BaseException as error:
            await self.close()
            if isinstance(error, OSError | ValueError | Disconnected):
                raise UsageError(f"no scheduler answers at {self._address}; start one with: dask scheduler") from error
            raise
        return slots

    def _check(self, address: str) -> None:
        try:
            self._package.comm.get_address_host(address)
        except ValueError as error:
            raise UsageError(f"{address} is no address of a scheduler; it looks like tcp://HOST:8786") from error
        security = self._package.security.Security()  # as Dask's configuration has it
        if address.startswith("tls://") and security.get_connection_args("client")["ssl_context"] is None:
            raise UsageError(f"{address} needs certificates; name them in Dask's configuration, see docs/cluster.md")

    async def _start(self, jobs: int) -> None:
        """Tests are processes, so that a few workers with threads serve many.

        Others on this machine can neither read what is sent nor ask a worker for anything: certificates are made for
        this cluster, and exist only in memory.
        """
        try:
            security = self._package.security.Security.temporary()
        except ImportError as error:
            raise UsageError(MISSING) from error
        warnings.filterwarnings("ignore", SLOW_DISK)
        workers = min(jobs, len(os.sched_getaffinity(0)))
        self._cluster = await self._package.LocalCluster(
            n_workers=workers,
            threads_per_worker=-(-jobs // workers),
            processes=True,
            security=security,
            protocol="tls://",
            asynchronous=True,
            dashboard_address="127.0.0.1:0",
            memory_limit=0,
            silence_logs=logging.CRITICAL,
        )

    async def _slots(self) -> Slots:
        try:
            await self._client.wait_for_workers(1, timeout=WORKERS_SECONDS)
        except TimeoutError:
            raise UsageError(
                f"the cluster at {self._address} has no workers; start one with: dask worker {self._address}"
            ) from None
        workers = await self._workers()
        if not workers:
            raise UsageError(
                f"no worker of the cluster offers {' and '.join(self._needs)}; "
                f"start one with: dask worker {self._address} --resources {self._needs[0]}=1"
            )
        machines: Counter[str] = Counter()
        for address, threads in workers.items():
            machines[urlsplit(address).hostname or ""] += threads
        return Slots(machines.total(), max(machines.values()))

    async def _workers(self) -> dict[str, int]:
        """The threads of the workers that have what is needed."""
        told = await self._client.scheduler.identity(n_workers=-1)
        return {
            address: worker["nthreads"]
            for address, worker in told["workers"].items()
            if all(need in worker.get("resources", {}) for need in self._needs)
        }

    async def _compare_versions(self) -> None:
        try:
            versions = await self.everywhere(bench.version)
        except (ImportError, AttributeError) as error:
            raise UsageError(f"thresher is not installed on all workers ({error}); pip install it there") from error
        ours = bench.version()
        for address, version in versions.items():
            if version != ours:
                raise UsageError(f"the worker {address} has thresher {version}, this is {ours}; use one of them")

    async def ask(self, order: bench.RunRequest, among: list[str] | None = None) -> object:
        """The answer of a worker, whichever the scheduler chooses; asked elsewhere if that worker is lost."""
        if order.token % TIDY == TIDY - 1:
            await self._tidy()
        with self._connected():
            if self._anchor is None:  # a group that never empties: the scheduler keeps something of each that was gone
                self._anchor = self._client.submit(int, key=_key(order.session, ANCHOR), pure=False)
            future = self._client.submit(
                bench.run_request,
                order,
                key=_key(order.session, order.token),
                pure=False,
                workers=among,
                resources=dict.fromkeys(self._needs, SHARE) or None,
            )
            try:
                return await self._result(future)
            except self._package.KilledWorker as error:
                raise OracleBroken(
                    f"workers died one after the other while they ran a test ({error.last_worker.address}); "
                    "see their logs, and limit what a test may use with --memory"
                ) from error
            finally:
                if self._client.status == RUNNING and future.status == "pending":
                    await self._client.cancel([future], force=True)
                future.release()

    async def _result(self, future: Any) -> object:
        """What came of a task.

        The client fetches results together, and a fetch that is stopped before it began stands in the way of all later
        ones. So who stops waiting lets it go on; it ends at once, since the task is released.
        """
        fetching: asyncio.Task[object] = asyncio.ensure_future(future)
        try:
            return await asyncio.shield(fetching)
        except asyncio.CancelledError:
            fetching.add_done_callback(_ignored)
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            raise self._gone() from None

    @contextmanager
    def _connected(self) -> Iterator[None]:
        """What fails within because the scheduler is gone is Disconnected, in whichever way the client says so."""
        if self._client.status != RUNNING:
            raise self._gone()
        try:
            yield
        except Exception as error:
            if isinstance(error, OSError | CancelledError) or self._client.status != RUNNING:
                raise self._gone() from error
            raise

    def _gone(self) -> Disconnected:
        return Disconnected(f"the scheduler at {self._scheduler} is gone")

    async def _tidy(self) -> None:
        """Has all processes forget what they remember of tests that are over; a scheduler may be closed to that."""
        bench.clear_caches()
        await self.everywhere(bench.clear_caches)
        with self._connected(), suppress(ValueError):
            await self._client.run_on_scheduler(_forgetful())

    async def others(self, session: str, token: int) -> list[str]:
        """The workers that do not work on that test."""
        key = _key(session, token)
        with self._connected():
            busy = await self._client.processing()
            return [address for address in await self._workers() if key not in busy.get(address, ())]

    async def everywhere(self, call: Callable[..., object], *arguments: object) -> dict[str, Any]:
        """Calls a function on every worker there is, at once; one that is lost meanwhile does not count."""
        with self._connected():
            answers = await self._client.run(call, *arguments, on_error="return")
        for answer in answers.values():
            if isinstance(answer, Exception) and not isinstance(answer, OSError):
                raise answer
        return {address: answer for address, answer in answers.items() if not isinstance(answer, Exception)}

    async def close(self) -> None:
        if self._client is not None:
            await self._client.close()
        if self._cluster is not None:
            await self._cluster.close()


def _ignored(task: asyncio.Task[object]) -> None:
    """Has looked at what became of a task, so that nobody is told that nobody did."""
    if not task.cancelled():
        task.exception()


def _forgetful() -> Callable[..., None]:
    """What the scheduler is to forget. A function in a function travels by value: it needs no thresher there."""

    def forget(dask_scheduler: Any) -> None:
        import dask.utils  # noqa: PLC0415 - over there

        dask.utils.key_split.cache_clear()
        spans = dask_scheduler.extensions.get("spans")
        for span in spans.spans.values() if spans else ():
            told = span.metadata["collections"] if span.metadata else []
            kinds: list[object] = []
            for each in told:
                if each not in kinds:
                    kinds.append(each)
            told[:] = kinds

    return forget


def _key(session: str, token: int) -> tuple[str, int]:
    """All tests of a session are one group to the scheduler, which remembers something of each group."""
    return f"thresher-{session}", token
