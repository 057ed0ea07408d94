"""Which runs are FAIL, PASS and UNRESOLVED, and for which reasons."""

from __future__ import annotations

import pickle
import re
from dataclasses import replace

import pytest

from thresher.errors import UsageError
from thresher.kernel.outcome import Outcome
from thresher.oracle.failures.criterion import Criterion, ExitZero, Learned, Stated, parse_pattern, slip_of
from thresher.oracle.failures.observation import Observation
from thresher.oracle.failures.signature import learn

FINE = Observation(0, None, b"done\n", b"")
SEGV = Observation(None, 11, b"", b"")
ABORT = Observation(None, 6, b"", b"")
BAD = Observation(1, None, b"", b"case.c:3:1: error: expected expression before 'x'\n")
WORSE = Observation(1, None, b"", b"case.c:9:1: error: unknown type name 'y'\n")
HANG = Observation(None, 9, b"", b"", timed_out=True, seconds=5.0)
GREEDY = Observation(None, 9, b"", b"", limit="memory")
BIG_FILE = Observation(None, 25, b"", b"", limit="file size")


def learned(run: Observation) -> Learned:
    return Learned(learn(run, ("case.c",)), ("case.c",))


def verdict(criterion: Criterion, run: Observation) -> tuple[Outcome, str]:
    judged = criterion.judge(run)
    return judged.outcome, judged.reason


TABLE = [
    (learned(SEGV), SEGV, Outcome.FAIL, "SIGSEGV"),
    (learned(SEGV), FINE, Outcome.PASS, "exit 0"),
    (learned(SEGV), ABORT, Outcome.UNRESOLVED, "other failure: SIGABRT"),
    (learned(SEGV), BAD, Outcome.UNRESOLVED, "rejected: exit 1: error: expected expression before <name>"),
    (learned(SEGV), HANG, Outcome.UNRESOLVED, "timed out"),
    (learned(SEGV), GREEDY, Outcome.UNRESOLVED, "memory limit"),
    (learned(SEGV), BIG_FILE, Outcome.UNRESOLVED, "file size limit"),
    (learned(BAD), BAD, Outcome.FAIL, "exit 1: error: expected expression before <name>"),
    (learned(BAD), WORSE, Outcome.UNRESOLVED, "rejected: exit 1: error: unknown type name <name>"),
    (learned(HANG), HANG, Outcome.FAIL, "timed out"),
    (learned(HANG), FINE, Outcome.PASS, "exit 0"),
    (learned(FINE), FINE, Outcome.PASS, "exit 0"),
    (Stated(), SEGV, Outcome.FAIL, "SIGSEGV"),
    (Stated(), FINE, Outcome.PASS, "exit 0"),
    (Stated(exit_code=1), BAD, Outcome.FAIL, "exit 1"),
    (Stated(exit_code=2), BAD, Outcome.UNRESOLVED, "rejected: exit 1: error: expected expression before <name>"),
    (Stated(exit_code=2), FINE, Outcome.PASS, "exit 0"),
    (Stated(exit_code=0), FINE, Outcome.FAIL, "exit 0"),
    (Stated(signal=11), SEGV, Outcome.FAIL, "SIGSEGV"),
    (Stated(signal=11), replace(FINE, exit_code=139), Outcome.FAIL, "exit 139 (SIGSEGV)"),
    (Stated(signal=11), ABORT, Outcome.UNRESOLVED, "other failure: SIGABRT"),
    (Stated(stdout=parse_pattern("^done$")), FINE, Outcome.FAIL, "exit 0"),
    (Stated(stdout=parse_pattern("^undone$")), FINE, Outcome.PASS, "exit 0"),
    (Stated(stdout=parse_pattern("done")), SEGV, Outcome.UNRESOLVED, "other failure: SIGSEGV"),
    (Stated(stderr=parse_pattern("unknown type")), WORSE, Outcome.FAIL, "exit 1"),
    (Stated(exit_code=1, stderr=parse_pattern("expected")), BAD, Outcome.FAIL, "exit 1"),
    (Stated(not_stdout=parse_pattern("done")), FINE, Outcome.PASS, "exit 0"),
    (Stated(not_stderr=parse_pattern("warning"), exit_code=1), BAD, Outcome.FAIL, "exit 1"),
    (Stated(hang=5), HANG, Outcome.FAIL, "timed out"),
    (Stated(hang=5), replace(FINE, seconds=6.0), Outcome.FAIL, "exit 0"),
    (Stated(hang=5), FINE, Outcome.PASS, "exit 0"),
    (Stated(exit_code=1), HANG, Outcome.UNRESOLVED, "timed out"),
    (Stated(exit_code=1), GREEDY, Outcome.UNRESOLVED, "memory limit"),
    (Stated(not_stdout=parse_pattern("x")), HANG, Outcome.UNRESOLVED, "timed out"),
    (ExitZero(), FINE, Outcome.FAIL, "exit 0"),
    (ExitZero(), BAD, Outcome.PASS, "exit 1"),
    (ExitZero(), SEGV, Outcome.PASS, "SIGSEGV"),
    (ExitZero(), replace(FINE, exit_code=125), Outcome.UNRESOLVED, "cannot tell"),
    (ExitZero(), HANG, Outcome.UNRESOLVED, "timed out"),
    (ExitZero(), GREEDY, Outcome.UNRESOLVED, "memory limit"),
]


