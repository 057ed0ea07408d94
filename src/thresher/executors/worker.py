"""The functions that run on a worker of a cluster, and the state it keeps of a session.

Calls and bases are sent once and named by their digest; a worker that lacks one, since it joined late or was restarted,
says so and is sent it. Every run has a token by which it can be killed remotely.
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
CANCELLED_KEPT = 10_000  # tokens; older ones are no longer started


class Cancellable(Protocol):
    """A handle on a run."""

    def cancel(self) -> None: ...


@dataclass(frozen=True, slots=True)
class MissingData:
    """The worker lacks these; the call was not made."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CallRaised:
    """The call raised an exception, which is not an answer."""

    error: Exception


@dataclass(frozen=True, slots=True)
class RunRequest:
    """One test: which call on which content. `handle` creates the handle on its run."""

    session: str
    token: int
    call: str
    delta: ContentDelta
    handle: Callable[[], Cancellable]


@dataclass(slots=True)
class _SessionState:
    bases: dict[str, bytes] = field(default_factory=dict)
    calls: dict[str, Callable[..., object]] = field(default_factory=dict)
    running: dict[int, Cancellable] = field(default_factory=dict)
    cancelled: set[int] = field(default_factory=set)
    lock: threading.Lock = field(default_factory=threading.Lock)


sessions: dict[str, _SessionState] = {}


def version() -> str:
    """The version of thresher on the worker."""
    return metadata.version("thresher")


def clear_caches() -> None:
    """Clears Dask's cache of up to 100,000 task names, in every process; names of tests never occur again."""
    utils = sys.modules.get("dask.utils")
    if utils is not None:
        utils.key_split.cache_clear()


def keep_base(session: str, name: str, base: bytes) -> None:
    """Stores a content that later ones are edits of; of more than four, the oldest is dropped."""
    state = _state(session)
    with state.lock:
        state.bases[name] = base
        while len(state.bases) > MOST_BASES:
            del state.bases[next(iter(state.bases))]


def keep_call(session: str, name: str, pickled: bytes) -> None:
    """Stores what is to be called on contents."""
    state = _state(session)
    with state.lock:
        if name not in state.calls:
            state.calls[name] = pickle.loads(pickled)


def run_request(request: RunRequest) -> Any:
    """The call's result on the content, MissingData if something has to be sent first, or CallRaised."""
    state = _state(request.session)
    handle = request.handle()
    with state.lock:
        call, name = state.calls.get(request.call), request.delta.base
        base = b"" if name is None else state.bases.get(name)
        if call is None or base is None:
            missing = (request.call if call is None else None, name if base is None else None)
            return MissingData(tuple(each for each in missing if each is not None))
        if request.token in state.cancelled:
            handle.cancel()
        state.running[request.token] = handle
    content = request.delta.applied_to(base)
    try:
        return call(lambda: content, handle)
    except Exception as error:  # noqa: BLE001 - an executor hands every error to whoever asks for the result
        return CallRaised(error)
    finally:
        with state.lock:
            state.running.pop(request.token, None)
            state.cancelled.discard(request.token)


def kill(session: str, tokens: tuple[int, ...]) -> None:
    """Kills the runs with these tokens; one that has not started yet will not start."""
    state = _state(session)
    with state.lock:
        handles = [state.running[token] for token in tokens if token in state.running]
        state.cancelled.update(token for token in tokens if token not in state.running)
        state.cancelled = {token for token in state.cancelled if token > max(tokens) - CANCELLED_KEPT}
    for handle in handles:
        handle.cancel()


def end_session(session: str, finish: Callable[[], object]) -> None:
    """Kills the runs of a session and calls `finish`, which removes what they left."""
    state = sessions.pop(session, None)
    if state is not None:
        with state.lock:
            handles = list(state.running.values())
        for handle in handles:
            handle.cancel()
    finish()


def _state(session: str) -> _SessionState:
    return sessions.setdefault(session, _SessionState())
