"""What went wrong in a page during a replay, in words that stay the same from run to run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from urllib.parse import urlsplit

from thresher.oracle.failures.normalize import blank

MOST_SHOWN = 90
_FRAME = re.compile(r"^\s*at (?:(?P<function>.*?) \()?(?P<place>[^()\s]+):(?P<line>\d+):(?P<column>\d+)\)?$", re.M)


class PageErrorKind(Enum):
    """From the gravest to the least."""

    CRASH = "crash"
    PAGE_ERROR = "page error"
    REQUEST = "failed request"
    CONSOLE = "console error"


@dataclass(frozen=True, slots=True)
class PageError:
    """An error with its message, the place in the page's code where it arose, and the number of the step, from 0."""

    kind: PageErrorKind
    message: str
    where: str = ""
    step: int = 0
    stack: str = ""

    def same_as(self, other: PageError) -> bool:
        """The same error, whatever numbers and names its message holds, wherever in the recording it shows."""
        mine, others = (self.kind, self.where), (other.kind, other.where)
        return mine == others and blank(self.message) == blank(other.message)

    @property
    def rank(self) -> int:
        """How grave it is, the gravest first; what a server refuses politely is the least."""
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
    def told(self) -> str:
        """All that is known, in one line."""
        return f"{self.short}, at {self.where}" if self.where else self.short


def innermost(stack: str) -> str:
    """The function and the place of the first frame of a stack of V8, without the server's address.

    >>> innermost("TypeError: x\\n    at total (http://localhost:8080/shop.js:12:7)\\n    at f (http://b/c.js:1:1)")
    'total /shop.js:12:7'
    """
    found = _FRAME.search(stack)
    if found is None:
        return ""
    place = f"{path_of(found['place'])}:{found['line']}:{found['column']}"
    return f"{found['function']} {place}" if found["function"] else place


def path_of(url: str) -> str:
    """The path of an address: the server is another one tomorrow, and what is asked of it may hold numbers of a run.

    >>> path_of("http://localhost:8080/cart?id=3")
    '/cart'
    """
    parts = urlsplit(url)
    return parts.path if parts.scheme in ("http", "https") else url[:MOST_SHOWN]
