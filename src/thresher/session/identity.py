"""What decides a verdict, as a short digest: two sessions with the same one may share their verdicts."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path

from thresher.session.settings import OracleSettings

MOST_READ = 1 << 20  # larger files are told apart by size and time of change


def identity(data: list[bytes], name: str, settings: OracleSettings, command: tuple[str, ...]) -> str:
    """Changes when an input, its name, the command, a file that the command names, or the criterion changes.

    Limits of time, memory and size are left out: raising one after a stop goes on with what is known.
    """
    parts = {
        "inputs": [blake2b(each, digest_size=32).hexdigest() for each in data],
        "name": name,
        "command": command,
        "files": [_fingerprint(Path(part.rpartition("=")[2])) for part in command],
        "script": settings.script,
        "stdin": settings.from_stdin,
        "backtrace": settings.backtrace,
        "stated": repr(settings.stated),
        "same_backtrace": settings.same_backtrace,
        "beside": [_fingerprint(path) for path in settings.beside],
    }
    return blake2b(json.dumps(parts).encode(), digest_size=6).hexdigest()


def _fingerprint(path: Path) -> str:
    try:
        status = path.stat()
        if not path.is_file():
            return ""
        if status.st_size > MOST_READ:
            return f"{status.st_size} {status.st_mtime_ns}"
        return blake2b(path.read_bytes(), digest_size=32).hexdigest()
    except (OSError, ValueError):
        return ""
