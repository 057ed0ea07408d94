"""The summary of all runs: medians for each pair, ratios between thresher and each peer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, log
from statistics import mean, median

from benchmarks.peer_tools.store import Curve, Run, Store

OURS = "thresher"
CLEARLY_SMALLER = 0.9


@dataclass(frozen=True, slots=True)
class Cell:
    """The medians of a pair's runs; complete if all are."""

    tests: float
    tokens: float
    seconds: float
    complete: bool
    kept: bool
    curves: tuple[Curve, ...]

    def tests_to(self, tokens: float) -> float | None:
        """The median number of tests until so few tokens were left; None if a run never got there."""
        reached = [next((test for test, left, _ in curve if left <= tokens), None) for curve in self.curves]
        return None if None in reached else median(test for test in reached if test is not None)


def cell(runs: list[Run]) -> Cell | None:
    if not runs:
        return None
    return Cell(
        median(run.tests for run in runs),
        median(run.tokens for run in runs),
        median(run.seconds for run in runs),
        all(run.complete for run in runs),
        all(run.kept for run in runs),
        tuple(run.curve for run in runs),
    )


@dataclass(frozen=True, slots=True)
class Ratio:
    """The ratio of thresher to a peer over some cases; below 1 is better for thresher."""

    geometric: float
    median: float


@dataclass(frozen=True, slots=True)
class Standing:
    """thresher against a peer. Ratios are over the cases that the peer finished, `tokens_all` over all it ran on.

    `tests_to_match` is over those finished cases in which thresher leaves no more than the peer: the tests after which
    it had left so little.
    """

    peer: str
    cases: int
    finished: int
    tests: Ratio | None
    tests_to_match: Ratio | None
    tokens: Ratio | None
    seconds: Ratio | None
    tokens_all: Ratio | None
    smaller: list[tuple[str, float, float]]  # cases where it leaves clearly less: name, its tokens, ours


def standings(store: Store) -> list[Standing]:
    """A comparison with each peer that was run on a case that thresher was run on."""
    found = []
    for peer in store.tools:
        pairs = {} if peer == OURS else _pairs(store, peer)
        if pairs:
            found.append(_standing(peer, pairs))
    return found


Pairs = dict[str, tuple[Cell, Cell]]  # a case: ours, theirs


def _pairs(store: Store, peer: str) -> Pairs:
    cells = {case: (cell(store.of(case, OURS)), cell(store.of(case, peer))) for case in store.cases}
    return {case: (ours, theirs) for case, (ours, theirs) in cells.items() if ours and theirs}


def _standing(peer: str, pairs: Pairs) -> Standing:
    finished = {case: pair for case, pair in pairs.items() if pair[1].complete and pair[1].kept}
    smaller = [
        (case, theirs.tokens, ours.tokens)
        for case, (ours, theirs) in pairs.items()
        if theirs.tokens < CLEARLY_SMALLER * ours.tokens
    ]
    return Standing(
        *(peer, len(pairs), len(finished)),
        *(_ratio(finished, lambda cell: cell.tests), _mean(_matched(finished))),
        *(_ratio(finished, lambda cell: cell.tokens), _ratio(finished, lambda cell: cell.seconds)),
        _ratio(pairs, lambda cell: cell.tokens),
        smaller,
    )


def _matched(pairs: Pairs) -> list[float]:
    """The ratio of tests until thresher's result was as small as the peer's final one, where it got there."""
    matched = ((ours.tests_to(theirs.tokens), theirs.tests) for ours, theirs in pairs.values())
    return [ours / theirs for ours, theirs in matched if ours is not None]


def _ratio(pairs: Pairs, figure: Callable[[Cell], float]) -> Ratio | None:
    """An empty result counts as one token, so that a geometric mean exists."""
    return _mean([max(figure(ours), 0.01) / max(figure(theirs), 0.01) for ours, theirs in pairs.values()])


def _mean(ratios: list[float]) -> Ratio | None:
    if not ratios:
        return None
    return Ratio(exp(mean(log(ratio) for ratio in ratios)), median(ratios))
