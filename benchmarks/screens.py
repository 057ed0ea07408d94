"""The time that report and live screen add to a run, as ratios of alternating runs: plain, with report, with screen.

usage: python -m benchmarks.screens [--rounds N]
"""

from __future__ import annotations

import argparse
import json
import os
import pty
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from benchmarks.report import Report

LINES, NEEDED = 400, 25
TEST = f"sh -c 'sleep 0.04; test $(grep -c needle input.txt) = {NEEDED}'"
RUN = """
import resource, sys, time
from thresher.cli.main import main
begun = time.monotonic()
code = main(sys.argv[1:])
own = resource.getrusage(resource.RUSAGE_SELF)
open("seconds", "w").write(f"{time.monotonic() - begun} {own.ru_utime + own.ru_stime}")
sys.exit(code)
"""
KINDS = {"plain": ["--no-report", "--no-tui"], "with report": ["--no-tui"], "with screen": ["--no-report", "--tui"]}


def run(folder: Path, options: list[str]) -> tuple[float, float, int]:
    """Seconds, our own processor seconds and tests of one reduction, on a terminal of its own."""
    screen, child = pty.openpty()
    arguments = [sys.executable, "-c", RUN, "reduce", "input.txt", "--fresh", "-j", "1", "--format", "lines"]
    process = subprocess.Popen(
        [*arguments, "--json", *options, "--test", TEST],
        cwd=folder,
        stdin=child,
        stdout=subprocess.PIPE,
        stderr=child,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"},
        start_new_session=True,
    )
    os.close(child)
    reader = threading.Thread(target=_drain, args=(screen,))
    reader.start()
    out, _ = process.communicate()
    reader.join()
    os.close(screen)
    seconds, own = map(float, (folder / "seconds").read_text().split())
    return seconds, own, json.loads(out)["tests"]


def _drain(screen: int) -> None:
    """Reads what is shown, as a terminal does, until nobody writes any more."""
    try:
        while os.read(screen, 65536):
            pass
    except OSError:
        return


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    seconds: dict[str, list[float]] = {kind: [] for kind in KINDS}
    own: dict[str, list[float]] = {kind: [] for kind in KINDS}
    tests = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        step = LINES // NEEDED
        text = "".join(f"{'needle' if line % step == 0 else 'hay'} {line}\n" for line in range(LINES))
        (folder / "input.txt").write_text(text)
        for _ in range(rounds):
            for kind, options in KINDS.items():
                took, busy, tests = run(folder, options)
                seconds[kind].append(took)
                own[kind].append(busy)
                print(f"{kind}: {took:.2f} s, {busy:.2f} s of them busy", file=sys.stderr)
    columns = ["run", "seconds, best", "ratio", "aim", "our own processor seconds, best", "more than plain / seconds"]
    report = Report("screens", "What report and live screen add to a run", columns)
    plain, idle = min(seconds["plain"]), min(own["plain"])
    for kind, taken in seconds.items():
        aim, busy = "" if kind == "plain" else "at most 1.05", min(own[kind])
        report.row(
            kind, f"{min(taken):.2f}", f"{min(taken) / plain:.3f}", aim, f"{busy:.2f}", f"{(busy - idle) / plain:.3f}"
        )
    report.note(f"{tests} tests of 40 ms and more, one job, the best of {rounds} runs of each kind that took turns.")
    report.write()


if __name__ == "__main__":
    main()
