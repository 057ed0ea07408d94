"""Delta debugging as functions: any sequence, any test function.

A test takes the kept units, in a sequence of the same type as the one given (str, bytes, tuple, else list), and returns
an Outcome, a Verdict, or a bool where True says that the failure shows. All functions have the same contract:

- The result fails, and a test has shown it: a sequence of which no part fails is tested once itself, and raises
  NotFailing if it does not fail.
- The result is empty if the test fails for the empty sequence, too, as far as the search came down to a single unit.
  Such a test accepts too much.
- `cache` answers questions about equal contents, whichever units they were made of, without another test.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from thresher.algorithms.lists import dd as isolation
from thresher.algorithms.lists import minimal_sets as enumeration
from thresher.algorithms.lists.n_minimal import n_minimal as n_minimal_search
from thresher.algorithms.lists.rddmin import rddmin as reduced_first
from thresher.algorithms.lists.splitting import Split, even
from thresher.algorithms.registry import DEFAULT, list_algorithm
from thresher.engine.driver import Driver
from thresher.errors import NotFailing, UsageError
from thresher.executors import executor_for
from thresher.kernel.outcome import Outcome, Verdict
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection
from thresher.oracle.call import CallOracle
from thresher.oracle.running.process import Running
from thresher.session.call_memory import CallMemory, Kept, StepCallMemory
from thresher.structures.changes.changes import Changes
from thresher.structures.sequence import aligned

T = TypeVar("T")
S = TypeVar("S", bound=Sequence[Any])
Test = Callable[[S], Outcome | bool | Verdict]


def _taken(units: S, kept: Selection) -> S:
    """The kept units, in the type they came in."""
    if isinstance(units, str):
        return cast("S", "".join(units[start:stop] for start, stop in kept.runs()))
    if isinstance(units, (bytes, bytearray)):
        return cast("S", b"".join(units[start:stop] for start, stop in kept.runs()))
    return _like(units, [unit for start, stop in kept.runs() for unit in units[start:stop]])


def _drive(
    search: Search[Selection, T], render: Callable[[Selection], Any], test: Test[Any], notes: CallMemory, *, jobs: int
) -> tuple[T, bool]:
    """The search's result, and whether anything failed."""
    oracle = CallOracle[Kept](lambda content: test(content.units))
    with executor_for(jobs) as executor:
        driver = Driver[Kept](oracle, executor, notes, jobs=jobs)
        result = driver.drive(search, lambda kept: Kept(render(kept), kept), narrow=lambda kept, used: kept[:used])
    return result, notes.failed


def _search(
    search: Search[Selection, T], units: Any, test: Test[Any], *, cache: bool, jobs: int, prefixes: bool = False
) -> T:
    """The result of a search on a sequence that fails; NotFailing if it does not."""
    notes = StepCallMemory(units) if prefixes else CallMemory(cache=cache, units=units)
    result, failed = _drive(search, lambda kept: _taken(units, kept), test, notes, jobs=jobs)
    if not failed:
        verdict = CallOracle[Any](test)(lambda: units, Running()).verdict
        if verdict.outcome is not Outcome.FAIL:
            raise NotFailing(f"the test says {verdict.outcome.value} for the whole sequence; nothing to look for")
    return result


