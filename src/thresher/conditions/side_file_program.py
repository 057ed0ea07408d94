"""A program with several files in the directory it runs in: one is the candidate, be it the input or one beside it."""

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
    """A subject of runs: the candidate is the file `name`, the others have been put into the same directory.

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
        """Values of variables that look secret are in no text that is kept."""
        return hide_secrets(observation, self.environment)


def with_input(words: Sequence[str], path: str) -> list[str]:
    """A command on the input at that path."""
    return with_program([filled(word, path) for word in words])


def with_program(words: Sequence[str]) -> list[str]:
    """A command with the path of its program, since a run may have no PATH and has another directory."""
    return [str(Path(shutil.which(words[0]) or words[0]).absolute()), *words[1:]]
