"""Counts the tests of each list algorithm, compared with the lower bound for a certified result.

usage: python -m benchmarks.lists [--quick]

Every result is 1-minimal: algorithms that guarantee it for monotone tests only are followed by single deletions, marked
"+verify". Only different questions are counted, as with the tool's cache. The bound is k + log2 C(n, k), rounded up. It
holds for scattered answers of a monotone test; clusters carry less information.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil, comb, log2
from statistics import mean
from time import perf_counter

from benchmarks.report import Report
from benchmarks.synthetic import SHAPES, Test, instance
from thresher.algorithms.guarantees import Guarantee
from thresher.algorithms.lists.one_by_one import one_by_one
from thresher.algorithms.registry import ListAlgorithm, list_algorithms
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection

FIRST_SEED = 90_000  # none of these was used to tune an algorithm
LIMIT = 20_000  # tests, after which a method is given up


class TooMany(Exception):
    """The limit was reached."""


class Asked:
    """A test that remembers what it was asked, and how long it took itself."""

    def __init__(self, test: Test) -> None:
        self._test = test
        self._known: dict[Selection, bool] = {}
        self.seconds = 0.0

    def __call__(self, kept: Selection) -> bool:
        begun = perf_counter()
        answer = self._known.get(kept)
        if answer is None:
            if len(self._known) >= LIMIT:
                raise TooMany
            answer = self._known[kept] = self._test(kept)
        self.seconds += perf_counter() - begun
        return answer

    @property
    def runs(self) -> int:
        return len(self._known)


Method = Callable[[Selection, Asked], Selection]


def searched(search: Search[Selection, Selection], asked: Asked) -> Selection:
    """Drives a search by the protocol, one probe after the other."""
    try:
        stream = next(search)
        while True:
            stream = search.send(next((probe for probe in stream if asked(probe.candidate)), None))
    except StopIteration as stop:
        result: Selection = stop.value
        return result


def adaptive(kept: Selection, asked: Asked) -> Selection:
    """Deletes as much as possible at every position, in steps that grow and are bisected (as Hypothesis does)."""
    before = None
    while kept != before:
        before, position = kept, 0
        while position < len(kept):
            kept = kept.without(position, position + _most(kept, position, asked))
            position += 1
    return kept


def _most(kept: Selection, position: int, asked: Asked) -> int:
    """How many units can go from there on; exponential steps, then bisection."""

    def works(size: int) -> bool:
        return position + size <= len(kept) and asked(kept.without(position, position + size))

    for size in range(1, 5):
        if not works(size):
            return size - 1
    low, high = 4, 5
    while works(high):
        low, high = high, 2 * high
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (middle, high) if works(middle) else (low, middle)
    return low


def plain(algorithm: ListAlgorithm) -> Method:
    return lambda kept, asked: searched(algorithm.search(kept), asked)


def verified(algorithm: ListAlgorithm) -> Method:
    return lambda kept, asked: searched(one_by_one(searched(algorithm.search(kept), asked)), asked)


def methods() -> dict[str, Method]:
    """Every list algorithm by name, made 1-minimal, and adaptive deletion."""
    every = list_algorithms()
    found = {"hgt": plain(every["hgt"])}
    for name, algorithm in every.items():
        if algorithm.guarantee is Guarantee.ONE_MINIMAL:
            found[name] = plain(algorithm)
        else:
            found[f"{name}+verify"] = verified(algorithm)
    found["adaptive"] = adaptive
    return found


@dataclass(frozen=True, slots=True)
class Cell:
    """What is measured: so many units, so many of them needed, what the test is like."""

    kind: str
    shape: str
    units: int
    needed: int

    def bound(self) -> int | str:
        if self.kind != "mono":
            return ""
        return ceil(log2(comb(self.units, self.needed))) + self.needed

    def seeds(self, *, quick: bool) -> range:
        count = 8 if self.units < 10_000 else 3
        if self.needed <= 5 and self.kind in ("mono", "noise", "alt") and self.units <= 10_000:
            count = 40  # short runs that vary a lot
        return range(FIRST_SEED, FIRST_SEED + (2 if quick else count))


def cells(*, quick: bool) -> Iterator[Cell]:
    """The monotone test in all shapes and sizes, the others with scattered answers."""
    sizes = (100, 1000) if quick else (100, 1000, 10_000)
    for units in sizes:
        for shape in SHAPES:
            for needed in (1, 5, 20, 100):
                if shape == "scattered" or 5 <= needed < units:
                    yield Cell("mono", shape, units, needed)
    for kind in ("noise", "alt", "depsB", "depsF", "depsM", "pairs"):
        for units in sizes:
            for needed in (1, 5, 20, 100):
                if needed < units and not (units > 1000 and kind in ("alt", "depsM", "pairs")):
                    yield Cell(kind, "scattered", units, needed)
    for needed in (1, 5, 20, 100):
        yield Cell("mono", "scattered", 1_000_000, needed)


def slow(name: str, cell: Cell) -> bool:
    """Not worth the wait: quadratic methods, and those that begin with chunks of ten, on long lists."""
    depends = cell.kind.startswith("deps")
    match name:
        case "one_by_one":
            return cell.units > 1000
        case "ddmin" | "complement":
            return (cell.units > 1000 and (cell.needed > 5 or depends)) or (cell.units == 1000 and cell.kind == "depsB")
        case "adaptive" | "cdd+verify" | "probdd+verify":
            return (cell.units > 10_000 and cell.needed > 1) or (cell.units == 10_000 and cell.kind == "depsB")
    return cell.units > 1000 and cell.kind == "depsF" and name == "quickxplain+verify"


def measured(method: Method, cell: Cell, seeds: range) -> tuple[float, float] | None:
    """Mean number of tests, and by how many units the results are larger than the smallest answer."""
    runs, excess = [], []
    for seed in seeds:
        problem = instance(cell.units, cell.needed, kind=cell.kind, shape=cell.shape, seed=seed)
        asked = Asked(problem.test)
        try:
            result = method(Selection.all(cell.units), asked)
        except TooMany:
            return None
        runs.append(asked.runs)
        excess.append(len(result) - problem.needed)
    return mean(runs), mean(excess)


def shown(entry: tuple[float, float] | None) -> str:
    if entry is None:
        return f">{LIMIT}"
    tests, excess = entry
    return f"{tests:.0f}" + (f" ({excess:+.0f})" if round(excess) else "")


def tests_table(*, quick: bool) -> None:
    """One row a cell; behind a number, by how many units the result is larger than the smallest one known."""
    every = methods()
    columns = ["kind", "shape", "n", "k", "bound", *every, "hgt/best other"]
    report = Report("lists", "Tests per list algorithm", columns)
    for cell in cells(quick=quick):
        row, tests = [], {}
        for name, method in every.items():
            if slow(name, cell):
                row.append("")
                continue
            entry = measured(method, cell, cell.seeds(quick=quick))
            row.append(shown(entry))
            if entry:
                tests[name] = entry[0]
        own = tests.pop("hgt")
        ratio = f"{own / min(tests.values()):.2f}" if tests else ""
        report.row(cell.kind, cell.shape, cell.units, cell.needed, cell.bound(), *row, ratio)
    report.note(own_time(every))
    report.note("Empty: not run. Behind a number: by how many units results are larger than the smallest one known.")
    report.write()


def own_time(every: dict[str, Method]) -> str:
    """The processor time of the algorithms themselves."""
    parts = []
    for name, method in every.items():
        asked = Asked(instance(1000, 20, kind="mono", shape="scattered", seed=FIRST_SEED).test)
        begun = perf_counter()
        method(Selection.all(1000), asked)
        parts.append(f"{name} {(perf_counter() - begun - asked.seconds) / asked.runs * 1e6:.0f}")
    return f"Microseconds per test in the algorithm itself (mono, scattered, n=1000, k=20): {', '.join(parts)}."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="two seeds, lists up to 1000 units and a million")
    tests_table(quick=parser.parse_args().quick)


if __name__ == "__main__":
    main()
