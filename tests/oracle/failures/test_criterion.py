"""Which runs are FAIL, PASS and UNRESOLVED, and for which reasons."""

from __future__ import annotations

import pickle
import re
from dataclasses import replace

import pytest

from thresher.errors import UsageError
from thresher.kernel.outcome import Outcome
from thresher.oracle.failures.criterion import (
    Criterion,
    ExitZeroCriterion,
    LearnedCriterion,
    StatedCriterion,
    non_target_failure,
    parse_pattern,
)
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


def learned(run: Observation) -> LearnedCriterion:
    return LearnedCriterion(learn(run, ("case.c",)), ("case.c",))


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
    (StatedCriterion(), SEGV, Outcome.FAIL, "SIGSEGV"),
    (StatedCriterion(), FINE, Outcome.PASS, "exit 0"),
    (StatedCriterion(exit_code=1), BAD, Outcome.FAIL, "exit 1"),
    (
        StatedCriterion(exit_code=2),
        BAD,
        Outcome.UNRESOLVED,
        "rejected: exit 1: error: expected expression before <name>",
    ),
    (StatedCriterion(exit_code=2), FINE, Outcome.PASS, "exit 0"),
    (StatedCriterion(exit_code=0), FINE, Outcome.FAIL, "exit 0"),
    (StatedCriterion(signal=11), SEGV, Outcome.FAIL, "SIGSEGV"),
    (StatedCriterion(signal=11), replace(FINE, exit_code=139), Outcome.FAIL, "exit 139 (SIGSEGV)"),
    (StatedCriterion(signal=11), ABORT, Outcome.UNRESOLVED, "other failure: SIGABRT"),
    (StatedCriterion(stdout=parse_pattern("^done$")), FINE, Outcome.FAIL, "exit 0"),
    (StatedCriterion(stdout=parse_pattern("^undone$")), FINE, Outcome.PASS, "exit 0"),
    (StatedCriterion(stdout=parse_pattern("done")), SEGV, Outcome.UNRESOLVED, "other failure: SIGSEGV"),
    (StatedCriterion(stderr=parse_pattern("unknown type")), WORSE, Outcome.FAIL, "exit 1"),
    (StatedCriterion(exit_code=1, stderr=parse_pattern("expected")), BAD, Outcome.FAIL, "exit 1"),
    (StatedCriterion(not_stdout=parse_pattern("done")), FINE, Outcome.PASS, "exit 0"),
    (StatedCriterion(not_stderr=parse_pattern("warning"), exit_code=1), BAD, Outcome.FAIL, "exit 1"),
    (StatedCriterion(hang=5), HANG, Outcome.FAIL, "timed out"),
    (StatedCriterion(hang=5), replace(FINE, seconds=6.0), Outcome.FAIL, "exit 0"),
    (StatedCriterion(hang=5), FINE, Outcome.PASS, "exit 0"),
    (StatedCriterion(exit_code=1), HANG, Outcome.UNRESOLVED, "timed out"),
    (StatedCriterion(exit_code=1), GREEDY, Outcome.UNRESOLVED, "memory limit"),
    (StatedCriterion(not_stdout=parse_pattern("x")), HANG, Outcome.UNRESOLVED, "timed out"),
    (ExitZeroCriterion(), FINE, Outcome.FAIL, "exit 0"),
    (ExitZeroCriterion(), BAD, Outcome.PASS, "exit 1"),
    (ExitZeroCriterion(), SEGV, Outcome.PASS, "SIGSEGV"),
    (ExitZeroCriterion(), replace(FINE, exit_code=125), Outcome.UNRESOLVED, "cannot tell"),
    (ExitZeroCriterion(), HANG, Outcome.UNRESOLVED, "timed out"),
    (ExitZeroCriterion(), GREEDY, Outcome.UNRESOLVED, "memory limit"),
]


@pytest.mark.parametrize(("criterion", "run", "outcome", "reason"), TABLE)
def test_verdicts(criterion: Criterion, run: Observation, outcome: Outcome, reason: str) -> None:
    assert verdict(criterion, run) == (outcome, reason)


@pytest.mark.parametrize(("criterion", "run", "outcome", "reason"), TABLE)
def test_the_other_failure_has_the_name_of_its_signature(
    criterion: Criterion, run: Observation, outcome: Outcome, reason: str
) -> None:
    other = criterion.other_failure(run)
    assert (other is not None) is reason.startswith(("other failure", "rejected"))
    assert (other is not None) <= (outcome is Outcome.UNRESOLVED)
    assert other is None or other.bug is reason.startswith("other failure")


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
    criterion = StatedCriterion(same_backtrace=("f (a.c)", "g (a.c)"))
    crash = replace(SEGV, backtrace=("f (a.c)", "g (a.c)", "main (a.c)"))
    assert verdict(criterion, crash)[0] is Outcome.FAIL
    assert verdict(criterion, replace(crash, backtrace=("f (a.c)", "main (a.c)")))[0] is Outcome.UNRESOLVED
    assert verdict(criterion, SEGV)[0] is Outcome.UNRESOLVED
    assert criterion.describe() == ["at the crash: f (a.c) < g (a.c)"]


def test_everything_stated_is_described() -> None:
    pattern = parse_pattern("^x")
    criterion = StatedCriterion(1, 11, pattern, pattern, pattern, pattern, ("f",), 2.5)
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


def test_names_of_other_failures_are_distinct_file_names() -> None:
    names = {non_target_failure(run, ("case.c",)).name for run in (SEGV, ABORT, BAD, WORSE, HANG)}
    assert len(names) == 5
    assert all(re.fullmatch(r"[a-z0-9-]{5,60}", name) for name in names)
    assert non_target_failure(BAD) == non_target_failure(
        replace(BAD, stderr=BAD.stderr.replace(b"'x'", b"'zz'"), seconds=9.0)
    )


def test_a_pattern_that_is_none() -> None:
    with pytest.raises(UsageError, match="not a regular expression"):
        parse_pattern("(")
    assert parse_pattern("x.$").search("xé\n")
