"""The page in a real browser, by keyboard alone: from the choice of a file to the download of the result."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from tests.service.team import INPUT, NEEDLE, SMALLEST, crashes, held, serving
from thresher.service.team import TeamService
from thresher.web.replaying.browser import Chromium

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page, Route

T = TypeVar("T")
PATIENT = 120_000  # milliseconds


@pytest.fixture(scope="module")
def chromium() -> Iterator[Chromium]:
    with Chromium() as opened:
        yield opened


@pytest.fixture
def input_file(tmp_path: Path) -> Path:
    path = tmp_path / "notes <b>.txt"
    path.write_bytes(INPUT)
    return path


def visit(chromium: Chromium, use: Callable[[Page], Awaitable[T]], *, refused: int | None = None, **options: Any) -> T:
    """What `use` returns of a new window, in which nothing goes wrong, but for a response that the browser logs."""
    problems: list[str] = []

    async def session(browser: Browser) -> T:
        context = await browser.new_context(**options)
        context.set_default_timeout(PATIENT)
        try:
            page = await context.new_page()
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
            page.on("dialog", lambda dialog: dialog.accept())
            page.on("filechooser", lambda _: None)  # from now on dialogs are ours, however soon one is opened
            return await use(page)
        finally:
            await context.close()

    found = chromium.run(session)
    assert [each for each in problems if f"status of {refused} " not in each] == []
    return found


async def tab_to(page: Page, selector: str) -> None:
    """Presses Tab until the element has the focus, as somebody without a mouse does."""
    for _ in range(40):
        if await page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        await page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached with the Tab key")


async def choose_file(page: Page, path: Path) -> None:
    """Opens the dialog for files with the keyboard; the dialog itself is the browser's."""
    await tab_to(page, "#file")
    async with page.expect_file_chooser() as dialog:
        await page.keyboard.press("Enter")
    await (await dialog.value).set_files(path)


def test_a_file_is_reduced_without_a_mouse(tmp_path: Path, chromium: Chromium, input_file: Path) -> None:
    async def use(page: Page) -> bytes:
        await page.goto(service.address)
        assert "token" not in page.url
        await page.wait_for_selector("input[name=command]")
        await choose_file(page, input_file)
        assert "notes <b>.txt, " in await page.inner_text("#chosen")
        await tab_to(page, "input[name=command]")
        await page.keyboard.press("ArrowDown")  # from the first command to the second
        await tab_to(page, "#submit")
        await page.keyboard.press("Enter")
        await page.wait_for_selector("#state.complete")
        assert await page.inner_text("#title") == "1. notes <b>.txt"
        assert await page.inner_text("#after") == "6 bytes"
        assert "exit code 1" in await page.inner_text("#criterion")
        await page.wait_for_selector("#curve svg path.line")
        await tab_to(page, "#result")
        async with page.expect_download() as download:
            await page.keyboard.press("Enter")
        content = await (await download.value).path()
        await tab_to(page, "#report")
        async with page.context.expect_page() as opened:
            await page.keyboard.press("Enter")
        report = await opened.value
        await report.wait_for_selector("#main")
        assert await report.evaluate("self.origin") == "null"  # a site of its own, whatever is in it
        await tab_to(page, "#remove")
        await page.keyboard.press("Enter")
        await page.wait_for_selector("#queue-note:has-text('Nothing')")
        return content.read_bytes()

    with serving(tmp_path / "state", "other=false {}", f"needle={NEEDLE}") as (service, _):
        assert visit(chromium, use) == SMALLEST


def test_a_removed_job_is_not_asked_for(tmp_path: Path, chromium: Chromium) -> None:
    async def late(route: Route) -> None:
        removed = await route.fetch()
        await asyncio.sleep(2.5)  # longer than the page waits between two looks at the job
        await route.fulfill(response=removed)

    async def use(page: Page) -> None:
        await page.goto(service.address)
        await page.goto(page.url + f"jobs/{job}")
        await page.route("**/remove", late)
        await page.click("#remove")
        await page.wait_for_selector("#queue-note:has-text('Nothing')")

    with serving(tmp_path / "state", f"needle={NEEDLE}") as (service, client):
        job = client.job(command="needle")
        client.when(job, "complete")
        visit(chromium, use)


def test_another_failure_is_downloaded(tmp_path: Path, chromium: Chromium) -> None:
    async def use(page: Page) -> bytes:
        await page.goto(service.address)
        await page.goto(page.url + f"jobs/{job}")
        async with page.expect_download() as download:
            await page.click("#other-failures a")
        content = await (await download.value).path()
        return content.read_bytes()

    with serving(tmp_path / "state", crashes(tmp_path)) as (service, client):
        job = client.job(b"hay\n" * 5 + b"needle\n", command="crashes")
        client.when(job, "complete", "failed")
        assert b"hay" in visit(chromium, use)


