"""Whether a candidate compiles, by libclang, for programs under test that need a text that does; no test is run for it.

Half of the candidates of a C program lack a declaration that is used. Where an added error makes the failure disappear,
as it does where the compiled program is run, such candidates cannot fail and need not be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from thresher.engine.clang.flags import LANGUAGES, STANDARDS
from thresher.engine.clang.process import ClangWorker, Request, installed
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search

MOST = 1 << 19  # bytes of a text that is checked; libclang takes as long for a larger one as many a test
ERROR = b"\nint thresher_declared = thresher_undeclared;\n"
OPTIONS = (
    "-w",
    "-ferror-limit=0",
    "-fsyntax-only",
    "-Wno-implicit-function-declaration",  # these are warnings for other compilers
    "-Wno-implicit-int",
    "-Wno-int-conversion",
    "-Wno-incompatible-function-pointer-types",
)


def knows(language: str, content: bytes) -> bool:
    """Whether texts of this language and size can be checked."""
    return language in LANGUAGES and len(content) <= MOST and installed()


def with_error(content: bytes) -> Search[bytes, bool]:
    """Whether the failure is still there when an error is added, so that texts that do not compile may fail as well."""
    hit = yield [Probe(content + ERROR, move=Move(Action.ADD_ERROR))]
    return hit is not None


@dataclass(frozen=True, eq=False)
class CompileCheck:
    """Checks candidates with the flags of the command under test."""

    worker: ClangWorker
    flags: Sequence[str] = ()

    def against(self, content: bytes, language: str) -> Callable[[bytes], bool] | None:
        """Whether a text has only such errors as this content has; None if libclang gives up on the content.

        A text on which libclang gives up passes: it may be what the compiler fails on.
        """
        given = any(flag.startswith("-std=") for flag in self.flags)
        tried = [
            (options, errors)
            for standard in ([()] if given else STANDARDS[language])
            for options in [(*OPTIONS, "-x", LANGUAGES[language], *standard, *self.flags)]
            if (errors := self._errors(content, options)) is not None
        ]
        if not tried:
            return None
        options, known = min(tried, key=lambda each: len(each[1]))

        def compiles(text: bytes) -> bool:
            errors = self._errors(text, options)
            return errors is None or errors <= known

        return compiles

    def _errors(self, text: bytes, options: tuple[str, ...]) -> frozenset[str] | None:
        reply = self.worker.ask(Request(text, options))
        return frozenset(error.message for error in reply.errors) if reply.parsed else None
