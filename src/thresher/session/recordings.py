"""What reductions of recordings share, whether they are replayed in a browser or in a program."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Protocol, TypeVar

from thresher import formats
from thresher.engine.questions import Question, digest
from thresher.engine.record.record import Record
from thresher.errors import UsageError
from thresher.kernel.events import Learned
from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.answer import Answer
from thresher.plan import PlanOptions
from thresher.rewriting.rule import RewriteRule
from thresher.rewriting.saving import load_rules
from thresher.session.files.whole import SUFFIX_ROOM, check_output_file, check_writable, read_regular, shortened
from thresher.session.folder.store import FOLDER, Store
from thresher.session.setup.opening import open_store
from thresher.session.task import Task

CANCELLED = Verdict(Outcome.UNRESOLVED, "cancelled")

HIERARCHICAL = PlanOptions(format=formats.EVENTS, minimizer="probdd", dependents=True)
"""Tasks first, then steps. ProbDD replays the fewest steps, and these determine the time."""


@dataclass(frozen=True, slots=True)
class StuckStep:
    """The step that was not possible, by its index, and the reason."""

    step: int
    what: str
    reason: str

    def __str__(self) -> str:
        """
        >>> str(StuckStep(2, "click #add", "nothing matches"))
        'step 3, click #add: nothing matches'
        """
        return f"step {self.step + 1}, {self.what}: {self.reason}"


class Replayed(Protocol):
    """The result of one replay: its time, and what the user should know about it."""

    @property
    def seconds(self) -> float: ...

    @property
    def notes(self) -> tuple[str, ...]: ...


ReplayT = TypeVar("ReplayT", bound=Replayed)


def flat(algorithm: str) -> PlanOptions:
    """A list algorithm for all steps, whatever task they belong to."""
    return PlanOptions(format=formats.EVENTS, algorithm=algorithm, dependents=True)


def open_recording_store(task: Task, data: bytes, settings: Sequence[object]) -> Store:
    """The folder of a session: another one for each recording and for all `settings` that decide a verdict."""
    check_output_file(task.output, task.input)
    check_writable(task.place)
    parts = json.dumps([blake2b(data).hexdigest(), task.input.name, *settings])
    identity = blake2b(parts.encode(), digest_size=6).hexdigest()
    name = shortened(task.input.name, room=SUFFIX_ROOM)
    return open_store(task.place / FOLDER / f"{name}-{identity}", fresh=task.fresh, arguments=task.arguments)


def read_rules(path: Path) -> list[RewriteRule]:
    """The rewrite rules of a file, which is JSON or text."""
    text = read_regular(path).decode("utf-8", "replace")
    if not text.strip():
        raise UsageError(f"{path} has no rules; a rule looks like [add(a); empty] = [empty]")
    return load_rules(text, str(path))


def replays_until_failure(
    replay: Callable[[], ReplayT | None], judge: Callable[[ReplayT], Verdict], *, most: int
) -> list[ReplayT]:
    """Replays until one fails, `most` of them."""
    seen: list[ReplayT] = []
    while len(seen) < most:
        replayed = replay()
        assert replayed is not None  # nobody cancels the first replays
        seen.append(replayed)
        if judge(replayed).outcome is Outcome.FAIL:
            break
    return seen


def journal_first_replays(
    record: Record,
    data: bytes,
    learned: Mapping[str, object],
    seen: Sequence[ReplayT],
    judge: Callable[[ReplayT], Verdict],
) -> None:
    """Journals what was `learned`; the first replays count as checks of the recording."""
    record.emit(Learned(record.elapsed, json.dumps(learned), seen[-1].seconds))
    for each in seen:
        record.answered(Question.check(digest(data), data), Answer(judge(each), each.seconds))
    for note in seen[-1].notes:
        record.note(note)