def test_two_browsers_see_the_same_queue_stop_reload_and_resume(
    tmp_path: Path, chromium: Chromium, input_file: Path
) -> None:
    command, gate = held(tmp_path)

    async def use(page: Page) -> None:
        await page.goto(service.address)
        await choose_file(page, input_file)
        await tab_to(page, "#submit")
        await page.keyboard.press("Enter")
        await page.wait_for_selector("#state.running")
        address = page.url
        await page.reload()
        await page.wait_for_selector("#state.running")
        client.job(command="held")
        assert page.context.browser is not None
        context = await page.context.browser.new_context(color_scheme="dark")
        context.set_default_timeout(PATIENT)
        other = await context.new_page()
        await other.goto(service.address)
        await other.wait_for_selector("#jobs .running")
        await other.wait_for_selector("#jobs td:has-text('waiting, next')")
        await tab_to(other, "#jobs tr:last-child a")
        await other.keyboard.press("Enter")
        await other.wait_for_selector("#stop")
        assert other.url == address
        await tab_to(other, "#stop")
        await other.keyboard.press("Enter")
        for each in (other, page):
            await each.wait_for_selector("#state.stopped")
            assert await each.inner_text("#message") == "stopped by the user"
        gate.unlink()
        await tab_to(page, "#resume")
        await page.keyboard.press("Enter")
        for each in (other, page):
            await each.wait_for_selector("#state.complete")
        await context.close()

    with serving(tmp_path / "state", command) as (service, client):
        visit(chromium, use)


def test_what_is_wrong_is_said_on_the_page(team: TeamService, chromium: Chromium, tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.touch()

    async def without_a_file(page: Page) -> str:
        await page.goto(team.address)
        await page.wait_for_selector("input[name=command]")
        await tab_to(page, "#submit")
        await page.keyboard.press("Enter")
        assert await page.evaluate("document.activeElement.id") == "file"
        return await page.inner_text("#problem")

    async def with_an_empty_one(page: Page) -> str:
        await page.goto(team.address)
        await page.wait_for_selector("input[name=command]")
        await choose_file(page, empty)
        await tab_to(page, "#submit")
        await page.keyboard.press("Enter")
        await page.wait_for_selector("#problem:not(:empty)")
        return await page.inner_text("#problem")

    async def nowhere(page: Page) -> str:
        await page.goto(team.address)
        await page.goto(f"{page.url}jobs/none")
        return await page.inner_text("#none h1")

    assert visit(chromium, without_a_file) == "Choose a file first."
    assert visit(chromium, with_an_empty_one, refused=400) == "the input is empty; there is nothing to reduce"
    assert visit(chromium, nowhere, refused=404) == "Nothing is here"


@pytest.fixture
def team(tmp_path: Path) -> Iterator[TeamService]:
    with serving(tmp_path / "state") as (service, _):
        yield service


@pytest.mark.parametrize("width", [1200, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_and_can_be_read(tmp_path: Path, chromium: Chromium, scheme: str, width: int) -> None:
    async def use(page: Page) -> tuple[int, list[float]]:
        await page.goto(service.address)
        await page.wait_for_selector("#jobs tbody tr")
        over = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
        return over, await page.evaluate(CONTRASTS)

    with serving(tmp_path / "state", f"a-rather-long-name-of-a-command={NEEDLE}") as (service, client):
        name = "an-unbroken-name-" * 6 + ".txt"
        client.when(client.job(command="a-rather-long-name-of-a-command", name=name), "complete")
        over, contrasts = visit(chromium, use, color_scheme=scheme, viewport={"width": width, "height": 800})
    assert over <= 0
    assert min(contrasts) >= 4.5  # WCAG 2.2, level AA


CONTRASTS = """() => {
  const light = color => {
    const [r, g, b] = color.match(/[0-9.]+/g).map(Number).map(each => each / 255)
      .map(each => each <= .04045 ? each / 12.92 : ((each + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const behind = element => {
    const color = getComputedStyle(element).backgroundColor;
    return color.startsWith("rgba") && color.endsWith(" 0)") ? behind(element.parentElement) : color;
  };
  return [...document.querySelectorAll("main *")]
    .filter(each => each.checkVisibility())
    .filter(each => [...each.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
    .map(each => [light(getComputedStyle(each).color), light(behind(each))].sort((a, b) => b - a))
    .map(([bright, dark]) => (bright + .05) / (dark + .05));
}"""