@pytest.mark.parametrize(("criterion", "run", "outcome", "reason"), TABLE)
def test_verdicts(criterion: Criterion, run: Observation, outcome: Outcome, reason: str) -> None:
    assert verdict(criterion, run) == (outcome, reason)


@pytest.mark.parametrize(("criterion", "run", "outcome", "reason"), TABLE)
def test_a_slip_is_named_exactly_for_another_failure(
    criterion: Criterion, run: Observation, outcome: Outcome, reason: str
) -> None:
    slip = criterion.slip(run)
    assert (slip is not None) is reason.startswith(("other failure", "rejected"))
    assert (slip is not None) <= (outcome is Outcome.UNRESOLVED)
    assert slip is None or slip.bug is reason.startswith("other failure")


@pytest.mark.parametrize("criterion", {id(row[0]): row[0] for row in TABLE}.values())
def test_criteria_can_be_described_and_sent_to_another_process(criterion: Criterion) -> None:
    assert criterion.describe()
    assert pickle.loads(pickle.dumps(criterion)) == criterion


def test_output_on_exit_0_can_be_the_failure() -> None:
    report = Observation(0, None, b"", b"/src/a.c:3:1: runtime error: shift exponent 64 is too large\n")
    other = Observation(0, None, b"", b"/src/a.c:3:1: runtime error: division by zero\n")
    assert verdict(learned(report), report)[0] is Outcome.FAIL
    assert verdict(learned(report), FINE) == (Outcome.PASS, "exit 0")
    assert verdict(learned(report), other)[0] is Outcome.UNRESOLVED
    assert verdict(learned(SEGV), report) == (Outcome.PASS, "exit 0")


def test_the_innermost_frames_must_be_found_again() -> None:
    criterion = Stated(same_backtrace=("f (a.c)", "g (a.c)"))
    crash = replace(SEGV, backtrace=("f (a.c)", "g (a.c)", "main (a.c)"))
    assert verdict(criterion, crash)[0] is Outcome.FAIL
    assert verdict(criterion, replace(crash, backtrace=("f (a.c)", "main (a.c)")))[0] is Outcome.UNRESOLVED
    assert verdict(criterion, SEGV)[0] is Outcome.UNRESOLVED
    assert criterion.describe() == ["at the crash: f (a.c) < g (a.c)"]


def test_everything_stated_is_described() -> None:
    pattern = parse_pattern("^x")
    criterion = Stated(1, 11, pattern, pattern, pattern, pattern, ("f",), 2.5)
    assert criterion.describe() == [
        "the program ends with exit code 1",
        "the program is ended by SIGSEGV",
        "its standard output matches ^x",
        "its standard error matches ^x",
        "its standard output does not match ^x",
        "its standard error does not match ^x",
        "at the crash: f",
        "the program runs for 2.5 seconds or longer",
    ]


def test_slips_are_told_apart_by_names_that_files_can_have() -> None:
    names = {slip_of(run, ("case.c",)).name for run in (SEGV, ABORT, BAD, WORSE, HANG)}
    assert len(names) == 5
    assert all(re.fullmatch(r"[a-z0-9-]{5,60}", name) for name in names)
    assert slip_of(BAD) == slip_of(replace(BAD, stderr=BAD.stderr.replace(b"'x'", b"'zz'"), seconds=9.0))


def test_a_pattern_that_is_none() -> None:
    with pytest.raises(UsageError, match="no regular expression"):
        parse_pattern("(")
    assert parse_pattern("x.$").search("xé\n")
