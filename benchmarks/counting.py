"""Counts the runs of a test, for any reducer: a small program logs each run and passes it on."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).with_suffix(".c")


@dataclass(frozen=True, slots=True)
class Step:
    """A run that was smaller than all that failed before it: its number from 1, its size, and when it began."""

    test: int
    tokens: int
    size: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Counted:
    """So many runs were begun; the curve holds those that made the best smaller."""

    tests: int
    curve: tuple[Step, ...]


def counting(test: Path, *, input_name: str, log: Path, program: Path) -> None:
    """Makes `program`, which does what `test` does and writes every run to `log`."""
    given = {"TEST": str(test), "INPUT": input_name, "LOG": str(log)}
    defines = [f"-D{name}={json.dumps(value)}" for name, value in given.items()]
    subprocess.run(["cc", "-O2", "-o", str(program), *defines, str(SOURCE)], check=True)


def counted(log: Path, *, begun: float, binary: bool = False) -> Counted:
    """What the log says; `begun` on the monotonic clock. Of a binary file, the bytes are the tokens."""
    tests = 0
    curve: list[Step] = []
    running: dict[str, Step] = {}
    for line in log.read_text().splitlines() if log.exists() else []:
        match line.split():
            case ["+", process, seconds, size, tokens]:
                tests += 1
                count = int(size if binary else tokens)
                running[process] = Step(tests, count, int(size), round(float(seconds) - begun, 2))
            case ["-", process, _, "0"] if process in running:
                step = running.pop(process)
                if not curve or step.tokens < curve[-1].tokens:
                    curve.append(step)
    return Counted(tests, tuple(curve))
