"""Secrets: values of environment variables that no file we write may contain.

The environment is never written to a file. But a shell may have put a secret from it into the command line, and a
program may print one. So the values of secret variables, recognized by whole words of their names and by the form of
the values, are replaced in the output of a program before it is judged, and in the command before it is saved for
`thresher resume`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from thresher.errors import UsageError
from thresher.oracle.failures.observation import Observation

Environment = Mapping[bytes, bytes]
Digest = Callable[[bytes], str]
HIDDEN = "<hidden>"
LEAST = 8  # characters; a shorter value may be any word
LONGEST_WORD, LONGEST_NUMBER = 16, 16  # characters of a value that may be an ordinary word or number

_WORD = re.compile(rb"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_SECRET_WORDS = frozenset(
    b"password passwd passphrase pass pwd pw secret secrets token credential credentials cookie auth bearer jwt dsn "
    b"apikey apitoken authtoken accesskey accesstoken secretkey privatekey pgpassword sshpass".split()
)
_ABOUT_A_SECRET = frozenset(  # a name that ends in one of these says where a secret is, or how it is used
    b"sock socket file files path dir directory folder root home url uri host port user username name id ids type "
    b"method mode ttl limit timeout size count length version algorithm program command cmd agent server endpoint "
    b"issuer audience scope header provider backend domain".split()
)
_PASSWORDS = frozenset(b"password passwd passphrase pgpassword sshpass".split())  # of which any value is one
_OPEN_KEYS = frozenset(b"gpg pgp public pub host foreign primary sort cache partition registry hot map".split())
_SECRET_VALUE = re.compile(
    rb"://[^/\s:@]{1,200}:[^/\s@]{1,500}@"  # an address with a password
    rb"|-----BEGIN [A-Z ]*PRIVATE KEY"
    rb"|\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk-|AKIA|eyJ)[\w-]{8,}"
)
_COMMON_VALUE = re.compile(rb"(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)(?:[-_., ](?:[a-z]+|[A-Z]+|[A-Z][a-z]+))*")
_NUMBER = re.compile(rb"[-+]?\d[\d.,:_]*")
_ASSIGNED = re.compile(r"(?<![\w-])(?P<name>[\w-]{1,200})=(?P<value>[^\s'\"]+)")  # bounded: texts may be long
_IN_ADDRESS = re.compile(r"(?P<scheme>\b[a-z][a-z0-9+.-]{0,30}://[^\s/:@]{1,200}:)[^\s/@]{1,500}(?=@)", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"<value of ([^<>\s]+)>")


def looks_secret(name: bytes, value: bytes) -> bool:
    """Whether a value must not be shown, by whole words of its name and by itself.

    A path, a number, an ordinary word and a value of fewer than 8 characters are not secrets, whatever the name.

    >>> looks_secret(b"API_KEY", b"83hf-a9c1"), looks_secret(b"URL", b"http://me:pw@host/"), looks_secret(b"LANG", b"C")
    (True, True, False)
    >>> [looks_secret(name, b"83hf-a9c1") for name in (b"COMPASS", b"PASSENGER_ROOT", b"SSH_AUTH_SOCK", b"GPG_KEY")]
    [False, False, False, False]
    >>> looks_secret(b"PWD", b"/usr/src"), looks_secret(b"TOKEN", b"identifier"), looks_secret(b"PASS", b"20260101")
    (False, False, False)
    """
    if len(value) < LEAST:
        return False
    return bool(_SECRET_VALUE.search(value)) or (_names_secret(name) and not _is_common(value) and not _is_path(value))


def _names_secret(name: bytes) -> bool:
    words = _words(name)
    if not words or words[-1] in _ABOUT_A_SECRET:
        return False
    is_key = words[-1] == b"key" and _OPEN_KEYS.isdisjoint(words)
    return is_key or not _SECRET_WORDS.isdisjoint(words)


def _words(name: bytes) -> list[bytes]:
    """The words of a name in lower case: `API_KEY`, `api-key` and `apiKey` have the same ones."""
    return [word.lower() for word in _WORD.findall(name)]


def _is_common(value: bytes) -> bool:
    """An ordinary word or two, or a number."""
    word = len(value) <= LONGEST_WORD and _COMMON_VALUE.fullmatch(value)
    return bool(word) or (len(value) <= LONGEST_NUMBER and _NUMBER.fullmatch(value) is not None)


def _is_path(value: bytes) -> bool:
    """An existing path, or one whose first directory exists; a key in base64 may begin with a slash, too."""
    if value.startswith((b"./", b"../", b"~/")):
        return True
    top = b"/" + value.lstrip(b"/").partition(b"/")[0] if value.startswith(b"/") else value
    try:
        return os.path.lexists(top)
    except (OSError, ValueError):
        return False


@dataclass(frozen=True, slots=True)
class Secrets:
    """Values that must not be shown, the longest first, each with the name of its variable.

    >>> secrets = Secrets.of({b"API_TOKEN": b"abcdef123", b"HOME": b"/home/me", b"AUTH": b"1"})
    >>> secrets.hide("curl -H abcdef123 --password=hunter2 --max-tokens=10 https://me:pass@host/")
    'curl -H <hidden> --password=<hidden> --max-tokens=10 https://me:<hidden>@host/'
    """

    values: tuple[tuple[bytes, bytes], ...]

    @classmethod
    def of(cls, environment: Environment) -> Secrets:
        return _of(tuple(environment.items()))

    def named(self, data: bytes) -> bytes:
        """The data with the names of variables in place of their values."""
        for value, name in self.values:
            data = data.replace(value, b"<value of %s>" % name)
        return data

    def without(self, data: bytes) -> bytes:
        """The data with the same mark in place of each value, as for other text that changes from run to run."""
        for value, _ in self.values:
            data = data.replace(value, HIDDEN.encode())
        return data

    def hide(self, text: str) -> str:
        """A text for others: without the values, and without passwords that the text itself contains."""
        text = self.without(text.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")
        text = _ASSIGNED.sub(_hidden_value, text)
        return _IN_ADDRESS.sub(lambda match: f"{match['scheme']}{HIDDEN}", text)


def _hidden_value(match: re.Match[str]) -> str:
    name, value = (match[group].encode("utf-8", "surrogatepass") for group in ("name", "value"))
    is_password = not _PASSWORDS.isdisjoint(_words(name)) and _names_secret(name) and not _is_path(value)
    return f"{match['name']}={HIDDEN}" if is_password or looks_secret(name, value) else match[0]


@lru_cache(maxsize=16)
def _of(variables: tuple[tuple[bytes, bytes], ...]) -> Secrets:
    secret = ((value, name) for name, value in variables if looks_secret(name, value))
    return Secrets(tuple(sorted(secret, key=lambda pair: len(pair[0]), reverse=True)))


def hide_secrets(observation: Observation, environment: Environment) -> Observation:
    """The same run, with a mark in place of the secrets of the environment in its output."""
    secrets = Secrets.of(environment)
    if not secrets.values:
        return observation
    stdout, stderr = secrets.without(observation.stdout), secrets.without(observation.stderr)
    return replace(observation, stdout=stdout, stderr=stderr)


def saved(arguments: Sequence[str]) -> list[str]:
    """A command line as it may be saved: with the names of variables in place of secrets."""
    secrets = Secrets.of(os.environb)
    return [os.fsdecode(secrets.named(os.fsencode(argument))) for argument in arguments]


def has_placeholder(argument: str) -> bool:
    """Whether a saved argument contained a secret."""
    return _PLACEHOLDER.search(argument) is not None


def restored(argument: str, expected: str, digest: Digest) -> str:
    """A saved argument with the values that the environment has now, if its digest is still the `expected` one."""
    names = _PLACEHOLDER.findall(argument)
    for name in names:
        if name not in os.environ:
            raise UsageError(f"the command contains the value of {name}, which is not saved; set {name} and try again")
    value = _PLACEHOLDER.sub(lambda match: os.environ[match[1]], argument)
    if digest(os.fsencode(value)) != expected:
        raise UsageError(
            f"{' or '.join(names) or 'the environment'} has another value than in the original command; set the "
            "original value, or run the original command again"
        )
    return value
