"""What is left of a recording, for people: tests to run, and a picture after each step."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Error

from thresher.session.files.whole import write_whole
from thresher.structures.events import EventLog
from thresher.web.reducing.oracle import Replayer, ReplayOracle
from thresher.web.replaying.browser_session import BrowserSession, StepNotPossible
from thresher.web.replaying.replay import described
from thresher.web.writers import python, typescript
from thresher.web.writers.expectation import expectation_of

LONGEST_PICTURE = 10_000.0  # milliseconds


@dataclass(slots=True)
class Screenshots:
    """Takes a picture after each step; a tab that is closed or does not answer has none."""

    taken: dict[int, bytes] = field(default_factory=dict)

    async def __call__(self, number: int, visit: BrowserSession) -> None:
        try:
            self.taken[number] = await visit.page.screenshot(timeout=LONGEST_PICTURE)
        except (Error, StepNotPossible):
            return


@dataclass(frozen=True, slots=True)
class ResultFiles:
    """Contents by name, and for each picture the step it was taken after."""

    tests: dict[str, bytes]
    pictures: dict[str, tuple[str, bytes]]

    def write(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in self.tests.items():
            write_whole(folder / name, content)
        for name, (_, content) in self.pictures.items():
            write_whole(folder / name, content)


def files_of(log: EventLog, replayer: Replayer, oracle: ReplayOracle, *, stem: str) -> ResultFiles:
    """Tests in Python and TypeScript that fail for the reason looked for, and pictures. Costs one replay."""
    pictures = Screenshots()
    replayed = replayer.replay(log, oracle.criterion, oracle.patience, after=pictures)
    located, answered = (replayed.located, replayed.answered) if replayed is not None else ({}, ())
    expected = expectation_of(oracle.criterion)
    name = "".join(character if character.isalnum() else "_" for character in stem)
    tests = {
        f"test_{name}{python.SUFFIX}": python.write(log, located, expected, answered).encode(),
        f"{name}{typescript.SUFFIX}": typescript.write(log, located, expected, answered).encode(),
    }
    shots = {
        f"step-{number + 1:03}.png": (f"{number + 1} {described(log.steps[number])}", content)
        for number, content in pictures.taken.items()
    }
    return ResultFiles(tests, shots)
