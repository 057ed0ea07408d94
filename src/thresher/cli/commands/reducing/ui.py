"""`thresher ui`: what a user did in a terminal or desktop program, recorded, replayed, and made small."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from thresher.cli.argument_types import Subparsers
from thresher.cli.commands import COMMANDS
from thresher.cli.extras import require_extra
from thresher.cli.options import add_no_report, add_output
from thresher.cli.recorded import shown
from thresher.cli.recordings.shared import (
    EXIT_CODES,
    add_reduce_action,
    add_replay_action,
    add_replays,
    keep_earlier,
    recording_task,
    reduce_recorded,
)
from thresher.cli.recordings.ui_options import add_failure, add_replay, add_with, program_for, stated_failure
from thresher.cli.result_output import STOPPED_EARLY, show
from thresher.errors import UsageError
from thresher.oracle.running.run_directory import RunDirectories
from thresher.session.files.whole import check_output_file, require_file, write_whole
from thresher.session.settings import OracleSettings
from thresher.session.setup.program_session import running_place
from thresher.ui.reducing.algorithm import UiAlgorithm
from thresher.ui.sessions.program import UiProgram, program_of
from thresher.ui.sessions.recording import UiRecording, read_recording
from thresher.ui.sessions.trust import signed

PACKAGES = ("pyte", "Xlib", "jeepney")


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "ui",
        help=COMMANDS["ui"],
        description="Records what you do in a program, replays it, and finds the few steps that matter.",
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    _add_record(actions)
    _add_replay(actions)
    _add_reduce(actions)


def _add_record(actions: Subparsers) -> None:
    parser = actions.add_parser(
        "record",
        help="record what you do in a program",
        usage="thresher ui record [-o FILE] [--with FILE] -- PROGRAM ARGUMENTS",
        description="Runs the program in a new directory, with copies of the files that its command names, and records "
        "until it ends. Press Ctrl-] three times to end a program that hangs.",
    )
    parser.add_argument("-o", "--output", type=Path, default=Path("session.json"), metavar="FILE")
    parser.add_argument(
        "--desktop", action="store_true", help="record a program with windows, on your X display (default: a terminal)"
    )
    add_with(parser)
    parser.set_defaults(run=_record)


def _add_replay(actions: Subparsers) -> None:
    parser = add_replay_action(actions, "thresher ui replay FILE [options] [-- PROGRAM ARGUMENTS]", _replay)
    parser.add_argument("--screens", type=Path, metavar="DIR", help="save what is shown after each step in a directory")
    add_replay(parser)
    add_failure(parser)


def _add_reduce(actions: Subparsers) -> None:
    parser = add_reduce_action(
        actions,
        "thresher ui reduce FILE [options] [-- PROGRAM ARGUMENTS]",
        _reduce,
        writes="a script that runs without thresher, and what is shown after each remaining step",
    )
    add_replay(parser)
    add_failure(parser)
    search = parser.add_argument_group("search")
    search.add_argument(
        "--algorithm",
        choices=[each.value for each in UiAlgorithm],
        default=UiAlgorithm.HIERARCHICAL.value,
        help="hierarchical: tasks first, then steps (default: hierarchical)",
    )
    add_replays(search)
    add_output(parser)
    add_no_report(parser)


def _record(options: argparse.Namespace) -> int:
    """0 once the recording is written."""
    require_extra(*PACKAGES, extra="ui")
    if not options.program:
        raise UsageError("give the program to record after --, for example: thresher ui record -- nano notes.txt")
    output: Path = options.output
    check_output_file(output)
    program = program_of(options.program, options.beside)
    keep_earlier(output)

    def save(recording: UiRecording) -> None:
        write_whole(output, signed(recording).written())

    with running_place(OracleSettings(command=()), 0) as directories:
        recording, status = _recorded(program, directories, save, desktop=options.desktop)
    how = f"ended with exit code {status}" if status >= 0 else f"was ended by signal {-status}"
    print(f"{len(recording.log)} steps written to {output}; the program {how}", file=sys.stderr)
    return 0


def _recorded(
    program: UiProgram, directories: RunDirectories, save: Callable[[UiRecording], None], *, desktop: bool
) -> tuple[UiRecording, int]:
    """The recording, and the exit status of the program."""
    if not desktop:
        from thresher.ui.terminal.record_session import record_terminal  # noqa: PLC0415 - an optional dependency

        return record_terminal(program, directories, save)
    from thresher.ui.desktop.record_session import record_desktop  # noqa: PLC0415 - likewise

    def started(note: str) -> None:
        lines = [note, "recording; end the program, or press Ctrl-C here"]
        print("\n".join(filter(None, lines)), file=sys.stderr, flush=True)

    return record_desktop(program, directories, save, started)


def _replay(options: argparse.Namespace) -> int:
    """0 if nothing fails, 1 if the failure occurs, 2 if a step cannot be done."""
    require_extra(*PACKAGES, extra="ui")
    from thresher.ui.reducing.replay_once import replay_once  # noqa: PLC0415 - an optional dependency
    from thresher.ui.reducing.replayers import replayer_for  # noqa: PLC0415 - likewise

    require_file(options.input)
    recording = read_recording(options.input)
    program, stated = program_for(options, recording), stated_failure(options, recording.kind)
    with running_place(OracleSettings(command=()), 0) as directories:
        replayer = replayer_for(recording, program, directories, step_timeout=options.step_timeout)
        verdict, lines = replay_once(recording, replayer, stated, screens=options.screens)
    print("\n".join(shown(line) for line in lines))
    return EXIT_CODES[verdict.outcome]


def _reduce(options: argparse.Namespace) -> int:
    """0 if no step can be left out, 1 if stopped before."""
    require_extra(*PACKAGES, extra="ui")
    from thresher.ui.reducing.session import UiTask, reduce_session  # noqa: PLC0415 - an optional dependency

    require_file(options.input)
    recording = read_recording(options.input)
    program, stated = program_for(options, recording), stated_failure(options, recording.kind)
    task = recording_task(options)
    asked = UiTask(task, program, UiAlgorithm(options.algorithm), stated, options.step_timeout)
    result, _ = reduce_recorded(options, task, partial(reduce_session, asked), written="script and screens")
    if options.json or not sys.stdout.isatty():
        show(result, as_statistics=options.json, log=True)
    else:
        print("\n".join(shown(str(step)) for step in read_recording(result.output).log))
    return 0 if result.complete else STOPPED_EARLY
