"""Transformations of C and C++ that need types and scopes, made by `clang_delta`, the program of C-Vise and C-Reduce.

It is a program of its own that has to be installed; without it nothing is done. One run of it makes one change to a
text. It was made for texts with line ends, so a text without them gets some first, and what comes back is put on as few
bytes as before: only then can be told whether it is smaller.
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

from thresher.errors import OracleBroken
from thresher.formats.source.languages import ALIASES, GRAMMARS
from thresher.formats.units.tokens import count_tokens
from thresher.kernel.place import Action, Move, Place
from thresher.kernel.probe import Probe, Search
from thresher.oracle.failures.observation import Observation
from thresher.oracle.running.limits import Limits
from thresher.oracle.running.process import run

VARIABLE = "THRESHER_CLANG_DELTA"  # names the program where it cannot be found, or an empty path to have none
PROGRAM = "clang_delta"
PLACES = ("libexec/cvise", "lib/cvise", "lib/*/cvise", "lib64/cvise", "libexec/creduce", "lib/creduce", "lib/*/creduce",
          "libexec")  # fmt: skip  # packages keep it out of the PATH; C-Vise's knows more standards
PREFIXES = ("/usr/local", "/usr")

_CLASS, _TYPEDEF = rb"\b(?:struct|class|union)\b", rb"\b(?:typedef|using)\b"
GROUPS = (
    (rb"\bnamespace\b", "remove-namespace"),
    (rb"\btemplate\b", "class-template-to-class reduce-class-template-param instantiate-template-param"
     " instantiate-template-type-param-to-int remove-trivial-base-template replace-class-with-base-template-spec"
     " simplify-recursive-template-instantiation"),
    (rb"\(", "param-to-global param-to-local"),
    (rb"\{", "local-to-global combine-local-var"),
    (rb";", "combine-global-var"),
    (_CLASS, "simplify-struct-union-decl aggregate-to-scalar empty-struct-to-int simplify-struct"),
    (rb"[^:]:[^:]", "merge-base-class remove-base-class replace-derived-class remove-unresolved-base"),
    (_CLASS, "simplify-nested-class remove-unused-outer-class"),
    (_TYPEDEF, "replace-simple-typedef replace-one-level-typedef-type replace-dependent-typedef"
     " simplify-dependent-typedef"),
    (rb"\btypename\b", "replace-dependent-name"),
    (rb"<", "template-arg-to-int template-non-type-arg-to-int"),
    (rb"\(", "replace-callexpr callexpr-to-value simplify-callexpr simple-inliner remove-nested-function"
     " replace-undefined-function replace-function-def-with-decl unify-function-decl return-void"),
    (rb"::", "move-definition-to-declaration"),
    (rb"[*&]", "remove-pointer reduce-pointer-level reduce-pointer-pairs remove-addr-taken"),
    (rb"\[", "remove-array reduce-array-dim reduce-array-size replace-array-access-with-index"
     " replace-array-index-var"),
    (rb"\bvector_size\b", "vector-to-array"),
    (rb"\bif\b", "simplify-if"),
    (rb",", "simplify-comma-expr"),
    (rb"=", "copy-propagation"),
    (rb"\btry\b", "remove-try-catch"),
    (_CLASS, "remove-unused-field"),
    (rb"\(", "remove-unused-function"),
)  # fmt: skip
"""What a text must have for some transformations, the likeliest first. Left out: what renames, grows or cuts a node."""
NEEDED = {name: needed for needed, names in GROUPS for name in names.split()}
TRANSFORMATIONS = tuple(NEEDED)

SUFFIXES = {"c": ".c", "cpp": ".cc"}
STANDARDS = ("c++2b", "c++20", "c++17", "c++14", "c++11", "c++98")  # the first one under which clang does not crash

LIMITS = Limits(seconds=10.0)
MOST_HANGS = 3  # runs stopped at their limit until the text is given up
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
    """The program that the environment names, or one in the PATH or where packages put it; None if there is none."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named) if _executable(named) else None
    in_path = shutil.which(PROGRAM)
    if in_path:
        return Path(in_path)
    places = chain.from_iterable(sorted(Path(prefix).glob(place)) for place in PLACES for prefix in PREFIXES)
    return next((place / PROGRAM for place in places if _executable(place / PROGRAM)), None)


