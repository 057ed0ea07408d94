"""Locates the test command: files of the versions are taken from the checkout, all others from the user's disk."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from thresher.changes.repository.versions import Versions
from thresher.errors import UsageError
from thresher.oracle.command import exists


def located_test(command: tuple[str, ...], versions: Versions, *, built: bool) -> tuple[str, ...]:
    """The command as it is run at the top of a checkout.

    An argument that names a file of the good or bad version refers to the one in the checkout. One that names another
    existing file is made absolute. A program that is not found is a UsageError, unless it may be `built`.
    """
    if not command:
        raise UsageError("no test to run; put it after --, for instance: -- make test")
    inside = _names(versions)
    program = _argument(command[0], versions, inside) if "/" in command[0] else command[0]
    if "/" in program and not Path(program).is_absolute():
        known = built or os.path.normpath(program) in inside
    else:
        known = shutil.which(program) is not None
    if not known:
        hint = " (it is not executable: chmod +x)" if Path(command[0]).is_file() else ""
        raise UsageError(f"the test {command[0]!r} was found neither here nor in the versions{hint}; check its name")
    return (program, *(_argument(each, versions, inside) for each in command[1:]))


def _names(versions: Versions) -> set[str]:
    """The paths of all files of both versions."""
    git = versions.repository.git
    listed = [git.raw("ls-tree", "-r", "-z", "--name-only", each.tree) for each in (versions.good, versions.bad)]
    return {os.fsdecode(name) for names in listed for name in names.split(b"\0") if name}


def _argument(argument: str, versions: Versions, inside: set[str]) -> str:
    head, equals, tail = argument.rpartition("=")
    if not tail or tail.startswith("-") or not exists(tail):
        return argument
    path = Path(os.path.abspath(tail))
    if versions.top is not None and path.is_relative_to(versions.top):
        name = str(path.relative_to(versions.top))
        if name in inside or any(each.startswith(name + "/") for each in inside):
            return head + equals + (f"./{name}" if tail.startswith("./") else name)
    return head + equals + str(path)
