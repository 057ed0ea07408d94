"""`minimize` and the list algorithms as functions: any sequence, any test function.

All of them have the contract and the keywords of `thresher.api`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Unpack

from thresher.algorithms.lists import minimal_sets as enumeration
from thresher.algorithms.lists.n_minimal import n_minimal as n_minimal_search
from thresher.algorithms.lists.rddmin import rddmin as reduced_first
from thresher.algorithms.lists.splitting import Split, even
from thresher.algorithms.registry import DEFAULT, list_algorithm
from thresher.api.call import Call, CallOptions, S, Test, selected
from thresher.api.progress import OnProgress, Stop
from thresher.errors import UsageError
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection
from thresher.structures.sequence import aligned

__all__ = [
    "cdd",
    "complement",
    "ddmin",
    "dichotomy",
    "galloping",
    "hgt",
    "minimal_sets",
    "minimize",
    "n_minimal",
    "one_by_one",
    "probdd",
    "quickxplain",
    "rddmin",
]  # also what `thresher` and `thresher.algorithms` export


def _down_to_nothing(search: Search[Selection, Selection]) -> Search[Selection, Selection]:
    """The result of a search, or nothing if a single unit is left and the failure does not need it.

    The papers take the empty sequence to pass, so that ddmin and others never test it. Costs one run at most.
    """
    kept = yield from search
    if len(kept) == 1:
        hit = yield [Probe(Selection())]
        kept = kept if hit is None else hit.candidate
    return kept


def _minimizer(algorithm: str, **options: Any) -> Callable[[Selection], Search[Selection, Selection]]:
    """A list algorithm by its name, with the contract of this module."""
    search = list_algorithm(algorithm).search
    return lambda kept: _down_to_nothing(search(kept, **options))


def minimize(
    units: S,
    test: Test[S],
    *,
    algorithm: str = DEFAULT,
    cache: bool = True,
    prefixes: bool = False,
    jobs: int = 1,
    progress: OnProgress | None = None,
    stop: Stop | None = None,
    **options: Any,
) -> S:
    """A small part of the units that still fails, found by the named list algorithm.

    With `prefixes`, the test executes the units step by step up to the failure: a sequence that passed then answers for
    its prefixes, and one that got stuck at unit i (`Verdict(Outcome.UNRESOLVED, used=i)`) for all that begin with these
    i. `options` go to the algorithm. A sequence that does not fail raises NotFailing.

    >>> minimize("the needle in the hay", lambda text: "need" in text)
    'need'
    """
    search = _minimizer(algorithm, **options)(Selection.all(len(units)))
    return selected(units, Call(test, cache, jobs, progress, stop).search(search, units, prefixes=prefixes))


def ddmin(
    units: S,
    test: Test[S],
    *,
    subsets: bool = True,
    complements_first: bool = False,
    split: Split = even,
    prefixes: bool = False,
    cache: bool = True,
    jobs: int = 1,
    progress: OnProgress | None = None,
    stop: Stop | None = None,
) -> S:
    """Zeller and Hildebrandt's ddmin. 1-minimal. `subsets=False` is the complement-only form of Zeller's book.

    >>> ddmin([1, 2, 3, 4, 5, 6, 7, 8], lambda kept: {1, 7, 8} <= set(kept))
    [1, 7, 8]
    """
    search = _minimizer("ddmin", subsets=subsets, complements_first=complements_first, split=split)
    call = Call(test, cache, jobs, progress, stop)
    return selected(units, call.search(search(Selection.all(len(units))), units, prefixes=prefixes))


def rddmin(
    units: S,
    reduction: S,
    test: Test[S],
    *,
    complements_first: bool = False,
    split: Split = even,
    tried: bool = False,
    most: int | None = None,
    prefixes: bool = False,
    **call: Unpack[CallOptions],
) -> S:
    """Elyasov et al.'s rddmin: ddmin that tries a given reduction first. 1-minimal.

    The reduction is a part of the units, in their order, that might fail: the result of rewriting them, or any other
    guess. Where a unit of it occurs more than once, the last one is meant. `tried` says that it is known not to fail on
    its own. After `most` tests that did not fail it is abandoned; without that it costs up to 4 tests for each unit
    that is not in it.

    >>> rddmin("the needle in the hay", "needle", lambda text: "need" in text)
    'need'
    """
    positions = aligned(units, reduction)
    if positions is None:
        raise UsageError("the reduction is not a subsequence of the sequence to reduce; remove what is not in it")
    options: dict[str, Any] = {"complements_first": complements_first, "split": split}
    minimizer = _minimizer("ddmin", **options)
    search = reduced_first(Selection.all(len(units)), positions, minimizer=minimizer, tried=tried, most=most, **options)
    return selected(units, Call(test, **call).search(search, units, prefixes=prefixes))


def complement(units: S, test: Test[S], **call: Unpack[CallOptions]) -> S:
    """ddmin that only removes parts and never keeps one alone. 1-minimal."""
    return minimize(units, test, algorithm="complement", **call)


def quickxplain(units: S, test: Test[S], **call: Unpack[CallOptions]) -> S:
    """Junker's QuickXplain. 1-minimal if the test is monotone; the result always fails."""
    return minimize(units, test, algorithm="quickxplain", **call)


