"""Mines rewrite rules from logs of successful runs: the state after each event is the witness.

A window is one event, or two that follow each other. The state before it is the one logged by the step before, so a
log's first step is in no window. A rule with an empty right side is witnessed by each window of its left side that
ends in the state it began in; any other rule by each pair of a left and a right window, anywhere in the logs, that
begin in equal states and end in equal states. What ends in different states is a counter-example.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple, TypeAlias

from thresher.rewriting.rule import Pattern, RewriteRule, RuleWitness, WindowStart
from thresher.structures.events import EventLog, canonical

FOUR_WITNESSES = 0.9  # the confidence that the paper asks for
MOST_EXAMPLES = 3
DOUBTS = 3  # times that half of the rules are dropped


class Arguments(Enum):
    """How the arguments of two events for one letter of a pattern are compared.

    MATCHED: they are equal, as the patterns say. LOOSE: those of [X(a); Y(a)] may differ, as in the data that the paper
    was made with. IGNORED: any may differ.
    """

    MATCHED = "matched"
    LOOSE = "loose"
    IGNORED = "ignored"


class NumberedStep(NamedTuple):
    """One step as numbers: equal numbers mean equal events, arguments and states. State 0 is unknown."""

    event: int
    args: int
    before: int
    after: int
    place: WindowStart


Key: TypeAlias = tuple[int, ...]
Ends: TypeAlias = dict[int, tuple[int, WindowStart]]  # by the state after: how many windows, and where the first one is


@dataclass(slots=True)
class _Count:
    """The evidence for and against a rule."""

    witnesses: int = 0
    counterexamples: int = 0
    examples: list[RuleWitness] = field(default_factory=list)
    against: list[RuleWitness] = field(default_factory=list)

    def add(self, *, equal: bool, times: int, witness: RuleWitness) -> None:
        if equal:
            self.witnesses += times
        else:
            self.counterexamples += times
        kept = self.examples if equal else self.against
        if len(kept) < MOST_EXAMPLES:
            kept.append(witness)


def mine(logs: Iterable[EventLog], *, arguments: Arguments = Arguments.MATCHED) -> list[RewriteRule]:
    """Every rule with any witness or counter-example; those of one pattern in the order of their first window.

    Time and memory grow with the number of events, not with that of the pairs of windows.
    """
    events, plain = _Numbers(), set[str]()
    windows = _Windows(arguments)
    states, values = _Numbers(), _Numbers()
    for number, log in enumerate(logs):
        before = 0
        for index, step in enumerate(log):
            after = 0 if step.state is None else states.of(canonical(step.state))
            args = values.of(canonical(list(step.args)) if step.args else "")
            (plain.discard if step.args else plain.add)(step.event)
            windows.add(NumberedStep(events.of(step.event), args, before, after, WindowStart(number, index)))
            before = after
        windows.end()
    names = list(events.numbers)
    return [_rule(pattern, key, count, names, plain) for pattern, key, count in windows.counted()]


def trusted(rules: Iterable[RewriteRule], confidence: float = FOUR_WITNESSES) -> list[RewriteRule]:
    """The witnessed rules that have at least this confidence; at 0.9 it takes four and no counter-example."""
    return [rule for rule in rules if 0.0 < rule.confidence >= confidence]


def less_doubtful(rules: Sequence[RewriteRule]) -> Iterator[list[RewriteRule]]:
    """All rules, then ever fewer: without the half that has the fewest witnesses, at most DOUBTS times.

    Rules with as many witnesses go together. Those that somebody stated stay.
    """
    left = list(rules)
    yield left
    for _ in range(DOUBTS):
        doubtful = sorted(rule.witnesses for rule in left if not rule.is_stated)
        if not doubtful:
            return
        limit = doubtful[max(len(doubtful) // 2 - 1, 0)]
        limit = limit if limit < doubtful[-1] else doubtful[0]
        left = [rule for rule in left if rule.is_stated or rule.witnesses > limit]
        yield left


class _Numbers:
    """Gives equal texts equal numbers, from 1."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def of(self, text: str) -> int:
        return self.numbers.setdefault(text, len(self.numbers) + 1)


