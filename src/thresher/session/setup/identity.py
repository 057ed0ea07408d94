"""The identity of a session: a digest of everything that decides a verdict, so that equal ones may share verdicts."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

from thresher.plan import PlanOptions
from thresher.plan.effort import Effort
from thresher.session.settings import OracleSettings

MOST_READ = 1 << 20  # larger files are compared by size and modification time
MOST_SCRIPT, MOST_WORDS, MOST_NAME = 1 << 16, 500, 255
_WORD = re.compile(rb"[\w./+-]+")


def identity(
    data: list[bytes],
    name: str,
    settings: OracleSettings,
    command: tuple[str, ...],
    plan_options: PlanOptions | None = None,
) -> str:
    """A digest that changes when an input, its name, the command, the criterion, a limit, a program or a file changes.

    It also changes with the options of the plan: the best result of a session is that of its plan.

    Files are those that the command names. Programs are also those that its small files, such as a test script, name:
    after a rebuild of the compiler that a script runs, the old verdicts are not reused. A Python function's module is
    such a file.
    """
    function = settings.function
    named = command if function is None or function.file is None else (*command, str(function.file))
    parts: dict[str, object] = {
        "inputs": [_digest(each) for each in data],
        "name": name,
        "command": command,
        "files": [_fingerprint(Path(part.rpartition("=")[2])) for part in named],
        "named": [_fingerprint(path) for path in named_programs(named)],
        "limits": [settings.timeout, settings.memory, settings.file_size],
        "script": settings.script,
        "stdin": settings.from_stdin,
        "backtrace": settings.backtrace,
        "stated": repr(settings.stated),
        "same_backtrace": settings.same_backtrace,
        "progress": settings.progress.pattern if settings.progress else None,
        "beside": [_fingerprint(path) for path in settings.beside],
        "plan_options": _described(plan_options or PlanOptions()),
    }
    if not settings.locate_crashes:
        parts["locate_crashes"] = False
    if settings.require or settings.keep:
        parts["require"] = [settings.require, [pattern.pattern.decode(errors="replace") for pattern in settings.keep]]
    if settings.sandbox:
        parts["sandbox"] = [str(path.absolute()) for path in settings.readable] or True
    if settings.environment is not None:
        parts["environment"] = _digest(b"\0".join(b"=".join(pair) for pair in sorted(settings.environment.items())))
    return blake2b(json.dumps(parts).encode(), digest_size=6).hexdigest()


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=32).hexdigest()


def _described(plan_options: PlanOptions) -> str:
    """All options that change what is asked first: with another effort, a search continues."""
    grammar = plan_options.grammar.grammar if plan_options.grammar else None
    return repr(
        (
            replace(plan_options, grammar=None, effort=Effort.NORMAL),
            grammar and (grammar.start, grammar.rules, grammar.terminals),
        )
    )


def named_programs(command: tuple[str, ...]) -> list[Path]:
    """The programs that words of the command, and of the scripts it names, refer to; not data files."""
    return [path for word in sorted(words_of(command))[:MOST_WORDS] if (path := _program(word)) is not None]


def words_of(command: tuple[str, ...]) -> set[str]:
    """The words of a command and of the scripts that it names."""
    texts = [part.encode() for part in command]
    for part in command:
        script = Path(part)
        if len(part) < MOST_NAME and script.is_file() and script.stat().st_size <= MOST_SCRIPT:
            texts.append(script.read_bytes())
    return {word.decode() for text in texts if b"\0" not in text for word in _WORD.findall(text)}


def _program(word: str) -> Path | None:
    """A regular file that can be run: `which` also finds sockets and FIFOs."""
    path = shutil.which(word) if len(word) < MOST_NAME else None
    return Path(path) if path and Path(path).is_file() else None


def _fingerprint(path: Path) -> str:
    try:
        status = path.stat()
        if not path.is_file():
            return ""
        if status.st_size > MOST_READ:
            return f"{status.st_size} {status.st_mtime_ns}"
        return _digest(path.read_bytes())
    except (OSError, ValueError):
        return ""
