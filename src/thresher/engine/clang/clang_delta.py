"""Transformations of C and C++ that need types and scopes, made by `clang_delta`, the program of C-Vise and C-Reduce.

The program has to be installed separately; without it nothing is done. One run makes one change to a text. It expects
texts with line breaks, so a text without them gets some first, and they are removed from the output again: only then
the sizes can be compared.
"""

from __future__ import annotations

import os
import re
import shutil
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from string import ascii_letters
from tempfile import TemporaryDirectory

from thresher.engine.clang.clang_transformations import NEEDED, TRANSFORMATIONS
from thresher.errors import OracleBroken
from thresher.formats.source.languages import ALIASES, GRAMMARS
from thresher.formats.units.tokens import count_tokens
from thresher.kernel.place import Action, Move, Place
from thresher.kernel.probe import Probe, Search
from thresher.oracle.failures.observation import Observation
from thresher.oracle.running.limits import Limits
from thresher.oracle.running.process import run

VARIABLE = "THRESHER_CLANG_DELTA"  # the path of the program; empty to use none
PROGRAM = "clang_delta"
PLACES = ("libexec/cvise", "lib/cvise", "lib/*/cvise", "lib64/cvise", "libexec/creduce", "lib/creduce", "lib/*/creduce",
          "libexec")  # fmt: skip  # packages keep it out of the PATH; C-Vise's knows more standards
PREFIXES = ("/usr/local", "/usr")

SUFFIXES = {"c": ".c", "cpp": ".cc"}
STANDARDS = ("c++2b", "c++20", "c++17", "c++14", "c++11", "c++98")  # the first one under which clang does not crash

LIMITS = Limits(seconds=10.0)
MOST_HANGS = 3  # runs stopped by the time limit, after which the text is given up
MISS_LIMIT = 40  # misses in a row
PER_TOKEN = 2  # probes at most

