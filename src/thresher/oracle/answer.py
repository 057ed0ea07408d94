"""What comes back from the oracle for one candidate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from thresher.kernel.outcome import Verdict
from thresher.oracle.running.handle import RunHandle

Content = TypeVar("Content")


@dataclass(frozen=True, slots=True)
class NonTargetFailure:
    """A failure that is not the target: a `bug` is saved with its input, an ordinary error message is counted only."""

    name: str
    bug: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """A verdict, what it cost, and the other failure that was seen, if one was.

    `runs` is how often the program was really run for it. `message` is what the program printed about the other
    failure, for the file that is saved with its input.
    """

    verdict: Verdict
    seconds: float = 0.0
    runs: int = 1
    other_failure: NonTargetFailure | None = None
    message: bytes = b""


Oracle: TypeAlias = Callable[[Callable[[], Content], RunHandle], Answer]
"""Answers for one content, which it renders itself, so that a hundred waiting questions hold no content at all."""
