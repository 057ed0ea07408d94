"""Errors of a page during a replay, described in words that are the same in every run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from urllib.parse import urlsplit

from thresher.oracle.failures.normalize import blank

MOST_SHOWN = 90
_FRAME = re.compile(r"^\s*at (?:(?P<function>.*?) \()?(?P<place>[^()\s]+):(?P<line>\d+):(?P<column>\d+)\)?$", re.M)


class PageErrorKind(Enum):
    """From the most to the least severe."""

    CRASH = "crash"
    PAGE_ERROR = "page error"
    REQUEST = "failed request"
    CONSOLE = "console error"


@dataclass(frozen=True, slots=True)
class PageError:
    """An error: its message, where in the page's code it was raised, and the index of the step it occurred in."""

    kind: PageErrorKind
    message: str
    where: str = ""
    step: int = 0
    stack: str = ""

    def same_as(self, other: PageError) -> bool:
        """Whether it is the same error, in any step; numbers and names in the messages are ignored."""
        same_place = (self.kind, self.where) == (other.kind, other.where)
        return same_place and blank(self.message) == blank(other.message)

    @property
    def rank(self) -> int:
        """The severity, 0 for the most severe; a request answered with 4xx is the least."""
        return (
            len(PageErrorKind)
            if self.message.startswith("4") and self.kind is PageErrorKind.REQUEST
            else list(PageErrorKind).index(self.kind)
        )

    @property
    def short(self) -> str:
        """Kind and message in one line."""
        line = " ".join(self.message.split())
        return f"{self.kind.value}: {line[:MOST_SHOWN]}" if line else self.kind.value

    @property
    def description(self) -> str:
        """Kind, message and place in one line."""
        return f"{self.short}, at {self.where}" if self.where else self.short


def innermost(stack: str) -> str:
    """The function and the position of the first frame of a V8 stack trace, without the server's address.

    >>> innermost("TypeError: x\\n    at total (http://localhost:8080/shop.js:12:7)\\n    at f (http://b/c.js:1:1)")
    'total /shop.js:12:7'
    """
    frame = _FRAME.search(stack)
    if frame is None:
        return ""
    place = f"{path_of(frame['place'])}:{frame['line']}:{frame['column']}"
    return f"{frame['function']} {place}" if frame["function"] else place


def path_of(url: str) -> str:
    """The path of a URL: the host may differ between runs, and the query may contain values that do.

    >>> path_of("http://localhost:8080/cart?id=3")
    '/cart'
    """
    parts = urlsplit(url)
    return parts.path if parts.scheme in ("http", "https") else url[:MOST_SHOWN]
