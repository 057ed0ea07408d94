"""A reduction to be disturbed, and what became of it: what was lost, asked again, or left behind.

The input has forty lines of which four are needed. The test writes down every run with the digest of what it was given,
so nothing has to be taken on trust: what was asked again is in the test's own log, and the best result is read and
run.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from thresher.kernel.events import Improved, Purpose, Tested
from thresher.session.folder.journal import read

LINES = [b"line %d\n" % number for number in range(40)]
NEEDED = (LINES[3], LINES[17], LINES[24], LINES[31])
CHECKS = 3  # runs of the input at first
GIVE_UP_SECONDS = 180.0  # seconds until what should end or appear is given up
MARK = "THRESHER_SCENE"  # in the environment of all that a scene starts
TEST = """#!/bin/sh
set -- $(b2sum -l 256 input.txt)
echo "$1" >> '{scene}/runs'
needed() {{ [ "$(grep -cxE 'line (3|17|24|31)' input.txt)" = 4 ]; }}
once() {{ [ "$(wc -l < '{scene}/runs')" -gt 4 ] && ! needed && mkdir '{scene}/once' 2>/dev/null; }}
{mischief}
needed
"""


@dataclass(frozen=True)
class FinishedRun:
    """One command from its start to its end."""

    code: int
    talk: str


class Scene:
    """A directory with an input, a test and, in `work`, the output. `mischief` is shell that the test does as well.

    In it, `once` is true in one run only, on a candidate that does not fail; `SCENE` is the directory.
    """

    def __init__(self, place: Path, *, mischief: str = "", options: tuple[str, ...] = (), jobs: int = 1) -> None:
        self.place, self.work = place, place / "work"
        self.options = ("--jobs", str(jobs), "--timeout", "60", "--min-granularity", "lines", *options)
        self._jobs = jobs
        self.work.mkdir(exist_ok=True)
        self.input = self.work / "input.txt"
        self.input.write_bytes(b"".join(LINES))
        self.test = place / "test.sh"
        self.test.write_text(TEST.format(scene=place, mischief=mischief.replace("SCENE", str(place))))
        self.test.chmod(0o755)
        self.lost = self.repeated = self.left = 0
        self.passed = False  # whether the result is the right one at the end
        self._known: list[Tested] = []
        self._begun_at = 0
        self._pids: list[int] = []

    @property
    def output(self) -> Path:
        return self.work / "input.min.txt"

    def command(self) -> list[str]:
        return [sys.executable, "-m", "thresher", "reduce", "input.txt", *self.options, "--test", str(self.test)]

    def runs(self) -> list[str]:
        """The digests of what the test was run on, in order."""
        log = self.place / "runs"
        return log.read_text().split() if log.exists() else []

    def journals(self) -> list[Path]:
        return sorted(self.work.glob(".thresher/*/journal.jsonl"))

    def start(self, **environment: str) -> subprocess.Popen[bytes]:
        """Begins a run of the session."""
        self._known = self._answered()
        self._begun_at = len(self.runs())
        with (self.place / "talk").open("wb") as talk:
            process = subprocess.Popen(
                self.command(),
                cwd=self.work,
                stdout=subprocess.DEVNULL,
                stderr=talk,
                env={**os.environ, MARK: str(self.place), **environment},
            )
        self._pids.append(process.pid)
        return process

    def end(self, process: subprocess.Popen[bytes]) -> FinishedRun:
        """Waits for the end of a run and counts what was lost, repeated and left behind."""
        code = process.wait(GIVE_UP_SECONDS * 3)
        self._count(complete=code == 0)
        return FinishedRun(code, (self.place / "talk").read_text())

    def run(self, **environment: str) -> FinishedRun:
        """A whole run of the session."""
        return self.end(self.start(**environment))

    def wait_for_runs(self, count: int, process: subprocess.Popen[bytes]) -> None:
        """Until this run has run the test so many times, or has ended."""
        until(lambda: len(self.runs()) - self._begun_at >= count or process.poll() is not None)

    def _answered(self) -> list[Tested]:
        return [event for path in self.journals() for event in read(path) if isinstance(event, Tested)]

    def _count(self, *, complete: bool) -> None:
        self.repeated += self._asked_again(in_flight=0 if complete else 1)
        self.lost += self._best_is_lost()
        self.left += self._left_behind()
        self.passed = self.output.is_file() and self.output.read_bytes() == b"".join(NEEDED)

    def _asked_again(self, *, in_flight: int) -> int:
        """Answers to what had an answer, and runs that got none though nobody disturbed them.

        The input is run a few times on purpose, to see whether the failure is flaky, and the result once more.
        """
        all_answers = self._answered()
        answers = all_answers[len(self._known) :]
        known = {event.digest for event in self._known if event.purpose is not Purpose.CHECK}
        asked = Counter(event.digest for event in answers if event.purpose is not Purpose.CHECK)
        checked = Counter(event.digest for event in all_answers if event.purpose is Purpose.CHECK)
        again = sum(count - (each not in known) for each, count in asked.items())
        again += sum(max(0, count - CHECKS) for count in checked.values())
        unanswered = len(self.runs()) - self._begun_at - len(answers)
        return again + (max(0, unanswered - in_flight) if self._jobs == 1 else 0)

    def _best_is_lost(self) -> int:
        """Whether a result that was reported is not there, is not whole, or does not fail."""
        sizes = [event.size for path in self.journals() for event in read(path) if isinstance(event, Improved)]
        if not sizes and not self.output.exists():
            return 0
        lines = self.output.read_bytes().splitlines(keepends=True) if self.output.exists() else []
        whole = all(line in LINES for line in lines) and all(line in lines for line in NEEDED)
        return int(not whole or sum(map(len, lines)) > min(sizes, default=1 << 30))

    def _left_behind(self) -> int:
        """Processes and directories of runs that are still there after a while."""
        until(lambda: not self._processes() and not self._directories(), fail=False)
        return len(self._processes()) + len(self._directories())

    def _processes(self) -> list[str]:
        """Those that have the scene's mark, and those that a test wrote into the file `pids`."""
        mark = f"{MARK}={self.place}".encode()
        found = [path for path in Path("/proc").glob("[0-9]*/environ") if mark in _content(path).split(b"\0")]
        pids = self.place / "pids"
        daemons = pids.read_text().split() if pids.exists() else []
        return [str(path) for path in found] + [pid for pid in daemons if _content(Path(f"/proc/{pid}/cmdline"))]

    def _directories(self) -> list[Path]:
        places = {Path("/dev/shm"), Path(tempfile.gettempdir())}
        return [path for place in places for pid in self._pids for path in place.glob(f"thresher-{pid}-*")]

    def parts(self) -> list[Path]:
        """Files that are half written; there may be some until the next run."""
        return [*self.work.glob(".*.part"), *self.work.glob(".thresher/**/.*.part")]


def until(holds: Callable[[], bool], *, fail: bool = True) -> None:
    """Waits until a condition holds; the machine may be slow."""
    deadline = time.monotonic() + GIVE_UP_SECONDS
    while not holds():
        if time.monotonic() > deadline:
            assert not fail, "waited in vain"
            return
        time.sleep(0.005)


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
