"""Runs that can do no harm: no network, nothing writable but their own directory, no sight of other processes.

Bubblewrap makes the walls. The system is there to be read; /tmp, /dev/shm and /run are private, and what is written to
them lies in the directory of the run, is counted with it and goes with it. Whatever a run starts ends with it, since it
lives in a process namespace of its own.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from thresher.errors import OracleBroken, UsageError
from thresher.oracle.observation import Observation
from thresher.oracle.signals import behind

PRIVATE = ("/tmp", "/dev/shm", "/var/tmp")


@dataclass(frozen=True, slots=True)
class Sandbox:
    """`shown` are files in private places that a run needs all the same: the program, what stands beside the input."""

    program: str
    shown: tuple[str, ...] = ()

    @classmethod
    def opened(cls, needed: Iterable[Path]) -> Sandbox:
        """A sandbox that was tried out; a UsageError says why there is none."""
        program = shutil.which("bwrap")
        if program is None:
            raise UsageError(
                "--sandbox needs bubblewrap, which was not found; install it (apt-get install bubblewrap), "
                "or leave --sandbox out"
            )
        made = cls(program, tuple(sorted({str(path) for path in needed if _is_hidden(path)})))
        tried = subprocess.run([*made._walls(), "--", "true"], capture_output=True, check=False)
        if tried.returncode:
            said = tried.stderr.decode(errors="replace").strip().splitlines() or ["no reason is given"]
            raise UsageError(
                f"--sandbox does not work here ({said[-1]}): the system does not let bubblewrap make namespaces, "
                "as in many containers; run on another machine, or leave --sandbox out"
            )
        return made

    def command(self, argv: Sequence[str], *, top: str, temporary: str, work: str) -> list[str]:
        """The command behind walls; it may write below `top`, where `temporary` is what it sees as /tmp."""
        own = [part for place in PRIVATE for part in ("--bind", temporary, place)]
        shown = [part for path in self.shown for part in ("--ro-bind", path, path)]
        return [*self._walls(), *own, *shown, "--bind", top, top, "--chdir", work, "--", *argv]

    def _walls(self) -> list[str]:
        read = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/run"]
        return [self.program, "--unshare-all", "--die-with-parent", "--cap-drop", "ALL", *read]

    def seen_through(self, observation: Observation) -> Observation:
        """What happened inside: bubblewrap tells of a signal by its exit code, as a shell does."""
        if observation.exit_code == 1 and observation.stderr.startswith(b"bwrap: "):
            said = observation.stderr.decode(errors="replace").splitlines()[0]
            raise OracleBroken(f"cannot run the program in its sandbox: {said}; check the command")
        number = behind(observation.exit_code)
        if number is None:
            return observation
        return replace(observation, exit_code=None, signal=number)


def _is_hidden(place: Path) -> bool:
    return place.is_absolute() and any(place.is_relative_to(each) for each in (*PRIVATE, "/run")) and place.exists()
