"""The run of pytest that answers one question about a test: does it fail, and how?

Exit code 0 means that it passed, 1 that it failed, with a traceback on standard error; anything else that neither is
known. The output of the tests is discarded.
"""

from __future__ import annotations

import builtins
import io
import json
import os
import sys
from collections.abc import Callable, Generator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from thresher.pytest_plugin.spec import (
    BYTES,
    FILE,
    INPUT,
    LIST,
    ORDER,
    PARAMETER,
    TEXT,
    Described,
    ParameterValue,
    Spec,
)

PASSED, FAILED, UNKNOWN = 0, 1, 125
MOST_SHOWN = 80  # characters of an item
QUIET = {  # what would stop early, ask someone, or write over the files of the user's own run
    **{"maxfail": 0, "usepdb": False, "trace": False, "xmlpath": None, "basetemp": None},
    **{"htmlpath": None, "report_log": None, "collectonly": False},
}
OUR_WARNING = "ignore::pytest.PytestAssertRewriteWarning"  # that this module is there before pytest
_MACHINERY = ("_pytest", "pluggy")


def main() -> None:
    """Runs pytest as the first argument says, on the candidate that the second one names."""
    spec, candidate = Spec.parse(sys.argv[1]), Path(sys.argv[2])
    complaints = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    os.chdir(spec.directory)
    if spec.from_here:
        sys.path.insert(0, spec.directory)
    probe = PytestRun(spec, candidate)
    pytest.main(probe.arguments(), plugins=[probe])
    if spec.tell:
        report = {"parameters": [asdict(each) for each in probe.parameters], "read": probe.read}
        Path(spec.tell).write_text(json.dumps(report))
    os.write(complaints, probe.traceback.encode("utf-8", "backslashreplace"))
    os._exit(probe.status)  # threads that tests left behind are not waited for


class PytestRun:
    """A plugin that runs the chosen tests in their order, the last one with the candidate."""

    def __init__(self, spec: Spec, candidate: Path) -> None:
        self.status, self.traceback = UNKNOWN, ""
        self.parameters: list[Described] = []
        self.read = False
        self._spec, self._candidate = spec, candidate
        earlier = candidate.read_text().splitlines() if spec.mode == ORDER else []
        self._chosen = [*earlier, spec.test]
        if spec.input:
            self._redirect()

    def arguments(self) -> list[str]:
        """The user's arguments, then the files of the chosen tests, each once."""
        files = dict.fromkeys(str(Path(self._spec.root, test.partition("::")[0])) for test in self._chosen)
        input = self._candidate if self._spec.mode == INPUT else self._spec.input
        shrunk = [f"--thresher-input={input}"] if self._spec.input else []
        cache = f"cache_dir={os.environ.get('TMPDIR', '/tmp')}/cache"
        return [*self._spec.arguments, "-o", cache, "-W", OUR_WARNING, *shrunk, *files]

    def _redirect(self) -> None:
        """Makes Python open the candidate instead of the input file."""
        target = os.path.realpath(self._spec.input)
        shrinking = self._spec.mode == INPUT

        def redirected(opened: Callable[..., Any]) -> Callable[..., Any]:
            def instead(file: Any, *arguments: Any, **options: Any) -> Any:
                if isinstance(file, str | bytes | os.PathLike) and os.path.realpath(os.fsdecode(file)) == target:
                    self.read = True
                    file = str(self._candidate) if shrinking else file
                return opened(file, *arguments, **options)

            return instead

        builtins.open = io.open = redirected(io.open)
        os.open = redirected(os.open)

    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        for name, value in QUIET.items():
            if hasattr(config.option, name):
                setattr(config.option, name, value)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> Generator[None]:
        """Decides last which tests run, and in which order."""
        collected = {item.nodeid: item for item in items}
        yield
        items[:] = [collected[test] for test in self._chosen if test in collected]
        if self._spec.test not in collected:
            items.clear()
            return
        target = collected[self._spec.test]
        self.read = self.read or "thresher_input" in getattr(target, "fixturenames", ())
        parameters: dict[str, object] = getattr(getattr(target, "callspec", None), "params", {})
        self.parameters = [described for pair in parameters.items() if (described := describe(*pair))]
        for value in self._spec.values:
            parameters[value.name] = substitute(parameters[value.name], value, Path(value.path))
        if self._spec.mode == PARAMETER and self._spec.value is not None:
            value = self._spec.value
            parameters[value.name] = substitute(parameters[value.name], value, self._candidate)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if item.nodeid == self._spec.test:
            if report.failed:
                self.status, self.traceback = FAILED, _traceback(call, report)
            elif report.when == "call" and report.passed:
                self.status = PASSED
        return report


def describe(name: str, value: object) -> Described | None:
    """A parameter that can be shrunk; None if it cannot, or is too small."""
    if isinstance(value, str | os.PathLike) and _is_file(value):
        return Described(name, FILE, os.path.abspath(os.fsdecode(value)))
    if isinstance(value, str) and len(value) > 1:
        return Described(name, TEXT, value.encode("utf-8", "surrogatepass").decode("latin-1"))
    if isinstance(value, bytes) and len(value) > 1:
        return Described(name, BYTES, value.decode("latin-1"))
    if isinstance(value, list | tuple) and type(value) in (list, tuple) and len(value) > 1:
        numbers = "".join(f"{number}\n" for number in range(len(value)))
        return Described(name, LIST, numbers, tuple(repr(item)[:MOST_SHOWN] for item in value))
    return None


def substitute(old: Any, value: ParameterValue, candidate: Path) -> object:
    """The parameter with the candidate as its value, of the same type as before.

    Bytes that are not UTF-8 in a text are replaced.
    """
    if value.kind == FILE:
        return str(candidate) if isinstance(old, str) else Path(candidate)
    data = candidate.read_bytes()
    if value.kind == TEXT:
        return as_text(data)
    if value.kind == LIST:
        return type(old)(old[int(number)] for number in data.split())
    return data


def as_text(data: bytes) -> str:
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")


def _is_file(value: str | os.PathLike[str]) -> bool:
    try:
        return os.path.isfile(value)
    except ValueError:  # a NUL byte in it
        return False


def _traceback(call: pytest.CallInfo[None], report: pytest.TestReport) -> str:
    """The traceback as Python prints it. An assertion is shown by its source: pytest's message contains the values."""
    if call.excinfo is None:
        return f"error: {str(report.longrepr).splitlines()[:1]}\n"
    entries = [entry for entry in call.excinfo.traceback if not _is_machinery(str(entry.path))]
    frames = "".join(f'  File "{entry.path}", line {entry.lineno + 1}, in {entry.name}\n' for entry in entries)
    if call.excinfo.errisinstance(AssertionError) and entries:
        message = str(entries[-1].statement).strip().partition("\n")[0]
    else:
        message = str(call.excinfo.value).strip().partition("\n")[0]
    return f"Traceback (most recent call last):\n{frames}{call.excinfo.typename}: {message}\n"


def _is_machinery(path: str) -> bool:
    return any(f"{os.sep}{name}{os.sep}" in path for name in _MACHINERY)
