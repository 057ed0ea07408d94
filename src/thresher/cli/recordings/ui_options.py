"""Options of the ui commands, and how they become settings."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from thresher.cli.recorded import shown
from thresher.cli.recordings.web_options import seconds
from thresher.errors import UsageError
from thresher.oracle.failures.criterion import parse_pattern
from thresher.session.files.whole import read_input
from thresher.ui.reducing.failure import StatedUiFailure
from thresher.ui.reducing.shown_conditions import ExpectedPicture, PictureRegion, ShownConditions
from thresher.ui.sessions.program import UiProgram, program_of
from thresher.ui.sessions.recording import UiKind, UiRecording
from thresher.ui.sessions.trust import command_line, command_to_run


def add_with(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    parser.add_argument(
        "--with", dest="beside", type=Path, metavar="FILE", action="append", default=[],
        help="a file that the program needs in its directory, which is its home, too; files that the command names are "
        "copied there in any case",
    )  # fmt: skip


def add_replay(parser: argparse.ArgumentParser) -> None:
    """How recordings are replayed."""
    group = parser.add_argument_group(
        "replay", "Each one starts in a new terminal and a new directory. The command may be given after --."
    )
    add_with(group)
    group.add_argument(
        "--trust", action="store_true", help="run the command of a recording that you did not make on this machine"
    )
    group.add_argument(
        "--step-timeout", type=seconds, metavar="S",
        help="seconds after which a program that has not handled a key hangs (default: ten times the longest step of "
        "the first replay, 1 to 10)",
    )  # fmt: skip


def add_failure(parser: argparse.ArgumentParser) -> None:
    """What counts as the failure."""
    group = parser.add_argument_group(
        "target failure",
        "Learned from the first replay unless given: the program crashes, ends with an error, or hangs.",
    )
    group.add_argument("--screen-text", metavar="REGEX", help="a terminal shows this after a step")
    group.add_argument("--window-title", metavar="REGEX", help="a window of a desktop program has this title")
    group.add_argument(
        "--picture", metavar="FILE:X,Y,WxH",
        help="the screen looks in this region as in FILE, a picture of --screens",
    )  # fmt: skip


def stated_failure(options: argparse.Namespace, kind: UiKind) -> StatedUiFailure | None:
    """The failure as the options say; None if it is to be learned. Each option is for one kind of session."""
    for option, value, right in (
        ("--screen-text", options.screen_text, UiKind.TERMINAL),
        ("--window-title", options.window_title, UiKind.DESKTOP),
        ("--picture", options.picture, UiKind.DESKTOP),
    ):
        if value is not None and kind is not right:
            raise UsageError(f"{option} is for {right.value} sessions; this is a {kind.value} session")
    text, title = (
        parse_pattern(given) if given is not None else None for given in (options.screen_text, options.window_title)
    )
    conditions = ShownConditions(text, title, _picture(options.picture) if options.picture is not None else None)
    return StatedUiFailure(conditions) if conditions else None


def _picture(given: str) -> ExpectedPicture:
    """FILE:X,Y,WxH"""
    path, _, place = given.rpartition(":")
    numbers = re.fullmatch(r"(\d+),(\d+),(\d+)x(\d+)", place)
    if not path or numbers is None:
        raise UsageError(f"--picture takes FILE:X,Y,WxH, for example step-012.png:10,20,200x40, not {given!r}")
    png, region = read_input(Path(path)), PictureRegion(*map(int, numbers.groups()))
    from thresher.ui.standalone.pictures import from_png  # noqa: PLC0415 - an optional dependency

    try:
        inside = from_png(png).part(region)
    except ValueError as error:
        raise UsageError(f"{path} cannot be compared: {error}; take a picture that --screens wrote") from None
    if not inside:
        raise UsageError(f"the region {place} is not inside of {path}")
    return ExpectedPicture(Path(path).name, region, png)


def program_for(options: argparse.Namespace, recording: UiRecording) -> UiProgram:
    """The program to replay a recording with, once it is certain that the user wants to run it."""
    command = command_to_run(
        recording,
        options.input.name,
        given=options.program,
        trust=options.trust,
        shown=shown(command_line(recording)),
    )
    return program_of(command, options.beside, recorded=recording.files, folder=options.input.parent)
