"""The results so far, in one JSON file with one line per run, so that a benchmark can be interrupted and resumed."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from benchmarks.peer_tools.case import Case
from benchmarks.peer_tools.running import Measured

Curve: TypeAlias = tuple[tuple[int, int, float], ...]


@dataclass(frozen=True, slots=True)
class Run:
    """One reduction. `curve` has (test, tokens, seconds) for each improvement."""

    case: str
    tool: str
    limit: float
    jobs: int
    tests: int
    tokens: int
    size: int
    seconds: float
    complete: bool
    kept: bool
    error: str
    curve: Curve

    @staticmethod
    def of(case: str, tool: str, measured: Measured, *, limit: float, jobs: int) -> Run:
        curve = tuple((step.test, step.tokens, step.seconds) for step in measured.counted.curve)
        return Run(
            *(case, tool, limit, jobs, measured.counted.tests, measured.tokens, measured.size),
            *(round(measured.ended.seconds, 2), measured.ended.complete, measured.kept, measured.ended.error, curve),
        )

    def answers(self, *, limit: float, jobs: int) -> bool:
        """Whether it equals a run with these limits."""
        return self.jobs == jobs and (self.limit == limit or (self.complete and self.seconds <= limit))


@dataclass(slots=True)
class Store:
    """`cases` has the properties of each input, `tools` the versions."""

    path: Path
    runs: list[Run] = field(default_factory=list)
    cases: dict[str, dict[str, Any]] = field(default_factory=dict)
    tools: dict[str, str] = field(default_factory=dict)

    @staticmethod
    def open(path: Path) -> Store:
        if not path.exists():
            return Store(path)
        found = json.loads(path.read_text())
        runs = [Run(**{**run, "curve": tuple(map(tuple, run["curve"]))}) for run in found["runs"]]
        return Store(path, runs, found["cases"], found["tools"])

    def order(self, tools: list[str]) -> None:
        """Sorts the tools in this order."""
        self.tools = {tool: self.tools[tool] for tool in tools if tool in self.tools}

    def of(self, case: str, tool: str) -> list[Run]:
        return [run for run in self.runs if (run.case, run.tool) == (case, tool)]

    def forget(self, case: str, tool: str) -> None:
        self.runs = [run for run in self.runs if (run.case, run.tool) != (case, tool)]

    def describe(self, case: Case, *, unsuited: list[str]) -> None:
        """Records the properties of an input, and which tools do not support it."""
        data = case.input.read_bytes()
        about = {"language": case.language, "tokens": case.tokens(data), "size": len(data), "unsuited": unsuited}
        self.cases[case.name] = about

    def add(self, run: Run, version: str) -> None:
        """Saves a run to disk; removes runs of the same pair with other limits."""
        self.tools[run.tool] = version
        others = self.of(run.case, run.tool)
        self.forget(run.case, run.tool)
        self.runs += [*(old for old in others if old.answers(limit=run.limit, jobs=run.jobs)), run]
        self.save()

    def save(self) -> None:
        lines = ",\n".join(json.dumps(asdict(run)) for run in sorted(self.runs, key=lambda run: (run.case, run.tool)))
        head = f'"cases": {json.dumps(self.cases, indent=1, sort_keys=True)},\n"tools": {json.dumps(self.tools)}'
        fresh = self.path.with_suffix(".new")
        fresh.write_text(f'{{{head},\n"runs": [\n{lines}\n]}}\n')
        os.replace(fresh, self.path)
