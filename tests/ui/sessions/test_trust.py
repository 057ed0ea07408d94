"""Whose recording it is: the user's own runs, also with steps missing; any other is asked about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.ui.recordings import recording_of
from thresher.errors import UsageError
from thresher.formats.events.records import step_of
from thresher.ui.sessions.recording import UiRecording, parse_recording
from thresher.ui.sessions.trust import command_to_run, is_own

CHANGES: dict[str, Callable[[UiRecording], UiRecording]] = {
    "another key": lambda own: own.with_steps((*own.log.steps[:-1], step_of({"type": "key", "key": "/"}))),
    "another order": lambda own: own.with_steps(own.log.steps[::-1]),
    "a key twice": lambda own: own.with_steps((*own.log.steps, own.log.steps[-1])),
    "another command": lambda own: replace(own, command=("sh", "-x")),
    "another file": lambda own: replace(own, files=("x",)),
    "no signature": lambda own: replace(own, signature=""),
    "more steps allowed": lambda own: replace(own, order=own.order + " 00"),
}


@pytest.fixture(name="own")
def _own() -> UiRecording:
    return recording_of("rm x\r", ["sh"])


def test_a_recording_of_ones_own_is_signed_and_stays_so_without_some_steps(own: UiRecording) -> None:
    assert is_own(parse_recording(own.written(), "r"))
    assert is_own(own.with_steps(own.log.steps[::2]))


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_recording_is_not_run(own: UiRecording, change: str) -> None:
    changed = CHANGES[change](own)
    assert not is_own(changed)
    with pytest.raises(UsageError, match=r"its command is: sh.*--trust"):
        command_to_run(changed, "r.json", given=(), trust=False, shown="sh")
    assert command_to_run(changed, "r.json", given=("true",), trust=False, shown="sh") == ("true",)
    assert command_to_run(changed, "r.json", given=(), trust=True, shown="sh") == changed.command
