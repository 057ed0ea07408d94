"""Recordings of what is done in a browser have the same effect when replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.web.conftest import Replay
from tests.web.site import Shop, Site, home_of
from thresher.kernel.outcome import Outcome
from thresher.structures.events import EventLog
from thresher.web.recording.recorder import Recorder
from thresher.web.reducing.failure import PageConditions, StatedPageFailure
from thresher.web.replaying.browser import Chromium
from thresher.web.replaying.replay import described

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page


async def visited(page: Page) -> None:
    """What a user might do, with a real mouse and real keys."""
    await page.click("#search")
    await page.keyboard.type("ink")
    await page.click("#add-5")
    await page.select_option("#category", "office")
    await page.select_option("#category", "")
    await page.dblclick("#rating-5 #up")
    await page.click("#open-cart")
    await page.fill("#quantity-5", "0")
    await page.keyboard.press("Enter")
    await page.wait_for_function("document.getElementById('total').textContent === 'NaN'")
    frame = page.frame_locator("iframe")
    await frame.locator("#email").fill("a@b.example")
    await frame.locator("#join").click()
    async with page.context.expect_page() as opened:
        await page.click("#guide")
    guide = await opened.value
    await guide.click("#metric")
    await guide.close()
    await page.evaluate("0")


def recorded(chromium: Chromium, home: str) -> EventLog:
    async def session(browser: Browser) -> EventLog:
        context = await browser.new_context()
        recorder = Recorder(context, "by hand")
        page = await recorder.start(home)
        await visited(page)
        await page.goto(home)
        log = recorder.log()
        await context.close()
        assert recorder.over.is_set()
        return log

    return chromium.run(session)


def brief(step: Any) -> str:
    where = step.get("frame") or step.get("target", "main").rpartition("/")[2]
    chain = " ".join((step.get("selectors") or [[]])[0])
    words = f"{step['type']} {chain} {step.get('value', step.get('key', ''))}"
    return " ".join(f"{words} {'' if where == 'main' else where}".split())


def test_a_visit_is_recorded_and_replayed(chromium: Chromium, shop: Shop, replay: Replay) -> None:
    shop.store.reset(frozenset(["zero-quantity"]))
    log = recorded(chromium, home_of(shop))
    steps: list[Any] = [step.record for step in log]
    assert [brief(step) for step in steps] == [
        "setViewport",
        "navigate",
        "click #search",
        "change #search ink",
        "click #add-5",
        "change #category office",
        "change #category",
        "doubleClick #rating-5 #up",
        "click #open-cart",
        "change #quantity-5 0",
        "keyDown Enter",
        "keyUp Enter",
        "change #email a@b.example [0]",
        "click #join [0]",
        "click #guide",
        "click #metric guide",
        "close guide",
        "navigate",
    ]
    assert log.title == "by hand"
    shown = StatedPageFailure(conditions=PageConditions(text="NaN"))
    upto = EventLog(log.steps[:12], log.kind, log.head)
    assert shown.judge(replay(upto, shown)).outcome is Outcome.FAIL
    assert replay(log).stuck is None


def test_tasks_that_the_user_names_while_recording(chromium: Chromium, shop: Shop) -> None:
    async def session(browser: Browser) -> EventLog:
        context = await browser.new_context()
        recorder = Recorder(context, "by hand")
        page = await recorder.start(home_of(shop))
        recorder.begin_task("visit the shop")
        await page.click("#add-5")
        recorder.begin_task("look into the cart")
        await page.click("#open-cart")
        await page.evaluate("0")
        assert recorder.end_task()
        assert recorder.end_task()
        assert not recorder.end_task()
        log = recorder.log()
        await context.close()
        return log

    log = chromium.run(session)
    assert [step.tasks for step in log][2:] == [("visit the shop",), ("visit the shop", "look into the cart")]
    assert [step.record.get("task") for step in log][2:] == ["visit the shop", ["visit the shop", "look into the cart"]]


DESK = """
<style>div, button { width: 80px; height: 30px }</style>
<label for=agree>Agree</label><input type=checkbox id=agree>
<button id=ask onclick="log(confirm('Sure?') ? 'yes' : 'no'); log(prompt('Who?', 'you'))">ask</button>
<input type=date id=day>
<div id=from draggable=true>drag me</div>
<div id=to ondragover="event.preventDefault()" ondrop="log('dropped')">here</div>
<div id=slide onmousedown="at = event.clientX" onmouseup="log('slid ' + (event.clientX - at))">slide me</div>
<div id=box style="overflow: auto" onscrollend="log('scrolled')"><p style="height: 900px">long</div>
<ol id=log></ol>
<script>
  const log = text => document.getElementById("log").append(text + " ");
  addEventListener("keydown", event => { if (event.ctrlKey && event.key === "b") log("bold"); });
</script>
"""
DONE = "document.getElementById('log').textContent === 'no me bold dropped slid 50 scrolled '"


async def worked(page: Page) -> None:
    """What Chrome's own recorder leaves out or gets wrong."""
    answers = ["", "me"]
    page.on("dialog", lambda asked: asked.accept(answers[1]) if asked.type == "prompt" else asked.dismiss())
    await page.click("label")
    await page.click("#ask")
    await page.click("#day", position={"x": 8, "y": 8})
    await page.keyboard.type("01022024")
    await page.keyboard.down("Control")
    await page.keyboard.down("b")
    await page.keyboard.up("Control")
    await page.keyboard.up("b")
    await page.drag_and_drop("#from", "#to")
    await page.hover("#slide", position={"x": 10, "y": 10})
    box = await page.locator("#slide").bounding_box()
    assert box is not None
    await page.mouse.down()
    await page.mouse.move(box["x"] + 60, box["y"] + 10)
    await page.mouse.up()
    await page.hover("#box")
    await page.mouse.wheel(0, 200)
    await page.wait_for_function(DONE)


def test_dialogs_drags_scrolling_and_held_keys_are_recorded_and_replayed(
    chromium: Chromium, site: Site, replay: Replay
) -> None:
    site.log(DESK)

    async def session(browser: Browser) -> EventLog:
        context = await browser.new_context()
        recorder = Recorder(context, "at the desk")
        await worked(await recorder.start(site.home))
        log = recorder.log()
        await context.close()
        return log

    log = chromium.run(session)
    steps: list[Any] = [step.record for step in log]
    assert [brief(step) for step in steps] == [
        "setViewport",
        "navigate",
        "click label",
        "click #ask",
        "click #day",
        "change #day 2024-01-02",
        "keyDown Control",
        "keyDown b",
        "keyUp Control",
        "keyUp b",
        "customStep",
        "customStep",
        "scroll #box",
    ]
    assert steps[3]["dialogs"] == [{"accept": False}, {"accept": True, "text": "me"}]
    assert [described(step) for step in log.steps[10:12]] == ["drag #from to #to", "drag #slide to #slide"]
    again = StatedPageFailure(
        conditions=PageConditions(fails_when=f"{DONE} && document.getElementById('agree').checked")
    )
    assert again.judge(replay(log, again)).outcome is Outcome.FAIL
