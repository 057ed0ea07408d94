"""How small the input is after so many tests, and after so many seconds: thresher and other reducers, case by case.

The runs are made as by `benchmarks.peers`, with the same program that counts the tests, one after the other. They are
saved in benchmarks/results/anytime.json after every run; the same command resumes, and writes anytime.md and
anytime.html beside it. Seconds depend on the machine and its load: compare them within one case only.

usage: python -m benchmarks.anytime CORPUS [CASE...] [--peers NAMES] [--again NAMES] [--seconds S] [--render]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchmarks.peer_tools.page import write_curves
from benchmarks.peer_tools.store import Run, Store
from benchmarks.peer_tools.summary import OURS
from benchmarks.peers import measured_runs, peer_arguments

TESTS = (10, 30, 100, 300, 1000)
SECONDS = (10, 60, 300)
TITLE = "Size left at every moment"
NOTE = (
    "Tokens of the smallest failing candidate after so many tests (10, 30, ...) and after so many seconds (10 s, ...), "
    "and at the end. A run that ended before a mark counts with its result; one that was stopped before a mark has no "
    "figure there. The smallest of a column is bold, and marked ! where it is smaller than thresher's."
)


def left_after(run: Run, mark: float, at: Callable[[tuple[int, int, float]], float], end: float) -> int | None:
    """The tokens left at a mark; None if the run was stopped before it."""
    if end < mark and not run.complete:
        return None
    steps = [step for step in run.curve if at(step) <= mark]
    return steps[-1][1] if steps else None


def marks(run: Run) -> list[int | None]:
    """The tokens left after each number of tests and of seconds, and at the end."""
    tests = [left_after(run, mark, lambda step: step[0], run.tests) for mark in TESTS]
    seconds = [left_after(run, mark, lambda step: step[2], run.seconds) for mark in SECONDS]
    return [*tests, *seconds, run.tokens]


def rows(store: Store, case: str) -> Iterator[str]:
    """A row of the table for each tool that was run on a case."""
    found = {tool: runs[-1] for tool in store.tools if (runs := store.of(case, tool)) and runs[-1].kept}
    columns = {tool: marks(run) for tool, run in found.items()}
    for tool, run in found.items():
        cells = []
        for place, value in enumerate(columns[tool]):
            every = [column[place] for column in columns.values() if column[place] is not None]
            ours = columns.get(OURS, [None] * len(columns[tool]))[place]
            best = value is not None and value == min(every)
            worse = best and ours is not None and value is not None and value < ours
            cells.append("" if value is None else f"**{value}**{'!' if worse else ''}" if best else str(value))
        ended = f"{run.tests}{'' if run.complete else '*'}"
        yield f"| {case} | {tool} | {' | '.join(cells)} | {ended} |"


def table(store: Store) -> list[str]:
    """All cases, those with the fewest tokens first."""
    head = ["case", "tool", *map(str, TESTS), *(f"{mark} s" for mark in SECONDS), "end", "tests"]
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    for case in sorted(store.cases, key=lambda name: int(store.cases[name]["tokens"])):
        lines += rows(store, case)
    return lines


def main() -> None:
    store, results = measured_runs(peer_arguments(__doc__, seconds=300.0, results="anytime.json"))
    page = [f"# {TITLE}", "", NOTE, "", *table(store), "", "* the time ran out"]
    results.with_suffix(".md").write_text("\n".join(page) + "\n")
    write_curves(store, results.with_suffix(".html"), title=TITLE, note=NOTE)
    print("\n".join(page))


if __name__ == "__main__":
    main()
