"""How a reduction of a tree scales with the number of workers.

    python -m benchmarks.scaling                    # a virtual clock, up to 1,000 workers; also docs/scaling.svg
    python -m benchmarks.scaling --workers 1 8 64   # the same for these numbers of workers
    python -m benchmarks.scaling --real 0.2         # a real oracle that sleeps that long: threads, then Dask workers
    python -m benchmarks.scaling --real 0.2 --workers 1 8 --no-dask   # threads only

The oracle's answers are those of a predicate, on JSON, on a C program whose functions need each other, or on lines.
Each is recorded when it is first asked for, and looked up after that. Speedup is the time with one worker divided by
that with several, both from the same run of this program. Waste is the share of tests that were killed because an
earlier hit made them useless, or that only look-ahead asked for.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from distributed import LocalCluster

from benchmarks import orders, scaling_inputs
from benchmarks.curves import Curve, picture
from benchmarks.simulation import Run, simulated
from thresher.plan import PlanOptions

RESULTS = Path(__file__).parent / "results" / "scaling.md"
VIRTUAL_RESULTS = Path(__file__).parent / "results" / "scaling_virtual.md"
CURVE = Path(__file__).parents[1] / "docs" / "scaling.svg"
VIRTUAL, REAL = (1, 2, 4, 8, 16, 64, 250, 1000), (1, 2, 4, 8)
TEST = """#!/bin/sh
sleep {seconds}
exec {python} -I {check} {name}
"""
Measured: TypeAlias = tuple[float, dict[str, int], bytes]
OPTIONS = "--fresh --quiet --json --timeout 60"


INPUTS: dict[str, tuple[str, Callable[[], bytes], Callable[[bytes], bool]]] = {
    "JSON": ("orders.json", orders.records, orders.fails),
    "C": ("program.c", scaling_inputs.program, scaling_inputs.miscompiled),
    "lines": ("numbers.txt", scaling_inputs.numbers, scaling_inputs.counted),
}
PLANS: dict[str, tuple[str, PlanOptions]] = {
    "JSON, the default plan": ("JSON", PlanOptions()),
    "C, the default plan": ("C", PlanOptions()),
    "lines, the default plan": ("lines", PlanOptions(format="lines")),
    "JSON, HDD* with hgt": ("JSON", PlanOptions(algorithm="hdd_star")),
}
COLORS = ("#c0392b", "#2c7fb8", "#31a354", "#8856a7")


def virtual(kind: str, plan_options: PlanOptions, workers: Sequence[int]) -> list[Run]:
    name, made, predicate = INPUTS[kind]
    recorded: dict[bytes, bool] = {}

    def test(data: bytes) -> bool:
        if data not in recorded:
            recorded[data] = predicate(data)
        return recorded[data]

    runs = []
    for jobs in workers:
        run = simulated(made(), name, test, jobs=jobs, seconds=lambda _: 60.0, plan_options=plan_options)
        runs.append(run)
        if run.result != runs[0].result:
            raise SystemExit(f"{jobs} workers gave another result")
        print(jobs, round(runs[0].seconds / run.seconds, 2), flush=True)
    return runs


def real(kind: str, seconds: float, workers: Sequence[int], *where: str) -> dict[int, Measured]:
    """The seconds, the statistics and the result of a session that starts from nothing, by number of workers."""
    measured = {}
    name, made, predicate = INPUTS[kind]
    check = Path(sys.modules[predicate.__module__].__file__ or "").resolve()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / name).write_bytes(made())
        test = place / "test.sh"
        test.write_text(TEST.format(python=sys.executable, check=check, name=name, seconds=seconds))
        test.chmod(0o755)
        for jobs in workers:
            command = [sys.executable, "-m", "thresher", "reduce", name, "--test", "./test.sh"]
            command += [*OPTIONS.split(), "-o", "result", "-j", str(jobs), *where]
            command += ["--format", "lines"] if kind == "lines" else []
            begun = time.monotonic()
            done = subprocess.run(command, cwd=place, stdout=subprocess.PIPE, check=True)
            told = json.loads(done.stdout)
            measured[jobs] = time.monotonic() - begun, told, (place / "result").read_bytes()
            print(kind, where, jobs, round(measured[jobs][0], 1), flush=True)
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
        waste = (run.cancelled + run.speculative) / (run.tests + run.cancelled)
        lines.append(f"| {run.jobs:,} | {run.tests:,} | {runs[0].seconds / run.seconds:.2f} | {waste:.0%} |")
    return [*lines, ""]


def real_table(name: str, measured: dict[int, Measured]) -> list[str]:
    lines = [f"## {name}", "", "| workers | tests | speedup | waste | same bytes |", "|---|---|---|---|---|"]
    for jobs, (seconds, told, result) in measured.items():
        waste = (told["cancelled"] + told["speculative"]) / (told["tests"] + told["cancelled"])
        same = "yes" if result == measured[1][2] else "no"
        lines.append(f"| {jobs} | {told['tests']:,} | {measured[1][0] / seconds:.2f} | {waste:.0%} | {same} |")
    return [*lines, ""]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--real", type=float, metavar="SECONDS", help="measure real runs with a sleep so long")
    parser.add_argument("--workers", type=int, nargs="+", help="the numbers of workers")
    parser.add_argument("--dask", action=argparse.BooleanOptionalAction, default=True, help="with --real")
    options = parser.parse_args()
    lines = ["# Scaling", ""]
    if options.real is None:
        lines += [
            "JSON of 40 records of which 10 are needed, a program of 41 functions of which 3 are, and 1,000 lines of",
            "which 30 are; ratios from one run. Tests include look-ahead tests.",
            "",
        ]
        curves = []
        for color, (name, (kind, plan_options)) in zip(COLORS, PLANS.items(), strict=True):
            runs = virtual(kind, plan_options, options.workers or VIRTUAL)
            lines += virtual_table(name, runs)
            curves.append(Curve(name, color, [(run.jobs, runs[0].seconds / run.seconds) for run in runs]))
            VIRTUAL_RESULTS.write_text("\n".join(lines))
            CURVE.write_text(picture(curves, across="workers", up="times as fast as with one"))
        return
    workers = options.workers or REAL
    lines += [f"The same inputs as in scaling_virtual.md, the default plan; a test sleeps {options.real:g} s.", ""]
    for kind in INPUTS:
        lines += real_table(f"{kind}, threads (`--jobs`)", real(kind, options.real, workers))
        RESULTS.write_text("\n".join(lines))
    if not options.dask:
        return
    with dask_workers(max(workers)) as address:
        for kind in INPUTS:
            measured = real(kind, options.real, workers, "--executor", "dask", "--scheduler", address)
            lines += real_table(f"{kind}, Dask (`--executor dask`)", measured)
            RESULTS.write_text("\n".join(lines))


if __name__ == "__main__":
    main()
