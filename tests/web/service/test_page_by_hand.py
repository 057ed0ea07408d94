"""The page as people use it: by keyboard, in two tabs, with steps switched off, and when a recording gets stuck."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from tests.web.site import Shop, Site, home_of, shop_recording
from thresher.web.replaying.browser import Chromium
from thresher.web.replaying.settings import ReplaySettings
from thresher.web.service.recordings import Service

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, FileChooser, Page

T = TypeVar("T")
SETUPS = {"nothing": (sys.executable, "-c", "")}
WORDS = ("visit", "search pen", "search ", "compare 2", "compare 2")
LONGEST = 60_000  # milliseconds
NAMELESS = """[...document.querySelectorAll("input, select, button, canvas, svg, table, section")]
    .filter(each => !(each.labels && each.labels.length) && !each.textContent.trim())
    .filter(each => !each.getAttribute("aria-labelledby"))
    .map(each => each.outerHTML)"""


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    opened = Service("127.0.0.1", 0, ReplaySettings(step_timeout=0.4), setups=SETUPS)
    with opened.serving():
        yield opened


def in_context(chromium: Chromium, task: Callable[[BrowserContext], Awaitable[T]]) -> T:
    async def session(browser: Browser) -> T:
        context = await browser.new_context()
        context.set_default_timeout(LONGEST)
        try:
            return await task(context)
        finally:
            await context.close()

    return chromium.run(session)


def shop_file(shop: Shop, path: Path, words: tuple[str, ...] = WORDS) -> Path:
    shop.store.reset(frozenset(["compare-same"]))
    path.write_text(json.dumps(shop_recording(path.stem, [(each, "") for each in words], home_of(shop))))
    return path


async def submitted(page: Page, address: str, path: Path) -> None:
    await page.goto(address)
    await page.set_input_files("#file", path)
    await page.click("#start")


async def ended(page: Page) -> str:
    await page.wait_for_selector("#work:visible #state:not(.busy)")
    return await page.inner_text("#state")


async def focused(page: Page) -> str:
    return str(await page.evaluate("document.activeElement.id || document.activeElement.tagName"))


async def tab_to(page: Page, wanted: str) -> None:
    for _ in range(200):
        if await focused(page) == wanted:
            return
        await page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not lead to {wanted}")


def test_everything_is_there_by_keyboard_alone(
    service: Service, chromium: Chromium, shop: Shop, tmp_path: Path
) -> None:
    path = shop_file(shop, tmp_path / "keys.json")

    async def session(context: BrowserContext) -> dict[str, Any]:
        page = await context.new_page()
        chosen: asyncio.Future[FileChooser] = asyncio.get_running_loop().create_future()

        def choose(chooser: FileChooser) -> None:
            chosen.set_result(chooser)

        page.on("filechooser", choose)  # before the page is there: it takes effect at some later time
        await page.goto(service.address)
        await tab_to(page, "file")
        await page.keyboard.press("Enter")
        await (await chosen).set_files(path)
        await tab_to(page, "SUMMARY")
        await page.keyboard.press("Enter")
        await tab_to(page, "setup")
        await page.keyboard.press("ArrowDown")
        await tab_to(page, "start")
        await page.keyboard.press("Enter")
        await page.wait_for_selector("#title:focus")
        first = await ended(page)
        await tab_to(page, "left")
        await page.keyboard.press("Space")
        await tab_to(page, "steps")
        await page.keyboard.press("Tab")  # the first step
        await page.keyboard.press("Space")
        off = await page.locator("#steps input:not(:checked)").count()
        await page.keyboard.press("Shift+Tab")
        for _ in range(4):
            await page.keyboard.press("Shift+Tab")
        await page.keyboard.press("Enter")
        await page.wait_for_selector("#tried a")
        return {"state": first, "off": off, "tried": await page.inner_text("#tried")}

    seen = in_context(chromium, session)
    assert seen["state"] == "done: no step can be removed"
    assert seen["off"] == 3  # two that the reduction removed, and the visit
    assert seen["tried"].startswith("with 2 steps it cannot be replayed: step 4, click")


def test_two_tabs_a_reload_and_a_stop(service: Service, chromium: Chromium, site: Site, tmp_path: Path) -> None:
    path = tmp_path / "endless.json"
    site.pages["/"] = "<!doctype html><title>T</title><body><button onclick='fetch(\"/never\")'>Go</button>"
    click = {"type": "click", "selectors": [["button"]]}
    failing = {"type": "waitForExpression", "expression": "setTimeout(() => { throw Error('x') })"}
    log = {"title": "", "steps": [{"type": "navigate", "url": site.home}, *[click] * 60, failing]}
    path.write_text(json.dumps(log))

    async def session(context: BrowserContext) -> dict[str, Any]:
        first, second = await context.new_page(), await context.new_page()
        await submitted(first, service.address, path)
        await submitted(second, service.address, path)
        await second.wait_for_selector("#state:text-is('waiting, 1 before it')")
        named = await second.get_by_label("Recording: endless.json, 62 steps").get_attribute("id")
        hidden = await second.locator("#step-list").is_hidden()
        waiting = [named, hidden, await second.inner_text("#title"), await second.title()]
        await second.click("#stop")
        stopped = await ended(second), await second.inner_text("#message")
        await second.click("#queue a >> nth=-2")  # what the first tab shows
        await first.wait_for_selector("#log tr")
        await first.reload()
        await first.wait_for_selector("#title:focus")
        await first.wait_for_selector("#log tr")
        await second.wait_for_selector("#log tr")
        await first.click("#stop")
        states = [await ended(first), await ended(second)]
        kept = [await page.locator("#steps li.kept").count() for page in (first, second)]
        return {
            "waiting": waiting,
            "stopped": stopped,
            "states": states,
            "kept": kept,
            "rows": await second.locator("#queue tr").count(),
        }

    seen = in_context(chromium, session)
    assert seen["waiting"] == ["file", True, "endless.json", "waiting, 1 before it: endless.json - thresher"]
    assert seen["stopped"] == ("not reduced", "it was stopped before its turn came")
    assert seen["states"] == ["stopped: stopped by the user"] * 2
    assert seen["kept"][0] == seen["kept"][1]
    assert seen["rows"] >= 3


def test_a_stuck_replay_shows_its_picture_and_the_step_can_be_switched_off(
    service: Service, chromium: Chromium, shop: Shop, tmp_path: Path
) -> None:
    path = shop_file(shop, tmp_path / "stuck.json")
    recording = json.loads(path.read_text())
    recording["steps"].insert(2, {"type": "click", "selectors": [["#nowhere"]]})
    path.write_text(json.dumps(recording))

    async def session(context: BrowserContext) -> dict[str, Any]:
        page = await context.new_page()
        await submitted(page, service.address, path)
        await ended(page)
        picture = page.locator("#stuck-files img")
        await picture.wait_for()
        width = await picture.evaluate("each => each.decode().then(() => each.naturalWidth)")
        reason, replays = await page.inner_text("#stuck-reason"), await page.inner_text("#tests")
        await page.click("#stuck-off")
        await page.click("#reduce")
        await page.wait_for_selector("#stuck", state="hidden")
        state = await ended(page)
        numbers = await page.locator("#steps li.kept").evaluate_all("all => all.map(each => each.value)")
        captions = await page.locator("#pictures li > p").all_inner_texts()
        shown = {"width": width, "reason": reason, "replays": replays}
        return {**shown, "state": state, "numbers": numbers, "captions": captions}

    seen = in_context(chromium, session)
    assert seen["width"] > 0
    assert seen["reason"] == "step 3, click #nowhere: nothing matches"
    assert seen["replays"] == "2"
    assert seen["state"] == "done: no step can be removed"
    assert seen["numbers"] == [1, 5, 6]  # of the recording as it was uploaded
    assert [int(text.split()[0]) for text in seen["captions"]] == [1, 5, 6]


def test_every_field_and_picture_has_a_name(service: Service, chromium: Chromium) -> None:
    async def session(context: BrowserContext) -> list[str]:
        page = await context.new_page()
        await page.goto(service.address)
        await page.click("summary")
        found: list[str] = await page.evaluate(NAMELESS)
        defaults = [
            await page.locator("[name=algorithm]:checked").get_attribute("value"),
            await page.locator("#setup option").all_inner_texts(),
            await page.input_value("#timeout"),
            await page.input_value("#checks"),
        ]
        assert defaults == ["hierarchical", ["none", f"nothing: {sys.executable} -c ''"], "0.4", "2"]
        return found

    assert in_context(chromium, session) == []
