"""Reduces recordings of web pages to the known minimum with several algorithms; compares replays with Playwright.

usage: python -m benchmarks.web [sessions] [faults] [book] [npm] [overhead] [--only FAULT]...

With --only, sessions and faults are run for these faults; the other rows stay as they were measured before.

The shop is the one in examples/shop. The application of `npm` is fetched with npm into a temporary directory: the
AngularJS example of the package todomvc, with a storage that is full after three records.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.report import RESULTS, Report

SHOP = Path(__file__).parents[1] / "examples" / "shop"
sys.path.insert(0, str(SHOP))

from faults import FAULTS  # noqa: E402 - the shop is no package
from server import Shop  # noqa: E402
from sessions import SESSIONS, TASKS, recording, session, task  # noqa: E402

MARKS = ("--mark", "#lines > div", "--mark", "#compared > span", "--mark", "#page", "--mark", "#count")
ALGORITHMS = ("ddmin", "rddmin", "hierarchical")
MOST_BOOK_TESTS = 82  # of the example in section 5.6 of Why Programs Fail: 95 events, three of which matter


@dataclass(frozen=True)
class Measured:
    """One run of `thresher web reduce`."""

    steps: int
    tests: int
    cached: int
    seconds: float


def reduce(folder: Path, steps: dict[str, Any], *options: str) -> Measured:
    path = folder / "recording.json"
    path.write_text(json.dumps(steps))
    command = [
        sys.executable,
        "-m",
        "thresher",
        "web",
        "reduce",
        str(path),
        "--quiet",
        "--fresh",
        "--json",
        "--no-report",
    ]
    done = subprocess.run([*command, "--checks", "1", *options], capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr.decode())
    statistics = json.loads(done.stdout)
    left = json.loads((folder / "recording.min.json").read_text())["steps"]
    return Measured(len(left), statistics["tests"], statistics["cache_hits"], statistics["seconds"])


@contextmanager
def served(server: ThreadingHTTPServer) -> Iterator[str]:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()


def rules(folder: Path, home: str) -> Path:
    """Mined from replays of sessions in which nothing fails."""
    logs = []
    for seed in range(4):
        dice = random.Random(seed)
        words = ["visit", *(step for _ in range(18) for step in task(dice.choice(TASKS), dice))]
        path = folder / f"went-well-{seed}.json"
        path.write_text(json.dumps(recording("went well", [(each, "") for each in words], home)))
        states = folder / f"states-{seed}.json"
        command = [sys.executable, "-m", "thresher", "web", "replay", str(path), "-o", str(states), *MARKS]
        subprocess.run(command, check=True, capture_output=True)
        logs.append(str(states))
    mined = folder / "rules.json"
    command = [sys.executable, "-m", "thresher", "events", "mine", *logs, "-o", str(mined)]
    subprocess.run(command, check=True, capture_output=True)
    return mined


def options_for(algorithm: str, mined: Path) -> tuple[str, ...]:
    return ("--algorithm", algorithm, *(("--rules", str(mined)) if algorithm == "rddmin" else ()))


ONLY: list[str] = []  # faults; empty for all


def measured_before(name: str) -> dict[str, list[str]]:
    """The rows of the last results by their first cell, for what is not to be run now."""
    path = RESULTS / f"{name}.md"
    lines = path.read_text().splitlines() if path.exists() else []
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
    return {row[0]: row for row in rows[1:] if ONLY and row[0] not in ONLY}


def sessions(folder: Path) -> None:
    """The ten recorded sessions of the shop, by three algorithms."""
    columns = [
        "session",
        "steps",
        "minimum",
        *(f"{name}: steps, tests, s" for name in ALGORITHMS),
        "rddmin's tests / ddmin's",
    ]
    report, before = Report("web-sessions", "Ten sessions of the shop", columns), measured_before("web-sessions")
    shop = Shop(0)
    with served(shop) as home:
        mined = rules(folder, home)
        for fault, length in SESSIONS.items():
            if fault in before:
                report.row(*before[fault])
            if ONLY and fault not in ONLY:
                continue
            shop.store.reset(frozenset([fault]))
            steps = recording(FAULTS[fault].what, session(fault, length), home)
            found = [reduce(folder, steps, *FAULTS[fault].shows, *options_for(name, mined)) for name in ALGORITHMS]
            cells = [f"{each.steps}, {each.tests}, {each.seconds:.0f}" for each in found]
            report.row(fault, length, len(FAULTS[fault].minimum), *cells, f"{found[1].tests / found[0].tests:.2f}")
    report.note(
        "Rules were mined from four other sessions in which nothing failed. Tests are replays, one check included. "
        "The machine was busy with other work: seconds are not comparable from row to row."
    )
    report.write()


def faults(folder: Path) -> None:
    """Each fault in a session of 30 steps."""
    report = Report("web-faults", "Every fault of the shop, in 30 steps", ["fault", "minimum", "found", "tests", "s"])
    before, shop = measured_before("web-faults"), Shop(0)
    right = 0
    with served(shop) as home:
        for fault, known in FAULTS.items():
            if fault in before:
                report.row(*before[fault])
                right += before[fault][1] == before[fault][2]
            if ONLY and fault not in ONLY:
                continue
            shop.store.reset(frozenset([fault]))
            found = reduce(folder, recording(known.what, session(fault, 30, seed=7), home), *known.shows)
            right += found.steps == len(known.minimum)
            report.row(fault, len(known.minimum), found.steps, found.tests, f"{found.seconds:.0f}")
    report.note(f"{right} of {len(FAULTS)} are at the known minimum.")
    report.write()


def book(folder: Path) -> None:
    """95 mouse and key events, of which three matter."""
    report = Report(
        "web-book", "95 mouse and key events, three of which matter", ["algorithm", "events left", "tests", "s"]
    )
    shop = Shop(0, frozenset(["rating-down"]))
    with served(shop) as home:
        for algorithm in ("ddmin", "hierarchical"):
            found = reduce(folder, recording("three matter", _ninety_five(), home), "--algorithm", algorithm)
            report.row(algorithm, f"{found.steps - 1} (and the visit)", found.tests, f"{found.seconds:.0f}")
    report.note(f"The book's example takes {MOST_BOOK_TESTS} tests.")
    report.write()


def _ninety_five() -> list[tuple[str, str]]:
    dice = random.Random(5)
    noise = [(name, task(name, dice)) for name in (dice.choice(["compare", "keys", "buy"]) for _ in range(60))]
    steps: list[tuple[str, str]] = []
    for number, (name, words) in enumerate(noise):
        if len(steps) + len(words) <= 92:
            steps += [(each, f"{number} {name}") for each in words]
    matter = sorted(dice.sample(range(len(steps)), 3))
    for place, words in zip(reversed(matter), ("down 2", "up 2", "up 2"), strict=True):
        steps.insert(place, (words, f"rating at {place}"))
    assert len(steps) == 95
    return [("visit", "visit"), *steps]


FULL_STORAGE = b"""<script>
const put = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, value) {
  if (JSON.parse(value).length > 3) throw new DOMException("the disk is full", "QuotaExceededError");
  put.call(this, key, value);
};
</script>"""


class Todo(SimpleHTTPRequestHandler):
    """The application as it is, but for a storage that holds three records."""

    def do_GET(self) -> None:
        if self.path != "/":
            super().do_GET()
            return
        page = Path(self.directory, "index.html").read_bytes().replace(b"<head>", b"<head>" + FULL_STORAGE)
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *arguments: object) -> None:
        pass


def npm(folder: Path) -> None:
    """An application that nobody here wrote."""
    subprocess.run(["npm", "pack", "--silent", "todomvc@0.1.1"], cwd=folder, check=True, capture_output=True)
    subprocess.run(["tar", "xzf", "todomvc-0.1.1.tgz"], cwd=folder, check=True)
    application = folder / "package" / "examples" / "angularjs"
    report = Report(
        "web-npm",
        "TodoMVC (AngularJS) from npm, its storage full after three records",
        ["steps", "minimum", "algorithm", "found", "tests", "cached", "s"],
    )
    with served(ThreadingHTTPServer(("127.0.0.1", 0), partial(Todo, directory=str(application)))) as home:
        for length in (30, 60):
            steps = _todo_session(home, length)
            for algorithm in ALGORITHMS:
                marks = ("--mark", "#todo-list li", "--mark", "#todo-count") if algorithm == "rddmin" else ()
                found = reduce(folder, steps, "--console-error", "disk is full", "--algorithm", algorithm, *marks)
                report.row(
                    len(steps["steps"]),
                    9,
                    algorithm,
                    found.steps,
                    found.tests,
                    found.cached,
                    f"{found.seconds:.0f}",
                )
    report.note("rddmin mines its rules from the failing session itself, up to where it fails.")
    report.write()


def _todo_session(home: str, length: int) -> dict[str, Any]:
    """Four things that stay on the list, and others that are ticked and taken off again in between."""
    dice = random.Random(length)
    add = [("change", "#new-todo"), ("keyDown", "Enter")]
    steps: list[dict[str, Any]] = [{"type": "navigate", "url": home, "task": "visit"}]
    kept = 0
    while kept < 4:
        left = length - len(steps) - 2 * (4 - kept)
        if left >= 4 and kept < 3 and (left > 12 or dice.random() < 0.7):
            steps += _todo_noise(dice, f"task {len(steps)}", kept + 1, left)
        else:
            steps += [_todo_step(each, f"thing {kept}", f"keep {kept}") for each in add]
            kept += 1
    return {"title": "a busy day", "steps": steps}


def _todo_noise(dice: random.Random, name: str, place: int, left: int) -> list[dict[str, Any]]:
    item = f"#todo-list li:nth-child({place})"
    words = [("change", "#new-todo"), ("keyDown", "Enter"), ("hover", item), ("click", f"{item} .destroy")]
    if left >= 6 and dice.random() < 0.5:
        words[2:2] = [("click", f"{item} .toggle"), ("click", "#filters a[href='#/']")]
    return [_todo_step(each, "errand", name) for each in words]


def _todo_step(words: tuple[str, str], value: str, name: str) -> dict[str, Any]:
    kind, what = words
    if kind == "keyDown":
        return {"type": kind, "key": what, "task": name}
    step = {"type": kind, "selectors": [[what]], "task": name}
    return {**step, "value": value} if kind == "change" else step


def overhead(folder: Path) -> None:
    """100 steps replayed, and written by hand with Playwright, in turn in one browser."""
    from thresher.formats.events.events import read_log  # noqa: PLC0415 - only this part needs them
    from thresher.web.reducing.failure import LearnedPageFailure  # noqa: PLC0415
    from thresher.web.replaying.browser import Chromium  # noqa: PLC0415
    from thresher.web.replaying.page_errors import PageError, PageErrorKind  # noqa: PLC0415
    from thresher.web.replaying.replay import replay  # noqa: PLC0415
    from thresher.web.replaying.settings import ReplaySettings, Timeouts  # noqa: PLC0415

    words = ["visit", *(step for _ in range(11) for step in ("up 1", "down 1", "compare 2", "compare 2", "search pen",
             "search ", "add 1", "next", "previous"))]  # fmt: skip
    report = Report(
        "web-overhead", "A replay of 100 steps beside Playwright by hand", ["replay, s", "by hand, s", "ratio"]
    )
    never, timeouts = LearnedPageFailure(PageError(PageErrorKind.CRASH, "never")), Timeouts(end=0.0)
    pairs: list[tuple[float, float]] = []
    with served(Shop(0)) as home, Chromium() as chromium:
        log = read_log(json.dumps(recording("hundred", [(each, "") for each in words], home)).encode())

        async def ours(browser: Any) -> float:
            begun = time.monotonic()
            seen = await replay(browser, log, settings=ReplaySettings(), criterion=never, timeouts=timeouts)
            assert (seen.stuck, seen.used) == (None, 100), seen
            return time.monotonic() - begun

        for turn in range(11):
            both = (ours, partial(_by_hand, home, words))
            taken = {each: chromium.run(each) for each in (both if turn % 2 else reversed(both))}
            if turn:  # the first one warms up
                pairs.append((taken[both[0]], taken[both[1]]))
                report.row(*(f"{each:.2f}" for each in (*pairs[-1], pairs[-1][0] / pairs[-1][1])))
    middle, least = median(one / other for one, other in pairs), [min(each) for each in zip(*pairs, strict=True)]
    report.note(f"The median ratio is {middle:.2f}; that of the fastest of each {least[0] / least[1]:.2f}.")
    report.write()


async def _by_hand(home: str, words: Sequence[str], browser: Any) -> float:
    """The same as somebody would write it, with the waits that it needs to be reliable."""
    begun = time.monotonic()
    context = await browser.new_context()
    page = await context.new_page()
    await page.goto(home)
    await page.wait_for_selector("#add-1")
    for each in words[1:]:
        what, _, rest = each.partition(" ")
        if what == "search":
            await page.fill("#search", rest)
        elif what in ("up", "down"):
            await page.click(f"#rating-{rest} #{what}")
        elif what == "add":
            async with page.expect_response("**/api/add"):
                await page.click(f"#add-{rest}")
        else:
            await page.click(f"#{what}-{rest}" if rest else f"#{what}")
    await context.close()
    return time.monotonic() - begun


PARTS: dict[str, Callable[[Path], None]] = {
    "overhead": overhead, "book": book, "npm": npm, "faults": faults, "sessions": sessions,
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], default=list(PARTS), metavar="PART")
    parser.add_argument("--only", action="append", choices=list(FAULTS), default=[], metavar="FAULT")
    given = parser.parse_args()
    ONLY.extend(given.only)
    for name in given.parts:
        with tempfile.TemporaryDirectory() as folder:
            PARTS[name](Path(folder))


if __name__ == "__main__":
    main()
