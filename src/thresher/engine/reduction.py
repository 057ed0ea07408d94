"""One reduction of bytes, from checks to the last stage, whatever the oracle is."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import repeat

from thresher.engine.clang.flags import flags_in
from thresher.engine.clang.process import ClangWorker
from thresher.engine.driver import Driver
from thresher.engine.errors_before_test import Checkers
from thresher.engine.external.reducer import ExternalReducers
from thresher.engine.preparation import Preparation
from thresher.engine.questions import digest
from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.record import Record
from thresher.engine.rounds import Rounds
from thresher.engine.several_results import SeveralResults
from thresher.engine.stage_driver import StageDriver
from thresher.engine.thorough import thorough
from thresher.errors import NotFailing, Stopped, TooFlaky, TrivialFailure
from thresher.formats import EVENTS
from thresher.formats.archives.directory import MAGIC
from thresher.formats.content import is_binary
from thresher.kernel.events import Flaky
from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.flaky import RepeatedOracle, Repetition, usable_rate
from thresher.plan import Plan
from thresher.plan.effort import Effort
from thresher.plan.stages import ListStage, TreeStage

LEFT_OUT = "quick: not every unit was tried alone, and few transformations; --effort normal continues"
RECHECK = 100  # tests after which the best so far is run once more
TRIVIAL = "the empty input fails too: the test may accept too much; only non-empty inputs are kept"
NOT_TRIVIAL = (
    "put {} where the command reads the input, name other files it needs with --with FILE, say what the failure is "
    "with --stderr REGEX, or make the test script stricter"
)
STEADY_RUNS = 10  # of a result that is to fail each time, after a smaller one did not
MOST_CHECKS = 20  # runs to learn how often a flaky failure shows


class _Contradiction(Exception):
    """The best so far was run again and did not fail; `final` at the end of a search."""

    def __init__(self, *, final: bool) -> None:
        self.final = final


@dataclass(frozen=True, slots=True)
class FlakinessSettings:
    """How often the input is run at the start, and how sure verdicts must be if the runs differ.

    With `allow_trivial` a reduction continues where an empty input fails as well. `advice` says what to do about a
    failure that occurs too rarely.
    """

    checks: int = 3
    confidence: float = 0.99
    allow_trivial: bool = True
    advice: str = (
        "make it more frequent (a fixed seed, a loop in the test script), or describe the failure with --stderr or "
        "--signal"
    )


class Reduction:
    """Reduces the original of a result, which is the record's, with a driver and a record that belong to it alone.

    The `command` under test, if there is one, says by which flags a compiler reads the input.
    """

    def __init__(
        self,
        result: SmallestContent,
        driver: Driver[bytes],
        record: Record,
        plan: Plan,
        trust: FlakinessSettings,
        *,
        name: str = "input",
        reducers: ExternalReducers | None = None,
        command: Sequence[str] = (),
    ) -> None:
        self.data, self._result = result.original, result
        self._name, self._reducers = name, reducers
        self._checkers = Checkers(ClangWorker(), flags_in(command))
        self._driver, self._record = driver, record
        self._plan, self._trust = plan, trust
        self._checked_at = 0
        self._on_edge = False
        self._skipped: dict[str, None] = {}
        self._several: SeveralResults | None = None

    @property
    def results(self) -> list[bytes]:
        """The results found so far, if the plan asks for several."""
        return [] if self._several is None else self._several.found

    @property
    def driver(self) -> Driver[bytes]:
        """The driver, which repeats its tests once the failure has turned out to be flaky."""
        return self._driver

    def run(self) -> bytes:
        """The smallest failing content that the plan finds; every remaining unit of its stages has been tried."""
        with closing(self._checkers.worker):
            return self._run()

    def _run(self) -> bytes:
        preparation = Preparation.begun(self._stage_driver(), self._plan, self._name, self.data)
        self._check_input()
        preparation.end()
        start = self.data
        while True:
            try:
                result = self._search(start)
                self._recheck(runs=self._trust.checks)
            except _Contradiction as contradiction:
                if not self._on_edge and not self._always_fails():
                    start = self._roll_back()
                elif contradiction.final:
                    self._give_steady()
                else:
                    self._on_edge, start = True, self._record.best
            else:
                if self._skipped:
                    raise Stopped(f"skipped: {', '.join(self._skipped)}", best=result)
                return result

    def _check_input(self) -> None:
        """The input fails, always or often enough; a trivial content does not."""
        record = self._record
        if record.verdicts.flaky is None:
            if self._driver.jobs > 1:
                self._check_at_once()
            failures, runs = self._repeat_input(self._trust.checks)
            if failures == 0:
                raise NotFailing("the input does not fail: " + self._last_reason())
            if failures < runs:
                self._go_flaky()
        else:
            self._repeat_verdicts(record.verdicts.flaky.rate)
        self._check_trivial()

    def _check_at_once(self) -> None:
        """Has the first runs made side by side, those of the input and that of the empty one."""
        wanted = self._trust.checks - self._runs_of_input()[1]
        trivial = [b""] if wanted > 0 and self._record.known(b"") is None else []
        list(self._driver.ask_all([*repeat(self.data, wanted), *trivial]))

    def _check_trivial(self) -> None:
        """TrivialFailure if an empty input fails as well, or a note if that is allowed; costs a run, once per session.

        Where the program refuses an empty text, which says nothing of others, a line end is tried too.
        """
        verdict, what = self._verdict(b""), "the empty input"
        if verdict.outcome is Outcome.UNRESOLVED and not self._trust.allow_trivial and self._is_text:
            verdict, what = self._verdict(b"\n"), "an empty line"
        if verdict.outcome is not Outcome.FAIL:
            return
        if not self._trust.allow_trivial:
            raise TrivialFailure(
                f"{what} shows the same failure ({verdict.reason}), so any input would do; "
                f"{NOT_TRIVIAL}; --allow-trivial continues anyway"
            )
        if TRIVIAL not in self._record.statistics.notes:
            self._record.note(TRIVIAL)

    @property
    def _is_text(self) -> bool:
        """The input is plain text: no binary file, directory or log of events."""
        return not (is_binary(self.data) or self.data.startswith(MAGIC) or self._plan.format == EVENTS)

    def _verdict(self, content: bytes) -> Verdict:
        return self._record.known(content) or self._driver.ask(content).verdict

    def _repeat_input(self, wanted: int) -> tuple[int, int]:
        """Runs the input until it has been run so often over all runs of the session, unless it never fails.

        Returns the numbers of failures and runs.
        """
        while True:
            failures, runs = self._runs_of_input()
            if runs >= wanted or (failures == 0 and runs >= self._trust.checks):
                return failures, runs
            self._driver.ask(self.data)

    def _runs_of_input(self) -> tuple[int, int]:
        """How often the input has failed, and how often it was run, to be sure of that."""
        checks, name = self._record.verdicts.checks, digest(self.data)
        return checks[name, Outcome.FAIL], sum(checks[name, outcome] for outcome in Outcome)

    def _last_reason(self) -> str:
        known = self._record.known(self.data)
        return known.reason if known and known.reason else "the test passes"

    def _go_flaky(self) -> None:
        failures, runs = self._repeat_input(MOST_CHECKS)
        rate = usable_rate(failures, runs)
        if rate == 0.0:
            raise TooFlaky(
                f"the failure occurs in {failures} of {runs} runs only; {self._trust.advice}",
                best=self._record.best,
            )
        self._record.emit(Flaky(self._record.elapsed, rate, self._trust.confidence))
        self._record.note(
            f"flaky: the failure occurs in {failures} of {runs} runs; each verdict is repeated "
            f"until it is {self._trust.confidence:.0%} sure"
        )
        self._repeat_verdicts(rate)

    def _repeat_verdicts(self, rate: float) -> None:
        self._driver = self._driver.asking(
            RepeatedOracle(self._driver.oracle, Repetition(rate, self._trust.confidence))
        )

    def _recheck(self, *, runs: int = 0) -> None:
        """Runs the best once more, now and then, or `runs` times at the end; a flaky session has its repeated verdicts
        instead. Once the best is known to be on an edge, only the end matters.
        """
        record, final = self._record, runs > 0
        since = record.stops.certain_tests - self._checked_at
        if record.verdicts.flaky is not None or record.best == self.data or since < (1 if final else RECHECK):
            return
        self._checked_at = record.stops.certain_tests
        if not (self._on_edge and not final) and not self._fails_each_time(record.best, max(runs, 1)):
            raise _Contradiction(final=final)

    def _fails_each_time(self, content: bytes, runs: int) -> bool:
        answers = self._driver.ask_all(repeat(content, runs))
        return all(answer.verdict.outcome is Outcome.FAIL for answer in answers)

    def _always_fails(self) -> bool:
        """Whether the input fails in every one of many runs, so that only what is left of it does not always."""
        failures, runs = self._repeat_input(MOST_CHECKS)
        return failures == runs

    def _give_steady(self) -> None:
        """Makes the last success that fails each time the result; what was found after it is on the edge of failing."""
        smallest = len(self._record.best)
        for data in (*self._record.storage.successes(), self.data):
            if self._fails_each_time(data, STEADY_RUNS):
                break
        self._record.improve(self._result.improvement(data), data, "went back to a result that fails each time")
        raise Stopped(
            f"a result of {smallest:,} bytes does not fail each time; the one given, of {len(data):,} bytes, failed in "
            f"{STEADY_RUNS} of {STEADY_RUNS} runs",
            best=data,
        )

    def _roll_back(self) -> bytes:
        """Back to the last success that fails when asked properly."""
        self._go_flaky()
        for data in self._record.storage.successes():
            if self._driver.ask(data).verdict.outcome is Outcome.FAIL:
                break
        else:
            data = self.data
        self._record.improve(
            self._result.improvement(data),
            data,
            "went back to an earlier result: the later successes were due to chance",
        )
        return data

    def _search(self, start: bytes) -> bytes:
        driver, (first, *_) = self._stage_driver(), self._plan.stages
        if self._plan.several is None or not isinstance(first, ListStage | TreeStage):
            if self._plan.effort is Effort.THOROUGH:
                thorough(driver, self._plan, self._name, start, self.data)
                return self._record.best
            result = Rounds(driver, self._plan, self._name).run(start)
            if self._plan.effort is Effort.QUICK:
                raise Stopped(LEFT_OUT, best=result)
            return result
        self._several = SeveralResults(driver, first, self._name, self._plan.several)
        return self._several.run(self.data)

    def _stage_driver(self) -> StageDriver:
        return StageDriver(
            self._driver,
            self._record,
            self._result,
            self._recheck,
            self._skipped,
            reducers=self._reducers,
            checkers=self._checkers,
        )