_LEXEME = re.compile(
    rb"""
      ^[ \t]*\#(?:\\\r?\n|[^\n])*\n? | //[^\n]*\n?       # a whole line
    | /\*.*?\*/
    | [\w$\x80-\xff]+
    | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*'
    | [ \t\r\f\v]+ | \n
    | .
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_GLUED = re.compile(rb"[\w$\x80-\xff]{2}|([-+&|<>=:./#])\1|[-+*/%&|^<>!]=|->|/\*|<[:%]|[%:]>|%:|\.\*")  # has a meaning
_APART = re.compile(rb"[>)\]][\w$\x80-\xff]|[\w$\x80-\xff][*&]")
_INVENTED = re.compile(rb"(?!\w*_t$)(?:[A-Za-z]\w*[_\d]\w*|__trans_tmp_\d+)")  # the names that clang_delta gives


def find() -> Path | None:
    """The program named by the environment, or found in the PATH or where packages install it, if any."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named) if _executable(named) else None
    in_path = shutil.which(PROGRAM)
    if in_path:
        return Path(in_path)
    places = chain.from_iterable(sorted(Path(prefix).glob(place)) for place in PLACES for prefix in PREFIXES)
    return next((place / PROGRAM for place in places if _executable(place / PROGRAM)), None)


def suffix(name: str, language: str | None) -> str | None:
    """The file suffix by which clang_delta recognizes the language; None for a language that it does not support.

    >>> suffix("a.hpp", None), suffix("a.h", None), suffix("a.h", "c++")
    ('.cc', '.c', '.cc')
    """
    if language is None:
        ending = Path(name).suffix.lower()[1:]
        return next((own for each, own in SUFFIXES.items() if ending in GRAMMARS[each].suffixes.split()), None)
    return SUFFIXES.get(ALIASES.get(language.lower(), language.lower()))


def _executable(path: str | Path) -> bool:
    return os.path.isfile(path) and os.access(path, os.X_OK)


_LIST = Place(PROGRAM, PROGRAM, PROGRAM)


@dataclass(frozen=True, slots=True)
class _Place:
    """The position of a search: transformation, instance of it, and number of probes so far."""

    transformation: int = 0
    counter: int = 1
    asked: int = 0


class ClangDelta:
    """Rewrites texts with `clang_delta`: as C if the suffix is one of C's, else as C++."""

    def __init__(self, program: Path, suffix: str) -> None:
        self._program = program
        self._is_c = suffix.lower()[1:] in GRAMMARS["c"].suffixes.split()
        self._name = "input" + SUFFIXES["c" if self._is_c else "cpp"]

    def rewrites(self, current: bytes) -> Search[bytes, bytes]:
        """The text after every change that kept the failure; each made it smaller, and each transformation was tried
        once.

        Asks at most two questions per token, and stops after 40 misses in a row. Runs the program once for each change
        and once for each transformation that may apply, and not before a probe is pulled that may need it.
        """
        best, place, most = current, _Place(), PER_TOKEN * count_tokens(current)
        while True:
            probes = self._probes(best, place, most)
            hit = yield probes
            probes.close()
            if hit is None:
                return best
            assert isinstance(hit.origin, _Place)
            best, place = hit.candidate, hit.origin

    def _probes(self, text: bytes, place: _Place, most: int) -> Generator[Probe[bytes], None, None]:
        """Candidates from a position on; after a hit the instance is gone, so the next one has its number."""
        seen, last = {text}, min(place.asked + MISS_LIMIT, most)
        asked = place.asked
        for transformation, counter, candidate in self._changes(text, place):
            if asked >= last:
                return
            if candidate not in seen and 0 < len(candidate) < len(text) and not _is_cut(candidate, text):
                seen.add(candidate)
                asked += 1
                move = Move(Action.CLANG_DELTA, (transformation,), (TRANSFORMATIONS[transformation],))
                yield Probe(candidate, move=move, origin=_Place(transformation, counter, asked), place=_LIST)

    def _changes(self, text: bytes, place: _Place) -> Iterator[tuple[int, int, bytes]]:
        """Every change from a position on: transformation, instance, and the resulting text."""
        tight = b'R"' not in text and tightened(text) == text  # in a raw string white space matters
        with TemporaryDirectory(prefix="thresher-") as folder:
            Path(folder, self._name).write_bytes(_loosened(text) if tight else text)
            runs = _Runs(self._program, folder, () if self._is_c else STANDARDS, self._name)
            places = range(place.transformation, len(TRANSFORMATIONS))
            possible = [each for each in places if re.search(NEEDED[TRANSFORMATIONS[each]], text)]
            names = [TRANSFORMATIONS[each] for each in possible]
            for transformation, instances in zip(possible, _ahead(runs.instances, names), strict=True):
                first = place.counter if transformation == place.transformation else 1
                for counter in range(first, instances + 1):
                    text_after = runs.transformed(TRANSFORMATIONS[transformation], counter)
                    for candidate in self._candidates(text_after, text) if tight else [text_after]:
                        yield transformation, counter, candidate

    def _candidates(self, output: bytes, text: bytes) -> Iterator[bytes]:
        """The output without needless white space, with short names for the names that clang_delta invented.

        In C, where a global without a type is an int, a new global is tried without its type first.
        """
        names = _short_names(output, text)
        tight = tightened(b"".join(names.get(lexeme, lexeme) for lexeme in _LEXEME.findall(output)))
        if b"(void)" not in text:
            tight = tight.replace(b"(void)", b"()")
        if self._is_c:
            for name in names.values():
                yield re.sub(rb"(^|[;}])[^;{}=]*\b%b;" % name, rb"\1%b;" % name, tight, count=1)
        yield tight


class _Runs:
    """Runs of the program on one file, under a language standard with which it does not crash."""

    def __init__(self, program: Path, folder: str, standards: Sequence[str], name: str) -> None:
        self._program, self._folder, self._name = program, folder, name
        self._hangs = 0
        options = ((f"--std={standard}",) for standard in standards)
        query = f"--query-instances={TRANSFORMATIONS[0]}"
        self._standard: Sequence[str] = next((each for each in options if self._output(*each, query)), ())

    def instances(self, transformation: str) -> int:
        """The number of changes that a transformation can make."""
        count = re.search(rb"instances: (\d+)", self._output(*self._standard, f"--query-instances={transformation}"))
        return int(count[1]) if count else 0

    def transformed(self, transformation: str, counter: int) -> bytes:
        """The text after one change; empty if the program could not make it."""
        return self._output(*self._standard, f"--transformation={transformation}", f"--counter={counter}")

    def _output(self, *arguments: str) -> bytes:
        """The output of a run; empty if it crashed, timed out or refused, or after too many timeouts."""
        if self._hangs >= MOST_HANGS:
            return b""
        seen = self._run([str(self._program), *arguments, self._name])
        if seen is None:
            return b""
        self._hangs += seen.timed_out
        return b"" if seen.failed else seen.stdout

    def _run(self, argv: Sequence[str]) -> Observation | None:
        environment = {**os.environ, "LLVM_DISABLE_SYMBOLIZATION": "1", "LLVM_DISABLE_CRASH_REPORT": "1"}
        try:
            return run(argv, directory=self._folder, environment=environment, limits=LIMITS)
        except OracleBroken:  # it is installed but does not run here: the same as none
            return None


def _ahead(ask: Callable[[str], int], names: Iterable[str]) -> Iterator[int]:
    """The answers in order, computed in parallel on all processors: most transformations have no instance."""
    at_once = len(os.sched_getaffinity(0))
    waiting: deque[Future[int]] = deque()
    with ThreadPoolExecutor(at_once) as threads:
        for name in names:
            waiting.append(threads.submit(ask, name))
            if len(waiting) > at_once:
                yield waiting.popleft().result()
        yield from (future.result() for future in waiting)


def _is_cut(candidate: bytes, text: bytes) -> bool:
    """Whether the candidate is the text with one range removed, which removing nodes and tokens has tried already."""
    pairs = enumerate(zip(candidate, text, strict=False))
    same = next((index for index, (left, right) in pairs if left != right), len(candidate))
    return text.endswith(candidate[same:])


def _loosened(text: bytes) -> bytes:
    r"""The text with white space where clang_delta needs it: otherwise it cuts out too much, or joins words.

    >>> _loosened(b"A<int>a;int*b;")
    b'A<int> a;\nint *b;\n'
    """
    loose, before = bytearray(), b""
    for lexeme in _LEXEME.findall(text):
        if _APART.fullmatch(before[-1:] + lexeme[:1]):
            loose += b" "
        loose += lexeme
        if lexeme in (b";", b"{", b"}"):
            loose += b"\n"
        before = lexeme
    return bytes(loose)


def tightened(text: bytes) -> bytes:
    r"""The text without unnecessary white space.

    >>> tightened(b"int  x ;\n#if 1\nint y = - -x;\n")
    b'int x;\n#if 1\nint y=- -x;'
    """
    kept = bytearray()
    gap = False
    for lexeme in _LEXEME.findall(text):
        if lexeme.isspace():
            gap = True
            continue
        left, right = bytes(kept[-1:]), lexeme[:1]
        if len(lexeme) > 1 and lexeme.lstrip()[:1] == b"#" and left not in (b"", b"\n"):
            kept += b"\n"
        elif gap and _GLUED.match(left + right):
            kept += b" "
        kept += lexeme
        gap = False
    return bytes(kept)


def _short_names(output: bytes, before: bytes) -> dict[bytes, bytes]:
    """An unused letter for each name that clang_delta invented, as far as letters are available."""
    known, lexemes = set(_LEXEME.findall(before)), dict.fromkeys(_LEXEME.findall(output))
    free = (letter.encode() for letter in ascii_letters if letter.encode() not in known | lexemes.keys())
    invented = (lexeme for lexeme in lexemes if lexeme not in known and _INVENTED.fullmatch(lexeme))
    return dict(zip(invented, free, strict=False))
