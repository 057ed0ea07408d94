"""Which kinds of errors a candidate has, where a checker for its language is at hand; no test is run for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from thresher.algorithms.fatal_errors import NO_ERRORS, ErrorKinds
from thresher.engine.clang.flags import LANGUAGES, STANDARDS
from thresher.engine.clang.process import ClangWorker, Request, installed
from thresher.engine.questions import digest
from thresher.formats.source.python_errors import python_error_kinds
from thresher.plan.error_check import Errors

CHECKED = ("c", "objc")  # not C++: many a text that crashes a C++ compiler is wrong anyway, and more would be left
MOST_CHECKED = 16_000  # bytes: most tests are of less, and a check takes as long as a compiler's first steps
OPTIONS = ("-w", "-ferror-limit=0", "-fsyntax-only")
_NAME_OR_NUMBER = re.compile(r"'[^']*'|\d+")


CheckedTexts = dict[tuple[str, str], ErrorKinds]
"""The errors of texts that were checked, by language and digest."""


def errors_in(language: str, flags: Sequence[str], worker: ClangWorker, checked: CheckedTexts) -> Errors | None:
    """What says which kinds of errors a text has, the same for the same text; None without a checker.

    It says nothing of large texts.
    """
    kinds = _checker(language, flags, worker)
    if kinds is None:
        return None

    def errors(text: bytes) -> ErrorKinds:
        if len(text) > MOST_CHECKED:
            return NO_ERRORS
        name = digest(text)
        found = checked.get((language, name))
        if found is None:
            checked[language, name] = found = ErrorKinds(name, kinds(text))
        return found

    return errors


def _checker(language: str, flags: Sequence[str], worker: ClangWorker) -> Callable[[bytes], frozenset[str]] | None:
    if language == "python":
        return python_error_kinds
    if language not in CHECKED or not installed():
        return None
    standard = () if any(flag.startswith("-std=") for flag in flags) else STANDARDS[language][0]
    options = (*OPTIONS, "-x", LANGUAGES[language], *standard, *flags)

    def kinds(text: bytes) -> frozenset[str]:
        errors = worker.ask(Request(text, options)).errors
        return frozenset(_NAME_OR_NUMBER.sub("_", each.message) for each in errors)

    return kinds
