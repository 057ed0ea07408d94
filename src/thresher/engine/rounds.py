"""Runs the stages of a plan in rounds, on one content and on the contents inside it, until nothing changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from thresher import formats
from thresher.algorithms.fatal_errors import ErrorEvidence
from thresher.engine.ahead.timeline import Mispredicted
from thresher.engine.clang import clang_delta
from thresher.engine.parts import PartsReduction
from thresher.engine.replay import Repeatable
from thresher.engine.round_state import RoundState, StageHistory
from thresher.engine.stage_driver import StageDriver
from thresher.engine.stage_traits import has_tried_all_characters, is_likely, leaves_format
from thresher.formats.source.languages import guess_language, language_named
from thresher.formats.units.tokens import count_tokens
from thresher.kernel.probe import Search
from thresher.plan import Plan, PlanOptions
from thresher.plan.dependencies import Dependencies, by_names
from thresher.plan.effort import Effort
from thresher.plan.error_check import UNCHECKED, ErrorCheck, Strictness
from thresher.plan.patience import Patience
from thresher.plan.stages import EmbeddedStage, GeneralStage, InsideStage, PassStage, Stage, TreeStage
from thresher.structures.document import Document, NamedDocument

C = TypeVar("C")
T = TypeVar("T")

MOST_STARTS = 5  # of rounds with the same content; more mean that stages undo each other
OUTSIDE = "parts were removed without regard to the format; --valid keeps the result in its format"
PRODUCTIVE_SHARE = 0.9  # of the tokens: with fewer left, an unproductive pass is tried again


class Rounds:
    """The rounds of one plan, and what its stages need to run.

    With the history of an earlier run, it expects that nearly everything is needed. `apart`, it does not look at better
    results from elsewhere.
    """

    def __init__(
        self,
        driver: StageDriver,
        plan: Plan,
        name: str,
        history: StageHistory | None = None,
        *,
        apart: bool = False,
    ) -> None:
        self._driver, self._plan, self.name, self._apart = driver, plan, name, apart
        self._state = RoundState(b"", history or StageHistory())
        self.history.patience.effort = plan.effort

    @property
    def history(self) -> StageHistory:
        """What the stages have found so far."""
        return self._state.history

    @property
    def patience(self) -> Patience:
        return self.history.patience

    def run(self, current: bytes) -> bytes:
        """Runs stage after stage, until those that certify something have all ended on the same content.

        Later rounds only look for what a few tests find. Each unit alone is tried when a round has changed nothing,
        since any change undoes such a proof.

        Always ends, even where two stages undo each other: a format may render fewer units as more bytes, which another
        stage then removes again.

        A stage may begin before the answers to the one before are certain. If one of them turns out to be mispredicted,
        the rounds go back to where they were before it.
        """
        self._state.current = current
        checkpoints: list[tuple[int, RoundState]] = []
        while True:
            checkpoints = [*self._possible(checkpoints), (self._driver.ahead.end, self._state.copy())]
            try:
                visit = self._next_visit()
                if visit is not None:
                    self._visit(*visit)
                    continue
                self._driver.ahead.settle()
            except Mispredicted as wrong:
                if wrong.position < checkpoints[0][0]:
                    raise
                checkpoints = [each for each in checkpoints if each[0] <= wrong.position]
                position, self._state = checkpoints.pop()
                self._driver.ahead.go_back(position)
            except BaseException:
                self._driver.ahead.abandon()
                raise
            else:
                return self._state.current

    def _possible(self, checkpoints: list[tuple[int, RoundState]]) -> list[tuple[int, RoundState]]:
        """The checkpoints to which the rounds may still have to go back."""
        certain = [each for each in checkpoints if each[0] <= self._driver.ahead.position]
        return [*certain[-1:], *checkpoints[len(certain) :]]

    def _next_visit(self) -> tuple[Stage, bool] | None:
        """The next stage that may find something, and whether it is hurried: what takes many tests to prove is left to
        the time when a round has changed nothing. None at the end.
        """
        state = self._state
        while True:
            while state.to_do:
                stage, *rest = state.to_do
                state.to_do = tuple(rest)
                if not state.current or state.settled.get(stage) == state.current:
                    continue
                if state.proving:
                    return stage, False
                if self._worthwhile(stage, state.current):
                    again = stage in self.history.left
                    return stage, again and stage.certifies and self._plan.syntax is not None
            if not (self._begin_proof() or self._begin_round()):
                return None

    def _begin_proof(self) -> bool:
        """Whether a round has changed nothing, so that each unit is tried alone; the stage with the most tests last."""
        state = self._state
        if state.proving or state.current != state.before or self._plan.effort is Effort.QUICK:
            return False
        ordered = sorted(self._plan.stages, key=lambda stage: isinstance(stage, TreeStage))
        state.to_do, state.proving = tuple(stage for stage in ordered if stage.certifies), True
        return True

    def _begin_round(self) -> bool:
        """Whether there is another round; a better content from elsewhere is taken over before."""
        state = self._state
        if state.before is not None:
            if self._plan.effort is Effort.QUICK:
                return False
            best = self._lighter(state.current)
            if best is not None and best not in state.tried:
                state.tried, state.current = (*state.tried, best), best
        certifying = (stage for stage in self._plan.stages if stage.certifies)
        if not state.current or all(state.settled.get(stage) == state.current for stage in certifying):
            return False
        state.begun[hash(state.current)] += 1
        if state.begun[hash(state.current)] > MOST_STARTS:
            return False
        state.before, state.to_do, state.proving = state.current, self._plan.stages, False
        return True

    def _lighter(self, current: bytes) -> bytes | None:
        if self._apart:
            return None
        if self._driver.ahead.may_improve:
            self._driver.ahead.settle()
        return self._driver.lighter(current)

    def _worthwhile(self, stage: Stage, current: bytes) -> bool:
        """Whether a stage may find something that it did not find before.

        One that certifies nothing hardly does, unless a tenth has gone since; if it was productive, unless anything was
        removed since. What only other transformations have changed does not help it.
        """
        if current == self._state.minimal_in_characters and isinstance(stage, PassStage | GeneralStage):
            return False
        before = self.history.left.get(stage)
        if stage.certifies and before == current:
            return False  # each unit alone is tried at the end
        if stage.certifies or before is None or (isinstance(stage, PassStage) and stage.persistent):
            return True
        is_new = is_likely(stage) or stage not in self.history.visited_since_removal
        if is_new and stage not in self.history.unproductive:
            return True
        return count_tokens(current) < PRODUCTIVE_SHARE * count_tokens(before)

    def _visit(self, stage: Stage, hurried: bool) -> None:  # noqa: FBT001 - it is given what `_next_visit` returns
        state, history, current = self._state, self.history, self._state.current
        self.patience.hurried = hurried
        again = stage in history.left
        if isinstance(stage, InsideStage | EmbeddedStage):  # the parts have phases of their own
            left = stage.run(self, current, again=again)
        else:
            left = self._driver.phase(stage.name, lambda: stage.run(self, current, again=again), current)
        if leaves_format(stage) and left != current and (self._plan.syntax or self._plan.inside):
            self.note(OUTSIDE)
            if has_tried_all_characters(stage, current, left):
                state.minimal_in_characters = left
        history.left[stage] = left
        if stage.certifies:
            if left != current:
                history.visited_since_removal.clear()
        elif left == current:
            history.unproductive.add(stage)
        history.visited_since_removal.add(stage)
        if state.proving or (not hurried and (again or not stage.leaves_untried)):
            state.settled[stage] = left
        if state.proving and left != current:
            state.to_do = ()
        state.current = left

    # what stages need

    def error_check(self, current: bytes, *, proves: bool = False, in_format: bool = True) -> ErrorCheck:
        syntax, history, thorough = self._plan.syntax, self.history, self._plan.effort is Effort.THOROUGH
        if syntax is None or syntax.format != formats.SOURCE:
            return UNCHECKED
        language = self._language(current)
        checker = self._driver.checkers.for_content(language, current)
        if checker is None:
            return UNCHECKED
        asks_all = proves and not self.patience.hurried
        known = history.errors.get(language, ErrorEvidence())
        if known.must_compile is None and in_format and not asks_all and checker.with_error():
            asked = partial(known.demands, checker.with_error(), checker.with_undefined())
            history.errors[language] = known = self.drive(asked, bytes)
        learns = checker.can_be_learned and not thorough
        if not (learns or known.must_compile):
            return UNCHECKED
        errors = checker.errors(must_compile=bool(known.must_compile), must_link=known.must_link)

        def remember(evidence: ErrorEvidence) -> None:
            self.history.errors[language] = evidence

        strictness = Strictness(in_format=in_format, asks_all=asks_all, learns=learns)
        return ErrorCheck(errors, known.starting_with(errors(current)), remember, strictness)

    def must_link(self, current: bytes) -> bool:
        self.error_check(current)
        return self.history.errors.get(self._language(current), ErrorEvidence()).must_link

    def _language(self, current: bytes) -> str:
        given = self._plan.syntax and self._plan.syntax.language_name
        return (language_named(given) if given else guess_language(self.name, current)) or ""

    def started(self, stage: str, algorithm: str, units: int, *, confirms: bool = False) -> None:
        self._driver.started(stage, algorithm, units, confirms=confirms)

    def drive(
        self, search: Repeatable[C, T], render: Callable[[C], bytes], *, narrow: Callable[[C, int], C] | None = None
    ) -> T:
        return self._driver.drive(search, render, narrow=narrow, ahead=True)

    def check_limits(self) -> None:
        self._driver.record.before()

    def note(self, message: str) -> None:
        self._driver.note(message)

    def clang_delta(self, content: bytes, language: str | None) -> Callable[[], Search[bytes, bytes]] | None:
        program, ending = clang_delta.find(), clang_delta.suffix(self.name, language)
        if program is None or ending is None:
            return None
        return partial(clang_delta.ClangDelta(program, ending).rewrites, content)

    def external(self, content: bytes, command: tuple[str, ...]) -> Search[bytes, bytes] | None:
        reducers = self._driver.reducers
        if reducers is None:
            return None
        return reducers.reducer(command).rewrites(content, self._driver.check, self.note)

    def dependencies(self, document: Document, *, few: int, inside: bool) -> Dependencies | None:
        from thresher.engine.clang.dependencies import dependencies, knows  # noqa: PLC0415 - not before the first test

        if not isinstance(document, NamedDocument):
            return None
        checkers, language = self._driver.checkers, document.language
        flags, worker = checkers.flags, checkers.worker

        def found() -> Dependencies | None:
            if knows(language):
                return dependencies(document.tree, language, flags, worker, few=few, inside=inside)
            return None if inside else by_names(document.named_units())

        return worker.known.taken(document.tree.data, found, inside=inside)

    def reduce_parts(
        self, format: str, content: bytes, options: PlanOptions | None = None, *, coarse: bool = False
    ) -> bytes:
        """The container after the contents of its parts have been reduced, each by a plan of its own."""
        container = formats.format_named(format).container(self.name, content)
        if container is None:
            return content
        chosen = replace(options or self._plan.inside or PlanOptions(), effort=self._plan.effort)
        return PartsReduction(self._driver, self.history, chosen, _run_plan).reduced(container, coarse=coarse)


def _run_plan(
    driver: StageDriver, plan: Plan, name: str, history: StageHistory, content: bytes
) -> tuple[bytes, StageHistory]:
    rounds = Rounds(driver, plan, name, history)
    return rounds.run(content), rounds.history
