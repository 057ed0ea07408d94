"""A program whose input is fixed while the words of its command vary, to explain its options."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import ClassVar

from thresher.oracle.answer import Answer
from thresher.oracle.command import CommandOracle, Program, Start
from thresher.oracle.directory import DirectoryProgram
from thresher.oracle.failures.observation import Observation
from thresher.oracle.running.handle import RunHandle
from thresher.oracle.running.run_directory import RunDirectory


@dataclass(frozen=True, slots=True)
class VariedCommand:
    """A subject of runs: a candidate is a command, as `render` writes it; `data` is the content that it runs on."""

    program: Program | DirectoryProgram
    data: bytes
    name: ClassVar[str] = "command.json"
    aside: ClassVar[bool] = True

    @property
    def backtrace(self) -> bool:
        return self.program.backtrace

    @property
    def where(self) -> str:
        return self.program.where

    def render(self, words: Sequence[str]) -> bytes:
        """The candidate for a command: its words and the digest of the content, so that both identify the question."""
        return json.dumps([blake2b(self.data, digest_size=32).hexdigest(), *words]).encode()

    def start(self, place: RunDirectory) -> Start:
        """As the program would be started, with other words."""
        _, *words = json.loads(Path(place.candidate).read_bytes())
        inner = RunDirectory(place.top, self.program.name, aside=self.program.aside)
        Path(inner.candidate).write_bytes(self.data)
        return self._with(tuple(words)).start(inner)

    def _with(self, words: tuple[str, ...]) -> Program | DirectoryProgram:
        if isinstance(self.program, DirectoryProgram):
            return DirectoryProgram(dataclasses.replace(self.program.program, argv=words))
        return dataclasses.replace(self.program, argv=words)

    def hide_secrets(self, observation: Observation) -> Observation:
        return self.program.hide_secrets(observation)


class VariedCommandOracle:
    """Judges commands by the criterion of another oracle. Their other failures are not saved: they have no input."""

    def __init__(self, oracle: CommandOracle, subject: VariedCommand) -> None:
        self._oracle = CommandOracle(
            subject, oracle.directories, criterion=oracle.criterion, limits=oracle.limits, site=oracle.site
        )

    def __call__(self, content: Callable[[], bytes], running: RunHandle) -> Answer:
        return dataclasses.replace(self._oracle(content, running), other_failure=None, message=b"")
