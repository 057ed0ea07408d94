"""A rewrite rule says that two short event sequences lead to the same state, wherever both can be executed.

The four patterns are those of Elyasov et al., Reduce First, Debug Later (2014), Figure 2.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


class Pattern(Enum):
    """The forms of rules; X and Y are events, a and b their arguments."""

    SKIP = "[X(a)] = []"
    CANCEL = "[X(a); Y(a)] = []"
    ABSORB = "[X(a); Y(b)] = [Y(b)]"
    COMMUTE = "[X(a); Y(b)] = [Y(b); X(a)]"


class WindowStart(NamedTuple):
    """Where a window of a log begins: the number of the log, and that of the step in it."""

    log: int
    step: int


class RuleWitness(NamedTuple):
    """An occurrence of the left side, and one of the right side from the same state unless that is empty."""

    left: WindowStart
    right: WindowStart | None = None


@dataclass(frozen=True, slots=True)
class RewriteRule:
    """A rule on events by name, whatever their arguments; those of one letter are equal.

    `witnesses` count the times that both sides led to the same state, `counterexamples` those that they did not; some
    of either are kept as examples. `plain` names the events that never had an argument. `equal_arguments` says whether
    the rule holds only where its two events have equal arguments; None means as in its pattern.

    >>> rule = RewriteRule(Pattern.ABSORB, ("add", "empty"), 4, plain=frozenset(["empty"]))
    >>> print(rule, rule.confidence)
    [add(a); empty] = [empty] 0.9375
    """

    pattern: Pattern
    events: tuple[str, ...]
    witnesses: int = 0
    counterexamples: int = 0
    examples: tuple[RuleWitness, ...] = ()
    plain: frozenset[str] = frozenset()
    equal_arguments: bool | None = None

    @property
    def is_stated(self) -> bool:
        """Whether somebody wrote it down, without counts, so that there is nothing to doubt it by."""
        return not self.witnesses and not self.counterexamples

    @property
    def needs_equal_arguments(self) -> bool:
        """Whether it applies only to two events with equal arguments."""
        return self.pattern is Pattern.CANCEL if self.equal_arguments is None else self.equal_arguments

    @property
    def confidence(self) -> float:
        """1 - (1/2)**witnesses, and 0 for a rule with a counter-example."""
        return 0.0 if self.counterexamples else 1 - 0.5**self.witnesses

    @property
    def sides(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The events to the left and to the right of the equals sign."""
        match self.pattern:
            case Pattern.SKIP | Pattern.CANCEL:
                return self.events, ()
            case Pattern.ABSORB:
                return self.events, self.events[1:]
            case Pattern.COMMUTE:
                return self.events, self.events[::-1]

    def __str__(self) -> str:
        return self.quoted(str)

    def quoted(self, name: Callable[[str], str]) -> str:
        """The rule in words; `name` writes the name of an event."""
        letters = "aa" if self.needs_equal_arguments else "ab"
        shown = [
            name(event) if event in self.plain else f"{name(event)}({letter})"
            for event, letter in zip(self.events, letters, strict=False)
        ]
        match self.pattern:
            case Pattern.ABSORB:
                right = shown[1:]
            case Pattern.COMMUTE:
                right = shown[::-1]
            case _:
                right = []
        return f"[{'; '.join(shown)}] = [{'; '.join(right)}]"
