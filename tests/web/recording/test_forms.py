"""Boxes behind labels, lists with several entries, and fields that the page reads a moment after typing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.web.conftest import QUICK, Replay
from tests.web.recording.test_recorder import descriptions, log_while
from tests.web.site import Site
from thresher.kernel.outcome import Outcome
from thresher.web.reducing.failure import PageConditions, StatedPageFailure
from thresher.web.replaying.browser import Chromium

if TYPE_CHECKING:
    from playwright.async_api import Page

LABELS = """
<style>#styled { opacity: 0; position: absolute; pointer-events: none }</style>
<label><input type=radio name=prio value=low> low</label> <label><input type=radio name=prio value=high> high</label>
<p><label for=news>Send <b>news</b></label> <input type=checkbox id=news></p>
<label><input type=checkbox id=styled>Styled</label><p>low</p>
"""


async def chose_by_labels(page: Page) -> None:
    for text in ("high", "Send", "Styled"):
        await page.locator("label").filter(has_text=text).click(position={"x": 4, "y": 4})
        await page.locator("label").filter(has_text=text).click(position={"x": 30, "y": 4})
        await page.locator("label").filter(has_text=text).click(position={"x": 30, "y": 4})


def test_a_label_stands_for_its_box_where_that_can_be_clicked(chromium: Chromium, site: Site, replay: Replay) -> None:
    site.log(LABELS)
    log = log_while(chromium, site, chose_by_labels)
    assert descriptions(log) == [
        *['click radio "high"'] * 3,
        *['click checkbox "Send news"'] * 3,
        *['click "Styled"'] * 3,
    ]
    chosen = "document.querySelectorAll(':checked').length === 3"
    again = StatedPageFailure(conditions=PageConditions(fails_when=chosen))
    assert again.judge(replay(log, again)).outcome is Outcome.FAIL


async def chose_two(page: Page) -> None:
    await page.click("option >> nth=0")
    await page.click("option >> nth=2", modifiers=["Control"])


def test_all_entries_of_a_list_are_recorded(chromium: Chromium, site: Site, replay: Replay) -> None:
    site.log("<label>Kinds <select multiple size=4><option>a<option>b<option>c</select></label>")
    log = log_while(chromium, site, chose_two)
    assert [step.record.get("values") for step in log if step.record["type"] == "change"] == [["a"], ["a", "c"]]
    chosen = "[...document.querySelector('select').selectedOptions].map(each => each.value).join() === 'a,c'"
    again = StatedPageFailure(conditions=PageConditions(fails_when=chosen))
    assert again.judge(replay(log, again)).outcome is Outcome.FAIL


FILTER = """
<input id=filter aria-label=Filter><p id=found>nothing</p><script>
  let timer = 0;
  const later = (wait, found) => { clearTimeout(timer); timer = setTimeout(found, wait); };
  filter.oninput = () => later(150, () => later(150, () => { found.textContent = filter.value; }));
  filter.onkeydown = (event) => { if (event.key === "Enter") document.title = found.textContent; };
</script>
"""


async def filtered(page: Page) -> None:
    await page.click("#filter")
    await page.keyboard.type("wood")
    await page.wait_for_function("found.textContent === 'wood'")
    await page.keyboard.press("Enter")


def test_a_replay_waits_until_the_page_has_read_what_was_typed(chromium: Chromium, site: Site, replay: Replay) -> None:
    site.log(FILTER)
    log = log_while(chromium, site, filtered)
    assert descriptions(log)[1:3] == ["change textbox \"Filter\" = 'wood'", "keyDown Enter"]
    again = StatedPageFailure(conditions=PageConditions(fails_when="document.title === 'wood'"))
    replayed = replay(log, again)
    assert again.judge(replayed).outcome is Outcome.FAIL
    assert [each.delay for each in replayed.located.values()] == [0, 150, 0]


def test_timers_that_typing_did_not_start_are_not_waited_for(site: Site, replay: Replay) -> None:
    ticking = "<script>const tick = () => setTimeout(tick, 900); tick();</script>"
    fills = {"type": "change", "selectors": ["#filter"], "value": "x"}
    log = site.log(f'<input id=filter oninput="requestIdleCallback(() => setTimeout(tick, 900))">{ticking}', fills)
    assert replay(log, timeouts=QUICK).located[1].delay == 0


POPUP = """
<button onclick="window.open('/ticket?' + performance.now())">Open</button><p id=log></p>
"""


async def opened(page: Page) -> None:
    async with page.context.expect_page() as popup:
        await page.click("button")
    ticket = await popup.value
    await ticket.click("text=Take it")
    await page.wait_for_function("document.title === 'taken'")


def test_the_only_other_tab_is_used_if_none_has_the_address(chromium: Chromium, site: Site, replay: Replay) -> None:
    site.log(POPUP)
    taken = "opener.document.title = 'taken'; window.close()"
    site.ignore_queries = True
    site.pages["/ticket"] = f'<title>Ticket</title><button onclick="{taken}">Take it</button>'
    try:
        log = log_while(chromium, site, opened)
        again = StatedPageFailure(conditions=PageConditions(fails_when="document.title === 'taken'"))
        replayed = replay(log, again)
    finally:
        site.ignore_queries = False
    assert again.judge(replayed).outcome is Outcome.FAIL
    assert [note for note in replayed.notes if "the only other one shows" in note]
