"""Every exception that thresher raises on purpose.

A message says what happened, what was kept and what to do next. Each carries the exit code that the command line
ends with, and the best result known when it was raised (None when there was none yet).
"""

from __future__ import annotations

from collections.abc import Iterable


class ThresherError(Exception):
    """Something went wrong that the user can fix; no result found so far is lost."""

    exit_code = 2

    def __init__(self, message: str, *, best: object = None) -> None:
        super().__init__(message)
        self.best = best


class UsageError(ThresherError):
    """The command line, a file or an option is not what it should be."""


class GrammarError(UsageError):
    """A grammar cannot be read or used; the message begins with its file, line and column."""


class NotFailing(ThresherError):
    """The input does not show the failure, so there is nothing to reduce; `printed` is what the program printed."""

    exit_code = 3

    def __init__(self, message: str, *, best: object = None, printed: bytes = b"") -> None:
        super().__init__(message, best=best)
        self.printed = printed


class TrivialFailure(ThresherError):
    """An empty input shows the failure as well: the test would accept anything."""


class TooFlaky(ThresherError):
    """The failure shows so rarely that no stated confidence can be reached."""

    exit_code = 4


class OracleBroken(ThresherError):
    """The oracle could not be run at all. That is never counted as an outcome."""


class SessionBusy(ThresherError):
    """Another process is already working on this reduction."""


class Stopped(ThresherError):
    """A limit or the user ended the search early; the best result is on disk."""

    exit_code = 1


class Interrupted(Stopped):
    """A signal ended the search, such as that of Ctrl-C: whatever else was to be done is not wanted either."""


def suggestion(word: str, names: Iterable[str]) -> str:
    """The end of a message about an unknown name: the one that was probably meant, if any is close.

    >>> suggestion("--time-out", ["--timeout", "--test"]), suggestion("xyz", ["lines"])
    ('; did you mean --timeout?', '')
    """
    from difflib import get_close_matches  # noqa: PLC0415 - slow to load, and needed for errors only

    close = get_close_matches(word, sorted(names), n=1, cutoff=0.6)
    return f"; did you mean {close[0]}?" if close else ""
