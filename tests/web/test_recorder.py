"""What is done in a browser is taken down, and does the same when it is replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.web.conftest import Replay
from tests.web.site import Shop, home_of
from thresher.kernel.outcome import Outcome
from thresher.structures.events import EventLog
from thresher.web.browser import Chromium
from thresher.web.failure import Conditions, Stated
from thresher.web.recorder import Recorder

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
    await page.evaluate("0")


def recorded(chromium: Chromium, home: str) -> EventLog:
    async def visit(browser: Browser) -> EventLog:
        context = await browser.new_context()
        recorder = Recorder(context, "by hand")
        page = await recorder.start(home)
        await visited(page)
        await page.goto(home)
        log = recorder.log()
        await context.close()
        assert recorder.over.is_set()
        return log

    return chromium.run(visit)


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
        "navigate",
    ]
    assert log.title == "by hand"
    shown = Stated(conditions=Conditions(text="NaN"))
    upto = EventLog(log.steps[:12], log.kind, log.head)
    assert shown.judge(replay(upto, shown)).outcome is Outcome.FAIL
    assert replay(log).stuck is None
