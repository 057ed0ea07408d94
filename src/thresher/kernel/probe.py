"""The protocol between a search and whoever answers it.

A search yields streams of probes in order of preference, each probe assuming that those before it missed, and is sent
the first probe that got what it wants, or None when the stream ran dry. The stream is pure and lazy: pulling ahead
changes nothing, so a driver may ask several probes at once and still honour the earliest hit.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from thresher.kernel.outcome import Outcome

C = TypeVar("C")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Probe(Generic[C]):
    """One question to the oracle, and the answer that would be progress.

    `label` is for people. `origin` is for the search that asked: whatever it needs to know when the probe hits.
    The probe that is sent back may hold a smaller candidate than was asked, when the run showed that the failure
    needed no more (see `Verdict.used`).
    """

    candidate: C
    wants: Outcome = Outcome.FAIL
    label: str = ""
    origin: object = None


Search: TypeAlias = Generator[Iterable[Probe[C]], Probe[C] | None, T]
