"""Disturbs reductions with every fault of tests/faults, many times, and writes a table of what happened.

    python -m benchmarks.faults [--kills 200] [--times 5] [--jobs 2] [--output docs/faults.md]

The table replaces the one between the two markers of the page; all other text of the page is kept. It is written after
each fault, so that a stopped run has one too.
"""

from __future__ import annotations

import argparse
import inspect
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Lock

from tests.faults.faults import FAULTS, Impossible
from tests.faults.scene import Scene
from tests.signals import default_signals

KILLS = {"killed": 1, "killed in parallel": 1, "killed again and again": 5}  # in one go
SHARES = {"killed": 0.2, "killed in parallel": 0.2, "killed again and again": 0.6}  # of all kills
HEAD = """| fault | tried | survived | lost | repeated | left |
|---|--:|--:|--:|--:|--:|
"""
BEGIN, END = "<!-- written by make soak -->\n", "<!-- end -->\n"


@dataclass
class Tally:
    """The results of one fault, over all repetitions."""

    tried: int = 0
    survived: int = 0
    lost: int = 0
    repeated: int = 0
    left: int = 0
    problems: list[str] = field(default_factory=list)

    def add(self, scene: Scene, kills: int) -> None:
        self.tried += kills
        self.survived += kills if scene.passed else 0
        self.lost += scene.lost
        self.repeated += scene.repeated
        self.left += scene.left + len(scene.parts())

    @property
    def clean(self) -> bool:
        return self.tried == self.survived and not (self.lost or self.repeated or self.left or self.problems)


def table(tallies: dict[str, Tally]) -> str:
    """All faults that were tried, one row each, and their sum."""
    rows = [(inspect.getdoc(FAULTS[name]) or name, tally) for name, tally in tallies.items() if tally.tried]
    whole = Tally(
        *(sum(getattr(tally, part) for _, tally in rows) for part in ("tried", "survived", "lost", "repeated", "left"))
    )
    lines = [
        f"| {what} | {tally.tried} | {tally.survived} | {tally.lost} | {tally.repeated} | {tally.left} |\n"
        for what, tally in [*rows, ("**all**", whole)]
    ]
    return HEAD + "".join(lines)


def updated(page: str, rows: str) -> str:
    """The page with these rows between its markers, and everything else as it was."""
    before, _, rest = page.partition(BEGIN)
    _, marker, after = rest.partition(END)
    if not marker:
        raise SystemExit("the page has no markers for the table; restore it from the repository")
    return before + BEGIN + rows + END + after


def once(name: str, number: int, tally: Tally, lock: Lock) -> None:
    """Runs one fault in a directory of its own."""
    with tempfile.TemporaryDirectory(prefix="faults-") as place:
        try:
            scene = FAULTS[name](Path(place), Random(f"soak {name} {number}"))
        except Impossible as reason:
            print(f"{name}: skipped, {reason}")
            return
        except AssertionError as problem:
            with lock:
                tally.tried += 1
                tally.problems.append(f"{name} {number}: {problem}")
            return
        with lock:
            tally.add(scene, KILLS.get(name, 1))
            if not tally.clean:
                tally.problems.append(f"{name} {number}: {scene.passed=} {scene.lost=} {scene.repeated=} {scene.left=}")


def main() -> int:
    """0 if nothing was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="number of kill -9, over all faults that use it")
    parser.add_argument("--times", type=int, default=5, help="repetitions of every other fault")
    parser.add_argument("--jobs", type=int, default=2, help="faults to run in parallel")
    parser.add_argument("--output", type=Path, default=Path("docs/faults.md"))
    options = parser.parse_args()
    tallies, lock = {name: Tally() for name in FAULTS}, Lock()

    def one(name: str, number: int) -> None:
        once(name, number, tallies[name], lock)
        with lock:
            options.output.write_text(updated(options.output.read_text(), table(tallies)))

    with default_signals(), ThreadPoolExecutor(options.jobs) as pool:
        plan = [(name, number) for name in FAULTS for number in range(_times(name, options))]
        plan.sort(key=lambda pair: pair[1] / _times(pair[0], options))
        list(pool.map(lambda pair: one(*pair), plan))
    problems = [problem for tally in tallies.values() for problem in tally.problems]
    print("\n".join(problems) or f"nothing lost, nothing repeated, nothing left; see {options.output}")
    return int(bool(problems))


def _times(name: str, options: argparse.Namespace) -> int:
    if name in KILLS:
        return round(options.kills * SHARES[name] / KILLS[name])
    return int(options.times)


if __name__ == "__main__":
    sys.exit(main())
