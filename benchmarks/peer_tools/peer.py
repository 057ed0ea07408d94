"""The description of a reducer: how to install it, what it is for, how to call it, where its result is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.peer_tools.case import Case


@dataclass(frozen=True, slots=True)
class Packages:
    """From the registries: Debian's, or PyPI's, which go into a virtual environment with a Python that is new enough.

    `programs` is what must be there when all is installed.
    """

    programs: tuple[str, ...]
    debian: tuple[str, ...] = ()
    pypi: tuple[str, ...] = ()
    python: tuple[int, int] = (3, 11)


@dataclass(frozen=True, slots=True)
class Job:
    """A reduction to run: `folder` has a copy of the input, `test` counts its runs, `environment` has the reducer."""

    case: Case
    folder: Path
    test: Path
    environment: Path
    jobs: int

    @property
    def name(self) -> str:
        return self.case.input.name

    def program(self, name: str) -> str:
        """The path of a program from PyPI."""
        return str(self.environment / "bin" / name)


Commands = list[list[str]]


def in_place(job: Job) -> list[str]:
    """The input was replaced by the result."""
    return [job.name]


def anything(_: Case) -> bool:
    return True


def is_text(case: Case) -> bool:
    return not case.binary


@dataclass(frozen=True, slots=True)
class Peer:
    """The commands are run one after the other; the first of the `results` that exists and fails is the result."""

    name: str
    packages: Packages
    commands: Callable[[Job], Commands]
    results: Callable[[Job], list[str]] = in_place
    suits: Callable[[Case], bool] = is_text
