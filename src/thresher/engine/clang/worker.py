"""The process that libclang runs in: it answers requests from standard input until that ends, pickled both ways."""

from __future__ import annotations

import pickle
import resource
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from thresher.engine.clang.library import TranslationUnit, parsed
from thresher.engine.clang.process import NOTHING, SECONDS, Reply, Request, send
from thresher.engine.clang.references import ClangReferences

FILE = "input"


class Parses:
    """Parses texts; one that was parsed ahead is kept until the next is asked for."""

    def __init__(self) -> None:
        self._ahead: tuple[Request, TranslationUnit | None] | None = None
        self._kept = ExitStack()

    def parse_ahead(self, request: Request) -> None:
        self._kept.close()
        self._ahead = request, self._kept.enter_context(parsed(FILE, request.text, request.flags))

    @contextmanager
    def of(self, request: Request) -> Iterator[TranslationUnit | None]:
        """The text of a request as a translation unit; None if the library gives up on it."""
        ahead, self._ahead = self._ahead, None
        with self._kept:
            if ahead is not None and ahead[0][:2] == request[:2]:
                yield ahead[1]
                return
        with parsed(FILE, request.text, request.flags) as unit:
            yield unit

    def answer(self, request: Request) -> Reply:
        with self.of(request) as unit:
            if unit is None:
                return NOTHING
            errors = tuple(unit.errors())
            if not request.spans:
                return Reply(parsed=True, errors=errors)
            references = ClangReferences(unit, request.text, request.spans, request.around)
            return Reply(parsed=True, errors=errors, references=references.collected())


def main() -> None:
    """Answers until there are no more requests."""
    parses = Parses()
    while True:
        try:
            request = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        _limit_time()
        if request.ahead:
            parses.parse_ahead(request)
        else:
            send(sys.stdout.buffer, parses.answer(request))


def _limit_time() -> None:
    """Ends the process if the next request takes too long."""
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    soft = int(time.process_time()) + SECONDS
    if hard == resource.RLIM_INFINITY or soft < hard:
        resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))
