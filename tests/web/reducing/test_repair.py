"""A recording that gets stuck: what is reported, and what a repair makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.site import Site
from thresher.formats.events.events import read_log
from thresher.kernel.outcome import Outcome
from thresher.web.reducing.failure import AnyPageFailure
from thresher.web.reducing.oracle import Replayer
from thresher.web.reducing.repair import repair
from thresher.web.reducing.replay_once import show_replay
from thresher.web.replaying.browser import Chromium
from thresher.web.replaying.replay import described
from thresher.web.replaying.settings import ReplaySettings, StateAbstraction, Timeouts
from thresher.web.replaying.stuck_report import StuckReport

MENU = """
<style>#menu ul { display: none } #menu:hover ul { display: block }</style>
<div id=menu><b>File</b><ul><li><a id=save href="#" onclick="console.log('saving')">Save</a></ul></div>
<button>Store</button>
"""
CLICKS = [
    {"type": "click", "selectors": [["#save"]]},
    {"type": "click", "selectors": [['aria/Story[role="button"]'], ["#menu > ol > li"]]},
]


def test_what_there_is_to_see_where_a_replay_gets_stuck(chromium: Chromium, site: Site, tmp_path: Path) -> None:
    hover = {"type": "hover", "selectors": [["#menu"]]}
    log = site.log(MENU, hover, *CLICKS)
    report = StuckReport()
    replayer = Replayer(chromium, ReplaySettings(step_timeout=0.3))
    seen = replayer.replay(log, AnyPageFailure(), Timeouts(step=0.3), report=report)
    assert seen is not None
    assert str(seen.stuck) == 'step 4, click button "Story": nothing matches'
    report.write(tmp_path)
    assert report.picture.startswith(b"\x89PNG")
    assert [path.name for path in report.written] == ["step-004.txt", "step-004.png", "step-004.html"]
    assert '<a id="save"' in (tmp_path / "step-004.html").read_text()
    assert report.lines() == [
        '  expected: Story[role=\\"button\\"] or #menu > ol > li',
        f"  at: {site.home}#",
        '  visible: button "Store", link "Save"',
        f"  before: console log: saving; went to {site.home}#",
        f"  see: {', '.join(map(str, report.written))}",
    ]


def test_a_repair_hovers_over_what_hides_a_target_and_leaves_out_what_is_gone(chromium: Chromium, site: Site) -> None:
    replayer = Replayer(chromium, ReplaySettings(step_timeout=0.3))
    done = repair(site.log(MENU, *CLICKS), replayer)
    assert done.replayed.stuck is None
    assert [described(step) for step in done.log][1:] == ["hover #menu", "click #save"]
    assert done.changes == ("step 2, click #save: hovered first", 'step 4, click button "Story": left out')


def test_the_first_step_that_leads_elsewhere_is_noted(chromium: Chromium, site: Site) -> None:
    site.pages["/login"] = "<!doctype html><p>log in"
    reached = [{"type": "navigation", "url": f"{site.home}admin"}]
    link = {"type": "click", "selectors": [["#a"]], "assertedEvents": reached}
    log = site.log("<a id=a href=login>in</a>", link)
    seen = Replayer(chromium, ReplaySettings()).replay(log, AnyPageFailure(), Timeouts())
    assert seen is not None
    assert seen.notes == ("step 2: unlike in the recording it went to /login, not to /admin",)


def test_a_recording_on_standard_output_has_nothing_else_in_it(
    chromium: Chromium, site: Site, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    log = site.log(MENU, CLICKS[1])
    settings, states = ReplaySettings(step_timeout=0.3), StateAbstraction()
    shown = {"states": states, "output": Path("-"), "screenshots": None, "stuck": tmp_path}
    assert show_replay(log, chromium, settings, None, **shown).outcome is Outcome.UNRESOLVED  # type: ignore[arg-type]
    out, talk = capfdbinary.readouterr()
    assert [step.record["type"] for step in read_log(out)] == ["navigate"]  # what was executed
    assert b"nothing matches" in talk
    assert b"  visible: " in talk
