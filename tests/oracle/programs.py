"""Real programs for the tests of the oracle: compiled once, run, observed."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from thresher.oracle.failures.observation import Observation


def needs(*tools: str) -> pytest.MarkDecorator:
    """Skips a test where a tool is missing, and says which."""
    missing = [tool for tool in tools if shutil.which(tool) is None]
    return pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}")


def observed(argv: Sequence[str | Path], *, stdin: bytes = b"", cwd: Path | None = None) -> Observation:
    """One run, as the oracle's runner would report it."""
    done = subprocess.run([str(part) for part in argv], input=stdin, capture_output=True, cwd=cwd, check=False)
    code = done.returncode
    return Observation(code if code >= 0 else None, -code if code < 0 else None, done.stdout, done.stderr)


def compiled(directory: Path, source: str, *options: str, name: str = "program", compiler: str = "gcc") -> Path:
    """The program that the compiler makes of the source."""
    suffix = {"gcc": "c", "g++": "cc"}[compiler]
    file = directory / f"{name}.{suffix}"
    file.write_text(source)
    target = directory / name
    subprocess.run([compiler, "-g", "-O0", "-w", *options, "-o", target, file], check=True, capture_output=True)
    return target