def _down_to_nothing(search: Search[Selection, Selection]) -> Search[Selection, Selection]:
    """The result of a search, or nothing if a single unit is left and the failure does not need even that.

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
    **options: Any,
) -> S:
    """A small part of the units that still fails, by the named list algorithm.

    `cache=False` asks every question, even one that was asked before. `prefixes` is for units that the test executes
    step by step, up to the failure: a sequence that passed then answers for its prefixes, and one that got stuck at
    unit i (`Verdict(Outcome.UNRESOLVED, used=i)`) for all that begin with these i. `jobs` tests run in threads at a
    time; the result does not depend on it. `options` go to the algorithm. A sequence that does not fail raises
    NotFailing.

    >>> minimize("the needle in the hay", lambda text: "need" in text)
    'need'
    """
    search = _minimizer(algorithm, **options)(Selection.all(len(units)))
    return _taken(units, _search(search, units, test, cache=cache, jobs=jobs, prefixes=prefixes))


def ddmin(
    units: S,
    test: Test[S],
    *,
    subsets: bool = True,
    complements_first: bool = False,
    split: Split = even,
    cache: bool = True,
    prefixes: bool = False,
    jobs: int = 1,
) -> S:
    """Zeller and Hildebrandt's ddmin; `subsets=False` is the complement-only form of Zeller's book. 1-minimal.

    >>> ddmin([1, 2, 3, 4, 5, 6, 7, 8], lambda kept: {1, 7, 8} <= set(kept))
    [1, 7, 8]
    """
    options: dict[str, Any] = {"subsets": subsets, "complements_first": complements_first, "split": split}
    return minimize(units, test, algorithm="ddmin", cache=cache, prefixes=prefixes, jobs=jobs, **options)


def rddmin(
    units: S,
    reduction: S,
    test: Test[S],
    *,
    complements_first: bool = False,
    split: Split = even,
    tried: bool = False,
    most: int | None = None,
    cache: bool = True,
    prefixes: bool = False,
    jobs: int = 1,
) -> S:
    """Elyasov et al.'s rddmin: ddmin that is told where to look first. 1-minimal.

    The reduction is a part of the units, in their order, that might fail: what rewriting made of them, or any other
    guess. Where a unit of it occurs more than once, the last one is meant. `tried` says that it is known not to fail on
    its own. After `most` tests that did not fail it is given up; without that it costs up to 4 tests for each unit that
    is not in it.

    >>> rddmin("the needle in the hay", "needle", lambda text: "need" in text)
    'need'
    """
    positions = aligned(units, reduction)
    if positions is None:
        raise UsageError("the reduction is no subsequence of the sequence to reduce; leave out what is not in it")
    options: dict[str, Any] = {"complements_first": complements_first, "split": split}
    minimizer = _minimizer("ddmin", **options)
    search = reduced_first(Selection.all(len(units)), positions, minimizer=minimizer, tried=tried, most=most, **options)
    return _taken(units, _search(search, units, test, cache=cache, jobs=jobs, prefixes=prefixes))


def complement(units: S, test: Test[S], *, cache: bool = True, jobs: int = 1) -> S:
    """ddmin that only takes parts away, never keeps one alone. 1-minimal."""
    return minimize(units, test, algorithm="complement", cache=cache, jobs=jobs)


def quickxplain(units: S, test: Test[S], *, cache: bool = True, jobs: int = 1) -> S:
    """Junker's QuickXplain. 1-minimal if the test is monotone; the result always fails."""
    return minimize(units, test, algorithm="quickxplain", cache=cache, jobs=jobs)


def probdd(units: S, test: Test[S], *, p0: float = 0.1, cache: bool = True, jobs: int = 1) -> S:
    """Probabilistic delta debugging (Wang et al. 2021). 1-minimal if the test is monotone."""
    return minimize(units, test, algorithm="probdd", cache=cache, jobs=jobs, p0=p0)


def cdd(units: S, test: Test[S], *, p0: float = 0.1, cache: bool = True, jobs: int = 1) -> S:
    """Counter-based delta debugging (Zhang et al. 2024). 1-minimal if the test is monotone."""
    return minimize(units, test, algorithm="cdd", cache=cache, jobs=jobs, p0=p0)


def hgt(units: S, test: Test[S], *, cache: bool = True, jobs: int = 1) -> S:
    """Hazard-guided group testing, the default: near the fewest questions possible. 1-minimal."""
    return minimize(units, test, algorithm="hgt", cache=cache, jobs=jobs)


def dichotomy(units: S, test: Test[S], *, cache: bool = True, jobs: int = 1) -> S:
    """Ever longer beginnings, halved to where they start to fail (Hemery et al. 2006). 1-minimal if monotone."""
    return minimize(units, test, algorithm="dichotomy", cache=cache, jobs=jobs)


def galloping(units: S, test: Test[S], *, cache: bool = True, jobs: int = 1) -> S:
    """Single deletions whose blocks grow while they succeed. 1-minimal."""
    return minimize(units, test, algorithm="galloping", cache=cache, jobs=jobs)


