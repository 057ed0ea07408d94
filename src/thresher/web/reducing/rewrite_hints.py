"""Hints for rddmin: what rewriting rules, from a file or mined from recordings, leave of a recording."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from thresher.errors import UsageError
from thresher.formats.events.events import EventsDocument, read_log
from thresher.plan import Hint
from thresher.rewriting.mining import mine, trusted
from thresher.rewriting.normal_form import rewrite
from thresher.rewriting.rule import RewriteRule
from thresher.rewriting.system import System
from thresher.session.files.whole import read_input
from thresher.structures.events import EventLog, Json
from thresher.web.recording.state import state_of
from thresher.web.reducing.first_replay import any_failure, first_timeouts
from thresher.web.reducing.oracle import Replayer
from thresher.web.replaying.browser_session import BrowserSession, StepNotPossible
from thresher.web.replaying.settings import StateAbstraction

SUFFIXES = (".json", ".jsonl")


def hint_from(document: EventsDocument, rules: Iterable[RewriteRule], *, most: int | None) -> Hint:
    """The hint to try what rewriting leaves of the recording, for at most `most` tests."""
    rewritten = rewrite(document.log.steps, System(rules))
    return Hint(document.tree.render(document.with_steps(rewritten.kept)), most)


def logs_in(folder: Path) -> list[tuple[Path, EventLog]]:
    """The recordings in a directory."""
    if not folder.is_dir():
        raise UsageError(f"{folder} is not a directory; --logs takes one with recordings of successful sessions")
    paths = sorted(path for path in folder.iterdir() if path.suffix in SUFFIXES)
    if not paths:
        raise UsageError(f"there is no recording in {folder} (--logs); recordings end in .json")
    return [(path, read_log(read_input(path), str(path))) for path in paths]


def mined(logs: Sequence[EventLog]) -> list[RewriteRule]:
    """The trusted rules mined from logs with states."""
    return trusted(mine(logs))


def has_states(log: EventLog) -> bool:
    return any(step.state is not None for step in log)


def with_states(log: EventLog, replayer: Replayer, abstraction: StateAbstraction, name: str) -> EventLog:
    """The recording with the state after each step, as far as it can be replayed. Costs one replay."""
    sampler = StateSampler(abstraction)
    replayed = replayer.replay(log, any_failure(log), first_timeouts(replayer, log), after=sampler)
    if replayed is not None and not sampler.states:
        raise UsageError(f"{name} cannot be replayed: {replayed.stuck}")
    return sampler.added_to(log)


class StateSampler:
    """Records the state of the page after each step."""

    def __init__(self, abstraction: StateAbstraction) -> None:
        self._abstraction = abstraction
        self.states: list[Json] = []

    async def __call__(self, number: int, session: BrowserSession) -> None:
        del self.states[number:]  # from an earlier replay
        try:
            self.states.append(await state_of(session.page, self._abstraction))
        except StepNotPossible:  # all tabs are closed
            self.states.append(None)

    def added_to(self, log: EventLog) -> EventLog:
        """The steps whose state is known, with it."""
        steps = tuple(step.with_state(state) for step, state in zip(log.steps, self.states, strict=False))
        return EventLog(steps, log.kind, log.head)
