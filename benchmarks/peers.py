"""Reduces every case of a corpus with thresher and with other reducers: tests, tokens left, seconds.

The same small program counts every run of the test for all reducers. One reducer runs at a time. Results are saved in
benchmarks/results/peers.json after every run; the same command resumes, and writes peers.md and peers.html beside it.
"""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path

from benchmarks.peer_tools import PEERS
from benchmarks.peer_tools.case import Case, cases
from benchmarks.peer_tools.installing import installed
from benchmarks.peer_tools.page import write_page
from benchmarks.peer_tools.peer import Peer
from benchmarks.peer_tools.running import measured
from benchmarks.peer_tools.store import Run, Store
from benchmarks.peer_tools.tables import write_tables
from benchmarks.report import RESULTS


def names(text: str) -> list[str]:
    """Peers, separated by commas."""
    found = [name for name in text.split(",") if name]
    if unknown := set(found) - set(PEERS):
        raise argparse.ArgumentTypeError(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(PEERS)}")
    return found


def peer_arguments(about: str | None, *, seconds: float, results: str) -> argparse.ArgumentParser:
    """A parser for what all comparisons with other reducers take."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path, metavar="CORPUS", help="a folder of cases")
    parser.add_argument("cases", nargs="*", metavar="CASE", help="names of cases (default: all)")
    parser.add_argument("--peers", type=names, help=f"default: those of --again, or {','.join(PEERS)}")
    parser.add_argument("--again", type=names, default=[], help="peers whose results are not believed but made anew")
    parser.add_argument("--seconds", type=float, default=seconds, help=f"limit of a run (default: {seconds:.0f})")
    parser.add_argument("--tools", type=Path, default=Path.home() / ".cache" / "thresher-peers")
    parser.add_argument("--results", type=Path, default=RESULTS / results)
    parser.add_argument("--render", action="store_true", help="run nothing, write the pages from what there is")
    parser.set_defaults(runs=1, jobs=1)
    return parser


def measured_runs(parser: argparse.ArgumentParser) -> tuple[Store, Path]:
    """The runs that are saved, after those that are missing were made; and the file they are in."""
    given = parser.parse_intermixed_args()
    given.peers = given.peers or given.again or list(PEERS)
    heed_signals()
    store = Store.open(given.results)
    if not given.render:
        measure_all(store, given)
    store.order(list(PEERS))
    return store, given.results


def available(wanted: list[str], tools: Path) -> dict[str, str]:
    """The version of every peer that could be installed."""
    found = {}
    for name in wanted:
        version = installed(PEERS[name], tools / name)
        if version is None:
            print(f"{name}: cannot be installed here, left out", file=sys.stderr)
        else:
            found[name] = version
    return found


def missing(store: Store, case: Case, peer: Peer, given: argparse.Namespace) -> int:
    """How many runs of a pair are still to be made."""
    if not peer.suits(case):
        return 0
    known = [run for run in store.of(case.name, peer.name) if run.answers(limit=given.seconds, jobs=given.jobs)]
    wanted: int = given.runs
    return max(0, wanted - len(known))


def line(run: Run) -> str:
    marks = ("" if run.complete else "*") + ("" if run.kept else " nothing left") + (run.error and f" ({run.error})")
    return f"{run.case:32}{run.tool:12}{run.tests:7} tests{run.tokens:8} tokens{run.seconds:8.1f} s {marks}"


def measure(store: Store, case: Case, peer: Peer, version: str, given: argparse.Namespace) -> None:
    """Makes the missing runs of a pair, one after the other."""
    limits = {"seconds": given.seconds, "jobs": given.jobs}
    for _ in range(missing(store, case, peer, given)):
        found = measured(peer, case, **limits, environment=given.tools / peer.name)
        run = Run.of(case.name, peer.name, found, limit=given.seconds, jobs=given.jobs)
        store.add(run, version)
        print(line(run), flush=True)


def measure_all(store: Store, given: argparse.Namespace) -> None:
    """Every case that fails here, with every peer that can be installed."""
    chosen = list(cases(given.corpus, given.cases))
    versions = available([name for name in PEERS if name in given.peers], given.tools)
    for case in chosen:
        if not case.shows(case.input):
            print(f"{case.name}: its input does not fail here, left out", file=sys.stderr)
            continue
        store.describe(case, unsuited=[name for name, peer in PEERS.items() if not peer.suits(case)])
        for name in given.again:
            store.forget(case.name, name)
        for name, version in versions.items():
            measure(store, case, PEERS[name], version, given)
    store.save()


def heed_signals() -> None:
    """Lets Ctrl-C and a polite kill clean up; in the background too, where shells have Ctrl-C ignored by all below."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.default_int_handler)


def main() -> None:
    parser = peer_arguments(__doc__, seconds=150.0, results="peers.json")
    parser.add_argument("--runs", type=int, help="of every pair; the median counts (default: 1)")
    parser.add_argument("--jobs", type=int, help="tests at a time (default: 1)")
    store, results = measured_runs(parser)
    write_tables(store, results.with_suffix(".md"))
    write_page(store, results.with_suffix(".html"))


if __name__ == "__main__":
    main()
