"""Lithium's idea of a test is a module; this one runs the program that stands before the input's name."""

from __future__ import annotations

import subprocess


def interesting(arguments: list[str], _prefix: str) -> bool:
    return subprocess.run(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0
