"""Makes the pictures of the README and the pages from real runs, light and dark: report, live screen, service page.

usage: python tools/pictures.py        (needs Chromium and the extras tui and web; writes docs/pictures/)
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from thresher.engine.control import Control
from thresher.engine.record.record import Record
from thresher.engine.record.stop_conditions import StopConditions
from thresher.service.allowed import by_name, parse_allowed
from thresher.service.team import TeamService, TeamSettings
from thresher.session.interrupts import SearchEnd, until_stopped
from thresher.session.run import reduce_file
from thresher.session.settings import OracleSettings, SearchSettings
from thresher.session.task import Task
from thresher.tui.live import Live
from thresher.tui.screen import LiveScreen

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"
INPUT, PROGRAM = "page.html", "as_text.py"  # of the tutorial
SIZE = (100, 26)  # characters of the live screen
TESTS = 30  # after which its picture is taken
REPORT = {"width": 1180, "height": 900}
SERVICE = {"width": 1080, "height": 800}
SCHEMES = {"light": "textual-light", "dark": "textual-dark"}


class Photographer:
    """Runs a search with the live screen, and takes pictures of it in the middle."""

    def __init__(self, control: Control) -> None:
        self._control = control
        self.pictures: dict[str, str] = {}

    def __call__(self, search: Callable[[], object], record: Record) -> SearchEnd:
        live = Live(
            record.statistics,
            first=record.result.original_size,
            best=lambda: record.best,
            elapsed=lambda: record.elapsed,
            asked=lambda: record.asked,
        )
        record.listen(live)
        ended: list[SearchEnd] = []
        thread = threading.Thread(target=lambda: ended.append(until_stopped(search, record)))
        thread.start()
        asyncio.run(self._watch(live, record, thread))
        thread.join()
        return ended[0]

    async def _watch(self, live: Live, record: Record, thread: threading.Thread) -> None:
        app = LiveScreen(live, self._control, name=INPUT, jobs=2, ended=lambda: False, folder=record.storage.folder)
        async with app.run_test(size=SIZE) as pilot:
            while record.statistics.tests < TESTS and thread.is_alive():
                await pilot.pause(0.05)
            self._control.pause()
            self._control.resume()
            for scheme, theme in SCHEMES.items():
                app.theme = theme
                app.look()
                await pilot.pause()
                self.pictures[scheme] = app.export_screenshot(title="thresher reduce")


def main() -> None:
    program = shutil.which("chromium")
    if program is None:
        sys.exit("the pictures need Chromium; install it (apt-get install chromium)")
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for each in (INPUT, PROGRAM):
            shutil.copy(ROOT / "examples" / "tutorial" / each, folder)
        screens = _live(folder)
        command = [sys.executable, "-m", "thresher", "reduce", INPUT, "--no-tui", "-q", "--", "python3", PROGRAM, "{}"]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        report = next(folder.glob(".thresher/*/report.html"))
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
            for scheme, picture in screens.items():
                _picture(browser, report, PICTURES / f"report-{scheme}.png", scheme)
                drawn = folder / f"{scheme}.html"
                drawn.write_text(f"<style>svg {{ width: 980px }}</style>{_with_local_fonts(picture)}")
                _picture(browser, drawn, PICTURES / f"screen-{scheme}.png", scheme, selector="svg")
            _serve(folder, browser)
            browser.close()


def _serve(folder: Path, browser: Browser) -> None:
    """The page of a job of `thresher serve` that has ended, and the queue behind it."""
    with chdir(folder):
        command = parse_allowed(f"as-text=python3 {PROGRAM} {{}}")
    settings = TeamSettings(host="127.0.0.1", port=0, folder=folder / "serve", commands=by_name([command]), slots=2)
    service = TeamService(settings)
    with service.serving():
        for scheme in SCHEMES:
            context = browser.new_context(color_scheme=scheme, viewport=SERVICE)  # type: ignore[arg-type]
            shown = context.new_page()
            shown.goto(service.address)
            shown.set_input_files("#file", folder / INPUT)
            shown.click("#submit")
            shown.wait_for_selector("#state.complete, #state.failed", timeout=0)
            shown.wait_for_selector("#curve svg")
            shown.screenshot(path=PICTURES / f"serve-{scheme}.png")
            context.close()


def _live(folder: Path) -> dict[str, str]:
    """The live screen in the middle of a reduction whose tests take a while."""
    control = Control(2, 8)
    photographer = Photographer(control)
    oracle = OracleSettings(("sh", "-c", f"sleep 0.1; exec python3 {folder / PROGRAM} {{}}"))
    search = SearchSettings(jobs=2, stops=StopConditions(control=control, tests=3 * TESTS))
    task = Task(folder / INPUT, folder / "live.html", oracle, search, sessions=folder / "live")
    (folder / "live").mkdir()
    reduce_file(task, lambda *_: None, until_end=photographer)
    return photographer.pictures


def _with_local_fonts(svg: str) -> str:
    """Nothing is loaded from other hosts; the usual font of terminals has all characters."""
    return svg.replace("Fira Code", "DejaVu Sans Mono").replace("src:", "src: local('DejaVu Sans Mono'); nothing:")


def _picture(browser: Browser, page: Path, output: Path, scheme: str, selector: str | None = None) -> None:
    context = browser.new_context(color_scheme=scheme, viewport=REPORT, offline=True)  # type: ignore[arg-type]
    shown = context.new_page()
    shown.goto(page.as_uri())
    if selector is None:
        shown.screenshot(path=output)
    else:
        shown.locator(selector).screenshot(path=output)
    context.close()


if __name__ == "__main__":
    main()
