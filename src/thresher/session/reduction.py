"""One reduction of bytes, from checks to the last stage, whatever the oracle is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from thresher import formats
from thresher.algorithms import list_algorithm
from thresher.algorithms.at_once import at_once
from thresher.algorithms.filtered import filtered, shrinking, watched
from thresher.algorithms.n_minimal import n_minimal
from thresher.algorithms.patient import patient
from thresher.algorithms.rddmin import extended
from thresher.algorithms.single_removals import exhausted, single_removals
from thresher.algorithms.tree_algorithms import tree_algorithm
from thresher.errors import NotFailing, Stopped, TooFlaky
from thresher.formats.events import EventsDocument, nearest, read_log, renderer
from thresher.formats.tokens import count_tokens
from thresher.grammars.language import Language
from thresher.kernel import ordering
from thresher.kernel.events import Flaky, StageStarted
from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection
from thresher.oracle.flaky import RepeatedOracle, Repetition, usable_rate
from thresher.passes import pass_named
from thresher.plan import CLANG_DELTA, GUIDED, Plan, Stage
from thresher.session import clang_delta
from thresher.session.control import Skipped
from thresher.session.driver import Driver
from thresher.session.record import Record, digest
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrites

PATIENCE = 20  # misses in a row after which a search ends that guarantees nothing; half as many on later visits
MUCH = 0.9  # of a content: with less left, a pass that found nothing may find something
RECHECK = 100  # tests after which the best so far is run once more
MOST_CHECKS = 20  # runs to learn how often a flaky failure shows


class _Contradiction(Exception):
    """The best so far was run again and did not fail."""


@dataclass(frozen=True, slots=True)
class Trust:
    """How often the input is run at the start, and how sure verdicts must be if the runs differ."""

    checks: int = 3
    confidence: float = 0.99


class Reduction:
    """Reduces `data` with a driver and a record that belong to it alone."""

    def __init__(
        self, data: bytes, driver: Driver[bytes], record: Record, plan: Plan, trust: Trust, *, name: str = "input"
    ) -> None:
        self.data = data
        self._name = name
        self._driver, self._record = driver, record
        self._plan, self._trust = plan, trust
        self._checked_at = 0
        self._skipped: dict[str, None] = {}

    def run(self) -> bytes:
        """The smallest failing content that the plan finds; every remaining unit of its stages has been tried."""
        self._check_input()
        start = self.data
        while True:
            try:
                result = self._rounds(start)
                self._recheck(final=True)
            except _Contradiction:
                start = self._roll_back()
            else:
                if self._skipped:
                    raise Stopped(f"skipped: {', '.join(self._skipped)}", best=result)
                return result

    def _check_input(self) -> None:
        """The input fails, always or often enough; the empty content does not."""
        record = self._record
        if record.flaky is None:
            failures, runs = self._repeat_input(self._trust.checks)
            if failures == 0:
                raise NotFailing("the input does not fail: " + self._last_reason())
            if failures < runs:
                self._go_flaky()
        else:
            self._repeat_verdicts(record.flaky.rate)
        if record.known(b"") is None:
            answer = self._driver.ask(b"")
            if answer.verdict.outcome is Outcome.FAIL:
                record.note("the empty input fails too: the test may accept too much; keeping what is not empty")

    def _repeat_input(self, wanted: int) -> tuple[int, int]:
        """Runs the input until it was run so often over all sittings, unless it never fails; failures and runs."""
        name = digest(self.data)
        while True:
            failures = self._record.checks[name, Outcome.FAIL]
            runs = sum(self._record.checks[name, outcome] for outcome in Outcome)
            if runs >= wanted or (failures == 0 and runs >= self._trust.checks):
                return failures, runs
            self._driver.ask(self.data)

    def _last_reason(self) -> str:
        known = self._record.known(self.data)
        return known.reason if known and known.reason else "the test passes"

    def _go_flaky(self) -> None:
        failures, runs = self._repeat_input(MOST_CHECKS)
        rate = usable_rate(failures, runs)
        if rate == 0.0:
            raise TooFlaky(
                f"the failure shows in {failures} of {runs} runs only; make it more frequent "
                "(a fixed seed, a loop in the test script), or state what to look for with --stderr or --signal",
                best=self._record.best,
            )
        self._record.emit(Flaky(self._record.elapsed, rate, self._trust.confidence))
        self._record.note(
            f"flaky: the failure shows in {failures} of {runs} runs; each verdict is repeated "
            f"until it is {self._trust.confidence:.0%} sure"
        )
        self._repeat_verdicts(rate)

    def _repeat_verdicts(self, rate: float) -> None:
        self._driver.oracle = RepeatedOracle(self._driver.oracle, Repetition(rate, self._trust.confidence))

    def _recheck(self, *, final: bool = False) -> None:
        """Runs the best once more, now and then; a flaky session has its repeated verdicts instead."""
        record = self._record
        since = record.tests_this_sitting - self._checked_at
        if record.flaky is not None or record.best == self.data or since < (1 if final else RECHECK):
            return
        self._checked_at = record.tests_this_sitting
        if self._driver.ask(record.best).verdict.outcome is not Outcome.FAIL:
            raise _Contradiction

    def _roll_back(self) -> bytes:
        """Back to the last success that fails when asked properly."""
        self._go_flaky()
        for data in self._record.successes():
            if self._driver.ask(data).verdict.outcome is Outcome.FAIL:
                break
        else:
            data = self.data
        self._record.take(data, "went back: the later successes were chance")
        return data

    def _rounds(self, current: bytes) -> bytes:
        """Stage after stage, until those that certify something have ended on the same content."""
        settled: dict[Stage, bytes] = {}
        unpaid: set[Stage] = set()  # what guarantees nothing and found nothing the last time
        while any(settled.get(stage) != current for stage in self._plan.stages if stage.certifies):
            for stage in self._plan.stages:
                if settled.get(stage) == current or (stage in unpaid and not _much_less(current, settled[stage])):
                    continue
                before, current = current, self._phase(stage, current, again=stage in settled)
                settled[stage] = current
                if not stage.certifies and current == before:
                    unpaid.add(stage)
            if ordering.size(self._record.best) < ordering.size(current):
                current = self._record.best
        return current

    def _phase(self, stage: Stage, current: bytes, *, again: bool) -> bytes:
        """A stage, unless the user has enough of it: then what it found so far."""
        control = self._record.control
        if control is None:
            return self._stage(stage, current, again=again)
        try:
            with control.phase():
                return self._stage(stage, current, again=again)
        except Skipped:
            self._skipped[stage.name] = None
            self._record.note(f"skipped: {stage.name}")
            return min(self._record.best, current, key=ordering.size)

    def _stage(self, stage: Stage, current: bytes, *, again: bool) -> bytes:
        """One search; a second visit expects that nearly all is needed."""
        if stage.algorithm == CLANG_DELTA:
            return self._clang_delta_stage(current)
        if stage.is_guided:
            return current if again else self._guided_stage(current)
        if stage.is_pass:
            return self._pass_stage(stage, current, again=again)
        if stage.on_tree:
            return self._tree_stage(stage, current, again=again)
        units = formats.parse(stage.format, current).coarser(stage.factor)
        algorithm = list_algorithm("one_by_one" if again else stage.algorithm)
        self._record.emit(StageStarted(self._record.elapsed, stage.format, algorithm.name, len(units)))
        everything = Selection.all(len(units))
        if self._plan.minimality > 1:
            search = n_minimal(everything, n=self._plan.minimality, minimizer=algorithm.search)
        else:
            search = algorithm.search(everything)
        if self._plan.syntax is not None:
            document = self._parsed(self._plan.syntax, current)
            search = filtered(search, self._in_time(lambda kept: document.valid_text(units.render(kept))))
        kept = self._driver.drive(watched(search, self._recheck), units.render)
        return units.render(kept)

    def _tree_stage(self, stage: Stage, current: bytes, *, again: bool) -> bytes:
        """One search on the tree of the current content."""
        document = self._parsed(stage.format, current)
        tree, algorithm = document.tree, tree_algorithm(stage.algorithm)
        self._record.emit(StageStarted(self._record.elapsed, stage.format, algorithm.name, len(tree)))
        if not algorithm.takes_minimizer:
            search = shrinking(algorithm.search(tree, tree.everything), tree.everything, _sized(tree.render))
        elif again:
            search = exhausted(tree, tree.everything, single_removals)
        else:
            search = algorithm.search(tree, tree.everything, minimizer=list_algorithm(stage.minimizer).search)
        search = filtered(search, self._in_time(document.valid))
        if not stage.certifies:
            search = patient(search, tree.everything, _patience(PATIENCE, again=again))
        render = renderer(document)
        narrow = document.narrowed if isinstance(document, EventsDocument) else None
        kept = self._driver.drive(watched(search, self._recheck), render, narrow=narrow)
        return render(kept)

    def _guided_stage(self, current: bytes) -> bytes:
        """The steps that a hint names, alone or with some others, if that fails."""
        hint, document = self._plan.hint, EventsDocument(current, self._name)
        if hint is None:
            return current
        reduction = nearest(document.log, read_log(hint.log, "the hint"))
        if not reduction:
            self._record.note("the hint has no step in common with the log; it is of no use")
            return current
        self._record.emit(StageStarted(self._record.elapsed, formats.EVENTS, GUIDED, len(document.log)))
        search = extended(Selection.all(len(document.log)), reduction, most=hint.most)
        kept = self._driver.drive(
            watched(search, self._recheck),
            lambda steps: document.tree.render(document.with_steps(steps)),
            narrow=lambda steps, used: steps[:used],
        )
        return document.tree.render(document.with_steps(kept))

    def _pass_stage(self, stage: Stage, current: bytes, *, again: bool) -> bytes:
        """The edits of a pass, as many as can be made."""
        chosen, document = pass_named(stage.algorithm), self._parsed(stage.format, current)
        rewrites = Rewrites(current, list(chosen.edits(document)), document.tree.spacing)
        if not len(rewrites):
            return current
        self._record.emit(StageStarted(self._record.elapsed, stage.format, chosen.name, len(rewrites)))
        everything = Selection.all(len(rewrites))
        inner = list_algorithm(chosen.search).search
        search = at_once(everything, inner) if chosen.likely else inner(everything)
        search = shrinking(search, everything, _sized(rewrites.render))
        if not chosen.loose:
            search = filtered(search, self._in_time(lambda kept: document.valid_text(rewrites.render(kept))))
        search = patient(search, everything, _patience(chosen.patience, again=again))
        kept = self._driver.drive(watched(search, self._recheck), rewrites.render)
        return rewrites.render(kept)

    def _clang_delta_stage(self, current: bytes) -> bytes:
        """What clang_delta makes of a C or C++ program, if it is installed."""
        program, ending = clang_delta.find(), clang_delta.suffix(self._name, _named(self._plan.language))
        if program is None or ending is None:
            return current
        self._record.emit(StageStarted(self._record.elapsed, self._plan.format, CLANG_DELTA, count_tokens(current)))
        search = shrinking(clang_delta.ClangDelta(program, ending).rewrites(current), current, ordering.size)
        return self._driver.drive(watched(search, self._recheck), bytes)

    def _in_time(self, valid: Callable[[Selection], bool]) -> Callable[[Selection], bool]:
        """The same check, stopped by the session's limits: a long row of invalid candidates costs time too."""

        def check(kept: Selection) -> bool:
            self._record.before()
            return valid(kept)

        return check

    def _parsed(self, format: str, current: bytes) -> Document:
        return formats.parse_document(format, self._name, current, self._plan.language)


def _named(language: Language | str | None) -> str | None:
    return language if isinstance(language, str) else None


def _patience(patience: int, *, again: bool) -> int:
    return patience // 2 if again else patience


def _much_less(now: bytes, before: bytes) -> bool:
    return count_tokens(now) < MUCH * count_tokens(before)


def _sized(render: Callable[[Selection], bytes]) -> Callable[[Selection], ordering.Size]:
    return lambda kept: ordering.size(render(kept))