class _Windows:
    """All windows of all logs, by what a pattern compares."""

    def __init__(self, arguments: Arguments) -> None:
        self._ignored = arguments is Arguments.IGNORED
        self._matched = arguments is Arguments.MATCHED
        self._last: NumberedStep | None = None
        self._alone: dict[Key, _Count] = defaultdict(_Count)
        self._cancelling: dict[Key, _Count] = defaultdict(_Count)
        self._singles: dict[Key, Ends] = defaultdict(dict)
        self._absorbed: dict[Key, Ends] = defaultdict(dict)
        self._pairs: dict[Key, Ends] = defaultdict(dict)

    def add(self, seen: NumberedStep) -> None:
        """The windows that end with this step, which follows the one before."""
        if self._ignored:
            seen = seen._replace(args=0)
        last, self._last = self._last, seen
        if not seen.after or not seen.before:
            return
        alone = RuleWitness(seen.place)
        self._alone[seen.event,].add(equal=seen.before == seen.after, times=1, witness=alone)
        _put(self._singles[seen.event, seen.args, seen.before], seen.after, seen.place)
        if last is None or not last.before:
            return
        if last.args == seen.args or not self._matched:
            both = RuleWitness(last.place)
            self._cancelling[last.event, seen.event].add(equal=last.before == seen.after, times=1, witness=both)
        _put(self._absorbed[last.event, seen.event, seen.args, last.before], seen.after, last.place)
        _put(self._pairs[last.event, last.args, seen.event, seen.args, last.before], seen.after, last.place)

    def end(self) -> None:
        """No window goes over the end of a log."""
        self._last = None

    def counted(self) -> Iterator[tuple[Pattern, Key, _Count]]:
        """Each rule's events and counts."""
        for key, count in self._alone.items():
            yield Pattern.SKIP, key, count
        for key, count in self._cancelling.items():
            yield Pattern.CANCEL, key, count
        for pattern, counts in ((Pattern.ABSORB, self._absorbing()), (Pattern.COMMUTE, self._commuting())):
            for key, count in counts.items():
                yield pattern, key, count

    def _absorbing(self) -> dict[Key, _Count]:
        found: dict[Key, _Count] = defaultdict(_Count)
        for (first, second, args, before), ends in self._absorbed.items():
            other = self._singles.get((second, args, before))
            if other:
                _compare(found[first, second], ends, other)
        return found

    def _commuting(self) -> dict[Key, _Count]:
        found: dict[Key, _Count] = defaultdict(_Count)
        for (first, first_args, second, second_args, before), ends in self._pairs.items():
            if first == second and first_args >= second_args:
                continue  # the same the other way round; and any step commutes with its equal, which says nothing
            other = self._pairs.get((second, second_args, first, first_args, before))
            if other and (first == second or (second, first) not in found):
                _compare(found[first, second], ends, other)
        return found


def _put(ends: Ends, after: int, place: WindowStart) -> None:
    known = ends.get(after)
    ends[after] = (known[0] + 1, known[1]) if known else (1, place)


def _compare(count: _Count, left: Ends, right: Ends) -> None:
    """Each window of the left with each of the right."""
    for after, (times, place) in left.items():
        for other, (others, where) in right.items():
            count.add(equal=after == other, times=times * others, witness=RuleWitness(place, where))


def _rule(pattern: Pattern, key: Key, count: _Count, names: Sequence[str], plain: set[str]) -> RewriteRule:
    events = tuple(names[number - 1] for number in key)
    return RewriteRule(
        pattern,
        events,
        count.witnesses,
        count.counterexamples,
        tuple(count.against or count.examples),
        frozenset(plain.intersection(events)),
    )
