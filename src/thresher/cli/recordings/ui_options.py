"""Options of the ui commands, and how they become settings."""

from __future__ import annotations

import argparse
from pathlib import Path

from thresher.cli.recorded import shown
from thresher.cli.recordings.web_options import seconds
from thresher.oracle.failures.criterion import parse_pattern
from thresher.ui.reducing.failure import StatedUiFailure
from thresher.ui.reducing.shown_conditions import ShownConditions
from thresher.ui.sessions.program import UiProgram, program_of
from thresher.ui.sessions.recording import UiRecording
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


def stated_failure(options: argparse.Namespace) -> StatedUiFailure | None:
    """The failure as the options say; None if it is to be learned."""
    text = parse_pattern(options.screen_text) if options.screen_text is not None else None
    conditions = ShownConditions(text)
    return StatedUiFailure(conditions) if conditions else None


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
