"""An interestingness test for Lithium, which expects a module: runs the program named before the input."""

from __future__ import annotations

import subprocess


def interesting(arguments: list[str], _prefix: str) -> bool:
    return subprocess.run(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0
