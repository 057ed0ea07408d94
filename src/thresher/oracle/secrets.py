"""The one rule for what stays at home: values of the environment that are for nobody else are in no file we write.

Nobody writes the environment down. But a shell may have put a secret from it into the command line, and a program may
have printed one. So the values of variables whose names or values tell what they are are looked for, in what a program
prints before it is judged, and in the command before it is kept for `thresher resume`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from thresher.errors import UsageError
from thresher.oracle.observation import Observation

Environment = Mapping[bytes, bytes]
HIDDEN = "(hidden)"
LEAST = 6  # characters; what is shorter may be any word
_SECRET_NAME = re.compile(
    rb"pass(?!ive)|secret|token|credential|cookie|private|(?:api|access)[_-]?key|auth(?!or)"
    rb"|(?:^|_)(?:api|access|key|pwd|pw|dsn|pin)(?:_|$)|key$|^aws_",
    re.IGNORECASE,
)
_SECRET_VALUE = re.compile(
    rb"://[^/\s:@]+:[^/\s@]+@"  # an address with a password
    rb"|-----BEGIN [A-Z ]*PRIVATE KEY"
    rb"|\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk-|AKIA|eyJ)[\w-]{8,}"
)
_WORDS = r"passw(?:or)?d|passphrase|secret|token|(?:api|access|private)[_-]?key|credential|auth(?!or)"
_ASSIGNED = re.compile(rf"(?P<name>[\w-]*(?:{_WORDS})[\w-]*)=(?P<value>[^\s'\"]+)", re.IGNORECASE)
_IN_ADDRESS = re.compile(r"(?P<scheme>\b[a-z][a-z0-9+.-]*://[^\s/:@]+:)[^\s/@]+(?=@)", re.IGNORECASE)
_TOLD = re.compile(r"<value of ([^<>\s]+)>")


def looks_secret(name: bytes, value: bytes) -> bool:
    """Whether the value is for nobody else, as far as name and value tell.

    >>> looks_secret(b"API_KEY", b"x"), looks_secret(b"URL", b"http://me:pw@host/"), looks_secret(b"LANG", b"C")
    (True, True, False)
    """
    return bool(_SECRET_NAME.search(name) or _SECRET_VALUE.search(value))


@dataclass(frozen=True, slots=True)
class Secrets:
    """Values that must not be told, the longest first, each with the name of its variable.

    >>> secrets = Secrets.of({b"API_TOKEN": b"abcdef123", b"HOME": b"/home/me", b"AUTH": b"1"})
    >>> secrets.hide("curl -H abcdef123 --password=hunter2 https://me:pass@host/")
    'curl -H (hidden) --password=(hidden) https://me:(hidden)@host/'
    """

    values: tuple[tuple[bytes, bytes], ...]

    @classmethod
    def of(cls, environment: Environment) -> Secrets:
        return _of(tuple(environment.items()))

    def without(self, data: bytes) -> bytes:
        """The data with names of variables in the place of their values."""
        for value, name in self.values:
            data = data.replace(value, b"<value of %s>" % name)
        return data

    def hide(self, text: str) -> str:
        """A text that is meant to be shown around, without them and without others that the text itself tells of."""
        text = self.without(text.encode("utf-8", "surrogateescape")).decode("utf-8", "surrogateescape")
        text = _TOLD.sub(HIDDEN, text)
        text = _ASSIGNED.sub(lambda found: f"{found['name']}={HIDDEN}", text)
        return _IN_ADDRESS.sub(lambda found: f"{found['scheme']}{HIDDEN}", text)


@lru_cache(maxsize=16)
def _of(variables: tuple[tuple[bytes, bytes], ...]) -> Secrets:
    found = ((value, name) for name, value in variables if len(value) >= LEAST and looks_secret(name, value))
    return Secrets(tuple(sorted(found, key=lambda pair: len(pair[0]), reverse=True)))


def discreet(observation: Observation, environment: Environment) -> Observation:
    """The same run, with the names of variables in the place of their values where those look secret."""
    secrets = Secrets.of(environment)
    if not secrets.values:
        return observation
    stdout, stderr = secrets.without(observation.stdout), secrets.without(observation.stderr)
    return replace(observation, stdout=stdout, stderr=stderr)


def kept(arguments: Sequence[str]) -> list[str]:
    """A command line as it may be kept on disk."""
    secrets = Secrets.of(os.environb)
    return [os.fsdecode(secrets.without(os.fsencode(argument))) for argument in arguments]


def restored(arguments: Sequence[str]) -> list[str]:
    """The command line that was kept, with the values that the environment has now."""

    def value(found: re.Match[str]) -> str:
        if found[1] not in os.environ:
            raise UsageError(f"the value of {found[1]} is in the command and is not kept; set {found[1]} and try again")
        return os.environ[found[1]]

    return [_TOLD.sub(value, argument) for argument in arguments]
