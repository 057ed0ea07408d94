"""The result files of a reduced recording: generated tests, and a screenshot after each step."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum, auto
from pathlib import Path

from playwright.async_api import Error

from thresher.formats.events.events import write_log
from thresher.session.files.whole import write_whole
from thresher.structures.events import EventLog
from thresher.web.reducing.oracle import Replayer, ReplayOracle
from thresher.web.replaying.browser_session import BrowserSession, StepNotPossible
from thresher.web.replaying.replay import described
from thresher.web.replaying.settings import ReplaySettings
from thresher.web.writers import cypress, devtools, python, selenium_ide, typescript
from thresher.web.writers.expectation import expectation_of
from thresher.web.writers.playwright_calls import FILES, calls, uploads

LONGEST_SCREENSHOT = 10_000.0  # milliseconds


@dataclass(slots=True)
class Screenshots:
    """Takes a screenshot after each step, or `only` after some, except of a tab that is closed or does not respond."""

    only: Container[int] | None = None
    taken: dict[int, bytes] = field(default_factory=dict)

    async def __call__(self, number: int, session: BrowserSession) -> None:
        if self.only is not None and number not in self.only:
            return
        try:
            self.taken[number] = await session.page.screenshot(timeout=LONGEST_SCREENSHOT)
        except (Error, StepNotPossible):
            return


@dataclass(frozen=True, slots=True)
class ResultFiles:
    """File contents by name; `screenshots` also have the step that each was taken after."""

    tests: dict[str, bytes]
    screenshots: dict[str, tuple[str, bytes]]
    note: str = ""

    def with_note(self, note: str, steady: EventLog | None) -> ResultFiles:
        """The same with a note, and with the recording that the tests were made from, if it is not the reduced one."""
        added = {} if steady is None else {"steady.json": write_log(steady)}
        return replace(self, tests={**self.tests, **added}, note=note)

    def write(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in self.tests.items():
            (folder / name).parent.mkdir(exist_ok=True)
            write_whole(folder / name, content)
        for name, (_, content) in self.screenshots.items():
            write_whole(folder / name, content)


class ExportFormat(StrEnum):
    """A file for another tool; the Playwright tests are always written."""

    CYPRESS = auto()
    SELENIUM = auto()
    DEVTOOLS = auto()


@dataclass(frozen=True, slots=True)
class Exports:
    """What is written besides the Playwright tests: files for other tools, and a Playwright trace."""

    formats: tuple[ExportFormat, ...] = ()
    trace: Path | None = None


WRITERS = {ExportFormat.CYPRESS: cypress, ExportFormat.SELENIUM: selenium_ide, ExportFormat.DEVTOOLS: devtools}
ONLY_PLAYWRIGHT = Exports()


def files_of(
    log: EventLog,
    replayer: Replayer,
    oracle: ReplayOracle,
    *,
    stem: str,
    exports: Exports = ONLY_PLAYWRIGHT,
    numbers: Sequence[int] = (),
) -> ResultFiles:
    """Tests in Python and TypeScript that fail with the target failure, with the files they upload, and screenshots.

    Costs one replay. `numbers` are those that the steps have in the recording, if it is not the one they are read from.
    """
    screenshots = Screenshots()
    naming = replayer.with_settings(replace(replayer.settings, check_names=True, trace=exports.trace))
    replayed = naming.replay(log, oracle.criterion, oracle.timeouts, after=screenshots)
    located, answered = (replayed.located, replayed.answered) if replayed is not None else ({}, ())
    expected = replace(expectation_of(oracle.criterion), reset=_reset_by(replayer.settings))
    name = "".join(character if character.isalnum() else "_" for character in stem)
    tests = {
        f"test_{name}{python.SUFFIX}": python.write(log, located, expected, answered).encode(),
        f"{name}{typescript.SUFFIX}": typescript.write(log, located, expected, answered).encode(),
    }
    for each in exports.formats:
        tests[f"{name}{WRITERS[each].SUFFIX}"] = WRITERS[each].write(log, located, expected, answered).encode()
    kept = {name for name in uploads(calls(log, located)) if name in replayer.settings.files}
    tests |= {f"{FILES}/{name}": replayer.settings.files[name].read_bytes() for name in kept}
    shots = {
        f"step-{number + 1:03}.png": (
            f"{numbers[number] if numbers else number + 1} {described(log.steps[number])}",
            content,
        )
        for number, content in screenshots.taken.items()
    }
    return ResultFiles(tests, shots)


def _reset_by(settings: ReplaySettings) -> str:
    """The options that reset the server, without the command, which may have secrets in it."""
    restored = [f"--restore {' '.join(settings.restore.name.split())}"] if settings.restore is not None else []
    return " and ".join([*restored, *(["--setup"] if settings.setup else [])])
