"""Scripts of other tools become recordings that replay."""

from __future__ import annotations

import json

import pytest

from tests.web.conftest import Replay
from tests.web.readers.form import assert_saves, case
from tests.web.site import Site, log_of
from thresher.errors import UsageError
from thresher.kernel.outcome import Outcome
from thresher.web.readers.importing import imported
from thresher.web.readers.playwright_script import read_script
from thresher.web.readers.selenium_ide import read_side
from thresher.web.reducing.failure import PageConditions, StatedPageFailure

PYTHON = """
import re
from playwright.sync_api import Playwright, sync_playwright, expect

def run(playwright: Playwright) -> None:
    browser = playwright.chromium.launch(headless=False)
    context = browser.new_context()
    page = context.new_page()
    page.goto("HOME")
    page.get_by_role("textbox", name="Name").click()
    page.get_by_role("textbox", name="Name").fill("Ann's \\"desk\\"")
    page.get_by_label("Colour").select_option("red")
    page.locator("#agree").check()
    page.get_by_role("button", name="Save").click()

    # ---------------------
    context.close()
    browser.close()
"""
TYPESCRIPT = """
import { test, expect } from '@playwright/test';

test('test', async ({ page }) => {
  await page.goto('HOME');
  await page.getByRole('textbox', { name: 'Name' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ann\\'s "desk"');
  await page.getByLabel('Colour').selectOption('red');
  await page.locator('#agree').check();
  await page.getByRole('button', { name: 'Save' }).click();
});
"""
PAGE = """
<label>Name <input id=person></label><label>Colour <select id=colour><option>blue<option>red</select></label>
<input type=checkbox id=agree aria-label=Agree>
<button id=save onclick="document.body.append('saved ' + [person.value, colour.value, agree.checked])">
Save</button>
"""
SAVED = StatedPageFailure(conditions=PageConditions(text='saved Ann\'s "desk",red,true'))


def test_both_languages_of_playwright_give_the_same_steps_that_replay(site: Site, replay: Replay) -> None:
    site.log(PAGE)
    steps = [read_script(text.replace("HOME", site.home), "script") for text in (PYTHON, TYPESCRIPT)]
    assert steps[0] == steps[1]
    assert SAVED.judge(replay(log_of(*steps[0]), SAVED)).outcome is Outcome.FAIL


@pytest.mark.parametrize("name", ["codegen-python.txt", "codegen-typescript.txt"])
def test_what_codegen_wrote_replays(name: str, site: Site, replay: Replay) -> None:
    steps = read_script(case(name, site), name)
    assert steps[0] == {"type": "setViewport", "width": 900, "height": 700}
    assert_saves(steps, "saved,Ann,red,true,Rome,enter,box,second", replay)


def test_locators_in_locators_and_patterns_keep_their_meaning() -> None:
    python = """page.get_by_role("row", name=re.compile("^a", re.I)).filter(has_text="b").locator("a").nth(2).click()"""
    typescript = (
        "  await page.getByRole('row', { name: /^a/i }).filter({ hasText: 'b' })\n    .locator('a').nth(2).click();"
    )
    wanted = 'playwright/internal:role=row[name=/^a/i] >> internal:has-text="b"i >> a >> nth=2'
    assert [read_script(text, "s")[0]["selectors"] for text in (python, typescript)] == [[[wanted]]] * 2


def test_a_project_of_selenium_ide_replays(site: Site, replay: Replay) -> None:
    site.log(PAGE)
    commands = [
        {"command": "open", "target": "/", "value": "", "targets": []},
        {"command": "setWindowSize", "target": "900x700", "value": ""},
        {"command": "type", "target": "id=gone", "targets": [["css=#person", "css:finder"]], "value": 'Ann\'s "desk"'},
        {"command": "select", "target": "id=colour", "value": "label=red"},
        {"command": "click", "target": "id=agree", "value": ""},
        {"command": "mouseOver", "target": "xpath=//button", "value": ""},
        {"command": "click", "target": "css=#save", "value": ""},
        {"command": "assertText", "target": "css=body", "value": "saved"},
    ]
    project = {"name": "shop", "url": site.home, "tests": [{"name": "save", "commands": commands}]}
    steps = read_side(json.dumps(project).encode(), "shop.side")
    assert SAVED.judge(replay(log_of(*steps), SAVED)).outcome is Outcome.FAIL


FRAMES = """
<iframe srcdoc="<button onclick='top.done.push(1)'>A</button>
<iframe srcdoc=&quot;<button onclick='top.done.push(2)'>B</button>&quot;></iframe>"></iframe>
<button onclick="document.body.append(done.join('-'))">C</button><script>var done = [];</script>
"""


def test_frames_of_selenium_ide_are_left_again(site: Site, replay: Replay) -> None:
    site.log(FRAMES)
    press = {"command": "click", "target": "css=button", "value": ""}

    def select(target: str) -> dict[str, str]:
        return {"command": "selectFrame", "target": target, "value": ""}

    commands = [
        {"command": "open", "target": "/", "value": ""},
        *[select("index=0"), press, select("index=0"), press, select("relative=parent"), press],
        *[select("relative=parent"), press],
    ]
    project = {"name": "frames", "url": site.home, "tests": [{"name": "press", "commands": commands}]}
    pressed = StatedPageFailure(conditions=PageConditions(text="1-2-1"))
    seen = replay(log_of(*read_side(json.dumps(project).encode(), "frames.side")), pressed)
    assert pressed.judge(seen).outcome is Outcome.FAIL
    commands[1] = select("name=left")
    with pytest.raises(
        UsageError, match=r"command 2: the frame name=left cannot be read as a step; select it by its index"
    ):
        read_side(json.dumps(project).encode(), "frames.side")


@pytest.mark.parametrize("text", ["page.goto(BASE_URL + '/cart')", 'await page.goto(baseURL + "/cart");'])
def test_an_address_after_a_named_server_is_relative(text: str) -> None:
    """As in the tests that `thresher web reduce` writes."""
    assert read_script(text, "s", "http://shop.test/")[0]["url"] == "http://shop.test/cart"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("page.goto(url)", "line 1: cannot be read as a step .url is not a constant"),
        ("page.goto('/cart')", "give --base-url"),
        ("page1.get_by_text('x').click()", "another tab"),
        ("page.locator('tr').filter(has=page.locator('b')).click()", "line 1"),
        ("page.locator('iframe').content_frame.get_by_text('x').click()", "content_frame"),
        ("page.locator('a').tap()", "tap"),
        ("print(1)", "no actions"),
    ],
)
def test_what_cannot_be_expressed_is_named(text: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        read_script(text, "script.py")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"PK\x03\x04 not a zip", "not a trace"),
        (b'{"log": 1}', "not a HAR"),
        (b"[1]", "not an event log of rrweb"),
        (b"\xff\xfe\x00", "no actions of Playwright"),
        (b"cy.task('x');", "task cannot be expressed"),
    ],
)
def test_files_that_are_none_are_one_line(data: bytes, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        imported(data, "file")


def test_a_test_for_cypress_is_known_by_its_name() -> None:
    with pytest.raises(UsageError, match="no commands of Cypress"):
        imported(b"it('x', () => { cy.visit('/'); });", "login.cy.js")


def test_bad_projects_are_one_line() -> None:
    with pytest.raises(UsageError, match="not a project"):
        read_side(b"{}", "a.side")
    odd = {"tests": [{"commands": [{"command": "runScript", "target": "alert(1)"}]}]}
    with pytest.raises(UsageError, match="command 1: runScript"):
        read_side(json.dumps(odd).encode(), "a.side")
