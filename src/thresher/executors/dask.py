"""Runs calls on the workers of a Dask cluster, the user's or one that is started here.

Each test is a coroutine in the thread of the event loop: it sends the request, sends what the worker is missing, asks a
second worker when the first is slow and others are idle, and kills runs that are no longer needed. A worker that is
lost gives no answer; the scheduler then asks another one.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import threading
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, Future
from contextlib import suppress
from functools import partial
from hashlib import blake2b
from itertools import count
from statistics import median
from typing import Any, ParamSpec, TypeVar, cast
from uuid import uuid4

from thresher.errors import OracleBroken, UsageError
from thresher.executors import worker as remote
from thresher.executors.cluster import Cluster
from thresher.executors.connection import Connection, Disconnected
from thresher.executors.delta import SMALL, ContentDelta, delta_against
from thresher.executors.local import PreparedRun

P = ParamSpec("P")
T = TypeVar("T")

SLOW, LEAST_SLOW = 3.0, 1.0  # a test is slow after this many times the median, and at least this many seconds
MOST_TIMES = 50


class DaskExecutor(Executor):
    """Calls have the form `call(content, handle)`, and what is called can be pickled.

    `jobs` is how many run at a time, `per_machine` how many of them share a machine. `finish` is called on every worker
    at the end.
    """

    def __init__(self, cluster: Cluster, *, finish: Callable[[], object]) -> None:
        self._session, self._finish = uuid4().hex, finish
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="thresher-dask", daemon=True)
        self._thread.start()
        self._connection = Connection(cluster.scheduler, cluster.needs)
        try:
            slots = self._wait(self._connection.open(cluster.jobs))
        except BaseException:
            self._end_loop()
            raise
        self.jobs, self.per_machine = min(cluster.jobs or slots.total, slots.total), slots.per_machine
        self._calls: dict[int, tuple[str, object]] = {}
        self._pickled: dict[str, bytes] = {}
        self._bases: deque[tuple[str, bytes]] = deque(maxlen=remote.MOST_BASES)
        self._sending: dict[str, asyncio.Task[None]] = {}
        self._tokens = count()
        self._open = 0
        self._times: deque[float] = deque(maxlen=MOST_TIMES)
        self._to_kill: list[int] = []
        self._killing: asyncio.Task[None] | None = None

    def submit(self, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        content, handle = cast("tuple[Callable[[], bytes], PreparedRun]", args)
        request = partial(remote.RunRequest, self._session, call=self._named(call), delta=self._packed(content()))
        handle.prepared.set()
        future = asyncio.run_coroutine_threadsafe(self._answer(partial(request, handle=type(handle))), self._loop)
        handle.on_cancel(future.cancel)
        return cast("Future[T]", future)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as inherited
        """Kills running tests, lets every worker clean up, and disconnects or ends the cluster."""
        if self._loop.is_closed():
            return
        try:
            self._wait(self._close())
        finally:
            self._end_loop()

    # in the caller's thread

    def _named(self, call: Callable[..., object]) -> str:
        """The digest of what is called; it is pickled once."""
        known = self._calls.get(id(call))
        if known is None:
            try:
                pickled = pickle.dumps(call)
            except (pickle.PicklingError, TypeError, AttributeError) as error:
                raise UsageError(
                    f"this test cannot be sent to other machines ({error}); leave --executor dask out"
                ) from error
            known = self._calls[id(call)] = _digest(pickled), call
            self._pickled[known[0]] = pickled
        return known[0]

    def _packed(self, content: bytes) -> ContentDelta:
        """The whole content if it is small, else edits of a base; the content itself becomes a base if it resembles
        none.
        """
        if len(content) <= SMALL:
            return ContentDelta.whole(content)
        for name, base in reversed(self._bases):
            delta = delta_against(name, base, content)
            if delta is not None:
                return delta
        name = _digest(content)
        self._bases.append((name, content))
        return ContentDelta(name, ((0, len(content)),))

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _end_loop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    # in the loop's thread

    async def _answer(self, request_for: Callable[[int], remote.RunRequest]) -> object:
        """One test, asked until a worker has answered it."""
        self._open += 1
        begun = self._loop.time()
        asked: dict[asyncio.Task[object], int] = {}
        try:
            while True:
                request = request_for(next(self._tokens))
                await self._supply(request)
                asked[asyncio.ensure_future(self._connection.ask(request))] = request.token
                answer = await self._first(asked, request_for)
                if isinstance(answer, remote.MissingData):
                    await self._send(answer.names)
                    continue
                if isinstance(answer, remote.CallRaised):
                    raise _on_worker(answer.error)
                self._times.append(self._loop.time() - begun)
                return answer
        except Disconnected as error:
            raise OracleBroken(f"{error}; run the same command again to continue") from error
        finally:
            self._open -= 1
            self._kill(asked)

    async def _first(
        self, asked: dict[asyncio.Task[object], int], request_for: Callable[[int], remote.RunRequest]
    ) -> object:
        """The first answer, from a second worker if the first is slow while others are idle."""
        while True:
            done, _ = await asyncio.wait(asked, timeout=self._slow_after(), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                del asked[task]
                return task.result()
            if len(asked) == 1 and self._open < self.jobs:
                request = request_for(next(self._tokens))
                (busy,) = asked.values()
                others = await self._connection.others(self._session, busy)
                if others:
                    asked[asyncio.ensure_future(self._connection.ask(request, among=others))] = request.token

    def _slow_after(self) -> float:
        return max(LEAST_SLOW, SLOW * median(self._times)) if self._times else 10 * LEAST_SLOW

    async def _supply(self, request: remote.RunRequest) -> None:
        """Sends what the request refers to, once, to all workers."""
        for name in (request.call, request.delta.base):
            if name is not None:
                if name not in self._sending:
                    self._sending[name] = asyncio.ensure_future(self._send((name,)))
                await asyncio.shield(self._sending[name])

    async def _send(self, names: tuple[str, ...]) -> None:
        for name in names:
            if name in self._pickled:
                await self._connection.everywhere(remote.keep_call, self._session, name, self._pickled[name])
            else:
                base = next(base for known, base in self._bases if known == name)
                await self._connection.everywhere(remote.keep_base, self._session, name, base)

    def _kill(self, asked: dict[asyncio.Task[object], int]) -> None:
        """Kills runs whose answers are no longer needed; many at a time."""
        for task, token in asked.items():
            task.cancel()
            self._to_kill.append(token)
        if self._to_kill and (self._killing is None or self._killing.done()):
            self._killing = asyncio.ensure_future(self._kill_all())

    async def _kill_all(self) -> None:
        while self._to_kill:
            tokens, self._to_kill = tuple(self._to_kill), []
            with suppress(Disconnected):
                await self._connection.everywhere(remote.kill, self._session, tokens)

    async def _close(self) -> None:
        if self._killing is not None:
            await self._killing
        try:
            with suppress(Disconnected):
                await self._connection.everywhere(remote.end_session, self._session, self._finish)
        finally:
            await self._connection.close()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # it reports the tasks it was asked to cancel


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=32).hexdigest()


def _on_worker(error: Exception) -> Exception:
    """An exception from a worker, with a note where it was raised: the worker may lack what exists here."""
    if isinstance(error, OracleBroken):
        return OracleBroken(f"on a worker: {error}")
    return error
