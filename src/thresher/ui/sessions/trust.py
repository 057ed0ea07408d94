"""Whose recording is it? The keys of a session may do anything, so one from elsewhere is not run unasked.

A recording is signed with the user's key: its command, its files, and the digests of its steps in their order. Steps
may be missing from a signed recording, since a reduction runs it without any of them; other steps, or another
order, are not signed.
"""

from __future__ import annotations

import shlex
from dataclasses import replace
from hashlib import blake2b

from thresher.errors import UsageError
from thresher.session.folder.signing import NoKey, own_key
from thresher.structures.events import LogStep
from thresher.ui.sessions.recording import UiRecording

DIGEST = 8  # bytes of the digest of a step


def signed(recording: UiRecording) -> UiRecording:
    """The recording, signed if the user has a key or can be given one."""
    recording = replace(recording, order=" ".join(map(_digest, recording.log.steps)))
    try:
        key = own_key(create=True)
    except NoKey:
        return recording
    return replace(recording, signature=key.signature(_covered(recording)))


def is_own(recording: UiRecording) -> bool:
    """Whether the user's key signed the recording, or one that it is a part of."""
    try:
        key = own_key()
    except NoKey:
        return False
    if not key.signed(_covered(recording), recording.signature):
        return False
    rest = iter(recording.order.split())
    return all(_digest(step) in rest for step in recording.log.steps)  # each after the one before


def command_to_run(
    recording: UiRecording, name: str, *, given: tuple[str, ...], trust: bool, shown: str
) -> tuple[str, ...]:
    """The command to run the recording with: the one `given` after `--`, or its own if that may be run.

    `shown` is the recording's command line as it can be printed.
    """
    if given:
        return given
    if trust or is_own(recording):
        return recording.command
    raise UsageError(
        f"{name} was not recorded by you on this machine; its command is: {shown}; add --trust to run it and type its "
        "keys, or give the command after --"
    )


def command_line(recording: UiRecording) -> str:
    return shlex.join(recording.command)


def _covered(recording: UiRecording) -> dict[str, object]:
    return {
        "session": recording.kind.value,
        "command": list(recording.command),
        "files": list(recording.files),
        "order": recording.order,
    }


def _digest(step: LogStep) -> str:
    return blake2b(step.text.encode("utf-8", "surrogatepass"), digest_size=DIGEST).hexdigest()
