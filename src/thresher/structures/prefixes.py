"""What is known of sequences that are executed step by step, from those that were: a cache for any algorithm.

Elyasov et al., Reduce First, Debug Later (2014), section 3.1. A run that gets through all steps has got through each
prefix. A run that gets stuck, or fails, at a step has got through what was before it; and whatever begins in the same
way gets stuck at the same step.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Sequence

from thresher.kernel.outcome import Outcome, Verdict
from thresher.structures.unit_keys import unit_key

PREFIX = "a longer sequence passed here"


class Prefixes:
    """Answers for sequences of numbers, where equal numbers mean equal steps. Holds one tuple per run or two.

    >>> known = Prefixes()
    >>> known.learn((1, 2, 3, 4), Verdict(Outcome.UNRESOLVED, "no button", used=3))
    >>> known.recall((1, 2)).outcome, known.recall((1, 2, 3, 9)).reason, known.recall((1, 3))
    (<Outcome.PASS: 'pass'>, 'no button', None)
    """

    def __init__(self, *, passing: bool = True) -> None:
        """Without `passing` a run says nothing about its prefixes: only the end of a sequence is tested."""
        self._passing = passing
        self._passed: list[tuple[int, ...]] = []  # sorted, so that what begins with a sequence is right after it
        self._stuck: list[tuple[int, ...]] = []  # sorted, none a prefix of another: the one before is all that matters
        self._reasons: dict[tuple[int, ...], Verdict] = {}

    def learn(self, steps: Sequence[int], verdict: Verdict) -> None:
        """Records the verdict of a run of these steps; without `used` it is about this sequence only."""
        steps = tuple(steps)
        if verdict.outcome is Outcome.PASS:
            self._add_passed(steps)
        elif verdict.used:
            self._add_passed(steps[: verdict.used - 1])
            if verdict.outcome is Outcome.UNRESOLVED:
                self._add_stuck(steps[: verdict.used], verdict)

    def recall(self, steps: Sequence[int]) -> Verdict | None:
        """The verdict that a run of these steps would come to, if that is known."""
        steps = tuple(steps)
        before = bisect_right(self._stuck, steps) - 1
        if before >= 0 and steps[: len(self._stuck[before])] == self._stuck[before]:
            return self._reasons[self._stuck[before]]
        if self._has_passed(steps):
            return Verdict(Outcome.PASS, PREFIX)
        return None

    def forget(self) -> None:
        """Nothing is known any more: what was learned proved to be chance."""
        self._passed.clear()
        self._stuck.clear()
        self._reasons.clear()

    def _has_passed(self, steps: tuple[int, ...]) -> bool:
        index = bisect_left(self._passed, steps)
        return index < len(self._passed) and self._passed[index][: len(steps)] == steps

    def _add_passed(self, steps: tuple[int, ...]) -> None:
        if self._passing and not self._has_passed(steps):
            self._passed.insert(bisect_left(self._passed, steps), steps)

    def _add_stuck(self, steps: tuple[int, ...], verdict: Verdict) -> None:
        known = self.recall(steps)
        if known is None or known.outcome is not Outcome.UNRESOLVED:
            index = end = bisect_left(self._stuck, steps)
            while end < len(self._stuck) and self._stuck[end][: len(steps)] == steps:
                end += 1  # these got further, which cannot be: the earlier place is the safe one
            self._stuck[index:end] = [steps]
            self._reasons[steps] = verdict


def numbered(units: Sequence[object]) -> list[int]:
    """A number for each unit; those that no test can distinguish have the same.

    >>> numbered(["a", "b", "a"]), numbered([{"x": 1}, {"x": 1}, {"x": True}])
    ([0, 1, 0], [0, 0, 1])
    """
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(unit_key(unit), len(numbers)) for unit in units]
