"""Python's tracebacks, made by Python."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable

import pytest

from thresher.oracle.failures.frames import Finding
from thresher.oracle.failures.readers.python_traces import find_traceback


def printed(function: Callable[[], object]) -> str:
    try:
        function()
    except BaseException:  # noqa: BLE001  whatever it raises is what we want to see
        return traceback.format_exc()
    raise AssertionError("it did not raise")


def found(function: Callable[[], object]) -> Finding:
    finding = find_traceback(printed(function))
    assert finding is not None
    return finding


def lookup(key: str) -> object:
    nothing: dict[str, object] = {}
    return nothing[key]


def wrapped() -> None:
    try:
        lookup("x")
    except KeyError as error:
        raise ValueError("no 12") from error


def while_handling() -> None:
    try:
        lookup("x")
    except KeyError:
        raise ValueError("no 12")  # noqa: B904  the other kind of chain


def grouped() -> None:
    raise ExceptionGroup("many", [ValueError("a 1"), KeyError("b")])


def several_lines() -> None:
    raise ValueError('first 1\nsecond line\n  File "x", line 3, in nothing')


def again(depth: int) -> int:
    return again(depth + 1)


def test_the_exception_and_its_frames() -> None:
    lines = found(lambda: lookup("deflate")).lines
    assert lines[:2] == ("KeyError: <name>", "in lookup (test_python_traces.py)")
    assert len(lines) == 4


def test_the_cause_has_the_frames() -> None:
    lines = found(wrapped).lines
    assert lines[:3] == ("KeyError: <name>", "ValueError: no <number>", "in lookup (test_python_traces.py)")


def test_a_failure_while_handling_another_is_a_failure_of_its_own() -> None:
    assert found(while_handling).lines[:2] == ("ValueError: no <number>", "in while_handling (test_python_traces.py)")


def test_groups() -> None:
    assert found(grouped).lines[:2] == (
        "ExceptionGroup: many (<number> sub-exceptions)",
        "in grouped (test_python_traces.py)",
    )


def test_only_the_first_line_of_a_message_counts() -> None:
    assert found(several_lines).lines[:2] == ("ValueError: first <number>", "in several_lines (test_python_traces.py)")


def test_recursion() -> None:
    assert found(lambda: again(0)).lines == ("RecursionError", "in again (test_python_traces.py)")


def test_the_last_traceback_counts() -> None:
    text = printed(lambda: lookup("x")) + "and then\n" + printed(lambda: int("y"))
    finding = find_traceback(text)
    assert finding is not None
    assert finding.lines[0] == "ValueError: invalid literal for int() with base <number>: <name>"


def test_a_logged_traceback_is_one(caplog: pytest.LogCaptureFixture) -> None:
    try:
        lookup("x")
    except KeyError:
        logging.exception("lost it")
    finding = find_traceback(caplog.text)
    assert finding is not None
    assert finding.lines[1] == "in lookup (test_python_traces.py)"


@pytest.mark.parametrize("text", ["", "Traceback (most recent call last):\n", "KeyError: 'x'\n"])
def test_text_that_is_not_a_traceback(text: str) -> None:
    assert find_traceback(text) is None
