"""Which kinds of errors a candidate has, where a checker for its language is at hand; no test is run for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache

from thresher.algorithms.fatal_errors import NO_ERRORS, ErrorKinds
from thresher.engine.clang.flags import LANGUAGES, STANDARDS, builtin_headers
from thresher.engine.clang.linking import LINKED, UNDEFINED, Linking, has_main
from thresher.engine.clang.process import ClangWorker, Request, installed
from thresher.engine.questions import digest
from thresher.formats.source.python_errors import python_error_kinds
from thresher.plan.error_check import Errors

MOST_CHECKED = 16_000  # bytes: most tests are of less, and a check takes as long as a compiler's first steps
MOST_COMPILED = 1 << 19  # bytes of a text that must compile; libclang takes as long for a larger one as many a test
UNDECLARED = b"\nint thresher_declared = thresher_undeclared;\n"
QUIET, ONLY_ERRORS = "-w", "-Wno-everything"  # the first also silences warnings that are errors by a flag
FATAL = "-Werror="
OPTIONS = (
    "-ferror-limit=0",
    "-fsyntax-only",
    "-Wno-implicit-function-declaration",  # these are warnings for other compilers
    "-Wno-implicit-int",
    "-Wno-int-conversion",
    "-Wno-incompatible-function-pointer-types",
)
CPP = frozenset({"cpp", "cuda"})  # many a text that crashes such a compiler is wrong anyway, in several ways
GAVE_UP = frozenset({"libclang gave up"})
NOT_LINKED = frozenset({"no main function, or a function is called and not defined"})
_NAME_OR_NUMBER = re.compile(r"'[^']*'|\d+")


@dataclass(frozen=True, slots=True)
class Checker:
    """Says which kinds of errors a text has, the same for the same text.

    `with_error` is a content with an error added; empty where that shows nothing, as in Python, where all before the
    error runs. `linking` has what it defines, if it is a program that a linker has to complete. If `can_be_learned`,
    misses show which kinds are fatal.
    """

    content: bytes
    kinds: Errors
    with_error: Callable[[], bytes]
    can_be_learned: bool
    linking: Linking | None = None

    def with_undefined(self) -> bytes:
        """The content that uses a function that is not defined; empty if it is not a program."""
        return b"" if self.linking is None else self.content + UNDEFINED

    def errors(self, *, must_compile: bool, must_link: bool = False) -> Errors:
        """What says which kinds of errors a text has; nothing of a large one, unless texts must compile."""
        most = MOST_COMPILED if must_compile else MOST_CHECKED
        linking = self.linking if must_link else None

        def errors(text: bytes) -> ErrorKinds:
            if len(text) > most:
                return NO_ERRORS
            if linking is not None and not linking.allows(text):
                return ErrorKinds(digest(text), NOT_LINKED)
            return self.kinds(text)

        return errors


@dataclass(eq=False)
class Checkers:
    """The checkers of a session, which know the `flags` of the command under test; they remember what they found."""

    worker: ClangWorker
    flags: Sequence[str] = ()
    _known: dict[tuple[str, ...], ErrorKinds] = field(default_factory=dict)

    def for_content(self, language: str, content: bytes) -> Checker | None:
        """For texts that are made from a content; None without a checker for the language."""
        if language == "python":
            return Checker(content, self._python, bytes, can_be_learned=True)
        if language not in LANGUAGES or not installed():
            return None
        options = cache(lambda: self._options(language, content))

        def with_error() -> bytes:
            checked = len(content) <= MOST_COMPILED and self._clang(content, options()).kinds != GAVE_UP
            return content + UNDECLARED if checked else b""

        def kinds(text: bytes) -> ErrorKinds:
            found = self._clang(text, options())
            return NO_ERRORS if found.kinds == GAVE_UP else found  # it may be what the compiler fails on

        linking = Linking.of(content) if language in LINKED and has_main(content) else None
        return Checker(content, kinds, with_error, can_be_learned=language not in CPP, linking=linking)

    def _options(self, language: str, content: bytes) -> tuple[str, ...]:
        """The options for a language, with the standard that a content has the fewest errors in."""
        standards = [()] if any(flag.startswith("-std=") for flag in self.flags) else STANDARDS[language]
        quiet = ONLY_ERRORS if any(flag.startswith(FATAL) for flag in self.flags) else QUIET
        common = (quiet, *OPTIONS, *builtin_headers(), "-x", LANGUAGES[language])
        tried = [(*common, *standard, *self.flags) for standard in standards]
        if not tried[1:] or len(content) > MOST_COMPILED:
            return tried[0]
        return min(tried, key=lambda options: len(self._clang(content, options).kinds))

    def _python(self, text: bytes) -> ErrorKinds:
        return self._cached(text, ("python",), lambda: python_error_kinds(text))

    def _clang(self, text: bytes, options: tuple[str, ...]) -> ErrorKinds:
        def kinds() -> frozenset[str]:
            reply = self.worker.ask(Request(text, options))
            return (
                frozenset(_NAME_OR_NUMBER.sub("_", each.message) for each in reply.errors) if reply.parsed else GAVE_UP
            )

        return self._cached(text, options, kinds)

    def _cached(self, text: bytes, by: tuple[str, ...], kinds: Callable[[], frozenset[str]]) -> ErrorKinds:
        name = digest(text)
        found = self._known.get((name, *by))
        if found is None:
            self._known[name, *by] = found = ErrorKinds(name, kinds())
        return found
