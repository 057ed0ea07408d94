"""Stages for the steps of a log, whatever tasks they are in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar

from thresher import formats
from thresher.algorithms.lists.rddmin import extended
from thresher.algorithms.sequences.dependents import dependents
from thresher.algorithms.sequences.detours import StepTraits, detours
from thresher.formats.events.events import EventsDocument, nearest, read_log
from thresher.formats.events.records import kind_of
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.plan.options import Hint
from thresher.plan.stages.shared import Uncertified
from thresher.plan.workbench import Workbench


@dataclass(frozen=True, slots=True)
class HintStage(Uncertified):
    """Tries the steps of a log that a hint names, alone or with some others, as rddmin does; only once."""

    hint: Hint
    why: str = field(default="", compare=False)
    format: ClassVar[str] = formats.EVENTS
    name: ClassVar[str] = "hint"
    action: ClassVar[str] = "try the steps of the hint"

    def run(self, bench: Workbench, current: bytes, *, again: bool) -> bytes:
        """At most as many tests as the hint allows are spent without a hit."""
        if again:
            return current
        document = EventsDocument(current, bench.name)
        logs = (self.hint.log, *self.hint.others)
        reduction, *others = (nearest(document.log, read_log(each, "the hint")) for each in logs)
        if not reduction:
            bench.note("the hint has no step in common with the log; it is not used")
            return current
        bench.started(self.format, "rddmin", len(document.log))
        everything = Selection.all(len(document.log))
        search = partial(extended, everything, reduction, others=others, most=self.hint.most)
        return _of_steps(bench, document, search)


@dataclass(frozen=True, slots=True)
class DependentsStage(Uncertified):
    """Removes steps of a log together with those that cannot be executed without them."""

    why: str = field(default="", compare=False)
    format: ClassVar[str] = formats.EVENTS
    name: ClassVar[str] = "dependent steps"
    action: ClassVar[str] = "remove steps with their dependents"

    def run(self, bench: Workbench, current: bytes, *, again: bool) -> bytes:
        """Each step is tried with what turned out to need it."""
        document = EventsDocument(current, bench.name)
        bench.started(self.format, dependents.__name__, len(document.log))
        return _of_steps(bench, document, partial(dependents, Selection.all(len(document.log))))


@dataclass(frozen=True, slots=True)
class DetoursStage(Uncertified):
    """Replaces steps of a log by others of the `whole` one, which were removed, so that fewer are enough."""

    whole: bytes = field(repr=False)
    why: str = field(default="", compare=False)
    format: ClassVar[str] = formats.EVENTS
    name: ClassVar[str] = "detours"
    action: ClassVar[str] = "exchange steps for removed ones"

    def run(self, bench: Workbench, current: bytes, *, again: bool) -> bytes:
        """What leaves something and returns to it is tried with similar steps at another time."""
        document, left = EventsDocument(self.whole, bench.name), read_log(current, bench.name)
        bench.started(self.format, detours.__name__, len(left))
        steps = [StepTraits(step.text, step.event, kind_of(step)) for step in document.log]
        return _of_steps(bench, document, partial(detours, nearest(document.log, left), steps))


def _of_steps(bench: Workbench, document: EventsDocument, search: Callable[[], Search[Selection, Selection]]) -> bytes:
    """What a search leaves of the steps, which are executed one after the other."""

    def render(steps: Selection) -> bytes:
        return document.tree.render(document.with_steps(steps))

    return render(bench.drive(search, render, narrow=lambda steps, used: steps[:used]))
