"""Leaves out the probes that need not be asked: what does not parse cannot show the failure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from thresher.kernel.outcome import Outcome
from thresher.kernel.probe import Probe, Search

C = TypeVar("C")
T = TypeVar("T")


def filtered(search: Search[C, T], valid: Callable[[C], bool]) -> Search[C, T]:
    """The same search, for which an invalid candidate has missed without being asked.

    `valid` must be pure: it is asked whenever the stream is pulled. A probe that wants another outcome than FAIL
    passes, since what it wants may be just that.
    """
    try:
        stream = next(search)
        while True:
            stream = search.send((yield _valid_only(stream, valid)))
    except StopIteration as stop:
        result: T = stop.value
        return result


def _valid_only(stream: Iterable[Probe[C]], valid: Callable[[C], bool]) -> Iterator[Probe[C]]:
    return (probe for probe in stream if probe.wants is not Outcome.FAIL or valid(probe.candidate))
