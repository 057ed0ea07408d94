"""The page in a real browser, from the drop of a recording to the download of the result."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.site import FAULTS, Shop, home_of, shop_recording
from thresher.web.replaying.browser import Chromium
from thresher.web.replaying.settings import ReplaySettings
from thresher.web.service.recordings import Service

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

WORDS = ("visit", "search pen", "search ", "compare 2", "next", "previous", "compare 2", "key h", "release h")


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    opened = Service("127.0.0.1", 0, ReplaySettings())
    with opened.serving():
        yield opened


@pytest.fixture
def recording(shop: Shop, tmp_path: Path) -> Path:
    shop.store.reset(frozenset(["compare-same"]))
    path = tmp_path / "same.json"
    steps = [(words, "1 visit" if words == "visit" else f"2 {number // 2}") for number, words in enumerate(WORDS)]
    path.write_text(json.dumps(shop_recording("same", steps, home_of(shop))))
    return path


async def reduced(page: Page, address: str, path: Path, algorithm: str) -> dict[str, Any]:
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    await page.goto(address)
    await page.set_input_files("#file", path)
    await page.click("summary")
    await page.check(f"[value={algorithm}]")
    await page.click("#start")
    await page.wait_for_selector("#state:not(.busy)", timeout=60_000)
    async with page.expect_download() as download:
        await page.click("#downloads a >> nth=0")
    content = await (await download.value).path()
    await page.wait_for_selector("#pictures img")
    captions = page.locator("#pictures li > p")
    before = await captions.all_inner_texts()
    await page.reload()
    await page.wait_for_selector("#pictures img")
    await page.locator("#pictures img").evaluate_all("all => all.forEach(each => { each.loading = 'eager'; })")
    await page.locator("#pictures img").evaluate_all("all => Promise.all(all.map(each => each.decode()))")
    return {
        "captions": [before, await captions.all_inner_texts()],
        "state": await page.inner_text("#state"),
        "left": json.loads(content.read_text())["steps"],
        "kept": await page.locator("#steps li.kept").all_inner_texts(),
        "queue": await page.locator("#queue tbody tr").last.inner_text(),
        "numbers": await page.locator("#steps li.kept").evaluate_all("all => all.map(each => each.value)"),
        "rows": await page.locator("#log tr").count(),
        "tests": int(await page.inner_text("#tests")),
        "curve": await page.locator("#curve path").get_attribute("d"),
        "criterion": await page.inner_text("#criterion"),
        "files": await page.locator("#downloads a").all_inner_texts(),
        "shots": await page.locator("#pictures img").evaluate_all("all => all.map(each => each.naturalWidth > 0)"),
        "problems": problems,
    }


def test_a_recording_is_reduced_before_the_users_eyes(service: Service, chromium: Chromium, recording: Path) -> None:
    async def session(browser: Browser) -> dict[str, Any]:
        context = await browser.new_context(color_scheme="dark")
        try:
            return await reduced(await context.new_page(), service.address, recording, "rddmin")
        finally:
            await context.close()

    seen = chromium.run(session)
    assert seen["problems"] == []
    assert seen["state"] == "done: no step can be removed"
    assert len(seen["left"]) == len(seen["kept"]) == len(FAULTS["compare-same"].minimum)
    assert seen["rows"] == seen["tests"] >= 3
    assert seen["curve"].startswith("M")
    assert "Desk lamp is compared with itself" in seen["criterion"]
    assert seen["captions"][0] == seen["captions"][1]  # the address of a job survives a reload
    assert [int(text.split()[0]) for text in seen["captions"][0]] == seen["numbers"]  # those of the recording
    assert seen["files"] == ["Recording", "Test in Python", "Test in TypeScript"]
    assert seen["queue"].split("\t") == ["same.json", "done", "3", "9"]
    assert seen["shots"] == [True] * 6  # each step in the recording, and in the result


def test_errors_in_a_file_are_shown_on_the_page(service: Service, chromium: Chromium, tmp_path: Path) -> None:
    path = tmp_path / "cut.json"
    path.write_text('{"title": "", "steps": [{"type": "navi')

    async def session(browser: Browser) -> str:
        context = await browser.new_context()
        try:
            page = await context.new_page()
            await page.goto(service.address)
            await page.set_input_files("#file", path)
            await page.click("#start")
            await page.wait_for_selector("#problem:visible")
            return await page.inner_text("#problem")
        finally:
            await context.close()

    assert "cut off" in chromium.run(session)
