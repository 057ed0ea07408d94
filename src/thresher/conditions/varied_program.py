"""A program whose input is fixed while the conditions of its runs vary."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from thresher.conditions.condition import FILE, OPTION, VARIABLE, Condition, of_kind, parse
from thresher.conditions.options import CommandTemplate
from thresher.conditions.side_file_program import with_input, with_program
from thresher.oracle.command import Start
from thresher.oracle.failures import gdb
from thresher.oracle.failures.observation import Observation
from thresher.oracle.running.run_directory import RunDirectory
from thresher.oracle.secrets import Environment, hide_secrets


@dataclass(frozen=True, slots=True)
class VariedProgram:
    """A program under test: a candidate is a list of conditions, as `condition.render` writes it.

    `places` maps words of the command that name files to their replacements in a run directory. Every run has the
    variables `always`; the candidate selects from the variables `varied` and the side files `files`, by name. The
    `input`, if there is one, is copied into each run directory.
    """

    command: CommandTemplate
    where: str
    places: Mapping[str, str] = field(default_factory=dict)
    always: Environment = field(default_factory=dict)
    varied: Environment = field(default_factory=dict)
    files: Mapping[str, Path] = field(default_factory=dict)
    input: Path | None = None
    from_stdin: bool = False
    backtrace: bool = False

    @property
    def name(self) -> str:
        return "conditions.jsonl"

    @property
    def aside(self) -> bool:
        return True

    def start(self, place: RunDirectory) -> Start:
        """The start of a run with the candidate's conditions, which are in a file outside the run directory."""
        chosen = parse(Path(place.candidate).read_bytes())
        for each in of_kind(chosen, FILE):
            os.symlink(self.files[each.words[0]].absolute(), f"{place.work}/{each.words[0]}")
        candidate = f"{place.work}/{self.input.name}" if self.input else ""
        if self.input:
            shutil.copyfile(self.input, candidate)
        return Start(self._argv(chosen, candidate), self._environment(chosen), candidate if self.from_stdin else None)

    def _argv(self, chosen: list[Condition], candidate: str) -> list[str]:
        words = [self.places.get(word, word) for word in self.command.words(of_kind(chosen, OPTION))]
        argv = with_input(words, candidate) if self.input else with_program(words)
        return gdb.gdb_command(argv) if self.backtrace else argv

    def _environment(self, chosen: list[Condition]) -> dict[bytes, bytes]:
        names = [os.fsencode(each.words[0]) for each in of_kind(chosen, VARIABLE)]
        return {**self.always, **{name: self.varied[name] for name in names}}

    def hide_secrets(self, observation: Observation) -> Observation:
        """The observation without values of variables that look secret."""
        return hide_secrets(observation, self.varied)
