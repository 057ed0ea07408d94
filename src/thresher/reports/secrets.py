"""Keeps what should stay at home out of texts that are meant to be shown around: passwords, tokens, keys.

A report never reads the environment to show it. But a shell may have put a secret from it into the command line, and a
program may have printed one: so the values of variables with telling names are looked for, and assignments with such
names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

HIDDEN = "(hidden)"
LEAST = 6  # letters; what is shorter may be any word
_WORDS = (
    "passw(?:or)?d",
    "passphrase",
    "secret",
    "token",
    "(?:api|access|private)[_-]?key",
    "credential",
    "auth(?!or)",
)
_NAME = rf"[\w-]*(?:{'|'.join(_WORDS)})[\w-]*"
_TELLING = re.compile(_NAME, re.IGNORECASE)
_ASSIGNED = re.compile(rf"(?P<name>{_NAME})=(?P<value>[^\s'\"]+)", re.IGNORECASE)
_IN_ADDRESS = re.compile(r"(?P<scheme>\b[a-z][a-z0-9+.-]*://[^\s/:@]+:)[^\s/@]+(?=@)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Secrets:
    """Knows values that must not be told.

    >>> secrets = Secrets.of({"API_TOKEN": "abcdef123", "HOME": "/home/me", "AUTH": "1"})
    >>> secrets.hide("curl -H abcdef123 --password=hunter2 https://me:pass@host/")
    'curl -H (hidden) --password=(hidden) https://me:(hidden)@host/'
    """

    values: tuple[str, ...]

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Secrets:
        telling = {value for name, value in environment.items() if len(value) >= LEAST and _TELLING.fullmatch(name)}
        return cls(tuple(sorted(telling, key=len, reverse=True)))

    def hide(self, text: str) -> str:
        """The text without them."""
        for value in self.values:
            text = text.replace(value, HIDDEN)
        text = _ASSIGNED.sub(lambda found: f"{found['name']}={HIDDEN}", text)
        return _IN_ADDRESS.sub(lambda found: f"{found['scheme']}{HIDDEN}", text)