def suffix(name: str, language: str | None) -> str | None:
    """The suffix by which clang_delta knows the language of a file; None for a language that it does not know.

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
    """How far a search has come: which transformation, which instance of it, after how many probes."""

    transformation: int = 0
    counter: int = 1
    asked: int = 0


class ClangDelta:
    """Rewrites texts with a `clang_delta`: as C if C's files end in that suffix, else as C++."""

    def __init__(self, program: Path, suffix: str) -> None:
        self._program = program
        self._is_c = suffix.lower()[1:] in GRAMMARS["c"].suffixes.split()
        self._name = "input" + SUFFIXES["c" if self._is_c else "cpp"]

    def rewrites(self, current: bytes) -> Search[bytes, bytes]:
        """The text after every change that kept the failure; each made it smaller, and each kind had its turn once.

        Asks at most two questions per token and no more than 40 in a row that miss. Runs the program once for each
        change and once for each transformation that may apply, not before a probe is pulled that may need it.
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
        """What can be made of a text from a place on; after a hit the instance is gone, so the next has its number."""
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
        """Every change from a place on: transformation, instance, and the text it leads to."""
        tight = b'R"' not in text and _tightened(text) == text  # in a raw string white space matters
        with TemporaryDirectory(prefix="thresher-") as folder:
            Path(folder, self._name).write_bytes(_loosened(text) if tight else text)
            runs = _Runs(self._program, folder, () if self._is_c else STANDARDS, self._name)
            places = range(place.transformation, len(TRANSFORMATIONS))
            possible = [each for each in places if re.search(NEEDED[TRANSFORMATIONS[each]], text)]
            names = [TRANSFORMATIONS[each] for each in possible]
            for transformation, instances in zip(possible, _ahead(runs.instances, names), strict=True):
                first = place.counter if transformation == place.transformation else 1
                for counter in range(first, instances + 1):
                    made = runs.made(TRANSFORMATIONS[transformation], counter)
                    for candidate in self._candidates(made, text) if tight else [made]:
                        yield transformation, counter, candidate

    def _candidates(self, made: bytes, text: bytes) -> Iterator[bytes]:
        """The text that was made, tight, with short names for what clang_delta named itself.

        In C, where a global without a type is an int, what was made a global is tried without its type first.
        """
        names = _short_names(made, text)
        tight = _tightened(b"".join(names.get(lexeme, lexeme) for lexeme in _LEXEME.findall(made)))
        if b"(void)" not in text:
            tight = tight.replace(b"(void)", b"()")
        if self._is_c:
            for name in names.values():
                yield re.sub(rb"(^|[;}])[^;{}=]*\b%b;" % name, rb"\1%b;" % name, tight, count=1)
        yield tight


class _Runs:
    """Runs of the program on one file, under a standard that it survives."""

    def __init__(self, program: Path, folder: str, standards: Sequence[str], name: str) -> None:
        self._program, self._folder, self._name = program, folder, name
        self._hangs = 0
        options = ((f"--std={standard}",) for standard in standards)
        query = f"--query-instances={TRANSFORMATIONS[0]}"
        self._standard: Sequence[str] = next((each for each in options if self._output(*each, query)), ())

    def instances(self, transformation: str) -> int:
        """How many changes of a kind there are to make."""
        told = re.search(rb"instances: (\d+)", self._output(*self._standard, f"--query-instances={transformation}"))
        return int(told[1]) if told else 0

    def made(self, transformation: str, counter: int) -> bytes:
        """The text after one change; nothing if the program could not make it."""
        return self._output(*self._standard, f"--transformation={transformation}", f"--counter={counter}")

    def _output(self, *arguments: str) -> bytes:
        """What a run printed; nothing if it crashed, hung or refused, and once it has hung too often."""
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
        except OracleBroken:  # it is there but does not run here: as good as none
            return None


def _ahead(ask: Callable[[str], int], names: Iterable[str]) -> Iterator[int]:
    """The answers in their order, asked for as many at a time as there are processors: most are that there is none."""
    at_once = len(os.sched_getaffinity(0))
    waiting: deque[Future[int]] = deque()
    with ThreadPoolExecutor(at_once) as threads:
        for name in names:
            waiting.append(threads.submit(ask, name))
            if len(waiting) > at_once:
                yield waiting.popleft().result()
        yield from (future.result() for future in waiting)


def _is_cut(candidate: bytes, text: bytes) -> bool:
    """Whether one stretch was taken out and nothing else was done, as removing nodes and tokens has tried."""
    pairs = enumerate(zip(candidate, text, strict=False))
    same = next((index for index, (left, right) in pairs if left != right), len(candidate))
    return text.endswith(candidate[same:])


def _loosened(text: bytes) -> bytes:
    r"""The text with white space where clang_delta needs it: else it cuts out too much, or glues words together.

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


def _tightened(text: bytes) -> bytes:
    r"""The text without the white space that nothing needs.

    >>> _tightened(b"int  x ;\n#if 1\nint y = - -x;\n")
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


def _short_names(made: bytes, before: bytes) -> dict[bytes, bytes]:
    """A letter that is free for each name that clang_delta gave, as long as there are some."""
    known, lexemes = set(_LEXEME.findall(before)), dict.fromkeys(_LEXEME.findall(made))
    free = (letter.encode() for letter in ascii_letters if letter.encode() not in known | lexemes.keys())
    invented = (lexeme for lexeme in lexemes if lexeme not in known and _INVENTED.fullmatch(lexeme))
    return dict(zip(invented, free, strict=False))
