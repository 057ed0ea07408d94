"""Finds the conditions that cause a failure, or that prevent it.

If the program fails with all conditions, a minimizer finds a subset that suffices, and dd the smallest difference
between a passing and a failing set. If it fails with none and passes with all, some of them prevent the failure: each
preventing set found is removed and the search repeated, until the program fails with all that are left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from thresher.algorithms.combinators import with_outcome
from thresher.algorithms.lists.dd import dd
from thresher.algorithms.registry import DEFAULT, list_algorithm
from thresher.conditions.condition import Condition, render, single_words
from thresher.conditions.varied_program import VariedProgram
from thresher.engine.driver import Driver
from thresher.engine.record.best_result import SmallestContent
from thresher.engine.reduction import Reduction
from thresher.errors import NotFailing
from thresher.kernel.events import StageStarted
from thresher.kernel.outcome import Outcome, Verdict
from thresher.kernel.selection import Selection
from thresher.plan import Plan
from thresher.plan.stages import ListStage
from thresher.session.folder.storage import FolderStorage
from thresher.session.folder.store import Store
from thresher.session.interrupts import until_stopped
from thresher.session.run import Result
from thresher.session.setup.opening import SessionParts
from thresher.session.setup.program_session import ContentSession, open_program_session
from thresher.session.task import Task

DD = "dd"
Conditions = tuple[Condition, ...]
OnFound = Callable[[Conditions], None]


@dataclass(frozen=True, slots=True)
class OptionSearchRequest:
    """A search: the task with criterion, limits and output; the program; all conditions.

    `isolate` finds the smallest difference between a passing and a failing run with dd, not a smallest set.
    """

    task: Task
    program: VariedProgram
    everything: Conditions
    isolate: bool = False

    @property
    def algorithm(self) -> str:
        return self.task.search.plan_options.algorithm or DEFAULT

    def inputs(self, failing: Conditions) -> list[bytes]:
        """Everything that decides a verdict; of values only a digest is stored. The failing set is last."""
        program = self.program
        values = b"\0".join(name + b"=" + value for name, value in sorted(program.varied.items()))
        paths = [*program.files.values(), *([program.input] if program.input else [])]
        files = [path.read_bytes() for path in paths if path.is_file()]
        return [values, *files, render(self.everything), render(failing)]


@dataclass(slots=True)
class Findings:
    """The sets found so far. `context` are the other conditions in which dd's difference matters."""

    sets: list[Conditions] = field(default_factory=list)
    context: Conditions | None = None


@dataclass(frozen=True, slots=True)
class OptionSearchResult:
    """The sets found, and the result of the session; `result.after` is the smallest failing list."""

    findings: Findings
    result: Result


Hear = Callable[[ContentSession], None]


def find_causes(request: OptionSearchRequest, hear: Hear) -> OptionSearchResult:
    """A set of conditions that the program fails with, each of which is needed; empty if none is."""
    everything, findings = request.everything, Findings()

    def search(session: ContentSession) -> None:
        if _outcome(session, ()).outcome is Outcome.FAIL:
            findings.sets = [()]
        elif request.isolate:
            _isolate(session, everything, findings)
        else:
            _minimize(session, request, findings)

    return _asked(request, everything, search, findings, hear)


def find_preventing(request: OptionSearchRequest, hear: Hear, found: OnFound) -> OptionSearchResult:
    """Sets of conditions each of which prevents the failure, until the program fails with the rest."""
    everything, findings = request.everything, Findings()

    def search(session: ContentSession) -> None:
        rest = Selection.all(len(everything))
        verdict = _outcome(session, everything)
        _require_prevented(verdict)
        while verdict.outcome is Outcome.PASS:
            kept = _prevention(session.driver, request, rest)
            findings.sets.append(_chosen(everything, kept))
            found(findings.sets[-1])
            rest -= kept
            verdict = _outcome(session, _chosen(everything, rest))
        if verdict.outcome is Outcome.UNRESOLVED:
            session.record.note(f"without these the test is unresolved: {verdict.reason}")

    return _asked(request, (), search, findings, hear)


