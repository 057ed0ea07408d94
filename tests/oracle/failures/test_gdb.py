"""Real programs under the real gdb: the end, the output and the place of the crash."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.oracle.programs import compiled, needs, observed
from thresher.errors import OracleBroken
from thresher.oracle.failures.gdb import gdb_command, parse_backtrace, unwrapped
from thresher.oracle.failures.observation import Observation

SOURCE = r"""
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int deep(int n) { volatile char room[1000]; room[0] = n; return deep(n + 1) + room[0]; }
static void inner(int *p) { *p = 3; }
static void outer(int *p) { inner(p); }
static sigjmp_buf back;
static void handler(int number) { siglongjmp(back, 1); }
static int stdin_length(void) { int n = 0; while (getchar() != EOF) n++; return n; }
int main(int argc, char **argv) {
  const char *what = argv[1];
  printf("[%s]\n", argv[argc - 1]); fflush(stdout);
  if (!strcmp(what, "segv")) outer(0);
  if (!strcmp(what, "abort")) abort();
  if (!strcmp(what, "assert")) assert(argc == 99);
  if (!strcmp(what, "exit")) return 3;
  if (!strcmp(what, "deep")) return deep(0);
  if (!strcmp(what, "stdin")) { if (stdin_length() > 3) abort(); }
  if (!strcmp(what, "trap")) raise(SIGTRAP);
  if (!strcmp(what, "term")) raise(SIGTERM);
  if (!strcmp(what, "usr1")) { signal(SIGUSR1, SIG_IGN); raise(SIGUSR1); }
  if (!strcmp(what, "handled")) {
    signal(SIGSEGV, handler);
    for (volatile int i = 0; i < 5; i++) if (!sigsetjmp(back, 1)) outer(0);
  }
  fputs("no newline", stderr);
  printf("end"); return 0;
}
"""

pytestmark = needs("gcc", "gdb")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(tmp_path_factory.mktemp("gdb"), SOURCE)


def under_gdb(*argv: str | Path, stdin: bytes = b"") -> Observation:
    return unwrapped(observed(gdb_command([str(part) for part in argv]), stdin=stdin))


@pytest.mark.parametrize(
    ("what", "code", "signal", "frames"),
    [
        ("segv", None, 11, ("inner (program.c)", "outer (program.c)", "main (program.c)")),
        ("abort", None, 6, ("main (program.c)",)),
        ("assert", None, 6, ("main (program.c)",)),
        ("deep", None, 11, ("deep (program.c)",)),
        ("trap", None, 5, ("main (program.c)",)),
        ("term", None, 15, ()),
        ("exit", 3, None, ()),
        ("usr1", 0, None, ()),
        ("handled", 0, None, ()),
        ("fine", 0, None, ()),
    ],
)
def test_how_and_where_it_ended(
    program: Path, what: str, code: int | None, signal: int | None, frames: tuple[str, ...]
) -> None:
    run = under_gdb(program, what)
    assert (run.exit_code, run.signal) == (code, signal)
    assert run.backtrace[: len(frames)] == frames
    assert bool(run.backtrace) == bool(frames)


@pytest.mark.parametrize("what", ["segv", "assert", "exit", "usr1", "handled", "fine"])
def test_the_output_is_the_program_s_own(program: Path, what: str) -> None:
    plain, debugged = observed([program, what]), under_gdb(program, what)
    assert (debugged.stdout, debugged.stderr) == (plain.stdout, plain.stderr)
    assert (debugged.exit_code, debugged.signal) == (plain.exit_code, plain.signal)


def test_arguments_arrive_as_they_are(program: Path) -> None:
    for argument in ("a b", "x\"y$HOME*'z", "`id`", "\\n", "-ex", "é"):
        assert under_gdb(program, "fine", argument).stdout == f"[{argument}]\nend".encode()


def test_standard_input_is_the_program_s(program: Path) -> None:
    assert under_gdb(program, "stdin", stdin=b"abc").exit_code == 0
    assert under_gdb(program, "stdin", stdin=b"abcd").signal == 6


def test_programs_from_the_path() -> None:
    assert under_gdb("true").exit_code == 0
    assert under_gdb("false").exit_code == 1


def test_a_script_cannot_be_debugged(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("#!/bin/sh\nexit 0\n")
    script.chmod(0o755)
    with pytest.raises(OracleBroken, match="must start a binary"):
        under_gdb(script)


def test_a_run_that_was_cut_short_is_left_as_it_is() -> None:
    run = Observation(None, 9, b"half a line", b"", timed_out=True)
    assert unwrapped(run) == run


BACKTRACE = rb"""
#0  __pthread_kill_implementation (threadid=<optimized out>, signo=6) at ./nptl/pthread_kill.c:44
#1  0x00007ffff7e5ff4f in __GI_abort () at ./stdlib/abort.c:79
#2  0x00007ffff7dfb395 in __assert_fail_base (fmt=0x7f "%s (%s)", file=0x55 "a b.c") at ./assert/assert.c:94
#3  0x00007ffff7dfb395 in ?? () from /lib/x86_64-linux-gnu/libfoo.so.1
#4  0x0000555555555291 in ns::Table<int, void (int)>::find<char> (this=0x0, s="(") at ../src/my dir/table.h:12
#5  0x0000555555555291 in (anonymous namespace)::Reader::operator() (this=0x1) at reader.cc:3
#6  0x0000555555555291 in walk(Node*) ()
#7  0x0000555555555291 in walk(Node*) ()
#8  0x0000555555555291 in visit (n=...) at walk.cc:9
#9  0x0000555555555291 in walk(Node*) ()
#10 <signal handler called>
#11 0x0000555555555291 in operator< <int> (a=1, b=2) at less.h:1
#12 main (argc=2) at main.c:80
(More stack frames follow...)
"""


def test_frames_as_gdb_prints_them() -> None:
    assert parse_backtrace(BACKTRACE) == (
        "ns::Table<int, void (int)>::find<char> (table.h)",
        "(anonymous namespace)::Reader::operator() (reader.cc)",
        "walk",
        "visit (walk.cc)",
        "operator< <int> (less.h)",
        "main (main.c)",
    )
    assert parse_backtrace(b"No stack.\n") == ()


def test_frames_of_system_libraries_are_left_out() -> None:
    strlen = b"#0  __strlen_avx2 () at ../sysdeps/x86_64/multiarch/strlen-avx2.S:76\n"
    printf = b"#1  0x7f in __vfprintf_internal () from /lib/x86_64-linux-gnu/libc.so.6\n"
    own = b"#2  0x55 in show (s=0x0) at show.c:3\n#3  0x7e in load () from /home/me/libmine.so\n"
    assert parse_backtrace(strlen + printf + own) == ("show (show.c)", "load")
    assert parse_backtrace(printf) == ("__vfprintf_internal",)


def test_where_a_recursion_ran_out_of_stack_is_left_out() -> None:
    frames = [b"f", b"g"] * 120
    frames[0] = b"leaf"
    output = b"".join(b"#%d  0x55 in %s () at a.c:1\n" % (at, name) for at, name in enumerate(frames))
    assert parse_backtrace(output) == ("f (a.c)", "g (a.c)")


def test_a_backtrace_is_cut() -> None:
    assert len(parse_backtrace(b"".join(b"#%d  f%d () at a.c:1\n" % (n, n) for n in range(30)))) == 10
