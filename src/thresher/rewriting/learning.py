"""What the tests of a reduction say about rules: a log that failed, and one that a rule makes of it.

If both failed, that is a witness of the rule; if the second one passed, a counter-example. A log that could not be
executed says nothing. Only rules that remove steps can be learned so, from pairs of logs that differ at one place.
This is future work in Elyasov et al., Reduce First, Debug Later (2014).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from thresher.kernel.outcome import Outcome
from thresher.rewriting.rule import Pattern, RewriteRule
from thresher.rewriting.saving import merged
from thresher.structures.events import EventLog, LogStep

Numbers: TypeAlias = tuple[int, ...]  # of steps


class TestedLogs:
    """The logs that a reduction has tested, by their steps, with the outcomes."""

    __test__ = False  # not a test, whatever pytest thinks of its name

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._steps: list[LogStep] = []
        self._outcomes: dict[Numbers, Outcome] = {}

    def add(self, log: EventLog, outcome: Outcome) -> None:
        """One test; of a log that was tested several times, the last one counts."""
        self._outcomes[tuple(map(self._number, log))] = outcome

    def _number(self, step: LogStep) -> int:
        number = self._numbers.setdefault(step.text, len(self._steps))
        if number == len(self._steps):
            self._steps.append(step)
        return number

    def rules(self) -> list[RewriteRule]:
        """The rules with a witness or a counter-example, in the order of their first one."""
        counts: dict[tuple[Pattern, tuple[str, ...]], Counter[Outcome]] = {}
        for pattern, window, outcome in self._evidence():
            events = tuple(step.event for step in window)
            counts.setdefault((pattern, events), Counter())[outcome] += 1
        with_arguments = {step.event for step in self._steps if step.args}
        plain = frozenset(step.event for step in self._steps) - with_arguments
        return [
            RewriteRule(pattern, events, count[Outcome.FAIL], count[Outcome.PASS], plain=plain.intersection(events))
            for (pattern, events), count in counts.items()
        ]

    def _evidence(self) -> Iterator[tuple[Pattern, Sequence[LogStep], Outcome]]:
        """Each pair of a failing log and one without a step or two of it: the pattern, its window, the outcome."""
        lengths = set(map(len, self._outcomes))
        for log, outcome in self._outcomes.items():
            if outcome is not Outcome.FAIL:
                continue
            steps = [self._steps[number] for number in log]
            if len(log) - 1 in lengths:
                yield from self._one_less(log, steps)
            if len(log) - 2 in lengths:
                yield from self._two_less(log, steps)

    def _one_less(self, log: Numbers, steps: list[LogStep]) -> Iterator[tuple[Pattern, Sequence[LogStep], Outcome]]:
        for at in range(len(log)):
            found = self._resolved(log[:at] + log[at + 1 :])
            if found is not None:
                yield Pattern.SKIP, steps[at : at + 1], found
                if at + 1 < len(log):
                    yield Pattern.ABSORB, steps[at : at + 2], found

    def _two_less(self, log: Numbers, steps: list[LogStep]) -> Iterator[tuple[Pattern, Sequence[LogStep], Outcome]]:
        for at in range(len(log) - 1):
            found = self._resolved(log[:at] + log[at + 2 :])
            if found is not None and steps[at].args == steps[at + 1].args:
                yield Pattern.CANCEL, steps[at : at + 2], found

    def _resolved(self, log: Numbers) -> Outcome | None:
        outcome = self._outcomes.get(log)
        return None if outcome is Outcome.UNRESOLVED else outcome


def with_evidence(rules: Iterable[RewriteRule], learned: Iterable[RewriteRule]) -> list[RewriteRule]:
    """The rules with what was learned added up; a rule that somebody stated is doubted by counter-examples only."""
    known = list(rules)
    stated = [rule for rule in known if rule.is_stated]
    found = merged([*(rule for rule in known if not rule.is_stated), *learned])
    keys = {_key(rule): rule for rule in found}
    kept = [rule for rule in stated if not (_key(rule) in keys and keys[_key(rule)].counterexamples)]
    names = set(map(_key, kept))
    return [*kept, *(replace(rule, examples=()) for rule in found if _key(rule) not in names)]


def believed(rules: Iterable[RewriteRule]) -> list[RewriteRule]:
    """The rules without a counter-example."""
    return [rule for rule in rules if not rule.counterexamples]


def _key(rule: RewriteRule) -> tuple[object, ...]:
    return rule.pattern, rule.events, rule.needs_equal_arguments
