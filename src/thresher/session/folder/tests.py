"""The tests of a session, numbered as they were made, and the contents of those that were kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from thresher.engine.questions import digest
from thresher.errors import UsageError
from thresher.kernel.events import StageStarted, Tested
from thresher.session.files.candidates import candidate_content, read_candidates
from thresher.session.folder.history import SessionHistory
from thresher.session.folder.journal import read
from thresher.session.folder.store import CANDIDATES, JOURNAL


@dataclass(frozen=True, slots=True)
class NumberedTest:
    """A test by its number, from 1 on over all runs of the session, and the stage that asked for it."""

    number: int
    event: Tested
    stage: StageStarted | None


def tests_of(folder: Path) -> Iterator[NumberedTest]:
    """The tests in a session's journal, in their order."""
    number, stage = 0, None
    for event in read(folder / JOURNAL):
        if isinstance(event, StageStarted):
            stage = event
        elif isinstance(event, Tested):
            number += 1
            yield NumberedTest(number, event, stage)


class TestedContents:
    """Finds the contents of tests by their digests: kept candidates, successes, the input."""

    def __init__(self, history: SessionHistory, candidates: Path | None = None) -> None:
        """The `candidates` are in the session's folder, unless they were kept in another one."""
        self._folder = candidates or history.folder / CANDIDATES
        self._kept = {each.digest: each for each in read_candidates(self._folder)}
        self._history = history

    @cached_property
    def _others(self) -> dict[str, Path | None]:
        """Where the input and the successes are, by digest; None for the input, which is in memory."""
        before = self._history.before
        paths = (each.path for each in self._history.successes)
        found: dict[str, Path | None] = {digest(path.read_bytes()): path for path in paths if path is not None}
        return found if before is None else {**found, digest(before): None}

    def __contains__(self, test: NumberedTest) -> bool:
        return test.event.digest in self._kept or test.event.digest in self._others

    def content(self, test: NumberedTest) -> bytes:
        """The content of a test; a UsageError says how to keep it if it was not."""
        name = test.event.digest
        if name in self._kept:
            return candidate_content(self._folder, self._kept[name])
        if name not in self._others:
            raise UsageError(
                f"the candidate of test {test.number} was not kept; reduce again with --keep-candidates --fresh"
            )
        path = self._others[name]
        return path.read_bytes() if path is not None else self._history.before or b""
