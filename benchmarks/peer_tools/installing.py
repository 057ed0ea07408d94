"""Installs peers: Debian packages into the system, PyPI's into one virtual environment each."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.peer_tools.peer import Peer

SYSTEM_PACKAGES = Path(__file__).parents[2] / "tools" / "system-packages"
NEWEST = 20  # the last minor version of Python 3 that is looked for


def installed(peer: Peer, environment: Path) -> str | None:
    """Installs a peer if needed; returns its version, or None if it cannot be installed."""
    packages = peer.packages
    if packages.debian:
        subprocess.run(["sh", str(SYSTEM_PACKAGES), *packages.debian], check=False, stdout=sys.stderr)
    if packages.pypi and not _there(peer, environment):
        _fill(environment, packages.pypi, packages.python)
    return _version(peer, environment) if _there(peer, environment) else None


def _there(peer: Peer, environment: Path) -> bool:
    where = str(environment / "bin") if peer.packages.pypi else None
    return all(shutil.which(program, path=where) for program in peer.packages.programs)


def _fill(environment: Path, packages: tuple[str, ...], wanted: tuple[int, int]) -> None:
    python = next(_pythons(wanted), None)
    if python is None:
        print(f"{packages[0]} needs Python {wanted[0]}.{wanted[1]} or later, and there is none", file=sys.stderr)
        return
    pip = [str(environment / "bin" / "pip"), "install", "-qq", "--disable-pip-version-check", *packages]
    for command in ([python, "-m", "venv", "--clear", str(environment)], pip):
        if subprocess.run(command, check=False).returncode:
            return


def _pythons(wanted: tuple[int, int]) -> Iterator[str]:
    """This Python, those on PATH and those of pyenv, if they are new enough and work."""
    names = [sys.executable, *(f"python3.{minor}" for minor in range(wanted[1], NEWEST))]
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    names += map(str, sorted(root.glob("versions/3.*/bin/python3")))
    for name in names:
        found = shutil.which(name)
        question = f"import sys, venv; sys.exit(sys.version_info < {wanted})"
        if found and subprocess.run([found, "-c", question], capture_output=True, check=False).returncode == 0:
            yield found


def _version(peer: Peer, environment: Path) -> str:
    """The version of the first package."""
    packages = peer.packages
    if packages.debian and not packages.pypi:
        command = ["dpkg-query", "-W", "-f=${Version}", packages.debian[0]]
    else:
        name, python = (
            (packages.pypi[0].partition("==")[0], environment / "bin" / "python")
            if packages.pypi
            else ("thresher", sys.executable)
        )
        command = [str(python), "-c", f"import importlib.metadata as data; print(data.version({name!r}))"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
