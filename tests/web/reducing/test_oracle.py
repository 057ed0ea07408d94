"""The oracle around the replayer: setup, cancelling, a browser that dies."""

from __future__ import annotations

import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.conftest import PATIENT, QUICK
from tests.web.site import Site
from thresher.errors import OracleBroken, UsageError
from thresher.formats.events.events import write_log
from thresher.kernel.outcome import Outcome
from thresher.oracle.running.handle import RunHandle
from thresher.structures.events import EventLog
from thresher.web.reducing.failure import AnyPageFailure, PageConditions, StatedPageFailure
from thresher.web.reducing.oracle import Replayer, ReplayOracle
from thresher.web.replaying.browser import Chromium, find_browser
from thresher.web.replaying.browser_session import BrowserSession
from thresher.web.replaying.settings import ReplaySettings

if TYPE_CHECKING:
    from playwright.async_api import Browser


def oracle(chromium: Chromium, **settings: object) -> ReplayOracle:
    replayer = Replayer(chromium, ReplaySettings(**settings))  # type: ignore[arg-type]
    return ReplayOracle(replayer, criterion=AnyPageFailure(), timeouts=QUICK)


def test_the_setup_is_run_before_each_replay(chromium: Chromium, site: Site, tmp_path: Path) -> None:
    count = tmp_path / "count"
    script = f"open({str(count)!r}, 'a').write('x')"
    ask = oracle(chromium, setup=(sys.executable, "-c", script))
    for _ in range(2):
        assert ask(lambda: write_log(site.log("")), RunHandle()).verdict.outcome is Outcome.PASS
    assert count.read_text() == "xx"


def test_a_failing_setup_has_no_outcome(chromium: Chromium, site: Site) -> None:
    ask = oracle(chromium, setup=(sys.executable, "-c", "raise SystemExit('no database')"))
    with pytest.raises(OracleBroken, match="no database"):
        ask(lambda: write_log(site.log("")), RunHandle())


def test_the_teardown_is_run_after_each_replay_and_the_state_put_back_before(
    chromium: Chromium, site: Site, tmp_path: Path
) -> None:
    state = tmp_path / "state"
    state.write_text("")
    script = f"open({str(state)!r}, 'a').write('x')"
    log = write_log(site.log(""))
    ask = oracle(chromium, teardown=(sys.executable, "-c", script), restore=state)
    for _ in range(2):
        assert ask(lambda: log, RunHandle()).verdict.outcome is Outcome.PASS
        assert state.read_text() == "x"


def test_a_replayer_with_other_settings_puts_the_first_state_back(chromium: Chromium, tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.write_text("first")
    replayer = Replayer(chromium, ReplaySettings(restore=state))
    state.write_text("changed")
    replayer.with_settings(replace(replayer.settings, pause=0.01)).replay(EventLog(()), AnyPageFailure(), QUICK)
    assert state.read_text() == "first"


def test_the_state_is_put_back_at_the_end(chromium: Chromium, tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.write_text("first")
    with Replayer(chromium, ReplaySettings(restore=state)) as replayer:
        replayer.replay(EventLog(()), AnyPageFailure(), QUICK)
        state.write_text("left by the replay")
    assert state.read_text() == "first"


def test_no_steps_at_all_pass(chromium: Chromium) -> None:
    assert oracle(chromium)(lambda: b"", RunHandle()).verdict.outcome is Outcome.PASS


def test_a_replay_can_be_cancelled(chromium: Chromium, site: Site) -> None:
    running = RunHandle()
    log = write_log(site.log("", {"type": "waitForExpression", "expression": "new Promise(() => {})"}))
    timer = threading.Timer(0.2, running.cancel)
    timer.start()
    verdict = oracle(chromium)(lambda: log, running).verdict
    timer.join()
    assert verdict.reason in ("cancelled", "step 2, waitForExpression: the page does not respond")


def test_a_browser_that_dies_is_started_again_and_no_answer(site: Site) -> None:
    deaths: list[int] = []

    async def die(number: int, session: BrowserSession) -> None:
        if not deaths:
            deaths.append(number)
            browser = session.context.browser
            assert browser is not None
            await browser.close()

    with Chromium() as chromium:
        seen = Replayer(chromium, ReplaySettings()).replay(site.log(""), AnyPageFailure(), QUICK, after=die)
        assert seen is not None
        assert seen.stuck is None
        assert deaths == [0]


def test_several_replays_at_a_time_do_not_see_each_other(chromium: Chromium, site: Site) -> None:
    html = (
        "<script>localStorage.n = Number(localStorage.n || 0) + 1; document.body.append('v' + localStorage.n)</script>"
    )
    log = site.log(html)
    criterion = StatedPageFailure(conditions=PageConditions(text="v1"))
    found: list[Outcome] = []

    def ask() -> None:
        replayer = Replayer(chromium, ReplaySettings())
        answer = ReplayOracle(replayer, criterion=criterion, timeouts=PATIENT)(lambda: write_log(log), RunHandle())
        found.append(answer.verdict.outcome)

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [Outcome.FAIL] * 3


def test_a_missing_browser_is_an_error_before_the_first_replay(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--browser"):
        find_browser(str(tmp_path / "none"), headed=False)


def test_a_firefox_that_is_not_playwrights_is_an_error(tmp_path: Path) -> None:
    firefox = tmp_path / "firefox-esr"
    firefox.touch(mode=0o755)
    with pytest.raises(UsageError, match="playwright install firefox"):
        find_browser(str(firefox), headed=False)


def test_a_window_needs_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(UsageError, match="no screen"):
        find_browser(None, headed=True)


def test_a_program_that_is_not_a_browser_is_an_error(tmp_path: Path) -> None:
    async def session(browser: Browser) -> None:
        raise AssertionError("never opened")

    with Chromium(browser="/bin/true") as chromium, pytest.raises(OracleBroken, match="/bin/true cannot be started"):
        chromium.run(session)
