"""`thresher web`: what a user did in a web page, recorded, replayed, and made small."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

from thresher.cli.argument_types import Subparsers, positive
from thresher.cli.commands import COMMANDS
from thresher.cli.extras import require_extra
from thresher.cli.options import add_no_report, add_output
from thresher.cli.recordings.shared import (
    EXIT_CODES,
    add_reduce_action,
    add_replay_action,
    add_replays,
    keep_earlier,
    recording_task,
    reduce_recorded,
)
from thresher.cli.recordings.web_options import (
    add_failure,
    add_replay,
    add_states,
    add_trace,
    allowed_setups,
    one_at_a_time,
    replay_settings,
    stated_failure,
    states_of,
)
from thresher.cli.result_output import STOPPED_EARLY, show
from thresher.engine.reduction import FlakinessSettings
from thresher.errors import UsageError
from thresher.formats.events.events import read_log, write_log
from thresher.plan import HINT_TESTS
from thresher.session.files.streams import is_stream
from thresher.session.files.whole import check_output_file, read_input, require_file, write_whole
from thresher.web.readers.importing import as_recording, imported
from thresher.web.replaying.settings import RecordingAlgorithm

ADVICE = (
    "reset the server before each replay (--setup), wait longer for slow elements (--step-timeout 10), or describe "
    "the failure with --page-error, --text or --fails-when"
)

EXPORTS = ("cypress", "devtools", "selenium")
STARTED = (
    "recording; close the window or press Ctrl-C to end\n"
    "to name a task, type here: begin NAME; to end it: end (tasks may be in tasks)"
)


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "web",
        help=COMMANDS["web"],
        description="Recordings are those of Chrome's DevTools (Recorder, Export as JSON) or of thresher web record.",
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    _add_record(actions)
    _add_replay(actions)
    _add_reduce(actions)
    _add_import(actions)
    _add_serve(actions)


def _add_record(actions: Subparsers) -> None:
    parser = actions.add_parser(
        "record",
        help="record what you do in a browser",
        usage="thresher web record URL [-o FILE]",
        description="Opens a browser at the address and records until its last window is closed, or Ctrl-C.",
    )
    parser.add_argument("url", metavar="URL")
    parser.add_argument("-o", "--output", type=Path, default=Path("recording.json"), metavar="FILE")
    parser.add_argument("--title", default="Recording", metavar="TEXT", help="the recording's name")
    parser.add_argument("--browser", metavar="PATH", help="the Chromium or Chrome to use (default: an installed one)")
    parser.add_argument("--headless", action="store_true", help="without a window, to be driven by a program")
    parser.add_argument("--remote-port", type=positive, metavar="PORT", help="where a program may drive the browser")
    parser.set_defaults(run=_record)


def _add_replay(actions: Subparsers) -> None:
    parser = add_replay_action(actions, "thresher web replay FILE [options]", _replay)
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="write the recording to this file, with the state after each step",
    )
    parser.add_argument(
        "--screenshots", type=Path, metavar="DIR", help="save a screenshot after each step in this directory"
    )
    parser.add_argument(
        "--repair", action="store_true",
        help="where a step is not possible, hover or wait first, or leave it out; write FILE.repaired.json",
    )  # fmt: skip
    add_trace(parser)
    add_replay(parser)
    add_failure(parser)
    add_states(parser)


def _add_reduce(actions: Subparsers) -> None:
    parser = add_reduce_action(
        actions,
        "thresher web reduce FILE [--rules RULES | --logs DIR] [options]",
        _reduce,
        writes="tests for Playwright in Python and TypeScript and a screenshot of each remaining step",
    )
    add_replay(parser)
    add_failure(parser)
    search = parser.add_argument_group("search")
    search.add_argument(
        "--algorithm",
        choices=[each.value for each in RecordingAlgorithm],
        help="hierarchical: tasks first, then steps (default: rddmin with --rules or --logs, else hierarchical)",
    )
    search.add_argument("--rules", type=Path, metavar="RULES", help="rddmin: rewrite by these (thresher events mine)")
    search.add_argument(
        "--logs", type=Path, metavar="DIR", help="rddmin: mine rules from recordings of successful sessions"
    )
    search.add_argument(
        "--hint-tests", type=int, default=HINT_TESTS, metavar="N",
        help=f"abandon the rewritten recording after N tests; 0: never (default: {HINT_TESTS})",
    )  # fmt: skip
    add_replays(search)
    add_states(parser)
    parser.add_argument(
        "--export", action="append", default=[], choices=EXPORTS,
        help="also write the result for this tool; may be repeated",
    )  # fmt: skip
    add_trace(parser)
    add_output(parser)
    add_no_report(parser)


def _add_import(actions: Subparsers) -> None:
    parser = actions.add_parser(
        "import",
        help="turn a script, trace or log of another tool into a recording",
        usage="thresher web import FILE [-o FILE] [--base-url URL]",
        description="Reads a Playwright script in Python or TypeScript, as codegen writes it, a Playwright trace "
        "(.zip), a Cypress test, the first test of a Selenium IDE project (.side), an rrweb event log, or the pages of "
        "a HAR file. Nothing in it is run.",
    )
    parser.add_argument("input", type=Path, metavar="FILE")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="default: the name of FILE with .json")
    parser.add_argument("--base-url", default="", metavar="URL", help="what addresses in a script are relative to")
    parser.set_defaults(run=_import)


def _add_serve(actions: Subparsers) -> None:
    parser = actions.add_parser(
        "serve",
        help="serve a web page for reducing recordings",
        usage="thresher web serve [--port PORT] [options]",
        description="Serves a page on this machine. With --host others can use it, with the token that is printed.",
    )
    parser.add_argument("--port", type=int, default=8765, metavar="PORT", help="0 for any free one (default: 8765)")
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="default: 127.0.0.1, this machine only")
    parser.add_argument("--rules", type=Path, metavar="RULES", help="for rddmin (thresher events mine)")
    parser.add_argument(
        "--allow-setup", action="append", default=[], metavar="NAME=COMMAND",
        help="a setup command that users of the page may choose instead of --setup; may be repeated",
    )  # fmt: skip
    add_replay(parser)
    add_states(parser)
    parser.set_defaults(run=_serve)


def _record(options: argparse.Namespace) -> int:
    """0 once the recording is written."""
    require_extra("playwright")
    from thresher.web.recording.record_session import record  # noqa: PLC0415 - an optional dependency
    from thresher.web.recording.recorder import Recorder  # noqa: PLC0415 - an optional dependency
    from thresher.web.recording.uploads import upload_folder  # noqa: PLC0415 - an optional dependency

    check_output_file(options.output)  # not only when all is recorded
    keep_earlier(options.output)

    def save(recorder: Recorder) -> None:
        if not is_stream(options.output):
            recorder.uploads.write(upload_folder(options.output))
            write_whole(options.output, write_log(recorder.log()))

    log = record(
        options.url,
        title=options.title,
        browser=options.browser,
        headed=not options.headless,
        remote_port=options.remote_port,
        started=lambda: print(STARTED, file=sys.stderr, flush=True),
        typed=sys.stdin or (),
        save=save,
        note=lambda text: print(text, file=sys.stderr, flush=True),
    )
    write_whole(options.output, write_log(log))
    print(f"{len(log)} steps written to {options.output}", file=sys.stderr)
    return 0


def _replay(options: argparse.Namespace) -> int:
    """0 if nothing fails, 1 if the failure occurs, 2 if a step cannot be done."""
    require_extra("playwright")
    from thresher.web.reducing.replay_once import show_repair, show_replay  # noqa: PLC0415 - an optional dependency
    from thresher.web.replaying.browser import Chromium  # noqa: PLC0415 - an optional dependency
    from thresher.web.replaying.stuck_report import stuck_folder  # noqa: PLC0415 - an optional dependency

    log = read_log(read_input(options.input), options.input.name)
    if options.output is not None:
        check_output_file(options.output, options.input)
    settings, stated = replace(replay_settings(options), trace=options.trace), stated_failure(options)
    with Chromium(browser=settings.browser, headed=settings.headed) as chromium:
        if options.repair:
            repaired = options.output or options.input.with_suffix(".repaired.json")
            check_output_file(repaired, options.input)
            folder = stuck_folder(options.input)
            verdict = show_repair(log, chromium, settings, stated, output=repaired, stuck=folder)
            return EXIT_CODES[verdict.outcome]
        verdict = show_replay(
            log,
            chromium,
            settings,
            stated,
            states=states_of(options),
            output=options.output,
            screenshots=options.screenshots,
            stuck=stuck_folder(options.input),
        )
    return EXIT_CODES[verdict.outcome]


def _import(options: argparse.Namespace) -> int:
    """0 once the recording is written."""
    data, name = read_input(options.input), options.input.name
    same = options.input.suffix == ".json"
    output = options.output or options.input.with_suffix(".recording.json" if same else ".json")
    check_output_file(output, options.input)
    found = imported(data, name, options.base_url)
    log = as_recording(found, options.input.stem)
    keep_earlier(output)
    write_whole(output, write_log(log))
    for note in found.notes:
        print(note, file=sys.stderr)
    print(f"{len(log)} step{'s' * (len(log) != 1)} written to {output}", file=sys.stderr)
    return 0


def _reduce(options: argparse.Namespace) -> int:
    """0 if no step can be left out, 1 if stopped before."""
    require_extra("playwright")
    from thresher.web.reducing.results import ExportFormat, Exports  # noqa: PLC0415 - an optional dependency
    from thresher.web.reducing.session import HintSources, WebTask, reduce_recording  # noqa: PLC0415 - an optional dependency

    require_file(options.input)
    if options.rules and options.logs:
        raise UsageError("give either --rules or --logs, not both")
    guided = options.rules or options.logs
    default = RecordingAlgorithm.RDDMIN if guided else RecordingAlgorithm.HIERARCHICAL
    algorithm = RecordingAlgorithm(options.algorithm) if options.algorithm else default
    if guided and algorithm is not RecordingAlgorithm.RDDMIN:
        raise UsageError("--rules and --logs are for --algorithm rddmin")
    if options.jobs > 1 and one_at_a_time(options):
        options.jobs = 1
        print("--jobs is not used: replays reset the server, so they run one at a time", file=sys.stderr)
    task = recording_task(options, FlakinessSettings(options.checks, options.confidence, advice=ADVICE))
    guide = HintSources(options.rules, options.logs, states_of(options), options.hint_tests or None)
    exports = Exports(tuple(map(ExportFormat, dict.fromkeys(options.export))), options.trace)
    asked = WebTask(task, algorithm, replay_settings(options), stated_failure(options), guide, exports)
    result, files = reduce_recorded(options, task, partial(reduce_recording, asked), written="tests and screenshots")
    if files.note and not options.quiet:
        print(files.note, file=sys.stderr)
    show(result, as_statistics=options.json, log=True)
    return 0 if result.complete else STOPPED_EARLY


def _serve(options: argparse.Namespace) -> int:
    """Serves until Ctrl-C."""
    require_extra("playwright", "starlette", "uvicorn")
    from thresher.web.service.recordings import Service  # noqa: PLC0415 - an optional dependency

    settings = replace(replay_settings(options), headed=False)
    service = Service(
        options.host,
        options.port,
        settings,
        rules=options.rules,
        states=states_of(options),
        setups=allowed_setups(options.allow_setup),
    )
    print(service.address, flush=True)
    service.run()
    return 0
