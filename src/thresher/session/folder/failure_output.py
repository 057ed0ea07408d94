"""`failure.txt`: what the program printed in the smallest run so far that showed the target failure."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from thresher.engine.questions import Question
from thresher.kernel.outcome import Outcome
from thresher.oracle.answer import Answer
from thresher.session.files.whole import write_own

FAILURE = "failure.txt"
MOST = 1 << 16  # bytes; of more, the beginning and the end are kept


class FailureOutput:
    """Gets each answer; writes the output of a failing run unless that of a smaller candidate is there.

    `best` is the size of the best result of the session: an output from an earlier run of thresher belongs to it.
    """

    def __init__(self, folder: Path, best: Callable[[], int], *, fresh: bool = False) -> None:
        self._path, self._best = folder / FAILURE, best
        self._smallest: int | None = None
        if fresh:
            self._path.unlink(missing_ok=True)

    def answered(self, asked: Question[bytes], answer: Answer) -> None:
        """Costs a file for each success."""
        if answer.verdict.outcome is not Outcome.FAIL or not answer.message:
            return
        if self._smallest is None and self._path.exists():
            self._smallest = self._best() + 1
        if self._smallest is None or asked.size < self._smallest:
            self._smallest = asked.size
            write_own(self._path, shortened(answer.message))


def shortened(message: bytes) -> bytes:
    """The message, or its beginning and end.

    >>> len(shortened(b"x" * 1_000_000)) < 70_000
    True
    """
    if len(message) <= MOST:
        return message
    return message[: MOST // 2] + b"\n[...]\n" + message[-MOST // 2 :]


def read_failure(folder: Path) -> bytes:
    """The output that was saved; empty if there is none."""
    path = folder / FAILURE
    if path.is_symlink() or not path.is_file():
        return b""
    with path.open("rb") as file:
        return file.read(2 * MOST)
