"""What each stage of a plan costs and gains: tests, hits and bytes removed, from the journals of reductions.

usage: python -m benchmarks.stages CORPUS [CASE...] [--seconds S] [--each] [-- OPTIONS OF THRESHER REDUCE]
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.report import Report
from thresher.kernel.events import Event, Purpose, StageStarted, Tested
from thresher.kernel.outcome import Outcome
from thresher.session.folder import journal


@dataclass(slots=True)
class Cost:
    """What the visits of one stage took and gave; after a later stage has shrunk the input, it is visited again."""

    stage: str
    visits: int = 0
    tests: int = 0
    hits: int = 0
    bytes: int = 0


def visits(events: Iterable[Event]) -> Iterator[Cost]:
    """One cost for each time that a stage began."""
    current, size = Cost("first runs"), 0
    for event in events:
        if isinstance(event, StageStarted):
            yield current
            current = Cost(f"{event.stage} ({event.algorithm})", visits=1)
        elif isinstance(event, Tested):
            current.tests += event.runs
            if event.outcome is Outcome.FAIL and event.purpose is Purpose.SEARCH:
                current.hits += 1
                current.bytes += max(0, size - event.size)
            if event.outcome is Outcome.FAIL:
                size = event.size
    yield current


def by_stage(costs: Iterable[Cost]) -> list[Cost]:
    """The costs of all visits of each stage together, in the order of the first visits."""
    found: dict[str, Cost] = {}
    for cost in costs:
        known = found.setdefault(cost.stage, Cost(cost.stage))
        known.visits += cost.visits
        known.tests += cost.tests
        known.hits += cost.hits
        known.bytes += cost.bytes
    return list(found.values())


def costs_of(case: Path, *, seconds: float, options: list[str]) -> list[Cost]:
    """Reduces a case with one job; the cost of each visit of a stage."""
    (source,) = case.glob("input.*")
    with tempfile.TemporaryDirectory() as name:
        shutil.copy(source, name)
        subprocess.run(
            [
                *(sys.executable, "-m", "thresher", "reduce", source.name, "--quiet", "--jobs", "1"),
                *("--max-seconds", str(seconds), "--test", str(case / "test.sh"), *options),
            ],
            cwd=name,
            capture_output=True,
            check=False,
        )
        (path,) = Path(name).glob(".thresher/*/journal.jsonl")
        return list(visits(journal.read(path)))


def main() -> None:
    arguments = sys.argv[1:]
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--seconds", type=float, default=150.0)
    parser.add_argument("--each", action="store_true", help="one row for each visit of a stage")
    given = parser.parse_args(arguments[:cut])
    report = Report("stages", "What each stage costs and gains", ["case", "stage", "visits", "tests", "hits", "bytes"])
    total: list[Cost] = []
    for case in sorted(path.parent for path in given.corpus.resolve().glob("*/test.sh")):
        if given.cases and case.name not in given.cases:
            continue
        found = costs_of(case, seconds=given.seconds, options=arguments[cut + 1 :])
        total += found
        for cost in found if given.each else by_stage(found):
            if cost.tests:
                report.row(case.name, cost.stage, cost.visits, cost.tests, cost.hits, cost.bytes)
    for cost in by_stage(total):
        report.row("all", cost.stage, cost.visits, cost.tests, cost.hits, cost.bytes)
    report.write()


if __name__ == "__main__":
    main()
