"""The user's key, which signs sessions that the user started on this machine.

The key is 32 random bytes in `$XDG_STATE_HOME/thresher/session.key`, which only the user can read. Without it, nobody
can create a session that `thresher resume` would run without asking.
"""

from __future__ import annotations

import json
import os
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from hmac import compare_digest
from pathlib import Path

FOLDER, NAME = "thresher", "session.key"
SIZE = 32  # bytes


class NoKey(Exception):
    """There is no usable key; the message says why."""


@dataclass(frozen=True, slots=True)
class Key:
    """Computes digests that only the owner of the key can compute."""

    secret: bytes = field(repr=False)

    def signature(self, record: object) -> str:
        """The signature of any JSON value; the order of keys does not matter."""
        text = json.dumps(record, sort_keys=True, separators=(",", ":")).encode()
        return self._digest(text, b"signature")

    def signed(self, record: object, signature: str) -> bool:
        """Whether this is the signature of the record. Takes constant time."""
        return compare_digest(self.signature(record).encode(), signature.encode("utf-8", "replace"))

    def digest(self, value: bytes) -> str:
        """The digest of a secret: shows whether another value is equal, and nothing else."""
        return self._digest(value, b"secret")

    def _digest(self, data: bytes, purpose: bytes) -> str:
        return blake2b(data, key=self.secret, digest_size=32, person=purpose).hexdigest()


def state_directory() -> Path:
    """The directory of what belongs to no input; a relative XDG_STATE_HOME is ignored, as its specification says."""
    named = Path(os.environ.get("XDG_STATE_HOME", ""))
    try:
        state = named if named.is_absolute() else Path.home() / ".local" / "state"
    except RuntimeError:
        raise NoKey("there is no home directory; set XDG_STATE_HOME") from None
    return state / FOLDER


def key_file() -> Path:
    """The path of the key."""
    return state_directory() / NAME


def own_key(*, create: bool = False) -> Key:
    """The user's key; with `create`, generated if there is none. Concurrent processes get the same one."""
    path = key_file()
    try:
        if create and not path.exists():
            _make(path)
        with path.open("rb") as file:
            status, secret = os.fstat(file.fileno()), file.read(SIZE + 1)
    except FileNotFoundError:
        raise NoKey(f"there is no {path}") from None
    except OSError as error:
        raise NoKey(f"{error.filename or path}: {error.strerror}; set XDG_STATE_HOME to a writable directory") from None
    if len(secret) != SIZE:
        raise NoKey(f"{path} is damaged; remove it")
    if status.st_uid != os.geteuid() or status.st_mode & 0o077:
        raise NoKey(f"{path} is not yours alone; make it so: chmod 600")
    return Key(secret)


def _make(path: Path) -> None:
    """Generates the key atomically: written under another name, then linked."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = path.with_name(f".{NAME}.{os.getpid()}.{secrets.token_hex(8)}.part")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(SIZE))
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(beside, path)
    finally:
        beside.unlink(missing_ok=True)
