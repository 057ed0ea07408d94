"""`reduce`: what `thresher reduce` does, as a function."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from thresher.api.call import Test
from thresher.api.notebook import as_html, curve_as_svg, table_as_html
from thresher.api.progress import OnProgress, Progress, Stop
from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.record import Record
from thresher.engine.record.statistics import Statistics
from thresher.engine.record.stop_conditions import StopConditions
from thresher.engine.reduction import FlakinessSettings, Reduction
from thresher.errors import Stopped
from thresher.kernel.events import Event, Improved, Tested
from thresher.kernel.outcome import TestResult
from thresher.oracle.answer import CallOracle
from thresher.plan import Plan, PlanOptions, plan_for
from thresher.plan.effort import Effort
from thresher.session.setup.opening import Session, SessionParts, in_threads, open_session
from thresher.verify.removals import Removal, known_removals

if TYPE_CHECKING:
    from thresher.grammars.language import Language


MOST_SPLIT = 1 << 13  # bytes of a result whose single removals are looked up


class Tester(Protocol):
    """An oracle in the shape of the HDD thesis' HDDTest."""

    def test(self, text: bytes, /) -> TestResult: ...


@dataclass(frozen=True, slots=True)
class Reduced:
    """The smallest failing content found, and what it took; with `all_minimal`, all `results` that were found.

    `removals` says what happened without each unit of a complete result, as far as that was tested.
    """

    data: bytes
    complete: bool
    statistics: Statistics = field(repr=False)
    results: tuple[bytes, ...] = ()
    removals: tuple[Removal, ...] = field(default=(), repr=False)
    original_size: int = 0

    def _repr_html_(self) -> str:
        """For notebooks: the content, the curve, other results, and what happened without each part."""
        end = "" if self.complete else ", stopped early"
        tests, others = self.statistics.tests, [each for each in self.results if each != self.data]
        contents = {"content": self.data, **{f"another result ({at})": each for at, each in enumerate(others, start=2)}}
        removed = [(each.what, each.became) for each in self.removals if each.outcome is not None]
        curve = [(0, self.original_size), *((test, size) for test, _, size in self.statistics.curve)]
        return (
            as_html(f"{self.original_size:,} -> {len(self.data):,} bytes after {tests:,} tests{end}", **contents)
            + curve_as_svg(curve, tests=tests)
            + table_as_html(("change", "outcome"), removed)
        )


def reduce(
    data: bytes | str,
    test: Test[bytes] | Tester,
    *,
    name: str = "input",
    format: str | None = None,
    language: str | None = None,
    grammar: Language | Path | str | None = None,
    start: str | None = None,
    nested_lists: bool = False,
    algorithm: str | None = None,
    only: bool = False,
    minimizer: str | None = None,
    min_granularity: str | None = None,
    minimality: int = 1,
    without: Collection[str] = (),
    valid: bool = False,
    all_minimal: int | None = None,
    effort: str = Effort.NORMAL.value,
    jobs: int = 1,
    progress: OnProgress | None = None,
    stop: Stop | None = None,
    trust: FlakinessSettings | None = None,
) -> Reduced:
    """Reduces a content by the plan for its name and content, as `thresher reduce` does, but writes no session.

    `test` takes bytes and returns True if the target failure occurs, or an Outcome or a Verdict; an object with such a
    method `test` works too. A content that does not fail raises NotFailing. `grammar` is a file (.y, .g4, .lark,
    grammar.json), with `start` for another start rule than its own; with `nested_lists`, its lists written by recursion
    stay nested. With `only`, the `algorithm` runs alone and as published. Transformations named in `without` are
    skipped. With `valid`, only candidates in the format of the content are tested. With `all_minimal`, up to so many
    different minimal contents are found, in units of one list or tree. `effort` is quick, normal or thorough.
    `progress` is called after each test with a Progress; a Stop ends the search early, and the result is then not
    `complete`. Without tree-sitter, source code is reduced by lines, then tokens.

    >>> reduce("int a;\\nint b;\\nchar c;\\n", lambda text: b"b" in text).data
    b'b'
    >>> either = lambda text: b"a" in text or b"bb" in text
    >>> sorted(reduce("aabb", either, format="characters", all_minimal=10).results)
    [b'a', b'bb']
    """
    content = data.encode() if isinstance(data, str) else data
    options = PlanOptions(
        format=format,
        language=language,
        algorithm=algorithm,
        minimizer=minimizer,
        min_granularity=min_granularity,
        minimality=minimality,
        grammar=_loaded(grammar, start, nested_lists=nested_lists),
        without=tuple(without),
        valid=valid,
        only=only,
        several=all_minimal,
        effort=Effort(effort),
    )
    plan = plan_for(name, content, options)
    oracle = CallOracle(test if callable(test) else test.test)
    stops = StopConditions() if stop is None else stop.conditions
    parts = SessionParts(name, SmallestContent(content, measure=plan.measure(name)), stops=stops)
    with open_session(parts, lambda _: in_threads(oracle, jobs)) as session:
        return _reduced(session, plan, progress, trust or FlakinessSettings(), name)


def _reduced(
    session: Session[SmallestContent, CallOracle[bytes]],
    plan: Plan,
    progress: OnProgress | None,
    trust: FlakinessSettings,
    name: str,
) -> Reduced:
    """Reduces the original of an open session."""
    record = session.record
    if progress is not None:
        record.listen(partial(_report, record, progress))
    reduction = Reduction(session.result, session.driver, record, plan, trust, name=name)
    complete = _run(reduction)
    return Reduced(
        record.best,
        complete,
        record.statistics,
        results=tuple(reduction.results),
        removals=_removals(record, name, plan) if complete else (),
        original_size=len(session.result.original),
    )


def _removals(record: Record, name: str, plan: Plan) -> tuple[Removal, ...]:
    """What is known of the single removals from the result; of a large one nothing, since it takes long to split."""
    if len(record.best) > MOST_SPLIT or not record.best:
        return ()
    return known_removals(record.best, name, plan, record.known)[0]


def _run(reduction: Reduction) -> bool:
    try:
        reduction.run()
    except Stopped:
        return False
    return True


def _loaded(grammar: Language | Path | str | None, start: str | None, *, nested_lists: bool) -> Language | None:
    if not isinstance(grammar, Path | str):
        return grammar
    from thresher.session.grammars import load_language  # noqa: PLC0415 - most inputs need no grammar

    return load_language(Path(grammar), start, flat=not nested_lists)


def _report(record: Record, progress: OnProgress, event: Event) -> None:
    if isinstance(event, Tested | Improved):
        progress(Progress(record.statistics.tests, record.result.size, record.result.original_size, record.elapsed))