def _asked(
    request: OptionSearchRequest,
    failing: Conditions,
    search: Callable[[ContentSession], None],
    findings: Findings,
    hear: Hear,
) -> OptionSearchResult:
    """Opens the session, searches in it, and closes it."""
    task, data = request.task, render(failing)

    def parts_in(store: Store) -> SessionParts[SmallestContent]:
        return SessionParts(request.program.name, SmallestContent(data), FolderStorage(store), task.search.stops)

    with open_program_session(task, request.inputs(failing), parts_in, request.program) as session:
        record = session.record
        hear(session)
        end = until_stopped(lambda: search(session), record)
        result = Result.of(session, before=data, after=record.best, output=task.output, end=end)
        return OptionSearchResult(findings, result)


def _outcome(session: ContentSession, chosen: Conditions) -> Verdict:
    """The verdict on these conditions, cached or tested."""
    content = render(chosen)
    return session.record.known(content) or session.driver.ask(content).verdict


def _minimize(session: ContentSession, request: OptionSearchRequest, findings: Findings) -> None:
    """Reduces the list of conditions, then the words of the rest, since a value may be a separate word."""
    record = session.record
    by_line = {render([each]): each for each in request.everything}
    plan = Plan(request.task.input.name, (ListStage("lines", request.algorithm),))
    try:
        trust = replace(request.task.search.trust, allow_trivial=True)  # it may fail with none of them
        reduction = Reduction(session.result, session.driver, record, plan, trust, name=request.program.name)
        reduction.run()
    finally:
        kept = tuple(by_line[line] for line in record.best.splitlines(keepends=True))
        findings.sets = [kept]
    words = tuple(single_words(kept))
    if len(words) > len(kept):
        fewer = reduction.driver.drive(list_algorithm(DEFAULT).search(Selection.all(len(words))), _rendered(words))
        if len(fewer) < len(words):
            findings.sets = [_chosen(words, fewer)]


def _isolate(session: ContentSession, everything: Conditions, findings: Findings) -> None:
    """Finds the smallest difference between a passing and a failing set."""
    verdict = _outcome(session, ())
    if verdict.outcome is not Outcome.PASS:
        raise NotFailing(
            f"with none of them the run is {verdict.outcome.value} ({verdict.reason}); dd needs a run that passes: "
            "choose another --algorithm"
        )
    record = session.record
    record.emit(StageStarted(record.elapsed, "conditions", DD, len(everything)))
    near, far = session.driver.drive(dd(Selection(), Selection.all(len(everything))), _rendered(everything))
    findings.sets, findings.context = [_chosen(everything, far - near)], _chosen(everything, near)


def _prevention(driver: Driver[bytes], request: OptionSearchRequest, rest: Selection) -> Selection:
    """A set that prevents the failure; with dd, one that prevents it in some context."""
    everything = request.everything
    if request.isolate:
        near, far = driver.drive(dd(Selection(), rest), lambda removed: render(_chosen(everything, rest - removed)))
        return far - near
    minimizer = list_algorithm(request.algorithm).search
    return driver.drive(with_outcome(minimizer(rest), Outcome.PASS), _rendered(everything))


def _require_prevented(verdict: Verdict) -> None:
    if verdict.outcome is Outcome.FAIL:
        raise NotFailing("the failure also occurs with all of them; together they do not prevent it")
    if verdict.outcome is Outcome.UNRESOLVED:
        raise NotFailing(
            f"with all of them the run neither fails as stated nor passes ({verdict.reason}); "
            "remove what the program rejects and try again"
        )


def _rendered(conditions: Sequence[Condition]) -> Callable[[Selection], bytes]:
    return lambda kept: render(conditions[index] for index in kept)


def _chosen(conditions: Sequence[Condition], kept: Selection) -> Conditions:
    return tuple(conditions[index] for index in kept)
