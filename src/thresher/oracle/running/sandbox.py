"""Sandboxed runs: no network, nothing writable but their own directory, no other processes visible.

Bubblewrap creates the sandbox. A run sees the system and the files that were named, read-only (`visible.py`). /tmp,
/var/tmp and /dev/shm are private: files written there are stored in the directory of the run, counted with it and
removed with it. The run is an ordinary user in a user namespace without capabilities, even if we are root, and
everything it starts ends with it, since it has a process namespace of its own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import AnyStr

from thresher.errors import OracleBroken, UsageError
from thresher.oracle.failures.observation import Observation
from thresher.oracle.failures.signals import signal_of_exit_code
from thresher.oracle.running.visible import PRIVATE, made_places, shown, system_mounts
from thresher.oracle.secrets import looks_secret

NOBODY = "65534"
_NAMESPACES = ("--unshare-user", "--unshare-all", "--die-with-parent", "--cap-drop", "ALL")
_NO_MORE_NAMESPACES = "--disable-userns"  # since bubblewrap 0.8


@dataclass(frozen=True, slots=True)
class Sandbox:
    """`shown` are files that a run needs and would not see otherwise: the program, files beside the input."""

    program: str
    shown: tuple[str, ...] = ()
    options: tuple[str, ...] = _NAMESPACES

    @classmethod
    def opened(cls, needed: Iterable[Path]) -> Sandbox:
        """A sandbox that was tested; a UsageError says why there is none."""
        program = shutil.which("bwrap")
        if program is None:
            raise UsageError(
                "--sandbox needs bubblewrap, which was not found; install it (apt-get install bubblewrap), "
                "or leave --sandbox out"
            )
        sandbox = cls(program, shown(needed), (*_NAMESPACES, _NO_MORE_NAMESPACES))
        if sandbox._complaint():
            sandbox = replace(sandbox, options=_NAMESPACES)
        complaint = sandbox._complaint()
        if complaint:
            raise UsageError(
                f"--sandbox does not work here ({complaint}): the system does not let bubblewrap make namespaces, "
                "as in many containers; run on another machine, or leave --sandbox out"
            )
        return sandbox

    def command(self, argv: Sequence[str], *, top: str, temporary: str, work: str) -> list[str]:
        """The command in the sandbox; it may write below `top`, where `temporary` appears as /tmp."""
        private = [part for place in PRIVATE for part in ("--bind", temporary, place)]
        named = [part for path in self.shown for part in ("--ro-bind", path, path)]
        sealed = [part for place in made_places() for part in ("--remount-ro", place)]
        return [*self._start(), *private, *named, "--bind", top, top, *sealed, "--chdir", work, "--", *argv]

    def environment(self, variables: Mapping[AnyStr, AnyStr]) -> dict[AnyStr, AnyStr]:
        """The variables that a run gets: all except those that look like secrets."""
        return {
            name: value for name, value in variables.items() if not looks_secret(os.fsencode(name), os.fsencode(value))
        }

    def _start(self) -> list[str]:
        """The options of all runs. All of /proc and /dev is read-only: root's files there ignore capabilities."""
        user = ["--uid", NOBODY, "--gid", NOBODY] if os.geteuid() == 0 else []
        devices = ["--dev", "/dev", "--remount-ro", "/dev", "--proc", "/proc", "--remount-ro", "/proc", "--dir", "/run"]
        return [self.program, *self.options, *user, *system_mounts(), *devices]

    def _complaint(self) -> str:
        """The error message of bubblewrap; empty if it works."""
        tried = subprocess.run([*self._start(), "--", "true"], capture_output=True, check=False)
        if tried.returncode == 0:
            return ""
        said = tried.stderr.decode(errors="replace").strip().splitlines()
        return said[-1] if said else "no reason is given"

    def unwrapped(self, observation: Observation) -> Observation:
        """The observation of the program inside: bubblewrap reports a signal by its exit code, as a shell does."""
        if observation.exit_code == 1 and observation.stderr.startswith(b"bwrap: "):
            said = observation.stderr.decode(errors="replace").splitlines()[0]
            raise OracleBroken(f"cannot run the program in its sandbox: {said}; check the command")
        number = signal_of_exit_code(observation.exit_code)
        if number is None:
            return observation
        return replace(observation, exit_code=None, signal=number)
