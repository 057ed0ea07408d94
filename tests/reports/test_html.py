"""The report in a real browser: what it shows, its slider, its looks in light, dark and on a phone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.reports.browser import chromium
from thresher.kernel.events import Improved
from thresher.reports.html import write_report
from thresher.session.folder.journal import read
from thresher.session.run import Result, reduce_file
from thresher.session.settings import OracleSettings, SearchSettings
from thresher.session.task import Task

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NASTY = b'</script><script>document.title = "broken"</script><!-- & \x00\xff \xe2\x80\xae\r\n'
CONTENT = b"".join(b"line %d with words\n" % number + NASTY * (number % 5 == 0) for number in range(40))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def reduced(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """A reduction of forty lines with all kinds of bytes to those with 17, 32 and a script element."""
    folder = tmp_path_factory.mktemp("reduced")
    (folder / "input.txt").write_bytes(CONTENT)
    command = ("sh", "-c", "grep -aq 17 input.txt && grep -aq 32 input.txt && grep -aq '</script><script>' input.txt")
    arguments = ("reduce", "input.txt", "--test", "./test.sh --password=hunter2 t0k3n-for-tests")
    oracle = OracleSettings(command, script=True)
    task = Task(folder / "input.txt", folder / "input.min.txt", oracle, SearchSettings(), arguments)
    return reduce_file(task, lambda *_: None)


@pytest.fixture(scope="module")
def report(reduced: Result) -> Path:
    return write_report(reduced.folder)


@pytest.fixture
def page(browser: Browser, report: Path) -> Iterator[Page]:
    """The report, opened in a browser that has no network and reports every error."""
    context = browser.new_context(offline=True)
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda message: troubles.append(message.text))
    page.on("request", lambda request: None if request.url.startswith("file:") else troubles.append(request.url))
    page.goto(report.as_uri())
    yield page
    context.close()
    assert troubles == []


def test_before_and_after_are_side_by_side(page: Page, reduced: Result) -> None:
    assert page.title() == f"input.txt: {len(CONTENT):,} to {len(reduced.after):,} bytes"
    assert page.locator("#after").text_content() == reduced.after.decode()
    assert "".join(page.locator("pre.before mark").all_text_contents()) == reduced.after.decode()
    before, after = page.locator("pre.before").bounding_box(), page.locator("#after").bounding_box()
    assert before
    assert after
    assert before["y"] == after["y"]
    assert before["x"] + before["width"] < after["x"]


def test_the_slider_goes_through_the_steps_by_keyboard(page: Page, reduced: Result) -> None:
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("Home")
    assert slider.input_value() == "0"
    assert page.locator("#text").text_content() == page.locator("pre.before").text_content()
    page.keyboard.press("ArrowRight")
    first = next(event for event in read(reduced.folder / "journal.jsonl") if isinstance(event, Improved))
    assert f"Step 1: {first.size:,} bytes after {first.tests:,} tests" in str(slider.get_attribute("aria-valuetext"))
    assert page.locator("#text del").count() > 0
    page.keyboard.press("End")
    page.get_by_role("button", name="one step back").click()
    assert slider.input_value() == str(len(reduced.statistics.curve) - 1)
    page.get_by_role("button", name="one step forward").click()
    left = page.evaluate("""[...document.querySelectorAll("#text :is(span, ins)")].map(e => e.textContent).join("")""")
    assert left == reduced.after.decode()


def test_the_point_on_the_curve_goes_with_the_slider(page: Page) -> None:
    slider, point = page.get_by_role("slider"), page.locator("[data-points=tests] .here")
    slider.focus()
    page.keyboard.press("Home")
    first = point.bounding_box()
    page.keyboard.press("End")
    last = point.bounding_box()
    assert first
    assert last
    assert first["x"] < last["x"]
    assert first["y"] < last["y"]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1200), ("dark", 1200), ("light", 390)])
def test_it_is_readable_in_light_and_dark_and_on_a_phone(
    browser: Browser, report: Path, tmp_path: Path, scheme: str, width: int
) -> None:
    context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 800})  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(report.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width  # nothing sticks out at the side
    contrasts = page.evaluate(CONTRASTS)
    assert contrasts
    assert {name: value for name, value in contrasts.items() if value < 4.5} == {}
    assert len(page.screenshot(path=tmp_path / "report.png", full_page=True)) > 10_000
    context.close()


def test_it_has_what_a_screen_reader_needs(page: Page) -> None:
    assert page.get_by_role("main").count() == 1
    assert page.get_by_role("heading", level=1).count() == 1
    assert page.get_by_role("img").count() == 2
    assert all(image.get_attribute("aria-label") for image in page.get_by_role("img").all())
    assert page.get_by_role("region").count() == page.locator("section").count()  # each section has a name
    assert page.locator("button:not([aria-label])").count() == 0


def test_the_curve_is_that_of_the_journal(reduced: Result, report: Path) -> None:
    embedded = re.search(r'<script type="application/json" id="history">(.*?)</script>', report.read_text())
    assert embedded
    journalled = [
        [event.tests, event.at, event.size]
        for event in read(reduced.folder / "journal.jsonl")
        if isinstance(event, Improved)
    ]
    assert json.loads(embedded[1])["curve"] == [[0, 0.0, len(CONTENT)], *journalled]


def test_commands_and_the_result_can_be_copied(browser: Browser, report: Path, reduced: Result) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(report.as_uri())
    page.get_by_role("button", name="copy the command", exact=True).click()
    page.get_by_text("copied", exact=True).wait_for()
    assert "grep -aq 17 input.txt" in page.evaluate("navigator.clipboard.readText()")
    context.close()


def test_how_to_reproduce_comes_before_the_contents(page: Page) -> None:
    heads = page.get_by_role("heading", level=2).all_text_contents()
    assert heads.index("Reproduce") < heads.index("Before and after")
    assert "thresher" in page.locator(".versions").all_text_contents()[0]


def test_no_script_but_its_own_can_run(browser: Browser, report: Path, tmp_path: Path) -> None:
    strange = tmp_path / "strange.html"
    strange.write_text(report.read_text().replace("<main", "<script>document.title = 'broken'</script><main"))
    page = browser.new_page()
    page.goto(strange.as_uri())
    assert page.title() != "broken"
    assert page.get_by_role("slider").count() == 1
    page.close()


def test_on_paper_there_are_no_buttons(page: Page) -> None:
    page.emulate_media(media="print")
    assert page.locator("button:visible").count() == 0
    assert page.locator("#after").is_visible()


def test_no_secret_of_the_environment_is_printed(
    reduced: Result, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("THE_API_TOKEN", "t0k3n-for-tests")  # stands for a secret that has come into the command line
    text = write_report(reduced.folder, output=tmp_path / "report.html").read_text()
    assert "hunter2" not in text
    assert "--password=&lt;hidden&gt; &lt;hidden&gt;" in text
    assert "t0k3n" not in text
    assert "THE_API_TOKEN" not in text


CONTRASTS = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const luminance = (color) => {
    canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map(
      (v) => v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (; element; element = element.parentElement) {
      const color = getComputedStyle(element).backgroundColor;
      if (color !== "rgba(0, 0, 0, 0)") return color;
    }
    return "white";
  };
  const found = {};
  for (const name of ["h1", "h2", "h3", "pre", "mark", "del", "ins", "p", "th", "td", ".note", ".state strong",
                      "button", "dt", ".sizes .to", "summary", "output"]) {
    const element = document.querySelector(name);
    if (!element) continue;
    const [a, b] = [luminance(getComputedStyle(element).color), luminance(behind(element))];
    found[name] = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }
  return found;
}"""
