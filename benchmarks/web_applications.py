"""Records five applications from npm and PyPI with a real pointer, replays and reduces them, runs the written tests.

usage: python -m benchmarks.web_applications [APPLICATION]... [--packages DIR] [--keep DIR] [--load N] [--compare-jobs]

Needs Xvfb, xdotool, npm and Chromium. Nothing of the packages is part of thresher: they are fetched by name into
--packages (default: a temporary directory). --keep leaves the recordings and results there, and uses recordings that
are there already. --load only replays, beside N busy processes; --compare-jobs only reduces, with one job and with two.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Error, sync_playwright

from benchmarks.applications.hand import Hand, screen
from benchmarks.applications.serving import Library, Static, install, serving
from benchmarks.applications.sessions import SESSIONS
from benchmarks.report import Report
from thresher.session.folder.store import FOLDER

MINIMUM = {"board": 10, "sheet": 10, "library": 12, "menu": 8, "editor": 8}  # counted by hand
REPLAYS = 3
RECORDINGS = 3  # until one shows the failure
THRESHER = (sys.executable, "-m", "thresher", "web")
OUTCOMES = ("FAIL", "PASS", "UNRESOLVED")
NOTE = (
    "One run of `python -m benchmarks.web_applications` as a whole. The minimum is counted by hand, in steps of the "
    "recording; the steps are executed in their order."
)
SEPARATE = ("editor", "sheet")  # what a replay does is in its own page: several can be made at a time


def record(name: str, url: str, path: Path, display: str) -> None:
    """The recording of a whole session, made by `thresher web record`."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [*THRESHER, "record", url, "-o", str(path), "--title", name, "--remote-port", str(port)]
    recorder = subprocess.Popen(command, env={**os.environ, "DISPLAY": display}, stderr=subprocess.PIPE)
    assert recorder.stderr is not None
    while (line := recorder.stderr.readline()) and not line.startswith(b"recording"):
        pass  # such as that an earlier recording was kept under another name
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


def recorded(name: str, application: Static | Library, folder: Path, display: str) -> Path:
    """The recording, made unless it was kept. The application's data are then as they were before it."""
    path = folder / f"{name}.json"
    if path.exists():
        rebased(path, application.url)
    for _ in range(RECORDINGS):  # on a busy machine an application may lose keys, and then nothing fails
        if path.exists() and "observed" in json.loads(path.read_text()):
            break
        record(name, application.url, path, display)
        application.reset()
    return path


def steps_of(path: Path) -> int:
    return len(json.loads(path.read_text())["steps"])


def replays(path: Path, application: Static | Library) -> int:
    """How many of some replays show the failure; prints the last line of each."""
    command, same = [*THRESHER, "replay", str(path), *application.options], 0
    for _ in range(REPLAYS):
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        lines = run.stdout.strip().splitlines() or run.stderr.strip().splitlines() or [""]
        last = next((line for line in reversed(lines) if line.startswith(OUTCOMES)), lines[-1])
        print(f"  {last}", file=sys.stderr)
        same += last.startswith("FAIL")
    return same


