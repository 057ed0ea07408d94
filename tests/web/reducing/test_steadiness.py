"""Hovers that a quick replay does not need are put back where a slow one does."""

from __future__ import annotations

from tests.web.site import Site
from thresher.kernel.selection import Selection
from thresher.web.reducing.failure import PageConditions, StatedPageFailure
from thresher.web.reducing.oracle import Replayer, ReplayOracle
from thresher.web.reducing.steadiness import steadied
from thresher.web.replaying.browser import Chromium
from thresher.web.replaying.settings import ReplaySettings, Timeouts

MENU = """
<b id=menu onmouseenter="clearTimeout(window.closing); list.hidden = false"
 onmouseleave="window.closing = setTimeout(() => { list.hidden = true }, 500)">File</b>
<p id=list hidden><a id=save href="#" onclick="document.body.append('saved')">Save</a></p><button id=other>x</button>
"""


def test_a_hover_is_put_back_where_the_failure_depends_on_the_pace(chromium: Chromium, site: Site) -> None:
    hover = {"type": "hover", "selectors": [["#menu"]]}
    clicks = [{"type": "click", "selectors": [[each]]} for each in ("#other", "#save")]
    log = site.log(MENU, hover, clicks[0], hover, clicks[1])
    replayer = Replayer(chromium, ReplaySettings())
    saved = StatedPageFailure(conditions=PageConditions(text="saved"))
    oracle = ReplayOracle(replayer, criterion=saved, timeouts=Timeouts(step=0.3, end=0.1))
    reduced = log.only(Selection.of([0, 1, 2, 4]))
    steady, note = steadied(log, reduced, replayer, oracle)
    assert steady.steps == log.steps
    assert "1 hovers were put back" in note
    assert steadied(log, log, replayer, oracle) == (log, "")
