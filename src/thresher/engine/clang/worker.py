"""The process that libclang runs in: it answers requests from standard input until that ends, pickled both ways."""

from __future__ import annotations

import pickle
import resource
import sys
import time

from thresher.engine.clang.library import parsed
from thresher.engine.clang.process import NOTHING, SECONDS, Reply, Request, send
from thresher.engine.clang.references import ClangReferences

FILE = "input"


def answer(request: Request) -> Reply:
    """Parses the text of a request."""
    with parsed(FILE, request.text, request.flags) as unit:
        if unit is None:
            return NOTHING
        errors = tuple(unit.errors())
        references = (
            ClangReferences(unit, request.text, request.spans, request.around).collected() if request.spans else None
        )
        return Reply(parsed=True, errors=errors, references=references)


def main() -> None:
    """Answers until there are no more requests."""
    while True:
        try:
            request = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        _limit_time()
        send(sys.stdout.buffer, answer(request))


def _limit_time() -> None:
    """Ends the process if the next request takes too long."""
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    soft = int(time.process_time()) + SECONDS
    if hard == resource.RLIM_INFINITY or soft < hard:
        resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))
