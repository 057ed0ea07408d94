"""Stack frames, from whatever printed them, reduced to what stays the same when the input shrinks.

That is the names of the functions nearest to the failure. Line numbers, addresses and arguments change, frames of the
code that reports a failure are meaningless, and a recursive function is named once however deep it recurses.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from thresher.oracle.failures.normalize import INPUT, is_input

TOP = 3  # frames that identify a failure, as in fuzzers: more would split one bug, fewer would mix several

_MACHINERY = re.compile(
    r"""(?x)
    <signal\ handler\ called> | \?+ | <unknown> | _start | _?start | __libc_start\w* | __GI___libc_start\w*
    | (?:__GI_)?_*(?:raise|gsignal|kill|abort|pthread_kill\w*|assert_fail\w*|assert_perror_fail|assert)
    | __libc_message\w* | malloc_printerr | __(?:fortify|stack_chk|chk)_fail\w* | __restore_rt
    | _int_(?:free|malloc|realloc)\w* | malloc_consolidate | unlink_chunk\w*
    | (?:__GI_)?__libc_(?:free|malloc|realloc)
    # C++
    | (?:__cxxabiv1::)?__(?:terminate|cxa_\w+|unexpected)\w* | __gnu_cxx::__verbose_terminate_handler
    | std::(?:terminate|unexpected|__throw_\w+|rethrow_\w+|__glibcxx_assert_fail)
    # sanitizers
    | __(?:asan|ubsan|msan|tsan|lsan|sanitizer|interceptor|interception)\w*(?:::.*)? | ___interceptor_\w+
    | fuzzer::.*
    # LLVM and GCC
    | llvm::sys::(?:PrintStackTrace|RunSignalHandlers|CleanupOnSignal).* | PrintStackTraceSignalHandler.*
    | _ZN4llvm3sys\d+(?:PrintStackTrace|RunSignalHandlers|CleanupOnSignal)\w*
    | (?:CrashRecovery)?SignalHandler\w* | (?:\w+::)*\(anonymous\ namespace\)::CrashRecovery.*
    | CallbacksToRun | HandleCrash
    | (?:_ZN)?(?:llvm::|4llvm\d+)(?:llvm_unreachable_internal|report_fatal_error|report_bad_alloc_error).*
    | crash_signal | internal_error | fancy_abort | diagnostic_\w+ | .*_check_failed
    # Rust
    | (?:__rustc::)?rust_\w+ | (?:std|core|alloc)(?:\[\w*\])?::(?:panic\w*|sys\w*|rt|result|option|slice)::.*
    | <(?:core|std|alloc)(?:::|\[).* | rustc_driver\w*::(?:DEFAULT_HOOK|install_ice_hook|report_ice).*
    | core::(?:ops::function::.*|str::slice_error_fail\w*) | (?:std|rustc_errors)::.*(?:begin_panic|box_me_up).*
    # Go, Java, Node
    | runtime\.\w+ | panic | (?:java\.lang|jdk\.internal|sun)\.reflect\..* | java\.util\.Objects\..*
    | (?:Object\.)?Module\._\w+ | node:internal.*
    """
)
_CLONE = re.compile(r"(?:\.(?:constprop|isra|part|cold|lto_priv|llvm)(?:\.\d+)*)+$| \[clone .*?\]|\[abi:\w+\]")
_UNSTABLE = re.compile(r"::h[0-9a-f]{16}$|\[[0-9a-f]{12,16}\]|\+0x[0-9a-f]+$|/0x[0-9a-f]+|(?<=\$)\d+\b")
_QUALIFIER = re.compile(r"(?: const| volatile| &&?| noexcept)+$")


@dataclass(frozen=True, slots=True)
class Finding:
    """A failure recognized in the output: its kind, and the text that must occur again."""

    kind: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StackFrame:
    """One frame as it was printed; `path` is empty when the source is unknown."""

    function: str
    path: str = ""


def named(frame: StackFrame, hide: tuple[str, ...] = ()) -> str:
    """The text for a frame: "parse (reader.c)", or <input> if it lies in the input, whose own names may change.

    >>> named(StackFrame("read(char const*, int) const", "/src/lib/reader.cc"))
    'read (reader.cc)'
    """
    base = base_name(frame.path, hide)
    if base == INPUT:
        return INPUT
    function = plain(frame.function)
    return f"{function} ({base})" if base and function else base or function


def base_name(path: str, hide: tuple[str, ...] = ()) -> str:
    """A source file's name without its directory, or <input>."""
    return INPUT if path and is_input(path, hide) else re.split(r"[/\\]", path)[-1]


def plain(function: str) -> str:
    """A function's name without parameters, qualifiers, hashes and the compiler's suffixes.

    >>> plain("f<int>(std::vector<int> const&) const"), plain("walk.constprop.0"), plain("F::operator()(int)")
    ('f<int>', 'walk', 'F::operator()')
    """
    name = _QUALIFIER.sub("", _CLONE.sub("", _UNSTABLE.sub("", function.strip())))
    if not name.endswith(")") or name.endswith(("operator()", "(anonymous namespace)")):
        return name
    depth = 0
    for index in range(len(name) - 1, -1, -1):
        depth += (name[index] == ")") - (name[index] == "(")
        if depth == 0:
            return name[:index].rstrip() or name
    return name


def walk(frames: Iterable[StackFrame], hide: tuple[str, ...] = ()) -> Iterator[StackFrame]:
    """The meaningful frames, each once, innermost first."""
    seen: set[str] = set()
    for frame in frames:
        name = named(frame, hide)
        if name not in seen and not _MACHINERY.fullmatch(plain(frame.function)):
            seen.add(name)
            yield frame


def top(frames: Iterable[StackFrame], hide: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The frames nearest to the failure, as lines of a signature."""
    return tuple(f"in {named(frame, hide)}" for frame in walk(frames, hide))[:TOP]


def cycle(frames: Iterable[StackFrame], hide: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The frames that an endless recursion repeats, in alphabetical order.

    Where the stack ran out is chance, and so is what was called there; so only frames that occur at least half as often
    as the most frequent are kept.
    """
    own = (frame for frame in frames if not _MACHINERY.fullmatch(plain(frame.function)))
    counts = Counter(named(frame, hide) for frame in own)
    often = max(2, max(counts.values(), default=0) / 2)
    return tuple(f"in {name}" for name in sorted(counts) if counts[name] >= often)[: 3 * TOP]
