"""Environment variables as conditions, by name. Values stay in memory."""

from __future__ import annotations

import os

from thresher.conditions.condition import VARIABLE, Condition
from thresher.errors import UsageError
from thresher.oracle.running.orphans import MARKER
from thresher.oracle.secrets import Environment

OURS = (b"TMPDIR", b"PWD", b"OLDPWD", b"_", MARKER.encode())  # set anew for every run, or by every shell
OF_THE_MACHINE = (b"PATH", b"HOME", b"USER", b"LOGNAME", b"SHELL", b"HOSTNAME", b"LD_LIBRARY_PATH")
"""Variables for which the reader of a reproduction has other values."""


def variables(environment: Environment) -> tuple[Condition, ...]:
    """A condition for each variable, except those that are set anew for every run."""
    return tuple(Condition(VARIABLE, (os.fsdecode(name),)) for name in sorted(environment) if name not in OURS)


def current_environment() -> dict[bytes, bytes]:
    """The environment of this process, without variables that differ from command to command."""
    return {name: value for name, value in os.environb.items() if name not in OURS}


def read_environment(data: bytes, source: str) -> dict[bytes, bytes]:
    r"""Parses NAME=VALUE lines, or entries terminated by NUL bytes as in `env -0` and /proc/PID/environ.

    >>> read_environment(b"# comment\nA=1\nB=x y\n", "file")
    {b'A': b'1', b'B': b'x y'}
    """
    entries = data.split(b"\0") if b"\0" in data else [line for line in data.splitlines() if not line.startswith(b"#")]
    variables = {}
    for number, entry in enumerate(entries, 1):
        name, equals, value = entry.partition(b"=")
        if name.strip() and equals:
            variables[name.strip()] = value
        elif entry.strip():
            raise UsageError(f"entry {number} of {source} is not NAME=VALUE; for values of several lines use: env -0")
    if not variables:
        raise UsageError(f"{source} has no variables in it; write NAME=VALUE lines")
    return variables
