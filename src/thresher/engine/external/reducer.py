"""The search that an external reducer makes: its candidates are tested, and it gets the outcome of each."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Generator, Sequence
from pathlib import Path

from thresher.engine.external.process import ReducerProcess
from thresher.engine.external.protocol import Feedback, Idle, ReduceRequest, Suggestion
from thresher.kernel import ordering
from thresher.kernel.place import Action, Move, Place
from thresher.kernel.probe import Probe

LONGEST_SILENCE = 60.0  # seconds without a candidate, when all were answered, after which a reducer is ended
TICK = 0.2  # seconds between two looks at limits and requests of the user
MOST_AT_ONCE = 64  # candidates in one stream
MOST_FAILURES = 2  # ends without a single candidate, after which a reducer is not started again

Check = Callable[[], None]
Note = Callable[[str], None]
SearchOfContents = Generator[list[Probe[bytes]], Probe[bytes] | None, bytes]


class ExternalReducer:
    """A reducer by its command.

    Every candidate is answered truthfully and in the order in which it was suggested, however many are tested at a
    time. So the same reducer gives the same result for any number of jobs, if it goes by the answers alone.
    """

    def __init__(self, command: Sequence[str], place: Path) -> None:
        self._command, self._place = tuple(command), place
        self._process: ReducerProcess | None = None
        self._is_idle = False
        self._suggested = self._failures = 0

    @property
    def name(self) -> str:
        return Path(self._command[0]).name if len(self._command) == 1 else Path(self._command[-1]).name

    def rewrites(self, current: bytes, check: Check, note: Note) -> SearchOfContents:
        """The smallest content that the reducer suggested and that fails, or the current one.

        `check` raises if the search is to stop. A reducer that ends, or says nothing for too long, is started again for
        the next content.
        """
        best = current
        if self._failures >= MOST_FAILURES:
            return best
        process = self._started()
        process.send(ReduceRequest(current))
        while suggested := self._suggestions(process, check):
            while suggested:
                hit = yield [_probe(content, number) for number, content in enumerate(suggested)]
                answered = len(suggested) if hit is None else int(str(hit.origin)) + 1
                for number, content in enumerate(suggested[:answered], start=1):
                    process.send(Feedback(content, interesting=hit is not None and number == answered))
                if hit is not None and ordering.size(hit.candidate) < ordering.size(best):
                    best = hit.candidate
                suggested = suggested[answered:]
        self._keep(process, note)
        return best

    def _started(self) -> ReducerProcess:
        """The process, if it is idle; one that was interrupted, or has ended, is replaced."""
        if self._process is not None and not self._is_idle:
            self._process.kill()
            self._process = None
        self._process = self._process or ReducerProcess(self._command, self._place)
        self._is_idle, self._suggested = False, 0
        return self._process

    def _suggestions(self, process: ReducerProcess, check: Check) -> list[bytes]:
        """The next candidate, and those that it suggested with it; none once it is idle, has ended or is too silent."""
        found: list[bytes] = []
        deadline = time.monotonic() + LONGEST_SILENCE
        while len(found) < MOST_AT_ONCE:
            try:
                message = process.receive(0.0 if found else TICK)
            except queue.Empty:
                if found:
                    break
                check()
                if time.monotonic() > deadline:
                    break
                continue
            if not isinstance(message, Suggestion):
                self._is_idle = isinstance(message, Idle)
                break
            found.append(message.content)
        self._suggested += len(found)
        return found

    def _keep(self, process: ReducerProcess, note: Note) -> None:
        """Counts ends without a candidate, with a note for the first; an idle process waits for the next content."""
        if self._is_idle or self._suggested:
            self._failures = 0
            return
        self._failures += 1
        said = process.last_words
        if self._failures == 1:
            note(f"the reducer {self.name} ended without a candidate{f': {said}' if said else ''}")

    def close(self) -> None:
        """Ends the process: politely if it is idle."""
        if self._process is not None:
            (self._process.close if self._is_idle else self._process.kill)()
            self._process = None


def _probe(content: bytes, number: int) -> Probe[bytes]:
    return Probe(content, move=Move(Action.EXTERNAL), origin=number, place=_PLACE)


_PLACE = Place("external", "external", "external")


class ExternalReducers:
    """The reducers of a session by their commands, each with a process of its own."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._reducers: dict[tuple[str, ...], ExternalReducer] = {}

    def reducer(self, command: tuple[str, ...]) -> ExternalReducer:
        if command not in self._reducers:
            self._reducers[command] = ExternalReducer(command, self._place)
        return self._reducers[command]

    def close(self) -> None:
        for each in self._reducers.values():
            each.close()
