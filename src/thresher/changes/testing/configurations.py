"""The oracle for versions of a program: updates a checkout, builds it, runs the test in it, and judges the run."""

from __future__ import annotations

import os
import queue
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from thresher.changes.repository.checkouts import DoesNotApply
from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.answer import Answer, NonTargetFailure
from thresher.oracle.failures.criterion import CANNOT_TELL, Criterion
from thresher.oracle.failures.observation import Observation
from thresher.oracle.running.control_groups import MemoryGroups
from thresher.oracle.running.handle import RunHandle
from thresher.oracle.running.limits import Limits
from thresher.oracle.running.orphans import MARKER, sweep
from thresher.oracle.running.process import STARTED, run
from thresher.oracle.running.sandbox import Sandbox

Version = TypeVar("Version")
Version_contra = TypeVar("Version_contra", contravariant=True)
BUILD_FAILS, NO_PATCH = "does not build", "does not apply"


@dataclass(frozen=True, slots=True)
class BisectCriterion:
    """The convention of `git bisect run`: exit 125 is UNRESOLVED. Another criterion judges all other runs."""

    criterion: Criterion

    def judge(self, observation: Observation) -> Verdict:
        """PASS for a good version, FAIL for a bad one."""
        if observation.exit_code == CANNOT_TELL:
            return Verdict(Outcome.UNRESOLVED, "cannot tell")
        return self.criterion.judge(observation)

    def other_failure(self, observation: Observation) -> NonTargetFailure | None:
        """None: versions with another failure are not saved."""
        return None

    def describe(self) -> list[str]:
        return self.criterion.describe()


@dataclass(frozen=True, slots=True)
class Commands:
    """The commands for a version: its optional build and its test, both in the sandbox if there is one.

    Control `groups` limit their memory, if it is limited and the system lets us create some.
    """

    test: tuple[str, ...]
    build: str | None
    environment: Mapping[str, str]
    groups: MemoryGroups
    sandbox: Sandbox | None = None


@dataclass(frozen=True, slots=True)
class VersionRun:
    """The run of one version: the test's observation or, if the test was not run, the build's and the reason."""

    seen: Observation | None
    seconds: float
    not_run: str = ""

    def judged(self, criterion: Criterion) -> Verdict:
        """The verdict; UNRESOLVED if the test was not run."""
        if self.not_run or self.seen is None:
            return Verdict(Outcome.UNRESOLVED, self.not_run)
        return criterion.judge(self.seen)

    @property
    def printed(self) -> bytes:
        return (self.seen.stderr or self.seen.stdout) if self.seen else b""


class AnyCheckout(Protocol[Version_contra]):
    """A directory that can be updated to any version."""

    root: Path
    edited: list[str]

    def update(self, version: Version_contra, /) -> None:
        """Updates the directory, whatever the last run did to it."""


class VersionRuns(Generic[Version]):
    """Runs versions, as many concurrently as there are checkouts. `edited` are files that tests modified.

    A content stands for the version that `version_in` reads from it.
    """

    def __init__(
        self,
        checkouts: Sequence[AnyCheckout[Version]],
        commands: Commands,
        version_in: Callable[[bytes], Version],
    ) -> None:
        self.commands, self._version_in = commands, version_in
        self.edited: set[str] = set()
        self._free: queue.LifoQueue[AnyCheckout[Version]] = queue.LifoQueue()
        for checkout in checkouts:
            self._free.put(checkout)

    def try_version(self, content: Callable[[], bytes], limits: Limits, running: RunHandle) -> VersionRun:
        """One build and one run of the test on a version."""
        version = self._version_in(content())
        running.prepared.set()
        started = time.monotonic()
        checkout = self._free.get()
        try:
            checkout.update(version)
            self.edited.update(checkout.edited)
            seen, not_run = self._tested(
                checkout, partial(self._run, checkout=checkout, limits=limits, running=running)
            )
        except DoesNotApply as clash:
            seen, not_run = None, f"{NO_PATCH}: {clash}"
        finally:
            self._free.put(checkout)
        return VersionRun(seen, time.monotonic() - started, not_run)

    def _tested(
        self, checkout: AnyCheckout[Version], run_in_it: Callable[[list[str]], Observation]
    ) -> tuple[Observation | None, str]:
        if self.commands.build is not None:
            built = run_in_it(["/bin/sh", "-c", self.commands.build])
            if built.failed:
                return built, BUILD_FAILS
        program = self.commands.test[0]
        if "/" in program and not os.access(checkout.root / program, os.X_OK):
            return None, f"there is no program {program}"
        return run_in_it(list(self.commands.test)), ""

    def _run(
        self, command: list[str], checkout: AnyCheckout[Version], limits: Limits, running: RunHandle
    ) -> Observation:
        temporary = checkout.root.with_name(f"{checkout.root.name}.tmp")
        temporary.mkdir(exist_ok=True)
        box, root = self.commands.sandbox, str(checkout.root)
        environment = {
            **(box.environment(self.commands.environment) if box else self.commands.environment),
            "TMPDIR": "/tmp" if box else str(temporary),
            "PWD": str(checkout.root),
            MARKER: f"{checkout.root}/",
            "PYTHONDONTWRITEBYTECODE": "1",  # a source's time of change is compared in whole seconds only
        }
        if box is not None:
            command = box.command(command, top=root, temporary=str(temporary), work=root)
        with self.commands.groups.fresh(limits) as group:
            seen = run(
                command,
                directory=checkout.root,
                environment=environment,
                limits=limits,
                running=running,
                group=group,
            )
        sweep(f"{MARKER}={checkout.root}/", STARTED)
        return box.unwrapped(seen) if box else seen


@dataclass(frozen=True, slots=True)
class ConfigurationOracle:
    """Judges versions by the run of their test; the answer's message is the output."""

    runs: VersionRuns[Any]
    criterion: Criterion
    limits: Limits

    def __call__(self, content: Callable[[], bytes], running: RunHandle) -> Answer:
        version_run = self.runs.try_version(content, self.limits, running)
        return Answer(version_run.judged(self.criterion), version_run.seconds, message=version_run.printed)


def user_environment() -> dict[str, str]:
    """The user's environment without variables that bind git to a repository."""
    return {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
