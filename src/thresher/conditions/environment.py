"""Environment variables as circumstances: by name. Values stay in memory."""

from __future__ import annotations

import os

from thresher.conditions.condition import VARIABLE, Condition
from thresher.errors import UsageError
from thresher.oracle.running.orphans import MARKER
from thresher.oracle.secrets import Environment

OURS = (b"TMPDIR", b"PWD", b"OLDPWD", b"_", MARKER.encode())  # every run, or every shell, has its own
OF_THE_MACHINE = (b"PATH", b"HOME", b"USER", b"LOGNAME", b"SHELL", b"HOSTNAME", b"LD_LIBRARY_PATH")
"""What a reader of a reproduction has values of his own for."""


def variables(environment: Environment) -> tuple[Condition, ...]:
    """Every variable that a run may lack; those that each run has of its own are none."""
    return tuple(Condition(VARIABLE, (os.fsdecode(name),)) for name in sorted(environment) if name not in OURS)


def current_environment() -> dict[bytes, bytes]:
    """That of this process, without what changes from one command to the next."""
    return {name: value for name, value in os.environb.items() if name not in OURS}


def read_environment(data: bytes, source: str) -> dict[bytes, bytes]:
    r"""NAME=VALUE lines, or such entries with a NUL byte behind each as in `env -0` and /proc/PID/environ.

    >>> read_environment(b"# comment\nA=1\nB=x y\n", "file")
    {b'A': b'1', b'B': b'x y'}
    """
    apart = data.split(b"\0") if b"\0" in data else [line for line in data.splitlines() if not line.startswith(b"#")]
    found = {}
    for number, entry in enumerate(apart, 1):
        name, equals, value = entry.partition(b"=")
        if name.strip() and equals:
            found[name.strip()] = value
        elif entry.strip():
            raise UsageError(f"entry {number} of {source} is not NAME=VALUE; for values of several lines use: env -0")
    if not found:
        raise UsageError(f"{source} has no variables in it; write NAME=VALUE lines")
    return found
