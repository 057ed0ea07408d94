"""A program with several files in its run directory; the candidate is the input or one of the side files."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from thresher.oracle.command import Start, filled
from thresher.oracle.failures import gdb
from thresher.oracle.failures.observation import Observation
from thresher.oracle.running.run_directory import RunDirectory
from thresher.oracle.secrets import Environment, hide_secrets


@dataclass(frozen=True, slots=True)
class SideFileProgram:
    """A program under test: the candidate is the file `name`; the other files are in the same directory.

    `words` are the command as it is run there, with `{}` for the path of the `input`.
    """

    words: tuple[str, ...]
    name: str
    input: str
    environment: Environment
    from_stdin: bool = False
    backtrace: bool = False

    @property
    def aside(self) -> bool:
        return False

    @property
    def where(self) -> str:
        return f"on {self.input}" + ("" if self.name == self.input else f" with {self.name}")

    def start(self, place: RunDirectory) -> Start:
        path = f"{place.work}/{self.input}"
        argv = with_input(self.words, path)
        return Start(
            gdb.gdb_command(argv) if self.backtrace else argv, self.environment, path if self.from_stdin else None
        )

    def hide_secrets(self, observation: Observation) -> Observation:
        """The observation without values of variables that look secret."""
        return hide_secrets(observation, self.environment)


def with_input(words: Sequence[str], path: str) -> list[str]:
    """The command with the path of the input filled in."""
    return with_program([filled(word, path) for word in words])


def with_program(words: Sequence[str]) -> list[str]:
    """The command with the absolute path of its program: a run may have no PATH, and its own directory."""
    return [str(Path(shutil.which(words[0]) or words[0]).absolute()), *words[1:]]
