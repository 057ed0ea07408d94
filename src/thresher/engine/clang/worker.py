"""The process that libclang runs in: it answers requests from standard input until that ends, pickled both ways."""

from __future__ import annotations

import pickle
import sys

from thresher.engine.clang.library import parsed
from thresher.engine.clang.process import NOTHING, Reply, Request, send
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
        send(sys.stdout.buffer, answer(request))
