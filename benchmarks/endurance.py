"""Runs a hundred thousand tests on a Dask cluster and checks whether the memory of client or scheduler grows.

    python -m benchmarks.endurance [--tests 100000] [--before 3000]

Scheduler and worker are separate processes on this machine; the oracle is a trivial call, since programs are not
measured. The resident memory of each is recorded after every hundredth of the tests; the ratio is the mean of the last
quarter divided by that of the first. The tests before fill Dask's logs of fixed length.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import mean

from thresher.executors.cluster import Cluster
from thresher.executors.dask import DaskExecutor
from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.answer import Answer
from thresher.oracle.running.handle import RunHandle

RESULTS = Path(__file__).parent / "results" / "endurance.md"
SLOTS, PORT = 8, 38786
SHORT_LOGS = {  # what Dask samples by the clock, an hour long otherwise, whatever is run
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__LOG_LENGTH": "60",
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
}


class Trivial:
    """Answers at once; found by its name on the worker, so that nothing but the digest of it travels."""

    def __call__(self, content: object, running: RunHandle) -> Answer:
        return Answer(Verdict(Outcome.PASS, "exit 0"), 0.001)


@contextmanager
def cluster() -> Iterator[tuple[str, dict[str, int]]]:
    """The scheduler's address, and the processes by name."""
    address = f"tcp://127.0.0.1:{PORT}"
    commands = {
        "scheduler": f"-m distributed.cli.dask_scheduler --host 127.0.0.1 --port {PORT} --no-dashboard",
        "worker": f"-m distributed.cli.dask_worker {address} --nthreads {SLOTS} --no-nanny --no-dashboard",
    }
    started = {
        name: subprocess.Popen(
            [sys.executable, *command.split()],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **SHORT_LOGS},
        )
        for name, command in commands.items()
    }
    try:
        yield address, {name: process.pid for name, process in started.items()}
    finally:
        for process in reversed(started.values()):
            process.terminate()
            process.wait()


def resident(pid: int | str) -> int:
    """Kilobytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def measured(tests: int, before: int) -> tuple[dict[str, list[int]], float]:
    with cluster() as (address, processes):
        seen: dict[str, list[int]] = {name: [] for name in ("client", *processes)}
        with DaskExecutor(Cluster(address), finish=partial(int)) as executor:
            begun, oracle, window = time.monotonic(), Trivial(), deque[Future[Answer]]()
            for number in range(-before, tests):
                content = b"candidate %d" % number
                window.append(executor.submit(oracle, lambda content=content: content, RunHandle()))
                if len(window) > 4 * SLOTS:
                    assert window.popleft().result().verdict.outcome is Outcome.PASS
                if number == 0:
                    begun = time.monotonic()
                if number > 0 and (number + 1) % (tests // 100) == 0:
                    for name, pid in {"client": "self", **processes}.items():
                        seen[name].append(resident(pid))
            for future in window:
                future.result()
            return seen, time.monotonic() - begun


def table(seen: dict[str, list[int]], options: argparse.Namespace, seconds: float) -> str:
    lines = [
        "# Memory over a long run",
        "",
        f"{options.tests:,} tests through a Dask scheduler after {options.before:,} before, "
        f"{options.tests / seconds:,.0f} per second, resident memory in MB.",
        "",
        "| process | first quarter | last quarter | ratio |",
        "|---|---|---|---|",
    ]
    for name, sizes in seen.items():
        quarter = len(sizes) // 4
        first, last = mean(sizes[:quarter]), mean(sizes[-quarter:])
        lines.append(f"| {name} | {first / 1024:.1f} | {last / 1024:.1f} | {last / first:.3f} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tests", type=int, default=100_000)
    parser.add_argument("--before", type=int, default=3000, help="tests before the first that counts")
    parser.add_argument("--show", action="store_true", help="print all the sizes too")
    options = parser.parse_args()
    from benchmarks.endurance import measured  # noqa: PLC0415 - under this name the worker finds the oracle

    seen, seconds = measured(options.tests, options.before)
    text = table(seen, options, seconds)
    print(seen if options.show else "", text, sep="\n")
    RESULTS.write_text(text)


if __name__ == "__main__":
    main()
