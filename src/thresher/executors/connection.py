"""The connection to a Dask cluster: the only module that uses the package `distributed`."""

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
from thresher.executors import worker as remote

CONNECT_SECONDS, WORKERS_SECONDS = 10, 30
MISSING = "--executor dask needs extra packages: pip install 'thresher[dask]'"
ANCHOR = -1  # the token of no test
RUNNING = "running"  # a client's status while it is connected
TESTS_PER_CLEANUP = 1000  # tests after which Dask's caches of them are cleared
SHORT_LOGS = {  # of Dask's periodic samples, and of the messages it has sent
    "distributed.admin.system-monitor.log-length": 60,
    "distributed.admin.low-level-log-length": 50,
    "distributed.worker.profile.enabled": False,
}
SLOW_DISK = "Creating scratch directories"  # the start of a warning that a busy machine causes
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
        self.client: Any = None
        self._anchor: Any = None
        self.scheduler = address or ""

    async def open(self, jobs: int | None) -> Slots:
        """Connects, or starts a cluster; waits until a worker offers the resources that are needed."""
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
            self.client = await self._package.Client(
                self._cluster or self._address, asynchronous=True, timeout=CONNECT_SECONDS, set_as_default=False
            )
            self.scheduler = self.client.scheduler.address
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
            raise UsageError(f"{address} is not the address of a scheduler; use one like tcp://HOST:8786") from error
        security = self._package.security.Security()  # as Dask's configuration has it
        if address.startswith("tls://") and security.get_connection_args("client")["ssl_context"] is None:
            raise UsageError(f"{address} needs certificates; name them in Dask's configuration, see docs/cluster.md")

    async def _start(self, jobs: int) -> None:
        """Starts a local cluster. Tests are processes, so a few workers with threads serve many.

        Other users of this machine can neither read the traffic nor send requests to a worker: certificates are made
        for this cluster, and exist only in memory.
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
            await self.client.wait_for_workers(1, timeout=WORKERS_SECONDS)
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
        """The number of threads of each worker that offers the resources that are needed."""
        identity = await self.client.scheduler.identity(n_workers=-1)
        return {
            address: worker["nthreads"]
            for address, worker in identity["workers"].items()
            if all(need in worker.get("resources", {}) for need in self._needs)
        }

    async def _compare_versions(self) -> None:
        try:
            versions = await self.everywhere(remote.version)
        except (ImportError, AttributeError) as error:
            raise UsageError(f"thresher is not installed on all workers ({error}); pip install it there") from error
        ours = remote.version()
        for address, version in versions.items():
            if version != ours:
                raise UsageError(f"the worker {address} has thresher {version}, this is {ours}; use one of them")

    async def ask(self, request: remote.RunRequest, among: list[str] | None = None) -> object:
        """The answer of a worker that the scheduler chooses; another one is asked if that worker is lost."""
        if request.token % TESTS_PER_CLEANUP == TESTS_PER_CLEANUP - 1:
            await self._clear_caches()
        with self._connected():
            if self._anchor is None:  # keeps the group alive: the scheduler stores something for every finished group
                self._anchor = self.client.submit(int, key=_key(request.session, ANCHOR), pure=False)
            future = self.client.submit(
                remote.run_request,
                request,
                key=_key(request.session, request.token),
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
                if self.client.status == RUNNING and future.status == "pending":
                    await self.client.cancel([future], force=True)
                future.release()

    async def _result(self, future: Any) -> object:
        """The result of a task.

        The client fetches results in batches, and a fetch that is cancelled before it starts blocks all later ones. So
        a fetch that is no longer needed continues in the background; it ends at once, since the task is released.
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
        """Raises Disconnected for errors inside that are due to a lost scheduler, however the client reports it."""
        if self.client.status != RUNNING:
            raise self._gone()
        try:
            yield
        except Exception as error:
            if isinstance(error, OSError | CancelledError) or self.client.status != RUNNING:
                raise self._gone() from error
            raise

    def _gone(self) -> Disconnected:
        return Disconnected(f"the scheduler at {self.scheduler} no longer answers")

    async def _clear_caches(self) -> None:
        """Clears the caches of finished tests in all processes; a scheduler may refuse it."""
        remote.clear_caches()
        await self.everywhere(remote.clear_caches)
        with self._connected(), suppress(ValueError):
            await self.client.run_on_scheduler(_forgetful())

    async def others(self, session: str, token: int) -> list[str]:
        """The workers that do not run this test."""
        key = _key(session, token)
        with self._connected():
            busy = await self.client.processing()
            return [address for address in await self._workers() if key not in busy.get(address, ())]

    async def everywhere(self, call: Callable[..., object], *arguments: object) -> dict[str, Any]:
        """Calls a function on all workers at once; one that is lost meanwhile is left out."""
        with self._connected():
            answers = await self.client.run(call, *arguments, on_error="return")
        for answer in answers.values():
            if isinstance(answer, Exception) and not isinstance(answer, OSError):
                raise answer
        return {address: answer for address, answer in answers.items() if not isinstance(answer, Exception)}

    async def close(self) -> None:
        if self.client is not None:
            await self.client.close()
        if self._cluster is not None:
            await self._cluster.close()


def _ignored(task: asyncio.Task[object]) -> None:
    """Retrieves the exception of a task, so that asyncio does not warn that nobody did."""
    if not task.cancelled():
        task.exception()


def _forgetful() -> Callable[..., None]:
    """The function that clears the scheduler's caches. A nested function is pickled by value: the scheduler needs no
    thresher.
    """

    def forget(dask_scheduler: Any) -> None:
        import dask.utils  # noqa: PLC0415 - over there

        dask.utils.key_split.cache_clear()
        spans = dask_scheduler.extensions.get("spans")
        for span in spans.spans.values() if spans else ():
            collections = span.metadata["collections"] if span.metadata else []
            kinds: list[object] = []
            for each in collections:
                if each not in kinds:
                    kinds.append(each)
            collections[:] = kinds

    return forget


def _key(session: str, token: int) -> tuple[str, int]:
    """All tests of a session form one group, since the scheduler stores something for each group."""
    return f"thresher-{session}", token
