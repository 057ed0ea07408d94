"""What a worker of a cluster keeps of a session, and what it is asked to do: functions that are called there.

Calls and bases come by their digest, once; a worker that misses one, since it joined late or was started again, says
so and is sent it. Every run has a token by which it can be killed from afar.
"""

from __future__ import annotations

import pickle
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import metadata
from typing import Any, Protocol

from thresher.executors.delta import ContentDelta

MOST_BASES = 4
DOOMED_FOR = 10_000  # tokens are numbers; those of so long ago are not started any more


class Cancellable(Protocol):
    """A handle on a run that is under way."""

    def cancel(self) -> None: ...


@dataclass(frozen=True, slots=True)
class MissingData:
    """The worker does not have these; the answer to a question that was not asked."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CallRaised:
    """The call raised, which is no answer."""

    error: Exception


@dataclass(frozen=True, slots=True)
class RunRequest:
    """One test: which call on which content. `handle` makes the handle on its run."""

    session: str
    token: int
    call: str
    parcel: ContentDelta
    handle: Callable[[], Cancellable]


@dataclass(slots=True)
class _SessionState:
    bases: dict[str, bytes] = field(default_factory=dict)
    calls: dict[str, Callable[..., object]] = field(default_factory=dict)
    running: dict[int, Cancellable] = field(default_factory=dict)
    doomed: set[int] = field(default_factory=set)
    lock: threading.Lock = field(default_factory=threading.Lock)


_sessions: dict[str, _SessionState] = {}


def version() -> str:
    """Which thresher the worker has."""
    return metadata.version("thresher")


def clear_caches() -> None:
    """Dask remembers the names of up to 100,000 tasks, in every process; those of tests are never seen again."""
    utils = sys.modules.get("dask.utils")
    if utils is not None:
        utils.key_split.cache_clear()


def keep_base(session: str, name: str, base: bytes) -> None:
    """A content that later ones are edits of; the oldest of a few is forgotten."""
    kept = _kept(session)
    with kept.lock:
        kept.bases[name] = base
        while len(kept.bases) > MOST_BASES:
            del kept.bases[next(iter(kept.bases))]


def keep_call(session: str, name: str, pickled: bytes) -> None:
    """What is to be called on contents."""
    kept = _kept(session)
    with kept.lock:
        if name not in kept.calls:
            kept.calls[name] = pickle.loads(pickled)


def run_request(order: RunRequest) -> Any:
    """The call's result on the content, MissingData if something has to be sent first, or what was CallRaised."""
    kept = _kept(order.session)
    handle = order.handle()
    with kept.lock:
        call, name = kept.calls.get(order.call), order.parcel.base
        base = b"" if name is None else kept.bases.get(name)
        if call is None or base is None:
            missing = (order.call if call is None else None, name if base is None else None)
            return MissingData(tuple(each for each in missing if each is not None))
        if order.token in kept.doomed:
            handle.cancel()
        kept.running[order.token] = handle
    content = order.parcel.opened(base)
    try:
        return call(lambda: content, handle)
    except Exception as error:  # noqa: BLE001 - an executor hands every error to whoever asks for the result
        return CallRaised(error)
    finally:
        with kept.lock:
            kept.running.pop(order.token, None)
            kept.doomed.discard(order.token)


def kill(session: str, tokens: tuple[int, ...]) -> None:
    """Kills the runs with these tokens; one that has not begun will not."""
    kept = _kept(session)
    with kept.lock:
        found = [kept.running[token] for token in tokens if token in kept.running]
        kept.doomed.update(token for token in tokens if token not in kept.running)
        kept.doomed = {token for token in kept.doomed if token > max(tokens) - DOOMED_FOR}
    for handle in found:
        handle.cancel()


def end_session(session: str, finish: Callable[[], object]) -> None:
    """The end of a session: its runs are killed, what it left is removed by `finish`."""
    kept = _sessions.pop(session, None)
    if kept is not None:
        with kept.lock:
            found = list(kept.running.values())
        for handle in found:
            handle.cancel()
    finish()


def _kept(session: str) -> _SessionState:
    return _sessions.setdefault(session, _SessionState())
