"""What is asked of an oracle, and who remembers the answers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sized
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from thresher.kernel.events import Purpose
from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.answer import Answer

Content = TypeVar("Content", bound=Sized)


@dataclass(frozen=True, slots=True)
class Question(Generic[Content]):
    """What was asked; large contents are not kept but rendered again by the few who need them."""

    key: Hashable
    size: int
    content: Callable[[], Content]
    label: str = ""
    purpose: Purpose = Purpose.SEARCH

    @classmethod
    def check(cls, key: Hashable, content: Content) -> Question[Content]:
        """A question outside any search: a content is run again, whatever is known of it."""
        return cls(key, len(content), lambda: content, "check", Purpose.CHECK)


class Memory(Protocol[Content]):
    """What is known already, and who is told what becomes known."""

    def key(self, content: Content) -> Hashable:
        """Two contents with the same key are the same question."""

    def recall(self, key: Hashable) -> Verdict | None:
        """The verdict for a question that was answered before."""

    def before(self) -> None:
        """Called before each test; raises to stop the search."""

    def room(self, pending: int) -> bool:
        """Whether one more test can count, should so many that are not certain to be needed turn out to be."""

    def certain(self, key: Hashable) -> None:
        """The search needs this answer, whatever the number of workers; raises to stop before it is taken."""

    def asking(self, asked: Question[Content]) -> None:
        """A test begins."""

    def answered(self, asked: Question[Content], answer: Answer) -> None:
        """A test was run."""

    def hit(self, content: Content, wants: Outcome, label: str) -> None:
        """A probe got the outcome it wants, and the search goes on from there."""

    def cancelled(self) -> None:
        """A test asked ahead was killed."""
