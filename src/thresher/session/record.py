"""What a session knows: verdicts, numbers, the best so far. It answers the driver and tells the journal."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Hashable
from hashlib import blake2b
from pathlib import Path

from thresher.engine.control import Control
from thresher.engine.questions import Question
from thresher.engine.statistics import Statistics
from thresher.engine.stop_conditions import CertainTests, StopConditions
from thresher.errors import Stopped
from thresher.kernel import ordering
from thresher.kernel.events import (
    Cached,
    Cancelled,
    Event,
    Flaky,
    Improved,
    Learned,
    Noted,
    OtherFailure,
    Purpose,
    Tested,
    TestStarted,
)
from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.answer import Answer
from thresher.session.files.directories import read_result, write_result
from thresher.session.folder.journal import Journal, read
from thresher.session.folder.ownership import Ownership, kept_line
from thresher.session.folder.store import Store

Listener = Callable[[Event], None]

MOST_HELD = 1 << 23  # a larger best result is read from its file when it is needed


def digest(data: bytes) -> str:
    """The name of a content: its BLAKE2b digest."""
    return blake2b(data, digest_size=32).hexdigest()


class Record:
    """The memory of a reduction of bytes; in a folder if there is a store, else while the process lives.

    Guarantees that after each success the best content is whole on disk before anything else is asked, that a verdict
    once journalled is never asked again, and that the empty content is never taken for a result. Of two failing
    contents the one that measures less is better, then the shorter one, then the one that reads earlier.
    """

    def __init__(
        self,
        data: bytes,
        *,
        name: str,
        output: Path | None = None,
        store: Store | None = None,
        stops: StopConditions | None = None,
        measure: Callable[[bytes], int] = len,
    ) -> None:
        self._measure = measure
        self.original = data
        self._best: bytes | None = data
        self._best_size = measure(data)
        self.statistics = Statistics()
        self.checks: Counter[tuple[str, Outcome]] = Counter()
        self.learned: Learned | None = None
        self.flaky: Flaky | None = None
        self._verdicts: dict[Hashable, Verdict] = {}
        self._name, self._output, self._store = name, output, store
        self._stops = stops or StopConditions()
        self._certain = CertainTests(self._stops)
        self._listeners: list[Listener] = []
        self._kept: list[bytes] = []
        self._journal: Journal | None = None
        self._empty = digest(b"")
        self._ownerships: dict[Path, Ownership] = {}
        self._unheard: list[Noted] = []
        if store is not None:
            self._reopen(store)
        self._begun = time.monotonic()
        self._before = (self.statistics.seconds, self.statistics.tests)
        if store is not None:
            self._restore(store)
        if self.statistics.curve:
            self._certain.improved(self.elapsed, self.statistics.curve[-1][2])

    def _reopen(self, store: Store) -> None:
        """Learns what earlier runs found out."""
        if self._output is not None:
            store.claim(self._output)
        for path in self._journals(store):
            for event in read(path):
                self._learn(event)
        self._journal = Journal(self._journals(store)[-1])

    def _restore(self, store: Store) -> None:
        """Takes up the best content that earlier runs found."""
        successes = list(store.history())
        for where in (*([self._output] if self._output else []), *reversed(successes)):
            data = read_result(where)
            if data is not None and self._fails(data, kept=where in successes) and self._is_better(data):
                self._save(data)
                return

    def _fails(self, data: bytes, *, kept: bool) -> bool:
        """As the journal says. What was `kept` as a success failed, even if damage took the line that says so."""
        known = self._verdicts.get(digest(data))
        return (kept and self.flaky is None) if known is None else known.outcome is Outcome.FAIL

    def _journals(self, store: Store) -> list[Path]:
        """What is read at the beginning; the last one is written to."""
        return [store.journal]

    def _save(self, content: bytes) -> None:
        """Holds on to a new best: in the output file, and in memory unless it is large."""
        if self._output is not None:
            self.write_output(self._output, content)
        large = len(content) > MOST_HELD and self._output is not None
        self._best, self._best_size = None if large else content, self._measure(content)

    def write_output(self, path: Path, content: bytes) -> None:
        """Writes a result; what was there is kept under a numbered name, and a note, unless this session wrote it."""
        if self._store is None:
            write_result(path, content)
            return
        if path not in self._ownerships:
            self._store.claim(path)
            self._ownerships[path] = Ownership(self._store.folder, path)
        aside = self._ownerships[path].write(content)
        if aside is not None:
            self.note(kept_line(path, aside))

    def _learn(self, event: Event) -> None:
        """Takes an event into account, whether it happens now or happened in an earlier sitting."""
        self.statistics.add(event)
        match event:
            case Tested():
                self._verdicts[event.digest] = Verdict(event.outcome, event.reason, event.used)
                if event.purpose is Purpose.CHECK:
                    self.checks[event.digest, event.outcome] += 1
            case Learned():
                self.learned = event
            case Flaky():
                self._verdicts.clear()
                self._certain.forget()
                self.flaky = event

    @property
    def best(self) -> bytes:
        """The smallest failing content known."""
        if self._best is None and self._output is not None:
            return read_result(self._output) or b""
        return self._best or b""

    @property
    def size(self) -> int:
        """What the search makes smaller: the number of bytes of the best content."""
        return len(self.best)

    @property
    def original_size(self) -> int:
        """The size of what the first run began with."""
        return len(self.original)

    def _is_better(self, content: bytes) -> bool:
        size = self._measure(content)
        if size != self._best_size:
            return size < self._best_size
        return ordering.size(content) < ordering.size(self.best)

    def best_beats(self, content: bytes) -> bool:
        """Whether the best is better than this content; not for being packed better."""
        size = self._measure(content)
        if size != self._best_size:
            return self._best_size < size
        return self._measure is len and ordering.size(self.best) < ordering.size(content)

    @property
    def elapsed(self) -> float:
        """Seconds over all sittings."""
        return self._before[0] + time.monotonic() - self._begun

    @property
    def tests_this_sitting(self) -> int:
        return self.statistics.tests - self._before[1]

    @property
    def certain_tests(self) -> int:
        """The tests of this sitting, without those that one worker would not have made: the same for any number."""
        return self._certain.count

    def emit(self, event: Event) -> None:
        """Counts, journals and reports an event."""
        self._learn(event)
        if isinstance(event, Improved):
            self._certain.improved(event.at, event.size)
        if self._journal is not None:
            self._journal.write(event)
        for listener in self._listeners:
            listener(event)

    def listen(self, listener: Listener) -> None:
        """From now on the listener hears of every event, and at once of notes that nobody has heard."""
        self._listeners.append(listener)
        while self._unheard:
            listener(self._unheard.pop(0))

    def note(self, message: str) -> None:
        noted = Noted(self.elapsed, message)
        if not self._listeners:
            self._unheard.append(noted)
        self.emit(noted)

    # what the driver asks for

    def key(self, content: bytes) -> str:
        return digest(content)

    def recall(self, key: Hashable) -> Verdict | None:
        known = self._verdicts.get(key)
        if key == self._empty and (known is None or known.outcome is Outcome.FAIL):
            return Verdict(Outcome.UNRESOLVED, "empty")
        if known is not None:
            self.emit(Cached(self.elapsed, known.outcome))
        return known

    @property
    def control(self) -> Control | None:
        """What the user requests meanwhile, if there is a way to ask."""
        return self._stops.control

    @property
    def folder(self) -> Path | None:
        """Where the session keeps what it knows, if it does."""
        return self._store.folder if self._store else None

    def before(self) -> None:
        if self.control is not None:
            self.control.check()
        self._stop_if(self._certain.reason(seconds=time.monotonic() - self._begun))

    def room(self, pending: int) -> bool:
        return self._certain.room(pending)

    def certain(self, key: Hashable) -> None:
        self._stop_if(self._certain.needed(key))

    def _stop_if(self, why: str | None) -> None:
        if why is not None:
            raise Stopped(why, best=self.best)

    def asking(self, asked: Question[bytes]) -> None:
        if self._listeners:
            self.emit(TestStarted(round(self.elapsed, 6), str(asked.key), asked.size, asked.label))

    def answered(self, asked: Question[bytes], answer: Answer) -> None:
        verdict, other = answer.verdict, answer.other_failure
        self._certain.answered(asked.key, check=asked.purpose is Purpose.CHECK)
        self.emit(
            Tested(
                at=round(self.elapsed, 6),
                digest=str(asked.key),
                outcome=verdict.outcome,
                reason=verdict.reason,
                seconds=round(answer.seconds, 6),
                size=asked.size,
                runs=answer.runs,
                label=asked.label,
                used=verdict.used,
                purpose=asked.purpose,
                rejected=other is not None and not other.bug and verdict.outcome is Outcome.UNRESOLVED,
            )
        )
        if other and other.bug and self._store is not None:
            kept = self._store.add_other_failure(other.name, self._name, asked.content(), answer.message)
            if kept:
                self.emit(OtherFailure(self.elapsed, other.name, asked.size))

    def hit(self, content: bytes, wants: Outcome, label: str) -> None:
        if wants is Outcome.FAIL and self._is_better(content):
            self.take(content, label)

    def cancelled(self) -> None:
        self.emit(Cancelled(self.elapsed))

    # what the session asks for

    def take(self, content: bytes, label: str) -> None:
        """A new best: on disk first, then told."""
        self._save(content)
        if self._store is not None:
            self._store.add_success(content)
        else:
            self._kept.append(content)
        self.emit(Improved(round(self.elapsed, 6), len(content), self.statistics.tests, label))

    def known(self, content: bytes) -> Verdict | None:
        """The verdict for a content, without counting it as cached."""
        return self._verdicts.get(digest(content))

    def successes(self) -> list[bytes]:
        """The failing contents found so far, the latest first."""
        return [path.read_bytes() for path in self._store.history()][::-1] if self._store else self._kept[::-1]

    def close(self) -> None:
        if self._journal is not None:
            self._journal.close()
        if self._store is not None:
            self._store.close()
