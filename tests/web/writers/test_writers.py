"""Generated tests: the one in Python is run, the one in TypeScript parsed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
import tree_sitter_typescript
from tree_sitter import Language, Parser

from tests.web.conftest import Replay
from tests.web.site import FAULTS, Shop, Site, log_of, shop_log
from tests.web.test_faults import criterion_of
from thresher.kernel.outcome import Outcome
from thresher.web.readers.cypress import read_cypress
from thresher.web.readers.playwright_trace import read_trace
from thresher.web.readers.selenium_ide import read_side
from thresher.web.recording.typed import FOCUS, TYPE
from thresher.web.reducing.failure import (
    AnyPageFailure,
    LearnedPageFailure,
    PageConditions,
    PageCriterion,
    StatedPageFailure,
    worst,
)
from thresher.web.replaying.actions import ACTIONS
from thresher.web.replaying.browser import find_browser
from thresher.web.replaying.replay_result import LocatedElement
from thresher.web.writers import cypress, devtools, python, selenium_ide, typescript
from thresher.web.writers.expectation import expectation_of

EVERY_TYPE = log_of(
    {"type": "setViewport", "width": 800, "height": 600},
    {"type": "navigate", "url": "http://localhost/"},
    {"type": "click", "selectors": [["aria/Go"], ["#host", "#a"]], "button": "secondary"},
    {"type": "doubleClick", "selectors": ["xpath///b"]},
    {"type": "hover", "selectors": [['text/it\'s "here"']]},
    {"type": "change", "selectors": [["#a"]], "value": "\"quoted\" \\ 'text'\n"},
    {"type": "keyDown", "key": "Enter", "focused": [["#a"]]},
    {"type": "keyUp", "key": "Enter"},
    {"type": "scroll", "x": 1, "y": 2},
    {"type": "scroll", "selectors": [["#a"]], "x": 1, "y": 2},
    {"type": "waitForElement", "selectors": [["#a"]]},
    {"type": "waitForExpression", "expression": "1 < 2"},
    {"type": "click", "selectors": [["#a"]], "target": "http://localhost/tab", "frame": [0, 1]},
    {"type": "customStep", "name": "mine"},
    {"type": "customStep", "name": "thresher.drag", "frame": [0]},
    {"type": "waitForElement", "selectors": [["#a"]], "operator": "==", "count": 2},
    {"type": "close", "target": "http://localhost/tab"},
    title='every "type"\n*/ of step',
)
CRITERIA: list[PageCriterion] = [
    AnyPageFailure(),
    StatedPageFailure(re.compile("a'b\"c"), re.compile("d"), re.compile("e"), crash=True),
    StatedPageFailure(conditions=PageConditions("x > '3'", "text", 'no "text"', "#a", "#b")),
]


@pytest.mark.parametrize("criterion", CRITERIA)
def test_every_type_of_step_is_written_in_both_languages(criterion: PageCriterion) -> None:
    expected = replace(expectation_of(criterion), reset="--restore shop.sqlite")
    dragged = LocatedElement("css=#a", "div", {"x": 1, "y": 2}, LocatedElement("css=#b", "div", {"x": 3, "y": 4}))
    pointed = LocatedElement("css=#a", "b", moves=((1.5, 2), (3, 4)))
    focused = LocatedElement("css=#f", "", path="css=#f")
    read_later = LocatedElement("css=#a", "textarea", delay=300)
    given = ({4: pointed, 5: read_later, 6: focused, 14: dragged}, expected, ("", None, "it's"))
    written = python.write(EVERY_TYPE, *given)
    compile(written, "test.py", "exec")
    assert "page.locator('css=#f:focus').wait_for(state='attached')\n        page.keyboard.down('Enter')" in written
    assert "page.mouse.move(1.5, 2)\n        page.mouse.move(3, 4)\n        page.locator(" in written
    assert "page.wait_for_timeout(500)\n" in written
    parser = Parser(Language(tree_sitter_typescript.language_typescript()))
    text = typescript.write(EVERY_TYPE, *given)
    assert not parser.parse(text.encode()).root_node.has_error, text
    assert all("was reset by --restore shop.sqlite; do the same" in each for each in (written, text))


def run(path: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "CHROMIUM": find_browser(None, headed=False)}
    return subprocess.run([sys.executable, path], env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("fault", "reason"),
    [("guide-tab", "Cannot read properties"), ("undo-clash", "500 POST /api/undo"), ("zero-quantity", "NaN")],
)
def test_the_python_test_fails_for_the_reason_and_passes_once_it_is_fixed(
    fault: str, reason: str, shop: Shop, replay: Replay, tmp_path: Path
) -> None:
    shop.store.reset(frozenset([fault]))
    log, criterion = shop_log(shop, FAULTS[fault].minimum), criterion_of(fault)
    seen = replay(log, criterion)
    if isinstance(criterion, AnyPageFailure):
        found = worst(seen.errors)
        assert found is not None
        criterion = LearnedPageFailure(found)
    path = tmp_path / "test_it.py"
    path.write_text(python.write(log, seen.located, expectation_of(criterion)))
    broken = run(path)
    assert broken.returncode == 1
    assert "AssertionError" in broken.stderr
    assert reason in broken.stderr
    shop.store.reset(frozenset())
    assert run(path).returncode == 0


ANIMATED = """
<button id=menu>Menu</button><p id=item hidden>Item</p><script>
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let closing = false, chosen = 0;
  menu.onclick = () => { if (!closing) item.hidden = false; };
  item.onclick = () => { item.hidden = true; closing = !still; chosen += 1; if (chosen > 1) throw Error("twice"); };
