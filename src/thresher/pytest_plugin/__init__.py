"""`pytest --thresher`: shrinks the input of a failing test, and finds the earlier tests that make one fail.

Every run of pytest loads this module, so it imports next to nothing; the rest is imported when needed.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter

WITHIN = "THRESHER_RUN"  # in the environment of the runs that thresher itself makes
NAME = "thresher-witness"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("thresher", "small inputs and order dependence of failing tests (thresher)")
    group.addoption(
        "--thresher",
        action="store_true",
        help="shrink the parameter or file of each failing test; find the earlier tests that make it fail",
    )
    group.addoption(
        "--thresher-input", metavar="FILE", help="the file to shrink; tests open it, or take the fixture thresher_input"
    )
    group.addoption("--thresher-jobs", type=int, default=1, metavar="N", help="runs of pytest at a time (default: 1)")
    group.addoption(
        "--thresher-max-runs", type=int, default=1000, metavar="N", help="for each failing test (default: 1000)"
    )
    group.addoption(
        "--thresher-max-tests", type=int, default=5, metavar="N", help="failing tests to study (default: 5)"
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.option.thresher_input and not Path(config.option.thresher_input).is_file():
        raise pytest.UsageError(f"there is no file {config.option.thresher_input} (--thresher-input)")
    for name in ("jobs", "max_runs", "max_tests"):
        if getattr(config.option, f"thresher_{name}") < 1:
            raise pytest.UsageError(f"--thresher-{name.replace('_', '-')} needs a positive number")
    if config.option.thresher and WITHIN not in os.environ and not hasattr(config, "workerinput"):
        config.pluginmanager.register(FailureCollector(), NAME)


@pytest.fixture
def thresher_input(request: pytest.FixtureRequest) -> Path:
    """The file of --thresher-input or, while it is being shrunk, a smaller one in its place."""
    given = request.config.option.thresher_input
    if given is None:
        pytest.skip("needs a file: --thresher-input FILE")
    return Path(given).absolute()


class FailureCollector:
    """Records which tests ran in which order and which failed; examines the failed ones at the end."""

    def __init__(self) -> None:
        self._ran: dict[object, list[str]] = {}  # by worker, if there are several
        self._failed: dict[str, list[str]] = {}
        self._from_here = any(entry in ("", os.getcwd()) for entry in sys.path)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        ran = self._ran.setdefault(getattr(report, "node", None), [])
        if not ran or ran[-1] != report.nodeid:
            ran.append(report.nodeid)
        if report.failed and report.nodeid not in self._failed:
            self._failed[report.nodeid] = ran[: ran.index(report.nodeid)]

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: TerminalReporter, config: pytest.Config) -> None:
        if not self._failed:
            return
        from thresher.pytest_plugin.study import Study  # noqa: PLC0415 - only now is the engine needed

        terminalreporter.section("thresher: studying failing tests")
        study = Study.of(config, from_here=self._from_here)
        tests = list(self._failed.items())
        try:
            for test, earlier in tests[: config.option.thresher_max_tests]:
                for line in study.look_into(test, earlier):
                    terminalreporter.write_line(line)
        except KeyboardInterrupt:
            terminalreporter.write_line(f"interrupted; the best so far is in {study.place}")
            return
        left = len(tests) - config.option.thresher_max_tests
        if left > 0:
            terminalreporter.write_line(f"not studied: {left} more (see --thresher-max-tests)")
