"""Options of the web commands, and how they become settings."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from thresher.errors import UsageError
from thresher.oracle.failures.criterion import parse_pattern
from thresher.session.files.whole import require_file
from thresher.web.recording.uploads import upload_folder
from thresher.web.reducing.failure import PageConditions, StatedPageFailure
from thresher.web.replaying.settings import ReplaySettings, StateAbstraction

STATED = ("page_error", "console_error", "failed_request")
SHOWN = ("fails_when", "text", "no_text", "selector", "no_selector")


def add_replay(parser: argparse.ArgumentParser) -> None:
    """How recordings are replayed."""
    group = parser.add_argument_group("replay", "Each one starts from a clean state, in a new browser context.")
    group.add_argument(
        "--browser", metavar="PATH",
        help="the Chromium or Chrome to use (default: an installed one); firefox or webkit for those of Playwright",
    )  # fmt: skip
    group.add_argument("--headed", action="store_true", help="show the browser")
    group.add_argument("--setup", metavar="COMMAND", help="a command to run before each replay, to reset a server")
    group.add_argument("--teardown", metavar="COMMAND", help="a command to run after each replay")
    group.add_argument(
        "--restore", type=Path, metavar="PATH",
        help="a file or directory of the server, such as its SQLite database, to put back before each replay",
    )  # fmt: skip
    group.add_argument("--clock", type=moment, metavar="TIME", help="the time at which pages begin: 2026-01-31T12:00")
    group.add_argument("--seed", type=int, metavar="N", help="the same random numbers in every replay")
    group.add_argument("--har", type=Path, metavar="FILE", help="answer requests from this HAR file where it has them")
    group.add_argument("--block-service-workers", action="store_true", help="do not let pages install service workers")
    group.add_argument(
        "--step-timeout", type=seconds, metavar="S",
        help="seconds to wait for an element while nothing is loaded (default: ten times the longest wait of the "
        "first replay, 0.4 to 5)",
    )  # fmt: skip
    group.add_argument(
        "--dismiss-dialogs", action="store_true", help="dismiss the dialogs of the page (default: accept)"
    )
    group.add_argument(
        "--file", action="append", default=[], metavar="NAME=PATH",
        help="the file to upload where the recording names it (default: the one in the directory FILE.files)",
    )  # fmt: skip
    group.add_argument("--strict", action="store_true", help="reject selectors that match several elements")


def add_trace(parser: argparse.ArgumentParser) -> None:
    """A trace for Playwright's viewer."""
    parser.add_argument(
        "--trace", type=Path, metavar="FILE",
        help="write a Playwright trace of the replay, or of that of the result: playwright show-trace FILE",
    )  # fmt: skip


def add_failure(parser: argparse.ArgumentParser) -> None:
    """What counts as the failure."""
    group = parser.add_argument_group(
        "target failure", "Learned from the first replay unless given; everything given must hold."
    )
    group.add_argument("--page-error", metavar="REGEX", help="an uncaught exception whose message matches")
    group.add_argument("--console-error", metavar="REGEX", help="a console error that matches")
    group.add_argument("--failed-request", metavar="REGEX", help="a failed request that matches, as: 500 POST /cart")
    group.add_argument("--crash", action="store_true", help="the page crashes")
    group.add_argument("--fails-when", metavar="EXPR", help="after the last step this JavaScript expression is true")
    group.add_argument("--text", metavar="TEXT", help="after the last step the page shows the text")
    group.add_argument("--no-text", metavar="TEXT", help="after the last step the page does not show the text")
    group.add_argument("--selector", metavar="SELECTOR", help="after the last step something visible matches")
    group.add_argument("--no-selector", metavar="SELECTOR", help="after the last step nothing visible matches")


def add_states(parser: argparse.ArgumentParser) -> None:
    """What is recorded as the state after a step."""
    group = parser.add_argument_group(
        "state after a step", "By default the URL, the values of forms, and number and texts of marked elements."
    )
    group.add_argument("--state", metavar="EXPR", help="a JavaScript expression for the state")
    group.add_argument("--mark", metavar="CSS", action="append", default=[], help="elements that belong to the state")


def replay_settings(options: argparse.Namespace) -> ReplaySettings:
    """The replay as the options say."""
    if options.har is not None:
        require_file(options.har)
    return ReplaySettings(
        browser=options.browser,
        headed=options.headed,
        setup=_command(options.setup, "--setup"),
        teardown=_command(options.teardown, "--teardown"),
        restore=options.restore,
        clock=options.clock,
        seed=options.seed,
        har=options.har,
        block_service_workers=options.block_service_workers,
        dismiss_dialogs=options.dismiss_dialogs,
        strict=options.strict,
        step_timeout=options.step_timeout,
        files=_files(options),
    )


def one_at_a_time(options: argparse.Namespace) -> bool:
    """Whether replays reset a server, which others must not use meanwhile."""
    return bool(options.setup or options.teardown or options.restore)


def _command(text: str | None, option: str) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(text)) if text else ()
    except ValueError as error:
        raise UsageError(f"{option} {text!r} is not a command: {error}") from None


def allowed_setups(given: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The setup commands by their names, each given as NAME=COMMAND."""
    found: dict[str, tuple[str, ...]] = {}
    for text in given:
        name, _, line = text.partition("=")
        command = _command(line, "--allow-setup")
        if not name or not command:
            raise UsageError(f"--allow-setup {text}: give NAME=COMMAND, for instance empty='./reset.sh --empty'")
        if name in found:
            raise UsageError(f"--allow-setup {name} is given twice; choose another name for one of them")
        found[name] = command
    return found


def _files(options: argparse.Namespace) -> dict[str, Path]:
    """The files that may be uploaded: those beside the recording, and those that are named."""
    recording: Path | None = getattr(options, "input", None)
    folder = upload_folder(recording) if recording is not None else None
    files = {path.name: path for path in sorted(folder.iterdir())} if folder is not None and folder.is_dir() else {}
    for text in options.file:
        name, equals, path = text.partition("=")
        if not equals or not Path(path).is_file():
            raise UsageError(f"--file {text}: give NAME=PATH, the name in the recording and a file")
        files[name] = Path(path)
    return {name: path.resolve() for name, path in files.items()}


def stated_failure(options: argparse.Namespace) -> StatedPageFailure | None:
    """The failure as the options say; None if it is to be learned."""
    patterns = {name: parse_pattern(text) for name in STATED if (text := getattr(options, name)) is not None}
    conditions = PageConditions(**{name: getattr(options, name) for name in SHOWN})
    if not patterns and not conditions and not options.crash:
        return None
    return StatedPageFailure(**patterns, crash=options.crash, conditions=conditions)


def states_of(options: argparse.Namespace) -> StateAbstraction:
    if options.state and options.mark:
        raise UsageError("--state replaces the default state, to which --mark adds; give one of them")
    return StateAbstraction(options.state, tuple(options.mark))


def moment(text: str) -> str:
    """An ISO date or time, as it was given."""
    try:
        datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a time is needed, such as 2026-01-31T12:00, not {text!r}") from None
    return text


def seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 3600:
        raise argparse.ArgumentTypeError(f"a number of seconds is needed, not {text!r}")
    return value
