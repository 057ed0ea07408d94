"""Questions to an oracle, and the interface of the cache that stores their answers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sized
from dataclasses import dataclass
from hashlib import blake2b
from typing import Generic, Protocol, TypeVar

from thresher.kernel.events import Purpose
from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.answer import Answer

Content = TypeVar("Content", bound=Sized)


def digest(data: bytes) -> str:
    """The name of a content: its BLAKE2b digest."""
    return blake2b(data, digest_size=32).hexdigest()


@dataclass(frozen=True, slots=True)
class Question(Generic[Content]):
    """A content to test; large contents are not kept but rendered again by the few that need them."""

    key: Hashable
    size: int
    content: Callable[[], Content]
    label: str = ""
    purpose: Purpose = Purpose.SEARCH

    @classmethod
    def check(cls, key: Hashable, content: Content) -> Question[Content]:
        """A question outside any search: the content is run again, even if its verdict is cached."""
        return cls(key, len(content), lambda: content, "check", Purpose.CHECK)


class Memory(Protocol[Content]):
    """What is known already, and who is notified of new answers."""

    def key(self, content: Content) -> Hashable:
        """The identity of a question: two contents with the same key are the same question."""

    def recall(self, key: Hashable) -> Verdict | None:
        """The cached verdict of a question, if there is one."""

    def before(self) -> None:
        """Called before each test; raises to stop the search."""

    def room(self, pending: int) -> bool:
        """Whether one more test is allowed, should `pending` speculative tests all be needed."""

    def certain(self, key: Hashable) -> None:
        """Called when the search needs this answer, for any number of workers; raises to stop before it is used."""

    def asking(self, asked: Question[Content]) -> None:
        """Called when a test starts."""

    def answered(self, asked: Question[Content], answer: Answer) -> None:
        """Called when a test has ended."""

    def hit(self, content: Content, wants: Outcome, label: str) -> None:
        """Called when a probe got the outcome it wants, and the search continues from it."""

    def cancelled(self) -> None:
        """Called when a speculative test was killed."""