def one_by_one(units: S, test: Test[S], *, cache: bool = True, jobs: int = 1) -> S:
    """Single deletions only: best where nearly everything is needed. 1-minimal."""
    return minimize(units, test, algorithm="one_by_one", cache=cache, jobs=jobs)


def n_minimal(units: S, test: Test[S], *, n: int = 2, algorithm: str = DEFAULT, cache: bool = True, jobs: int = 1) -> S:
    """A failing part of which no n units, nor fewer, can be taken away.

    >>> n_minimal("babab", lambda text: text.count("b") % 2 == 1 and text.count("a") % 2 == 0, n=2)
    'b'
    """
    minimizer = _minimizer(algorithm)
    search = n_minimal_search(Selection.all(len(units)), n=n, minimizer=minimizer)
    return _taken(units, _search(search, units, test, cache=cache, jobs=jobs))


def minimal_sets(
    units: S, test: Test[S], *, limit: int = 10, algorithm: str = DEFAULT, cache: bool = True, jobs: int = 1
) -> list[S]:
    """Different 1-minimal failing parts, up to a limit; all of them if the test is monotone and the limit allows.

    >>> sorted(minimal_sets("aabb", lambda text: "a" in text or "bb" in text))
    ['a', 'a', 'bb']
    """
    minimizer = _minimizer(algorithm)
    search = enumeration.minimal_sets(Selection.all(len(units)), limit=limit, minimizer=minimizer)
    return [_taken(units, kept) for kept in _search(search, units, test, cache=cache, jobs=jobs)]


@dataclass(frozen=True, slots=True)
class Difference(Generic[S]):
    """The closest passing and failing sequences found.

    `difference` holds the units that the failing one has and the passing one has not; `deltas` tells, place by place,
    what is taken out and what is put in.
    """

    passing: S
    failing: S
    difference: S
    deltas: tuple[tuple[S, S], ...]


def dd(passing: S, failing: S, test: Test[S], *, cache: bool = True, jobs: int = 1) -> Difference[S]:
    """Zeller and Hildebrandt's dd: isolates a 1-minimal failure-inducing difference between two sequences.

    Outcomes are used both ways: a passing test brings the passing side closer, a failing one the failing side. The two
    sequences are aligned first; each unit that is put in, taken out or replaced is one delta. Both sides of the result
    have been tested: one that was never replaced is tested at the end, and raises NotFailing if it is not what it
    should be. That costs two runs at most.

    >>> found = dd("", "<SELECT NAME>", lambda text: text.startswith("<") and text.endswith(">"))
    >>> found.failing.replace(found.passing, "") == found.difference, len(found.difference)
    (True, 1)
    """
    changes: Changes[Any] = Changes(passing, failing)
    search = _with_tested_sides(isolation.dd(Selection(), Selection.all(len(changes))), len(changes))
    notes = CallMemory(cache=cache)
    (near, far), _ = _drive(search, lambda kept: _like(failing, changes.applied(kept)), test, notes, jobs=jobs)
    deltas = [changes.deltas[number] for number in far - near]
    return Difference(
        _like(failing, changes.applied(near)),
        _like(failing, changes.applied(far)),
        _like(failing, [unit for delta in deltas for unit in delta.added]),
        tuple((_like(failing, delta.removed), _like(failing, delta.added)) for delta in deltas),
    )


def _with_tested_sides(
    search: Search[Selection, tuple[Selection, Selection]], deltas: int
) -> Search[Selection, tuple[Selection, Selection]]:
    """The result of dd, after a test of each side that the search took for granted."""
    near, far = yield from search
    for side, wants, given in ((near, Outcome.PASS, Selection()), (far, Outcome.FAIL, Selection.all(deltas))):
        if side == given and (yield [Probe(side, wants)]) is None:
            named = f"{wants.value}ing"
            raise NotFailing(f"the {named} sequence does not {wants.value}; give one that passes, then one that fails")
    return near, far


def _like(model: S, units: Sequence[Any]) -> S:
    """Units in a sequence of the model's type; whatever is no str, bytes or tuple becomes a list."""
    match model:
        case str():
            return cast("S", "".join(units))
        case bytes() | bytearray():
            return cast("S", bytes(units))
        case tuple():
            return cast("S", tuple(units))
    return cast("S", list(units))
