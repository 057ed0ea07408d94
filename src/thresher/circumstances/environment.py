"""Environment variables as circumstances: by name. Values stay in memory, and what looks like a secret stays unsaid."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import replace

from thresher.circumstances.circumstance import VARIABLE, Circumstance
from thresher.errors import UsageError
from thresher.oracle.command import MARKER
from thresher.oracle.observation import Observation

Environment = Mapping[bytes, bytes]

OURS = (b"TMPDIR", b"PWD", b"OLDPWD", b"_", MARKER.encode())  # every run, or every shell, has its own
OF_THE_MACHINE = (b"PATH", b"HOME", b"USER", b"LOGNAME", b"SHELL", b"HOSTNAME", b"LD_LIBRARY_PATH")
"""What a reader of a reproduction has values of his own for."""
LEAST_HIDDEN = 4  # characters: shorter values would be found everywhere
_SECRET_NAME = re.compile(
    rb"pass|secret|token|credential|cookie|private|(?:^|_)(?:api|access|auth|key|pwd|pw|dsn|pin)(?:_|$)|key$|^aws_",
    re.IGNORECASE,
)
_SECRET_VALUE = re.compile(
    rb"://[^/\s:@]+:[^/\s@]+@"  # an address with a password
    rb"|-----BEGIN [A-Z ]*PRIVATE KEY"
    rb"|\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk-|AKIA|eyJ)[\w-]{8,}"
)


def variables(environment: Environment) -> tuple[Circumstance, ...]:
    """Every variable that a run may lack; those that each run has of its own are none."""
    return tuple(Circumstance(VARIABLE, (os.fsdecode(name),)) for name in sorted(environment) if name not in OURS)


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


def looks_secret(name: bytes, value: bytes) -> bool:
    """Whether the value is for nobody else, as far as name and value tell.

    >>> looks_secret(b"API_KEY", b"x"), looks_secret(b"URL", b"http://me:pw@host/"), looks_secret(b"LANG", b"C")
    (True, True, False)
    """
    return bool(_SECRET_NAME.search(name) or _SECRET_VALUE.search(value))


def without_secrets(observation: Observation, environment: Environment) -> Observation:
    """The same run, with the names of variables in the place of their values where those look secret."""
    secrets = [
        (value, b"<value of %s>" % name)
        for name, value in environment.items()
        if len(value) >= LEAST_HIDDEN and looks_secret(name, value)
    ]
    stdout, stderr = observation.stdout, observation.stderr
    for value, told in sorted(secrets, key=lambda pair: -len(pair[0])):
        stdout, stderr = stdout.replace(value, told), stderr.replace(value, told)
    return replace(observation, stdout=stdout, stderr=stderr)
