"""Records five applications from npm and PyPI with a real pointer, replays and reduces them, runs the written tests.

usage: python -m benchmarks.web_applications [APPLICATION]... [--packages DIR] [--keep DIR] [--load N] [--no-reduction]

Needs Xvfb, xdotool, npm and Chromium. Nothing of the packages is part of thresher: they are fetched by name into
--packages (default: a temporary directory). --keep leaves the recordings and results there, and uses recordings that
are there already. --load runs N busy processes beside the replays.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Error, sync_playwright

from benchmarks.applications.hand import Hand, screen
from benchmarks.applications.serving import Library, Static, install, serving
from benchmarks.applications.sessions import SESSIONS
from benchmarks.report import Report

MINIMUM = {"board": 10, "sheet": 10, "library": 13, "menu": 8, "editor": 8}  # counted by hand
REPLAYS = 3
RECORDINGS = 3  # until one shows the failure
THRESHER = (sys.executable, "-m", "thresher", "web")


def record(name: str, url: str, path: Path, display: str) -> None:
    """The recording of a whole session, made by `thresher web record`."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [*THRESHER, "record", url, "-o", str(path), "--title", name, "--remote-port", str(port)]
    recorder = subprocess.Popen(command, env={**os.environ, "DISPLAY": display}, stderr=subprocess.PIPE)
    assert recorder.stderr is not None
    recorder.stderr.readline()  # it is recording now
    with sync_playwright() as playwright:
        browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
        page = next(each for context in browser.contexts for each in context.pages if each.url != "about:blank")
        hand = Hand(page, display)
        hand.do("mousemove", 640, 500, "sleep", 0.3)
        try:
            SESSIONS[name](hand, path.parent)
            time.sleep(1)
        except (Error, subprocess.CalledProcessError):
            page.screenshot(path=str(path.with_suffix(".failed.png")))
            raise
        finally:
            recorder.send_signal(signal.SIGINT)
            recorder.wait(60)


def rebased(path: Path, url: str) -> None:
    """Lets a recording that was kept begin at the address that the application has now."""
    text, here = path.read_text(), urlsplit(url).netloc
    path.write_text(re.sub(r"(?<=http://)127\.0\.0\.1:\d+", here, text))


def replays(path: Path, application: Static | Library, stated: tuple[str, ...] = ()) -> list[str]:
    """The last lines of some replays."""
    command = [*THRESHER, "replay", str(path), *application.options, *stated]
    runs = [subprocess.run(command, capture_output=True, text=True, check=False) for _ in range(REPLAYS)]
    return [(run.stdout.strip().splitlines() or run.stderr.strip().splitlines() or [""])[-1] for run in runs]


def test_outcome(path: Path) -> int:
    environment = {**os.environ, "CHROMIUM": "/usr/bin/chromium"}
    return subprocess.run([sys.executable, str(path)], env=environment, capture_output=True, check=False).returncode


def measure(name: str, packages: Path, folder: Path, report: Report, display: str, *, load: int, reduce: bool) -> None:
    path = folder / f"{name}.json"
    with serving(name, packages, folder) as application:
        if path.exists():
            rebased(path, application.url)
        for _ in range(RECORDINGS):  # on a busy machine an application may lose keys, and then nothing fails
            if path.exists() and "observed" in json.loads(path.read_text()):
                break
            record(name, application.url, path, display)
        steps = len(json.loads(path.read_text())["steps"])
        with busy(load):
            seen = replays(path, application)
        same = [line for line in seen if line.startswith("FAIL")]
        for line in seen:
            print(f"  {line}", file=sys.stderr)
        if not same or not reduce:
            report.row(name, steps, f"{len(same)} of {REPLAYS}", "", MINIMUM[name], "", "", "")
            return
        command = [*THRESHER, "reduce", str(path), *application.options, "--quiet", "--fresh", "--json", "--no-report"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            report.row(name, steps, f"{len(same)} of {REPLAYS}", done.stderr.strip(), MINIMUM[name], "", "", "")
            return
        left = len(json.loads(path.with_suffix(".min.json").read_text())["steps"])
        outcomes = []
        for repaired in (False, True):
            if repaired:
                application.repair()
            elif isinstance(application, Library):
                application.reset()
            outcomes.append("fails" if test_outcome(folder / f"{name}.min" / f"test_{name}.py") else "passes")
        tests = json.loads(done.stdout)["tests"]
        report.row(name, steps, f"{len(same)} of {REPLAYS}", left, MINIMUM[name], tests, *outcomes)


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Some processes that only compute."""
    command = [sys.executable, "-c", "while True: pass"]
    with ExitStack() as running:
        for _ in range(processes):
            process = running.enter_context(subprocess.Popen(command))
            running.callback(process.kill)
        yield


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", choices=[*SESSIONS, []], default=[], metavar="APPLICATION")
    parser.add_argument("--packages", type=Path, metavar="DIR")
    parser.add_argument("--keep", type=Path, metavar="DIR")
    parser.add_argument("--no-reduction", action="store_true", help="record and replay only")
    parser.add_argument("--load", type=int, default=0, metavar="N")
    given = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # which ends the recorder; a background job may ignore it
    with tempfile.TemporaryDirectory() as temporary, screen() as display:
        packages, folder = given.packages or Path(temporary, "packages"), given.keep or Path(temporary, "work")
        for each in (packages, folder):
            each.mkdir(parents=True, exist_ok=True)
        install(packages)
        columns = ["application", "steps", "replayed", "left", "minimum", "tests", "test, faulty", "test, repaired"]
        report = Report("web-applications", "Applications from npm and PyPI, recorded by a real pointer", columns)
        for name in given.names or SESSIONS:
            measure(name, packages, folder, report, display, load=given.load, reduce=not given.no_reduction)
        if not given.names:
            report.write()


if __name__ == "__main__":
    main()
