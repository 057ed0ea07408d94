"""Which signals end a session depends on the dispositions it inherits."""

from __future__ import annotations

import os
import signal
import threading

import pytest

from thresher.session.interrupts import handled_by


@pytest.mark.usefixtures("default_signals")
def test_a_handled_signal_calls_and_the_handler_from_before_is_back() -> None:
    seen: list[int] = []
    with handled_by(lambda number, _: seen.append(number), signal.SIGTERM, signal.SIGHUP):
        os.kill(os.getpid(), signal.SIGTERM)
        os.kill(os.getpid(), signal.SIGHUP)
    assert seen == [signal.SIGTERM, signal.SIGHUP]
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


@pytest.mark.usefixtures("default_signals")
def test_an_ignored_signal_stays_ignored() -> None:
    seen: list[int] = []
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with handled_by(lambda number, _: seen.append(number), signal.SIGTERM, signal.SIGHUP):
        os.kill(os.getpid(), signal.SIGHUP)
    assert seen == []
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN


def test_another_thread_handles_no_signals() -> None:
    entered: list[bool] = []

    def work() -> None:
        with handled_by(lambda *_: None, signal.SIGTERM):
            entered.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert entered == [True]
