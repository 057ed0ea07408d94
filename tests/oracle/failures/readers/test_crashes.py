"""Last words of programs in many dialects."""

from __future__ import annotations

import pytest

from thresher.oracle.failures.readers.crashes import (
    find_assertion,
    find_jvm_crash,
    find_shell_word,
    find_termination,
    without_shell_words,
)

ASSERTIONS = {
    "glibc": ('tool: lib/a.c:12: f: Assertion `n > 0 && "some"\' failed.', ('assertion n > 0 && "some"', "in f (a.c)")),
    "C++": (
        "tool: lib/a.cc:12: int ns::C::f(int, char*) const [with T = int]: Assertion `x' failed.",
        ("assertion x", "in int ns::C::f (a.cc)"),
    ),
    "libstdc++": (
        "/usr/include/c++/12/bits/stl_vector.h:1123: T& std::vector<T>::at(size_t): Assertion '__n < size()' failed.",
        ("assertion __n < size()", "in T& std::vector<T>::at (stl_vector.h)"),
    ),
    "musl": ("Assertion failed: n > 0 (lib/a.c: f: 12)", ("assertion n > 0", "in f (a.c)")),
    "BSD": ("Assertion failed: (n > 0), function f, file lib/a.c, line 12.", ("assertion n > 0", "in f (a.c)")),
    "Microsoft": ("Assertion failed: n > 0, file C:\\lib\\a.c, line 12", ("assertion n > 0", "in a.c")),
    "GLib": ("ERROR:lib/a.c:12:f: assertion failed: (n > 0)", ("assertion (n > 0)", "in f (a.c)")),
    "Mozilla": ("Assertion failure: mOk (no way), at lib/A.cpp:12", ("assertion mOk", "in A.cpp")),
    "Qt": ('ASSERT: "n > 0" in file lib/a.cpp, line 12', ("assertion n > 0", "in a.cpp")),
    "glog": ("F0501 10:00:01.123456 4711 a.cc:12] Check failed: n > 0 (-1 vs. 0) ", ("assertion n > 0", "in a.cc")),
    "V8": ("# Fatal error in ../src/a.cc, line 12\n# Debug check failed: n > 0.", ("assertion n > 0",)),
}


@pytest.mark.parametrize(("text", "lines"), ASSERTIONS.values(), ids=ASSERTIONS)
def test_assertions(text: str, lines: tuple[str, ...]) -> None:
    finding = find_assertion(f"reading on\n{text}\nAborted\n")
    assert finding is not None
    assert finding.lines == lines


def test_an_assertion_in_the_input_itself() -> None:
    finding = find_assertion("a.out: /w/case.c:12: f: Assertion `x' failed.\n", ("/w/case.c",))
    assert finding is not None
    assert finding.lines == ("assertion x", "in <input>")


@pytest.mark.parametrize(
    "text", ["", "all assertions hold\n", "error: static assertion failed: no\n", "AssertionError: 3\n"]
)
def test_lines_that_are_not_assertions(text: str) -> None:
    assert find_assertion(text) is None


TERMINATIONS = {
    "terminate called after throwing an instance of 'E'\n  what():  no 'x' in 3\n": (
        "terminate called after throwing an instance of 'E'",
        "what(): no <name> in <number>",
    ),
    "terminate called after throwing an instance of 'int'\n": ("terminate called after throwing an instance of 'int'",),
    "terminate called without an active exception\n": ("terminate called without an active exception",),
    "pure virtual method called\n": ("pure virtual method called",),
    "libc++abi: terminating due to uncaught exception of type E: no 3\n": (
        "terminating due to uncaught exception of type E: no <number>",
    ),
    "*** stack smashing detected ***: terminated\n": ("stack smashing detected",),
    "*** Error in `tool': double free or corruption (out): 0x00007f ***\n": ("double free or corruption",),
    "free(): invalid pointer\n": ("free(): invalid pointer",),
    "corrupted size vs. prev_size\n": ("corrupted size vs. prev_size",),
}


@pytest.mark.parametrize(("text", "lines"), TERMINATIONS.items(), ids=TERMINATIONS)
def test_terminations(text: str, lines: tuple[str, ...]) -> None:
    finding = find_termination(f"reading on\n{text}")
    assert finding is not None
    assert finding.lines == lines


def test_an_internal_error_of_the_java_virtual_machine() -> None:
    report = (
        "# A fatal error has been detected by the Java Runtime Environment:\n#\n"
        "#  Internal Error (/build/src/compile.cpp:512), pid=12, tid=13\n#  assert(n < 3) failed: too many\n#\n"
    )
    finding = find_jvm_crash(report)
    assert finding is not None
    assert finding.lines == ("Java virtual machine: Internal Error", "in compile.cpp", "assert(…) failed: too many")
    assert find_jvm_crash("fine\n") is None


SHELL = [
    "run.sh: line 3: 12345 Segmentation fault      (core dumped) ./tool x",
    "Segmentation fault (core dumped)",
    "Segmentation fault",
    "bash: line 1:  4570 Segmentation fault      ./tool",
    "[1]    4570 Segmentation fault  ./tool",
]


@pytest.mark.parametrize("line", SHELL)
def test_shells(line: str) -> None:
    finding = find_shell_word(f"before\n{line}\nafter\n")
    assert finding is not None
    assert finding.lines == ("Segmentation fault",)
    assert without_shell_words(f"before\n{line}\nafter") == "before\n\nafter"
    assert find_shell_word("a Segmentation faulty thing, Aborted\n") is None
