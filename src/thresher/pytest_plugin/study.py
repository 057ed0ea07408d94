"""Examines a failing test with the engine: every question is a run of pytest in a process of its own."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from thresher.engine.questions import Question, digest
from thresher.engine.record.record import Record
from thresher.engine.record.stop_conditions import StopConditions
from thresher.engine.reduction import FlakinessSettings
from thresher.errors import NotFailing, ThresherError
from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.answer import Answer
from thresher.oracle.command import Start, observe
from thresher.oracle.failures.observation import Observation
from thresher.oracle.running.run_directory import RunDirectory
from thresher.plan import Plan, PlanOptions
from thresher.pytest_plugin.arguments import KEEP_ORDER, repeated
from thresher.pytest_plugin.findings import Dependence, Shrunk
from thresher.pytest_plugin.probe import FAILED, PASSED, UNKNOWN
from thresher.pytest_plugin.spec import FILE, INPUT, LIST, ORDER, PARAMETER, Described, ParameterValue, Spec
from thresher.session.files.naming import result_name
from thresher.session.files.whole import write_whole
from thresher.session.folder.store import FOLDER
from thresher.session.run import Result, reduce_file
from thresher.session.settings import OracleSettings, SearchSettings
from thresher.session.setup.program_session import running_place
from thresher.session.target_failure.first_run import limits_for
from thresher.session.task import Task

START = "from thresher.pytest_plugin.probe import main; main()"


@dataclass(frozen=True, slots=True)
class PytestSubject:
    """A subject of runs: what a candidate means for a test."""

    spec: Spec
    name: str
    aside: bool = True
    backtrace: bool = False
    environment: Mapping[bytes, bytes] = field(default_factory=lambda: dict(os.environb))

    @property
    def where(self) -> str:
        return f"of {self.spec.test}"

    def start(self, place: RunDirectory) -> Start:
        argv = [sys.executable, "-P", "-c", START, self.spec.text, place.candidate]
        return Start(argv, self.environment, None)

    def hide_secrets(self, observation: Observation) -> Observation:
        return observation


@dataclass(frozen=True, slots=True)
class Study:
    """How runs are made, and where the results are stored."""

    spec: Spec
    place: Path
    jobs: int
    stops: StopConditions

    @classmethod
    def of(cls, config: pytest.Config, *, from_here: bool) -> Study:
        directory = config.invocation_params.dir
        given = config.option.thresher_input
        spec = Spec(
            test="",
            root=str(config.rootpath),
            directory=str(directory),
            arguments=repeated(config),
            from_here=from_here,
            input=str(Path(directory, given).absolute()) if given else "",
        )
        stops = StopConditions(tests=config.option.thresher_max_runs)
        return cls(spec, config.rootpath / FOLDER / "pytest", config.option.thresher_jobs, stops)

    def look_into(self, test: str, earlier: Sequence[str]) -> list[str]:
        """The findings about a failing test, as lines for the user."""
        spec = replace(self.spec, test=test)
        try:
            alone = self._alone(spec)
            if alone.exit_code == PASSED:
                return self._order(spec, earlier)
            if alone.exit_code != FAILED:
                how = "it is skipped, or not found" if alone.exit_code == UNKNOWN else f"the run ends with {alone.how}"
                return [f"{test}: {how} when it is run alone"]
            return self._inputs(spec, json.loads(self._description_file(test).read_bytes()))
        except NotFailing:
            return [f"{test}: it did not fail again in a process of its own, so it cannot be studied"]
        except ThresherError as error:
            return [f"{test}: {error}"]

    def _folder(self, test: str) -> Path:
        """The folder for everything about a test."""
        folder = self.place / f"{re.sub(r'[^A-Za-z0-9]+', '-', test)[-60:].strip('-')}-{digest(test.encode())[:8]}"
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def _description_file(self, test: str) -> Path:
        return self._folder(test) / "test.json"

    def _alone(self, spec: Spec) -> Observation:
        """One run of only this test."""
        settings, spec = self._settings(spec), replace(spec, tell=str(self._description_file(spec.test)))
        with running_place(settings, 0) as directories:
            limits = limits_for(settings, first_run=None, size=0, jobs=1)
            return observe(PytestSubject(spec, "alone"), directories, lambda: b"", limits=limits)

    def _settings(self, spec: Spec) -> OracleSettings:
        return OracleSettings((sys.executable, "-m", "pytest", spec.test))

    def _reduced(
        self, spec: Spec, name: str, data: bytes, plan_options: PlanOptions, known: Answer | None = None
    ) -> Result:
        """Reduces a content in a new session, since the code may have changed since an earlier one.

        An interrupt is passed on to pytest, which then ends; the best result so far is on disk.
        """
        folder = self._folder(spec.test)
        write_whole(folder / name, data)
        task = Task(
            input=folder / name,
            output=folder / result_name(name),
            oracle=self._settings(spec),
            search=SearchSettings(plan_options, self.jobs, self.stops, FlakinessSettings(checks=1)),
            fresh=True,
        )

        def hear(record: Record, criterion: list[str], plan: Plan) -> None:
            if known is not None:
                record.answered(Question.check(digest(b""), b""), known)

        result = reduce_file(task, hear, PytestSubject(spec, name))
        if result.end.interrupted:
            raise KeyboardInterrupt
        return result

    def _order(self, spec: Spec, earlier: Sequence[str]) -> list[str]:
        """The earlier tests without which it passes."""
        if not earlier:
            return [f"{spec.test}: it passes in a process of its own, though no test ran before it"]
        data = "".join(f"{test}\n" for test in earlier).encode()
        alone = Answer(Verdict(Outcome.PASS, "alone"), 0.0)
        result = self._reduced(replace(spec, mode=ORDER), "earlier-tests.txt", data, PlanOptions(format="lines"), alone)
        after, why = tuple(result.after.decode().splitlines()), "" if result.complete else result.why
        shuffled = KEEP_ORDER in spec.arguments
        return Dependence(spec.test, after, len(earlier), result.statistics.runs, why, shuffled).lines()

    def _inputs(self, spec: Spec, description: Mapping[str, Any]) -> list[str]:
        """Shrinks the file that the user names, or else every parameter."""
        test, parameters = spec.test, [Described(**each) for each in description.get("parameters", ())]
        if spec.input:
            if not description.get("read"):
                return [f"{test}: it does not open {spec.input} from Python; let it take the fixture thresher_input"]
            path = Path(spec.input)
            result = self._reduced(replace(spec, mode=INPUT), path.name, path.read_bytes(), PlanOptions())
            return [f"{test} fails on its own", *Shrunk(Described(path.name, FILE, spec.input), result).lines()]
        if not parameters:
            return [f"{test} fails on its own; it has no parameter of text, bytes, a list or a file to shrink"]
        return [f"{test} fails on its own", *self._parameters(spec, parameters)]

    def _parameters(self, spec: Spec, parameters: Sequence[Described]) -> list[str]:
        """Shrinks each parameter in turn, with the earlier ones at their smallest."""
        lines: list[str] = []
        for each in parameters:
            value, path = ParameterValue(each.name, each.kind), Path(each.content)
            if each.kind == FILE and not path.stat().st_size:
                continue
            name, data = (path.name, path.read_bytes()) if each.kind == FILE else (each.name, each.data)
            plan_options = PlanOptions(format="lines") if each.kind == LIST else PlanOptions()
            result = self._reduced(replace(spec, mode=PARAMETER, value=value), name, data, plan_options)
            lines += Shrunk(each, result).lines()
            spec = replace(spec, values=(*spec.values, replace(value, path=str(result.output.absolute()))))
        return lines
