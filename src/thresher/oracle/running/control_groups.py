"""Control groups of the kernel that limit the memory of runs, where the system lets us create them.

The kernel counts all memory of a group's processes and of their descendants at every moment, and ends a process that
would exceed the limit. A program cannot leave its group by detaching, by clearing its environment or by being quick.
Version 2 of control groups is used if its memory controller is handed on to the children of a group above ours,
otherwise version 1 if its memory controller is writable. Where neither is, `MemoryGroups` creates none, and the
memory of a run is only counted (memory.py).
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from pathlib import Path
from shutil import which

from thresher.oracle.running.limits import Limits
from thresher.oracle.running.memory import family

EMPTY_SECONDS = 0.5  # seconds for the killed processes of a group to end
_PROCESSES = "cgroup.procs"
_JOIN = '{ echo 0 >"$0"; } 2>/dev/null; exec "$@"'  # where the group refuses, the program runs all the same


@dataclass(frozen=True, slots=True)
class Version:
    """The files of a version of control groups: the limit, settings that not every kernel has, and the events."""

    limit: str
    settings: tuple[tuple[str, str], ...]
    events: str


VERSION_1 = Version("memory.limit_in_bytes", (("memory.memsw.limit_in_bytes", "{}"),), "memory.oom_control")
VERSION_2 = Version("memory.max", (("memory.swap.max", "0"), ("memory.oom.group", "1")), "memory.events")


@dataclass(frozen=True, slots=True)
class MemoryGroup:
    """The control group of one run, in an existing directory."""

    path: str
    version: Version

    def set_limit(self, size: int) -> None:
        """Limits the memory; OSError if this is not a group whose memory can be limited and observed."""
        _write(f"{self.path}/{self.version.limit}", str(size))
        for name, value in self.version.settings:
            with suppress(OSError):  # without swap there is nothing to limit
                _write(f"{self.path}/{name}", value.format(size))
        if self._killed() is None:
            raise FileNotFoundError(f"no count of killed processes in {self.version.events}")

    def add(self, pid: int) -> None:
        """Moves a process that was just started, and those it has started already, into the group.

        One that has ended already, or that the system does not let us move, stays out of it.
        """
        for member in family(pid):
            with suppress(OSError):
                _write(f"{self.path}/{_PROCESSES}", str(member))

    def joining(self, argv: Sequence[str], environment: Mapping[bytes, bytes] | Mapping[str, str]) -> Sequence[str]:
        """The command, which joins the group before its program begins: a daemon that it starts at once is in it too.

        One whose program is not found stays as it is, so that starting it fails.
        """
        path = next((os.fsdecode(value) for name, value in environment.items() if os.fsdecode(name) == "PATH"), None)
        if which(argv[0], path=path) is None:
            return argv
        return ["/bin/sh", "-c", _JOIN, f"{self.path}/{_PROCESSES}", *argv]

    def exceeded(self) -> bool:
        """Whether the kernel has ended a process of the group for its memory."""
        return bool(self._killed())

    def remove(self) -> None:
        """Kills what is left in the group, and removes it. What cannot be ended yet is left to the cleanup guard."""
        deadline = time.monotonic() + EMPTY_SECONDS
        while not self._removed() and time.monotonic() < deadline:
            for pid in _words(f"{self.path}/{_PROCESSES}"):
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(int(pid), signal.SIGKILL)
            os.sched_yield()

    def _removed(self) -> bool:
        try:
            os.rmdir(self.path)
        except FileNotFoundError:
            return True
        except OSError:
            return False
        return True

    def _killed(self) -> int | None:
        """How many processes the kernel has ended; None if it does not say."""
        words = _words(f"{self.path}/{self.version.events}")
        return int(words[words.index("oom_kill") + 1]) if "oom_kill" in words else None


def find_own_parent() -> tuple[str, Version] | None:
    """The directory in which this process can create groups for memory, if there is one."""
    try:
        return find_parent(Path("/proc/self/mountinfo").read_text(), Path("/proc/self/cgroup").read_text())
    except OSError:  # not Linux
        return None


class MemoryGroups:
    """Creates a group for every run below a root directory; nothing is searched for before it is needed."""

    def __init__(self, root: Path, find: Callable[[], tuple[str, Version] | None] = find_own_parent) -> None:
        self._name = root.name
        self._find = find
        self._numbers = count()

    @cached_property
    def _place(self) -> tuple[str, Version] | None:
        return self._find()

    @property
    def prefix(self) -> str:
        """What the paths of all groups begin with; empty if none can be created."""
        return f"{self._place[0]}/{self._name}." if self._place else ""

    @contextmanager
    def fresh(self, limits: Limits) -> Iterator[MemoryGroup | None]:
        """A new group if the limit on memory is to be enforced, removed at the end with all its processes.

        None if it is not, or if the system refuses.
        """
        group = self._created(limits.memory) if limits.enforced and limits.memory is not None else None
        try:
            yield group
        finally:
            if group is not None:
                group.remove()

    def _created(self, size: int) -> MemoryGroup | None:
        if self._place is None:
            return None
        group = MemoryGroup(f"{self.prefix}{next(self._numbers)}", self._place[1])
        try:
            os.mkdir(group.path)
            group.set_limit(size)
        except OSError:
            group.remove()
            return None
        return group


def find_parent(mounts: str, groups: str) -> tuple[str, Version] | None:
    """The directory to create groups in, from the texts of /proc/self/mountinfo and /proc/self/cgroup."""
    for directory in _own_and_above(mounts, groups, "cgroup2", ""):
        if "memory" in _words(f"{directory}/cgroup.subtree_control") and _is_writable(directory):
            return directory, VERSION_2
    for directory in _own_and_above(mounts, groups, "cgroup", "memory")[:1]:
        if _is_writable(directory):
            return directory, VERSION_1
    return None


def _own_and_above(mounts: str, groups: str, system: str, controller: str) -> list[str]:
    """The directory of our own group for a controller, and those above it as far as they are mounted."""
    fields = [line.split(":", 2) for line in groups.splitlines()]
    own = next((path for _, controllers, path in fields if controller in controllers.split(",")), None)
    for line in mounts.splitlines():
        mount, _, kind = (part.split() for part in line.partition(" - "))
        if own is None or kind[0] != system or (controller and controller not in kind[2].split(",")):
            continue
        root, point = mount[3:5]
        with suppress(ValueError):  # another part of the hierarchy is mounted here
            inside = Path(own).relative_to(root)
            return [str(Path(point, each)) for each in (inside, *inside.parents)]
    return []


def _is_writable(directory: str) -> bool:
    return os.access(directory, os.W_OK) and os.access(f"{directory}/{_PROCESSES}", os.W_OK)


def _write(path: str, text: str) -> None:
    """Writes to a file that exists: a file that is missing is not created, even where that is possible."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)


def _words(path: str) -> list[str]:
    try:
        return Path(path).read_text().split()
    except OSError:
        return []