</script>
"""


def test_the_python_test_asks_for_reduced_motion_as_the_replays_do(site: Site, replay: Replay, tmp_path: Path) -> None:
    clicks = [{"type": "click", "selectors": [[each]]} for each in ("#menu", "#item", "#menu", "#item")]
    log, failure = site.log(ANIMATED, *clicks), StatedPageFailure(page_error=re.compile("twice"))
    seen = replay(log, failure)
    path = tmp_path / "test_it.py"
    path.write_text(python.write(log, seen.located, expectation_of(failure)))
    assert "AssertionError" in run(path).stderr


@pytest.mark.parametrize("criterion", CRITERIA)
def test_every_type_of_step_is_written_for_other_tools(criterion: PageCriterion) -> None:
    expected = expectation_of(criterion)
    located = {
        2: LocatedElement("css=#host >> css=#a", "button", path="css=#host >> css=#a"),
        5: LocatedElement("css=#a", "textarea", delay=300),
    }
    parser = Parser(Language(tree_sitter_typescript.language_typescript()))
    text = cypress.write(EVERY_TYPE, located, expected, ("", None))
    assert not parser.parse(text.encode()).root_node.has_error, text
    assert "// not possible in Cypress: click" in text  # in a shadow root
    assert "cy.wait(500);\n" in text
    project = json.loads(selenium_ide.write(EVERY_TYPE, located, expected))
    assert project["url"] == "http://localhost"
    assert [each["target"] for each in project["tests"][0]["commands"]][:2] == ["800x600", "/"]
    assert ("pause", "500") in [(each["command"], each["target"]) for each in project["tests"][0]["commands"]]
    recording = json.loads(devtools.write(EVERY_TYPE, located, expected))
    assert {step["type"] for step in recording["steps"]} <= {*ACTIONS}
    assert "thresher" not in json.dumps(recording)
    assert {"deviceScaleFactor", "isMobile", "hasTouch", "isLandscape"} <= {
        *recording["steps"][0]
    }  # Chrome requires them


def test_what_is_written_for_other_tools_can_be_imported_and_fails(site: Site, replay: Replay, tmp_path: Path) -> None:
    log = site.log(
        """<label>Name <input id=a></label><select id=b><option>x<option>y</select><input type=checkbox id=c>
        <select id=d multiple><option>p<option>q<option>r</select>
        <button onclick="if (c.checked && d.selectedOptions.length) throw Error(a.value + b.value)">Go</button>""",
        {"type": "customStep", "name": FOCUS, "parameters": {"selectors": [['playwright/internal:label="Name"i']]}},
        {"type": "customStep", "name": TYPE, "parameters": {"text": "Ann"}},
        {"type": "change", "selectors": [["#b"]], "value": "y"},
        {"type": "change", "selectors": [["#c"]], "value": "on"},
        {"type": "change", "selectors": [["#d"]], "value": "p", "values": ["p", "r"]},
        {"type": "click", "selectors": [["aria/Go"]]},
    )
    failure = StatedPageFailure(page_error=re.compile("Anny"))
    trace = tmp_path / "trace.zip"
    seen = replay(log, failure, trace=trace)
    assert failure.judge(seen).outcome is Outcome.FAIL
    assert [step["type"] for step in read_trace(trace.read_bytes(), "trace.zip").steps][:2] == [
        "setViewport",
        "navigate",
    ]
    assert b"step 7: click" in zipfile.ZipFile(trace).read("trace.trace")
    given = (log, seen.located, expectation_of(failure))
    again = [
        read_cypress(cypress.write(*given).replace("baseUrl + ", ""), "a.cy.js", site.home),
        json.loads(devtools.write(*given))["steps"],
    ]
    for steps in again:
        assert failure.judge(replay(log_of(*steps), failure)).outcome is Outcome.FAIL, steps
    commands = read_side(selenium_ide.write(*given).replace("executeScript", "echo").encode(), "a.side")
    assert [step["type"] for step in commands] == ["navigate", "click", *["change"] * 4, "click"]
    assert commands[-2]["values"] == ["p", "r"]
    assert f"goto(BASE_URL + {'/'!r})" in python.write(*given)
    assert 'goto(baseURL + "/")' in typescript.write(*given)
    assert "select_option(['p', 'r'])" in python.write(*given)
    assert again[0][-2]["values"] == ["p", "r"]
