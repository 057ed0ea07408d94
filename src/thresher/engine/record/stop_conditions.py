"""When to stop before everything was tried (section 5.8.2 of Why Programs Fail)."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from thresher.engine.control import Control
from thresher.engine.record.statistics import Statistics
from thresher.errors import UsageError
from thresher.kernel.events import Event, Flaky, Improved


@dataclass(frozen=True, slots=True)
class Stall:
    """Less than so many percent of the size went in so many tests."""

    percent: float
    tests: int

    @classmethod
    def parse(cls, text: str) -> Stall:
        """Reads `P/N`, for instance 1/100: less than 1 % in 100 tests.

        >>> Stall.parse("1/100")
        Stall(percent=1.0, tests=100)
        """
        percent, slash, tests = text.partition("/")
        try:
            stall = cls(float(percent), int(tests))
        except ValueError:
            raise UsageError(f"--stall takes P/N, percent and tests, for instance 1/100; not {text!r}") from None
        if not slash or stall.percent <= 0 or stall.tests <= 0:
            raise UsageError(f"--stall takes two positive numbers, for instance 1/100; not {text!r}")
        return stall


@dataclass(frozen=True, slots=True)
class StopConditions:
    """Limits of one run of a session; None never stops. With a control, the user may stop it as well."""

    seconds: float | None = None
    tests: int | None = None
    stall: Stall | None = None
    control: Control | None = None

    def reason(self, done: Statistics, *, seconds: float, tests: int) -> str | None:
        """Why to stop now. `seconds` and `tests` are those of this run alone."""
        if self.seconds is not None and seconds >= self.seconds:
            return f"--max-seconds {self.seconds:g} reached"
        if self.tests is not None and tests >= self.tests:
            return f"--max-tests {self.tests} reached"
        if self.stall is not None and tests >= self.stall.tests and self._stalled(done, self.stall):
            return f"less than {self.stall.percent:g} % removed in {self.stall.tests} tests (--stall)"
        return None

    @staticmethod
    def _stalled(done: Statistics, stall: Stall) -> bool:
        if not done.curve:
            return False
        since = done.tests - stall.tests
        before = next((size for tests, _, size in reversed(done.curve) if tests <= since), done.curve[0][2])
        return done.curve[-1][2] > before * (1 - stall.percent / 100)


class StopCheck:
    """Checks one run of a session against its limits, counting only tests that one worker would have made as well.

    An answer is certain once the search needs it, whatever the number of workers; until then it is speculative. So
    limits on tests end a search in the same place for any number of workers.
    """

    def __init__(self, stops: StopConditions) -> None:
        self._stops = stops
        self._done = Statistics()
        self._speculative: set[Hashable] = set()

    @property
    def control(self) -> Control | None:
        """The requests of the user, if there is a user interface."""
        return self._stops.control

    @property
    def certain_tests(self) -> int:
        """The tests of this run without the speculative ones: the same for any number of workers."""
        return self._done.tests

    def learn(self, event: Event) -> None:
        """Takes an event of this run into account."""
        match event:
            case Flaky():  # answers are not certain to be the same again
                self._speculative.clear()
            case Improved():
                self.resume(event.at, event.size)

    def resume(self, at: float, size: int) -> None:
        """The best content has this size from now on."""
        self._done.curve.append((self._done.tests, at, size))

    def answered(self, key: Hashable, *, check: bool) -> None:
        """A test was made; a check is needed in any case."""
        if check:
            self._speculative.discard(key)
            self._done.tests += 1
        else:
            self._speculative.add(key)

    def needed(self, key: Hashable) -> str | None:
        """The search needs an answer; why to stop before it is taken, if a limit has been reached."""
        if key not in self._speculative:
            return None
        why = self._reason(seconds=0.0)
        if why is None:
            self._speculative.remove(key)
            self._done.tests += 1
        return why

    def reason(self, *, seconds: float) -> str | None:
        """Why to stop after so many seconds, if there is a reason. Raises what the user requested meanwhile."""
        if self.control is not None:
            self.control.check()
        return self._reason(seconds=seconds)

    def _reason(self, *, seconds: float) -> str | None:
        return self._stops.reason(self._done, seconds=seconds, tests=self._done.tests)

    def room(self, pending: int) -> bool:
        """Whether another test can count, should so many speculative ones be needed first."""
        return self._stops.tests is None or self._done.tests + pending < self._stops.tests
