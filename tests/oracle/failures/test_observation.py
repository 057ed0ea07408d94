"""How a run ended, in words."""

from __future__ import annotations

import signal
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracle.programs import observed
from thresher.errors import UsageError
from thresher.oracle.failures.observation import Observation
from thresher.oracle.failures.signals import parse_signal, signal_name, signal_of_exit_code

WORDS = [
    (Observation(0, None, b"", b""), "exit 0", False),
    (Observation(1, None, b"", b""), "exit 1", True),
    (Observation(None, 11, b"", b""), "SIGSEGV", True),
    (Observation(139, None, b"", b""), "exit 139 (SIGSEGV)", True),
    (Observation(134, None, b"", b""), "exit 134 (SIGABRT)", True),
    (Observation(129, None, b"", b""), "exit 129", True),
    (Observation(255, None, b"", b""), "exit 255", True),
    (Observation(None, 9, b"", b"", timed_out=True), "timed out", True),
    (Observation(None, 9, b"", b"", limit="memory"), "memory limit", True),
    (Observation(None, 25, b"", b"", limit="file size"), "file size limit", True),
    (Observation(None, 63, b"", b""), "signal 63", True),
]


@pytest.mark.parametrize(("run", "words", "failed"), WORDS, ids=[words for _, words, _ in WORDS])
def test_how_it_ended(run: Observation, words: str, failed: bool) -> None:
    assert run.how == words
    assert run.failed is failed


def test_a_shell_reports_a_signal_as_an_exit_code() -> None:
    run = observed(["bash", "-c", "bash -c 'kill -SEGV $$'; exit $?"])
    assert run.exit_code == 139
    assert run.death == signal.SIGSEGV == signal_of_exit_code(139)


def test_a_program_that_dies_itself() -> None:
    run = observed(["sh", "-c", "kill -ABRT $$"])
    assert (run.exit_code, run.signal, run.death, run.how) == (None, 6, 6, "SIGABRT")


@pytest.mark.parametrize("text", ["SEGV", "SIGSEGV", "segv", "sigsegv", "11", " 11 "])
def test_signals_by_name_and_number(text: str) -> None:
    assert parse_signal(text) == signal.SIGSEGV


@pytest.mark.parametrize("text", ["", "SEGFAULT", "0", "-11", "99", "SIG", "1.5"])
def test_names_that_are_not_signals(text: str) -> None:
    with pytest.raises(UsageError, match="not a signal"):
        parse_signal(text)


@given(st.sampled_from(list(signal.Signals)))
def test_every_signal_has_a_name_that_is_understood(number: signal.Signals) -> None:
    assert parse_signal(signal_name(number)) == number
    assert parse_signal(signal_name(number).removeprefix("SIG").lower()) == number


def test_subprocess_and_we_agree() -> None:
    assert subprocess.run(["sh", "-c", "exit 3"], check=False).returncode == observed(["sh", "-c", "exit 3"]).exit_code
