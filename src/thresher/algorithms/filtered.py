"""Leaves out the probes that need not be asked: what does not parse cannot show the failure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import TypeVar

from thresher.kernel.ordering import Size
from thresher.kernel.outcome import Outcome
from thresher.kernel.probe import Probe, Search

C = TypeVar("C")
T = TypeVar("T")


def filtered(search: Search[C, T], valid: Callable[[C], bool], *, every: bool = False) -> Search[C, T]:
    """The same search, for which an invalid candidate has missed without being asked.

    `valid` must be pure: it is asked whenever the stream is pulled. A probe that wants another outcome than FAIL
    passes, since what it wants may be just that, unless `every` one is to be valid.
    """
    try:
        stream = next(search)
        while True:
            stream = search.send((yield _valid_only(stream, valid, every=every)))
    except StopIteration as stop:
        result: T = stop.value
        return result


def shrinking(search: Search[C, T], start: C, size: Callable[[C], Size]) -> Search[C, T]:
    """The same search, for which a candidate that is no smaller than the last hit has missed without being asked.

    For searches that rewrite rather than remove: without it two of them could undo each other's work for ever.
    """
    limit = size(start)
    try:
        stream = next(search)
        while True:
            hit = yield _smaller_only(stream, size, limit)
            if hit is not None:
                limit = size(hit.candidate)
            stream = search.send(hit)
    except StopIteration as stop:
        result: T = stop.value
        return result


def _smaller_only(stream: Iterable[Probe[C]], size: Callable[[C], Size], limit: Size) -> Iterator[Probe[C]]:
    return (probe for probe in stream if size(probe.candidate) < limit)


def _valid_only(stream: Iterable[Probe[C]], valid: Callable[[C], bool], *, every: bool) -> Iterator[Probe[C]]:
    for probe in stream:
        if probe.wants is not Outcome.FAIL and not every:
            yield probe
        elif valid(probe.candidate):
            yield replace(probe, scope=None if probe.scope is None else probe.scope.into(partial(_if, valid)))


def _if(valid: Callable[[C], bool], candidate: C) -> C | None:
    return candidate if valid(candidate) else None