def reduce(path: Path, application: Static | Library, *options: str, fresh: bool = True) -> dict[str, Any] | str:
    """The statistics of a reduction, or what went wrong; one that is not `fresh` continues the session there is."""
    command = [*THRESHER, "reduce", str(path), *application.options, *options, *(["--fresh"] if fresh else [])]
    command += ["--quiet", "--json", "--no-report"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return done.stderr.strip()
    statistics: dict[str, Any] = json.loads(done.stdout)
    return statistics


def test_outcome(path: Path) -> str:
    environment = {**os.environ, "CHROMIUM": "/usr/bin/chromium"}
    done = subprocess.run([sys.executable, str(path)], env=environment, capture_output=True, text=True, check=False)
    if not done.returncode:
        return "passes"
    return "fails" if "AssertionError" in done.stderr else f"breaks: {done.stderr.strip().splitlines()[-1]}"


def measure(name: str, path: Path, application: Static | Library, report: Report) -> None:
    """Replays, then reduces, then runs the test that was written, on the faulty application and on a repaired one."""
    steps, same = steps_of(path), replays(path, application)
    done = reduce(path, application) if same else ""
    if isinstance(done, str):
        report.row(name, steps, f"{same} of {REPLAYS}", done, MINIMUM[name], "", "", "")
        return
    test = path.with_suffix(".min") / f"test_{name}.py"
    application.reset()
    faulty = test_outcome(test)
    application.repair()
    left = steps_of(path.with_suffix(".min.json"))
    report.row(name, steps, f"{same} of {REPLAYS}", left, MINIMUM[name], done["tests"], faulty, test_outcome(test))


def compare_jobs(name: str, path: Path, application: Static | Library, report: Report) -> None:
    """Reduces with one and with two jobs, in this order, each time after the same first replay.

    What that shows of timers and animations decides what is tried first, so that two first replays may lead to
    different results of the same size.
    """
    begun, sessions = path.with_suffix(".begun"), path.parent / FOLDER
    shutil.rmtree(sessions, ignore_errors=True)
    reduce(path, application, "--max-tests", "1")
    shutil.copytree(sessions, begun, dirs_exist_ok=True)
    runs = []
    for jobs in ("1", "2"):
        shutil.rmtree(sessions)
        shutil.copytree(begun, sessions)
        runs.append(reduce(path, application, "--jobs", jobs, fresh=False))
        path.with_suffix(f".{jobs}.json").write_bytes(path.with_suffix(".min.json").read_bytes())
    shutil.rmtree(begun)
    alone, together = (run if isinstance(run, dict) else _failed(run) for run in runs)
    one, two = (path.with_suffix(f".{jobs}.json").read_bytes() for jobs in ("1", "2"))
    left, same = len(json.loads(two)["steps"]), "yes" if one == two else "no"
    ratio = together["seconds"] / alone["seconds"]
    report.row(name, steps_of(path), left, same, alone["tests"], together["tests"], f"{ratio:.2f}")


def _failed(error: str) -> dict[str, Any]:
    raise SystemExit(error)


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Some processes that only compute."""
    command = [sys.executable, "-c", "while True: pass"]
    with ExitStack() as running:
        for _ in range(processes):
            process = running.enter_context(subprocess.Popen(command))
            running.callback(process.kill)
        yield


def reports(load: int, *, jobs: bool) -> Report:
    """The table to fill."""
    if jobs:
        columns = ["application", "steps", "left", "same result", "tests, 1 job", "tests, 2 jobs", "seconds, 2 / 1"]
        return Report("web-jobs", "Recordings of applications, reduced with one and two jobs", columns)
    if load:
        title = f"Recordings of applications, replayed beside {load} busy processes"
        return Report("web-load", title, ["application", "steps", "replayed"])
    columns = ["application", "steps", "replayed", "left", "minimum", "tests", "test, faulty", "test, repaired"]
    return Report("web-applications", "Applications from npm and PyPI, recorded by a real pointer", columns)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", choices=[*SESSIONS, []], default=[], metavar="APPLICATION")
    parser.add_argument("--packages", type=Path, metavar="DIR")
    parser.add_argument("--keep", type=Path, metavar="DIR")
    parser.add_argument("--load", type=int, default=0, metavar="N", help="replay beside N busy processes, no reduction")
    parser.add_argument("--compare-jobs", action="store_true", help="reduce with one job and with two, no more")
    given = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # which ends the recorder; a background job may ignore it
    with tempfile.TemporaryDirectory() as temporary, screen() as display:
        packages, folder = given.packages or Path(temporary, "packages"), given.keep or Path(temporary, "work")
        for each in (packages, folder):
            each.mkdir(parents=True, exist_ok=True)
        install(packages)
        report = reports(given.load, jobs=given.compare_jobs)
        for name in given.names or (SEPARATE if given.compare_jobs else SESSIONS):
            with serving(name, packages, folder) as application:
                path = recorded(name, application, folder, display)
                if given.compare_jobs:
                    compare_jobs(name, path, application, report)
                elif given.load:
                    with busy(given.load):
                        report.row(name, steps_of(path), f"{replays(path, application)} of {REPLAYS}")
                else:
                    measure(name, path, application, report)
        if not given.names:
            if not (given.load or given.compare_jobs):
                report.note(NOTE)
            report.write()


if __name__ == "__main__":
    main()
