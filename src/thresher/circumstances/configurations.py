"""The oracle for versions of a program: brings a checkout to the version, builds it, runs the test in it."""

from __future__ import annotations

import os
import queue
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from thresher.circumstances.checkouts import Checkout, DoesNotApply
from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.answer import Answer, Slip
from thresher.oracle.command import MARKER
from thresher.oracle.criterion import CANNOT_TELL, Criterion, Stated
from thresher.oracle.limits import Limits
from thresher.oracle.observation import Observation
from thresher.oracle.orphans import sweep
from thresher.oracle.process import STARTED, Running, run
from thresher.oracle.sandbox import Sandbox
from thresher.structures.deltas import chosen_in

BUILD_FAILS, NO_PATCH = "does not build", "does not apply"


@dataclass(frozen=True, slots=True)
class BisectRun:
    """The convention of `git bisect run`: exit 0 is good, 125 cannot tell, all else is bad, unless more is stated."""

    stated: Stated | None = None

    def judge(self, observation: Observation) -> Verdict:
        """PASS for a good version, FAIL for a bad one."""
        if observation.exit_code == CANNOT_TELL:
            return Verdict(Outcome.UNRESOLVED, "cannot tell")
        if self.stated is not None:
            return self.stated.judge(observation)
        if observation.limit is not None or observation.timed_out:
            return Verdict(Outcome.UNRESOLVED, observation.how)
        return Verdict(Outcome.FAIL if observation.failed else Outcome.PASS, observation.how)

    def slip(self, observation: Observation) -> Slip | None:
        """Versions with another failure are not saved."""
        return None

    def describe(self) -> list[str]:
        return self.stated.describe() if self.stated else ["the test does not exit with 0 (125: cannot tell)"]


@dataclass(frozen=True, slots=True)
class Commands:
    """What is run in a version: how it is built, if it is, and how it is tested; both in a sandbox if there is one."""

    test: tuple[str, ...]
    build: str | None
    environment: Mapping[str, str]
    sandbox: Sandbox | None = None


class ConfigurationOracle:
    """Callable from as many threads at once as there are checkouts."""

    def __init__(self, checkouts: list[Checkout], commands: Commands, criterion: Criterion, limits: Limits) -> None:
        self.commands, self.criterion, self.limits = commands, criterion, limits
        self.edited: set[str] = set()
        self.last: Observation | None = None
        self._free: queue.LifoQueue[Checkout] = queue.LifoQueue()
        for checkout in checkouts:
            self._free.put(checkout)

    def __call__(self, content: Callable[[], bytes], running: Running) -> Answer:
        """One build and one run of the test on a rendered selection of changes."""
        chosen = chosen_in(content())
        running.prepared.set()
        begun = time.monotonic()
        checkout = self._free.get()
        try:
            checkout.bring(chosen)
            self.edited.update(checkout.edited)
            verdict = self._tested(checkout, running)
        except DoesNotApply as clash:
            verdict = Verdict(Outcome.UNRESOLVED, f"{NO_PATCH}: {clash}")
        finally:
            self._free.put(checkout)
        return Answer(verdict, time.monotonic() - begun)

    def _tested(self, checkout: Checkout, running: Running) -> Verdict:
        if self.commands.build is not None:
            built = self._run(["/bin/sh", "-c", self.commands.build], checkout, running)
            if built.failed:
                self.last = built
                return Verdict(Outcome.UNRESOLVED, BUILD_FAILS)
        program = self.commands.test[0]
        if "/" in program and not os.access(checkout.root / program, os.X_OK):
            return Verdict(Outcome.UNRESOLVED, f"there is no program {program}")
        self.last = self._run(list(self.commands.test), checkout, running)
        return self.criterion.judge(self.last)

    def _run(self, command: list[str], checkout: Checkout, running: Running) -> Observation:
        temporary = checkout.root.with_name(f"{checkout.root.name}.tmp")
        temporary.mkdir(exist_ok=True)
        box, root = self.commands.sandbox, str(checkout.root)
        environment = {
            **(box.environment(self.commands.environment) if box else self.commands.environment),
            "TMPDIR": "/tmp" if box else str(temporary),
            "PWD": str(checkout.root),
            MARKER: f"{checkout.root}/",
            "PYTHONDONTWRITEBYTECODE": "1",  # bytecode is told from old one by whole seconds only
        }
        if box is not None:
            command = box.command(command, top=root, temporary=str(temporary), work=root)
        seen = run(command, directory=checkout.root, environment=environment, limits=self.limits, running=running)
        sweep(f"{MARKER}={checkout.root}/", STARTED)
        return box.seen_through(seen) if box else seen


def user_environment(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The user's environment without what ties git to some repository."""
    return {name: value for name, value in environment.items() if not name.startswith("GIT_")}