def probdd(units: S, test: Test[S], *, p0: float = 0.1, **call: Unpack[CallOptions]) -> S:
    """Probabilistic delta debugging (Wang et al. 2021). 1-minimal if the test is monotone."""
    return minimize(units, test, algorithm="probdd", p0=p0, **call)


def cdd(units: S, test: Test[S], *, p0: float = 0.1, **call: Unpack[CallOptions]) -> S:
    """Counter-based delta debugging (Zhang et al. 2024). 1-minimal if the test is monotone."""
    return minimize(units, test, algorithm="cdd", p0=p0, **call)


def hgt(units: S, test: Test[S], **call: Unpack[CallOptions]) -> S:
    """Hazard-guided group testing, the default: near the fewest questions possible. 1-minimal."""
    return minimize(units, test, algorithm="hgt", **call)


def dichotomy(units: S, test: Test[S], **call: Unpack[CallOptions]) -> S:
    """Ever longer beginnings, halved to where they start to fail (Hemery et al. 2006). 1-minimal if monotone."""
    return minimize(units, test, algorithm="dichotomy", **call)


def galloping(units: S, test: Test[S], **call: Unpack[CallOptions]) -> S:
    """Single deletions whose blocks grow while they succeed. 1-minimal."""
    return minimize(units, test, algorithm="galloping", **call)


def one_by_one(units: S, test: Test[S], **call: Unpack[CallOptions]) -> S:
    """Single deletions only: best where nearly everything is needed. 1-minimal."""
    return minimize(units, test, algorithm="one_by_one", **call)


def n_minimal(units: S, test: Test[S], *, n: int = 2, algorithm: str = DEFAULT, **call: Unpack[CallOptions]) -> S:
    """A failing part of which no n units, nor fewer, can be removed.

    >>> n_minimal("babab", lambda text: text.count("b") % 2 == 1 and text.count("a") % 2 == 0, n=2)
    'b'
    """
    minimizer = _minimizer(algorithm)
    search = n_minimal_search(Selection.all(len(units)), n=n, minimizer=minimizer)
    return selected(units, Call(test, **call).search(search, units))


def minimal_sets(
    units: S, test: Test[S], *, limit: int = 10, algorithm: str = DEFAULT, **call: Unpack[CallOptions]
) -> list[S]:
    """Different 1-minimal failing parts, up to a limit; all of them if the test is monotone and the limit allows.

    >>> sorted(minimal_sets("aabb", lambda text: "a" in text or "bb" in text))
    ['a', 'a', 'bb']
    """
    minimizer = _minimizer(algorithm)
    search = enumeration.minimal_sets(Selection.all(len(units)), limit=limit, minimizer=minimizer)
    return [selected(units, kept) for kept in Call(test, **call).search(search, units)]
