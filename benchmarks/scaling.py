"""How a reduction of a tree scales with the number of workers.

    python -m benchmarks.scaling                    # the virtual clock, up to 1,000 workers
    python -m benchmarks.scaling --real 0.2         # a real oracle that sleeps so long: threads, and Dask workers

The oracle's answers are those of a predicate on JSON; each is recorded when it is first asked and looked up after that.
Speedup is the time with one worker by that with several, both from the same run of this program. Waste is the share of
tests that were begun and killed since an earlier hit made them useless.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from distributed import LocalCluster

from benchmarks.simulation import Run, simulated
from thresher.plan import Wishes

RESULTS = Path(__file__).parent / "results" / "scaling.md"
VIRTUAL_RESULTS = Path(__file__).parent / "results" / "scaling_virtual.md"
VIRTUAL, REAL = (1, 2, 4, 8, 16, 64, 250, 1000), (1, 2, 4, 8)
NEEDED = range(3, 40, 4)
PLANS = {"the default plan": Wishes(), "HDD* with ddmin": Wishes(algorithm="hdd_star", minimizer="ddmin")}
TEST = """#!/bin/sh
sleep {seconds}
exec grep -qz '{pattern}' orders.json
"""
OPTIONS = "--algorithm hdd_star --minimizer ddmin --fresh --quiet --json --timeout 60"


def orders() -> bytes:
    """Forty records, nested three deep."""
    random = Random(3)
    records = [
        {
            "id": number,
            "name": f"user{number}",
            "tags": [f"t{random.randrange(9)}" for _ in range(3)],
            "place": {"x": random.randrange(100), "y": random.randrange(100)},
        }
        for number in range(40)
    ]
    return json.dumps(records, indent=1).encode()


def fails(data: bytes) -> bool:
    """Ten of the records are there, each with its tags and the x of its place."""
    try:
        records = json.loads(data)
    except ValueError:
        return False
    if not isinstance(records, list):
        return False
    good = {each["id"] for each in records if isinstance(each, dict) and _whole(each)}
    return good >= set(NEEDED)


def _whole(record: dict[str, object]) -> bool:
    place = record.get("place")
    number = record.get("id")
    return (
        isinstance(number, int)
        and isinstance(place, dict)
        and isinstance(place.get("x"), int)
        and isinstance(record.get("tags"), list)
    )


def virtual(wishes: Wishes) -> list[Run]:
    recorded: dict[bytes, bool] = {}

    def test(data: bytes) -> bool:
        if data not in recorded:
            recorded[data] = fails(data)
        return recorded[data]

    runs = []
    for jobs in VIRTUAL:
        run = simulated(orders(), "orders.json", test, jobs=jobs, seconds=lambda _: 60.0, wishes=wishes)
        runs.append(run)
        if run.result != runs[0].result:
            raise SystemExit(f"{jobs} workers gave another result")
        print(jobs, round(runs[0].seconds / run.seconds, 2), flush=True)
    return runs


def real(seconds: float, *where: str) -> dict[int, tuple[float, dict[str, int], bytes]]:
    """The seconds, the statistics and the result of a session that starts from nothing, by number of workers."""
    measured = {}
    records = [{"name": f"user{number}", "tags": ["a", "b"]} for number in range(10, 22)]
    pattern = ".*".join(f'"name": "user{number}"' for number in range(10, 22, 2))
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "orders.json").write_text(json.dumps(records, indent=1))
        (place / "test.sh").write_text(TEST.format(pattern=pattern, seconds=seconds))
        (place / "test.sh").chmod(0o755)
        for jobs in REAL:
            command = [sys.executable, "-m", "thresher", "reduce", "orders.json", "--test", "./test.sh"]
            command += [*OPTIONS.split(), "-j", str(jobs), *where]
            begun = time.monotonic()
            done = subprocess.run(command, cwd=place, stdout=subprocess.PIPE, check=True)
            told = json.loads(done.stdout)
            measured[jobs] = time.monotonic() - begun, told, (place / "orders.min.json").read_bytes()
            print(where, jobs, round(measured[jobs][0], 1), flush=True)
    return measured


@contextmanager
def dask_workers(count: int) -> Iterator[str]:
    """The address of a cluster on this machine with so many workers of one test at a time."""
    with LocalCluster(
        n_workers=count, threads_per_worker=1, processes=False, protocol="tcp://", dashboard_address="127.0.0.1:0"
    ) as cluster:
        yield cluster.scheduler_address


def virtual_table(name: str, runs: list[Run]) -> list[str]:
    lines = [f"## {name}, virtual clock", "", "| workers | tests | speedup | waste |", "|---|---|---|---|"]
    for run in runs:
        waste = run.cancelled / (run.tests + run.cancelled)
        lines.append(f"| {run.jobs:,} | {run.tests:,} | {runs[0].seconds / run.seconds:.2f} | {waste:.0%} |")
    return [*lines, ""]


def real_table(name: str, measured: dict[int, tuple[float, dict[str, int], bytes]]) -> list[str]:
    lines = [f"## {name}", "", "| workers | tests | speedup | waste | same bytes |", "|---|---|---|---|---|"]
    for jobs, (seconds, told, result) in measured.items():
        waste = told["cancelled"] / (told["tests"] + told["cancelled"])
        same = "yes" if result == measured[1][2] else "no"
        lines.append(f"| {jobs} | {told['tests']:,} | {measured[1][0] / seconds:.2f} | {waste:.0%} | {same} |")
    return [*lines, ""]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--real", type=float, metavar="SECONDS", help="measure real runs with a sleep so long")
    options = parser.parse_args()
    lines = ["# Scaling", ""]
    if options.real is None:
        lines += ["JSON of 40 records of which 10 are needed; ratios from one run.", ""]
        for name, wishes in PLANS.items():
            lines += virtual_table(name, virtual(wishes))
        VIRTUAL_RESULTS.write_text("\n".join(lines))
        return
    lines += [f"JSON of 12 records of which 6 are needed, HDD* with ddmin; a test sleeps {options.real:g} s.", ""]
    lines += real_table("threads (`--jobs`)", real(options.real))
    with dask_workers(max(REAL)) as address:
        lines += real_table(
            "Dask (`--executor dask`)", real(options.real, "--executor", "dask", "--scheduler", address)
        )
    RESULTS.write_text("\n".join(lines))


if __name__ == "__main__":
    main()
