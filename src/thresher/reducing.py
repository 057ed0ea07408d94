"""`reduce`: what `thresher reduce` does, as a function."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from thresher.engine.driver import Driver
from thresher.engine.reduction import Reduction, Trust
from thresher.engine.statistics import Statistics
from thresher.engine.stop_conditions import Stops
from thresher.errors import Stopped
from thresher.executors import executor_for
from thresher.grammars.language import Language
from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.call import CallOracle
from thresher.plan import PlanOptions, plan_for
from thresher.session.grammars import load_language
from thresher.session.record import Record


class Tester(Protocol):
    """An oracle in the shape of the HDD thesis' HDDTest."""

    def test(self, text: bytes) -> Outcome: ...


@dataclass(frozen=True, slots=True)
class Reduced:
    """The smallest failing content found, and what it took."""

    data: bytes
    complete: bool
    statistics: Statistics


def reduce(
    data: bytes | str,
    test: Callable[[bytes], Outcome | bool | Verdict] | Tester,
    *,
    name: str = "input",
    format: str | None = None,
    language: str | None = None,
    grammar: Language | Path | str | None = None,
    start: str | None = None,
    algorithm: str | None = None,
    minimizer: str | None = None,
    min_granularity: str | None = None,
    minimality: int = 1,
    without: Collection[str] = (),
    jobs: int = 1,
    stops: Stops | None = None,
    trust: Trust | None = None,
) -> Reduced:
    """Reduces a content by the plan for its name and content, as the command line does, but keeps nothing on disk.

    `test` takes bytes and returns an Outcome, a Verdict, or True where the failure shows; an object with such a `test`
    method will do. A content that does not fail raises NotFailing. A `grammar` is a file (.y, .g4, .lark,
    grammar.json), with `start` for another start rule than its own.
    Transformations named in `without` are left out.

    >>> reduce("int a;\\nint b;\\nchar c;\\n", lambda text: b"b" in text).data
    b'b'
    """
    content = data.encode() if isinstance(data, str) else data
    function = test if callable(test) else test.test
    known = load_language(Path(grammar), start) if isinstance(grammar, Path | str) else grammar
    wishes = PlanOptions(format, language, algorithm, minimizer, min_granularity, minimality, known, tuple(without))
    plan = plan_for(name, content, wishes)
    record = Record(content, name=name, stops=stops, measure=plan.measure(name))
    with executor_for(jobs) as executor:
        driver = Driver(CallOracle(function), executor, record, jobs=jobs)
        complete = _run(Reduction(content, driver, record, plan, trust or Trust(), name=name))
    return Reduced(record.best, complete, record.statistics)


def _run(reduction: Reduction) -> bool:
    try:
        reduction.run()
    except Stopped:
        return False
    return True
