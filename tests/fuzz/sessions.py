"""Sessions with one damaged file, and what the commands that read them do: each in a process of its own, measured."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import sys
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz.mutation import NASTY
from thresher import formats
from thresher.cli.main import main, parser

CONTENT = b"line 12\nline 17\nline 32\nline 64\n"
REDUCE = ("reduce", "input.txt", "-q", "--no-tui", "--jobs", "1", "--test", "grep -q 17 input.txt")
READ = ("report",)
TRUSTED = ("resume", "--trust")
COMMANDS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "command.json": (("resume",), TRUSTED, READ),
    "about.json": (READ,),
    "certificate.json": (READ,),
    "explanation.json": (READ,),
    "explanation.jsonl": (("explain", "-j1"),),
    "journal.jsonl": (READ, TRUSTED, ("explain", "-j1")),
    "lock": (TRUSTED,),
    "successes/000001": (READ, TRUSTED),
}
"""The files of a session, with the commands that read them, of which one is tried on each mutant in turn."""
MOST_SECONDS, MOST_MEMORY = 20, 1 << 30
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1.5, 10**400, -(10**30), 1e308, float("inf"), float("nan"), 1 << 64),
    *("", "/", "..", "\0", "\ud800", "\x1b[2J", "x" * 100_000, "/dev/zero", "9" * 5000, "<value of HOME>", "resume"),
    *([], {}, [[]], [None], ["resume"], {"x": {}}, [[1, 2], [3]]),
)


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a command did with a session: how it ended, what it printed, what it cost."""

    command: tuple[str, ...]
    code: int
    output: str
    seconds: float
    memory: int

    @property
    def problem(self) -> str:
        """What is wrong with that; nothing if all is well."""
        if "Traceback" in self.output or self.code not in (0, 1, 2, 3, 4):
            return f"exit {self.code}: {self.output[-300:]}"
        if self.seconds > MOST_SECONDS or self.memory > MOST_MEMORY:
            return f"{self.seconds:.1f} s, {self.memory >> 20} MB"
        return ""


def import_everything() -> None:
    """What a command imports when it needs it, so that processes that are forked have it already."""
    parser()
    formats.formats()
    formats.parse_document("source", "x.c", b"int x;", "c")


class Sessions:
    """A finished session that was explained, to be copied with a mutant in the place of one of its files."""

    def __init__(self, place: Path) -> None:
        self._work, self._whole, self._output = place / "work", place / "whole", place / "output"
        self._work.mkdir()
        (self._work / "input.txt").write_bytes(CONTENT)
        for command in (REDUCE, ("explain", "-j1", "-q")):
            made = self._run(command)
            assert made.code == 0, made.output
        (self._folder,) = (path.parent for path in self._work.glob(".thresher/*/command.json"))
        shutil.copytree(self._work, self._whole)

    def original(self, name: str) -> bytes:
        return (self._whole / self._folder.relative_to(self._work) / name).read_bytes()

    def attempt(self, name: str, data: bytes, command: tuple[str, ...]) -> Attempt:
        """The command on a session of which one file is another."""
        shutil.rmtree(self._work)
        shutil.copytree(self._whole, self._work)
        (self._folder / name).write_bytes(data)
        return self._run((*command, str(self._folder)))

    def _run(self, command: tuple[str, ...]) -> Attempt:
        child = os.fork()
        if child == 0:
            self._be(command)
        _, status, usage = os.wait4(child, 0)
        code = os.waitstatus_to_exitcode(status)
        output = self._output.read_text(errors="replace")
        return Attempt(command, code, output, usage.ru_utime + usage.ru_stime, usage.ru_maxrss << 10)

    def _be(self, command: tuple[str, ...]) -> None:
        """Runs the command and ends."""
        code = 99
        try:
            signal.alarm(300)  # whoever waits for a FIFO takes no processor time
            resource.setrlimit(resource.RLIMIT_CPU, (4 * MOST_SECONDS, 4 * MOST_SECONDS))
            descriptor = os.open(self._output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            for number in (1, 2):
                os.dup2(descriptor, number)
            sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w", errors="backslashreplace")
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.chdir(self._work)
            code = main(command)
        except SystemExit as ending:
            code = ending.code if isinstance(ending.code, int) else 98
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)


def mutant(name: str, data: bytes, random: Random) -> bytes:
    """The file with a few bytes that are others or, where it is JSON, with a value that is another."""
    if name.endswith(".json") and random.random() < 0.6:
        return _written(_revalued(json.loads(data), random), data)
    if name.endswith(".jsonl") and random.random() < 0.8:
        return _other_line(data, random)
    for _ in range(random.randint(1, 4)):
        data = random.choice(CHANGES)(data, random)
    return data


def _other_line(data: bytes, random: Random) -> bytes:
    """One event is another; the checksum is right, as that of whoever means harm."""
    lines = data.splitlines()
    at = random.randrange(len(lines))
    text = lines[at].rpartition(b"\t")[0]
    text = _written(_revalued(json.loads(text), random), text) if random.random() < 0.7 else _inserted(text, random)
    lines[at] = b"%s\t%08x" % (text, zlib.crc32(text))
    return b"\n".join(lines) + b"\n"


def _written(value: object, before: bytes) -> bytes:
    try:
        return json.dumps(value).encode()
    except ValueError:  # a number with more digits than Python writes
        return before[:-1] + b',"x":' + b"9" * 5000 + b"}"


def _revalued(value: Any, random: Random) -> Any:
    """The same with one value, somewhere inside, that is another, is missing, or is deep."""
    if not value or not isinstance(value, list | dict) or random.random() < 0.15:
        return random.choice(VALUES) if random.random() < 0.9 else _deep()
    if isinstance(value, list):
        at = random.randrange(len(value))
        return [*value[:at], _revalued(value[at], random), *value[at + 1 :]]
    name = random.choice(list(value))
    if random.random() < 0.1:
        return {each: rest for each, rest in value.items() if each != name}
    return {**value, name: _revalued(value[name], random)}


def _deep() -> Any:
    value: Any = []
    for _ in range(500):
        value = [value]
    return value


def _inserted(data: bytes, random: Random) -> bytes:
    at = random.randint(0, len(data))
    return data[:at] + random.choice(NASTY) + data[at:]


def _cut(data: bytes, random: Random) -> bytes:
    at = random.randint(0, len(data))
    return data[:at] + data[at + random.randint(1, 40) :]


def _flipped(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data)) if data else 0
    return data[:at] + bytes(each ^ random.randrange(1, 256) for each in data[at : at + 1]) + data[at + 1 :]


def _doubled(data: bytes, random: Random) -> bytes:
    at = random.randint(0, len(data))
    return data[:at] + data


def _nested(data: bytes, random: Random) -> bytes:
    return b"[" * 100_000 + data


def _ended(data: bytes, random: Random) -> bytes:
    return data[: random.randint(0, len(data))]


CHANGES: tuple[Callable[[bytes, Random], bytes], ...] = (
    *(_inserted, _inserted, _cut, _cut, _flipped, _flipped, _doubled, _ended, _nested),
)
