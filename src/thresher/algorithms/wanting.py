"""Turns a search for what fails into one for what passes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from thresher.kernel.outcome import Outcome
from thresher.kernel.probe import Probe, Search

C = TypeVar("C")
T = TypeVar("T")


def wanting(search: Search[C, T], outcome: Outcome) -> Search[C, T]:
    """The same search, for which each probe hits if it has this outcome: a minimizer finds what suffices for that."""
    try:
        stream = next(search)
        while True:
            stream = search.send((yield _wanting(stream, outcome)))
    except StopIteration as stop:
        result: T = stop.value
        return result


def _wanting(stream: Iterable[Probe[C]], outcome: Outcome) -> Iterator[Probe[C]]:
    return (replace(probe, wants=outcome) for probe in stream)
