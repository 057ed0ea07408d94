"""Rules put together for rewriting: which events can go, before which others, and which may change places.

The rules are completed where two of them overlap: what is absorbed by an event that is itself absorbed is absorbed by
the latter's absorber, and what is absorbed by an event that can be skipped can be skipped. Without these, the result
would depend on which of the two was applied first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from thresher.rewriting.rule import Pattern, RewriteRule

Pair: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Law:
    """A rule as it is applied: mined itself, or following from several that were."""

    rule: RewriteRule
    follows_from: tuple[RewriteRule, ...] = ()

    def __str__(self) -> str:
        if not self.follows_from:
            return str(self.rule)
        return f"{self.rule} (follows from {' and '.join(map(str, self.follows_from))})"


class System:
    """The laws that follow from some rules, by the events they are about; none that others make superfluous.

    `free` are the events that can be skipped at any time: none of them is needed to make another one go.
    """

    def __init__(self, rules: Iterable[RewriteRule]) -> None:
        self.rules = tuple(rules)
        self.skip: dict[str, Law] = {}
        self.cancel: dict[Pair, Law] = {}
        self.absorb: dict[Pair, Law] = {}
        self._partners: dict[Pattern, dict[str, set[str]]] = {Pattern.CANCEL: {}, Pattern.ABSORB: {}}
        self._commute: dict[Pair, RewriteRule] = {}
        for rule in self.rules:
            self._add(rule)
        self._close()
        self._prune()
        self.free = self.skip.keys() - {event for pair in self.cancel for event in pair}
        for pattern, laws in ((Pattern.CANCEL, self.cancel), (Pattern.ABSORB, self.absorb)):
            for first, second in laws:
                self._partners[pattern].setdefault(first, set()).add(second)

    def partners(self, pattern: Pattern, event: str) -> frozenset[str]:
        """The events that make this one go if they follow it."""
        return frozenset(self._partners[pattern].get(event, ()))

    def commutes(self, first: str, second: str) -> RewriteRule | None:
        """The rule by which two events may change places, in either order."""
        return self._commute.get((first, second))

    def _add(self, rule: RewriteRule) -> None:
        match rule.pattern, rule.events:
            case Pattern.SKIP, (event,):
                self.skip.setdefault(event, Law(rule))
            case Pattern.CANCEL, (first, second):
                self.cancel.setdefault((first, second), Law(rule))
            case Pattern.ABSORB, (first, second):
                self.absorb.setdefault((first, second), Law(rule))
            case Pattern.COMMUTE, (first, second) if not rule.needs_equal_arguments:
                self._commute.setdefault((first, second), rule)
                self._commute.setdefault((second, first), rule)

    def _close(self) -> None:
        """Adds what follows, each law from as few rules as can be."""
        self._close_absorptions()
        for (first, second), law in self.absorb.items():
            if second in self.skip and first not in self.skip and not law.rule.needs_equal_arguments:
                shorter = RewriteRule(Pattern.SKIP, (first,), plain=law.rule.plain)
                self.skip[first] = Law(shorter, (*_reasons(law), self.skip[second].rule))

    def _close_absorptions(self) -> None:
        """Adds that an event is absorbed by what absorbs its absorber."""
        absorbers: dict[str, list[str]] = {}
        for (first, second), law in self.absorb.items():
            if not law.rule.needs_equal_arguments:  # nothing follows from what holds sometimes
                absorbers.setdefault(first, []).append(second)
        for first, near in absorbers.items():
            waiting = list(near)
            for middle in waiting:
                for last in absorbers.get(middle, ()):
                    if (first, last) not in self.absorb:
                        self.absorb[first, last] = _chained(self.absorb[first, middle], self.absorb[middle, last])
                        waiting.append(last)

    def _prune(self) -> None:
        """Takes out laws about what can be skipped in any case."""
        self.cancel = {pair: law for pair, law in self.cancel.items() if not self.skip.keys() >= {*pair}}
        self.absorb = {pair: law for pair, law in self.absorb.items() if pair[0] not in self.skip}


def _chained(near: Law, far: Law) -> Law:
    events = (near.rule.events[0], far.rule.events[1])
    rule = RewriteRule(Pattern.ABSORB, events, plain=near.rule.plain | far.rule.plain)
    return Law(rule, (*_reasons(near), *_reasons(far)))


def _reasons(law: Law) -> tuple[RewriteRule, ...]:
    return law.follows_from or (law.rule,)
