"""What each stage of a plan costs and gains: tests, hits and bytes removed, from the journals of reductions.

usage: python -m benchmarks.stages CORPUS [CASE...] [--seconds S] [--each] [-- OPTIONS OF THRESHER REDUCE]
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.corpus import chosen, corpus_arguments, parsed, reduce_case
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
    with tempfile.TemporaryDirectory() as folder:
        reduce_case(case, folder, "--jobs", "1", "--max-seconds", str(seconds), *options)
        (path,) = Path(folder).glob(".thresher/*/journal.jsonl")
        return list(visits(journal.read(path)))


def main() -> None:
    parser = corpus_arguments(__doc__, seconds=150.0)
    parser.add_argument("--each", action="store_true", help="one row for each visit of a stage")
    given, options = parsed(parser)
    report = Report("stages", "What each stage costs and gains", ["case", "stage", "visits", "tests", "hits", "bytes"])
    total: list[Cost] = []
    for case in chosen(given):
        found = costs_of(case, seconds=given.seconds, options=options)
        total += found
        for cost in found if given.each else by_stage(found):
            if cost.tests:
                report.row(case.name, cost.stage, cost.visits, cost.tests, cost.hits, cost.bytes)
    for cost in by_stage(total):
        report.row("all", cost.stage, cost.visits, cost.tests, cost.hits, cost.bytes)
    report.write()


if __name__ == "__main__":
    main()
