"""thresher as an external reducer: reduces contents whose tests another program runs, over lines of JSON."""

from __future__ import annotations

import queue
import threading
from collections import deque
from concurrent.futures import Future
from typing import IO

from thresher.api.content import reduce
from thresher.engine.external.protocol import (
    LONGEST_LINE,
    Feedback,
    FromReducer,
    Idle,
    ReduceRequest,
    Suggestion,
    encoded,
    to_reducer,
)
from thresher.engine.reduction import FlakinessSettings
from thresher.errors import NotFailing, Stopped


class ReducerService:
    """Suggests candidates for each content that it is given, until it finds no more.

    Nothing is suggested twice for the same content.
    """

    def __init__(self, source: IO[bytes], sink: IO[bytes], *, name: str, jobs: int = 1) -> None:
        self._source, self._sink, self._name, self._jobs = source, sink, name, jobs
        self._contents: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._asked: dict[bytes, deque[Future[bool]]] = {}
        self._known: dict[bytes, bool] = {}
        self._lock = threading.Lock()
        self._over = False

    def run(self) -> None:
        """Serves until the other program closes its end."""
        reader = threading.Thread(target=self._read, daemon=True)
        reader.start()
        while (content := self._contents.get()) is not None:
            self._known = {content: True}
            try:
                reduce(content, self._test, name=self._name, jobs=self._jobs, trust=FlakinessSettings(checks=1))
            except (NotFailing, Stopped):
                if self._over:
                    return
            self._send(Idle())

    def _test(self, content: bytes) -> bool:
        """Whether the other program says that a candidate is interesting."""
        with self._lock:
            if content in self._known:
                return self._known[content]
            if self._over:
                raise Stopped("the other program has ended")
            answer: Future[bool] = Future()
            self._asked.setdefault(content, deque()).append(answer)
        self._send(Suggestion(content))
        return answer.result()

    def _send(self, message: FromReducer) -> None:
        with self._lock:
            self._sink.write(encoded(message))
            self._sink.flush()

    def _read(self) -> None:
        while line := self._source.readline(LONGEST_LINE):
            match to_reducer(line):
                case ReduceRequest(content):
                    self._contents.put(content)
                case Feedback(content, interesting):
                    if not self._answer(content, interesting=interesting) and interesting:
                        self._contents.put(content)
        self._end()

    def _answer(self, content: bytes, *, interesting: bool) -> bool:
        """Whether somebody has asked for this."""
        with self._lock:
            waiting = self._asked.pop(content, None)
            self._known[content] = interesting
        for each in waiting or ():
            each.set_result(interesting)
        return waiting is not None

    def _end(self) -> None:
        with self._lock:
            self._over = True
            waiting = [each for several in self._asked.values() for each in several]
            self._asked.clear()
        for each in waiting:
            each.set_exception(Stopped("the other program has ended"))
        self._contents.put(None)
