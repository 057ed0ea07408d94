"""`thresher serve`: a queue of reductions for a team, as a page and as JSON over HTTP."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path

from thresher.cli.argument_types import Subparsers, positive, size
from thresher.cli.commands import COMMANDS
from thresher.cli.extras import require_extra
from thresher.errors import UsageError
from thresher.executors import DASK, LOCAL
from thresher.session.folder.signing import NoKey, state_directory


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "serve",
        help=COMMANDS["serve"],
        usage="thresher serve --allow NAME='COMMAND {}' [--allow ...] [--commands FILE] [--sessions DIR] [options]",
        description="Serves a page where people drop an input, choose one of the commands you allow, and watch the "
        "reduction; the same is there as JSON (/openapi.json). Jobs wait in a queue on disk and continue after a "
        "restart. Everybody needs the token in the address that is printed. Programs run in a sandbox.",
    )
    _add_what(parser)
    _add_where(parser)
    _add_how(parser)
    parser.set_defaults(run=run)


def _add_what(parser: argparse.ArgumentParser) -> None:
    what = parser.add_argument_group("what can be run and seen")
    what.add_argument(
        "--allow",
        metavar="NAME=COMMAND",
        action="append",
        default=[],
        help="a command that users may choose, e.g. gcc='gcc -O2 -c {}'; may be repeated",
    )
    what.add_argument(
        "--commands", type=Path, metavar="FILE", help="commands in a TOML file, each a table with options of reduce"
    )
    what.add_argument(
        "--sessions",
        type=Path,
        metavar="DIR",
        action="append",
        default=[],
        help="a directory whose sessions, running or not, can be looked at; may be repeated",
    )


def _add_where(parser: argparse.ArgumentParser) -> None:
    where = parser.add_argument_group("where")
    where.add_argument("--port", type=int, default=8766, metavar="PORT", help="0 for any free one (default: 8766)")
    where.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="default: 127.0.0.1, this machine only")
    where.add_argument(
        "--folder", type=Path, metavar="DIR", help="queue, inputs and results (default: serve/ in the state directory)"
    )


def _add_how(parser: argparse.ArgumentParser) -> None:
    how = parser.add_argument_group("how much, and with what")
    how.add_argument(
        "-j", "--jobs", type=positive, metavar="N", help="tests in parallel, over all reductions (default: all cores)"
    )
    how.add_argument("--at-once", type=positive, default=1, metavar="N", help="reductions in parallel (default: 1)")
    how.add_argument(
        "--most-waiting", type=positive, default=100, metavar="N", help="reductions in the queue (default: 100)"
    )
    how.add_argument(
        "--max-input", type=size, default=32 << 20, metavar="SIZE", help="of an uploaded file (default: 32M)"
    )
    how.add_argument(
        "--no-sandbox", action="store_true", help="run programs without a sandbox, with the permissions of the server"
    )
    how.add_argument("--executor", choices=[LOCAL, DASK], default=LOCAL, help="where tests run (default: local)")
    how.add_argument("--scheduler", metavar="ADDRESS", help="address of the Dask scheduler")


def run(options: argparse.Namespace) -> int:
    """Serves until Ctrl-C."""
    require_extra("starlette", "uvicorn")
    from thresher.service.allowed import by_name, parse_allowed, read_allowed  # noqa: PLC0415 - an optional dependency
    from thresher.service.team import LIMITS, TeamService, TeamSettings  # noqa: PLC0415 - likewise

    listed = read_allowed(options.commands) if options.commands else []
    commands = by_name([*map(parse_allowed, options.allow), *listed])
    if not commands and not options.sessions:
        raise UsageError("nothing to serve; allow a command, for instance: --allow gcc='gcc -O2 -c {}'")
    for command in commands.values():
        options.parsed([*command.arguments("input")])  # an unknown option is an error now
    slots = options.jobs or len(os.sched_getaffinity(0))
    service = TeamService(
        TeamSettings(
            host=options.host,
            port=options.port,
            folder=options.folder or _state(),
            commands=commands,
            sessions=tuple(options.sessions),
            options=_job_options(options, slots),
            at_once=options.at_once,
            slots=slots,
            most_waiting=options.most_waiting,
            limits=replace(LIMITS, body_bytes=options.max_input),
        )
    )
    print(service.address, flush=True)
    service.run()
    return 0


def _job_options(options: argparse.Namespace, slots: int) -> tuple[str, ...]:
    """The options of `thresher reduce` for every job."""
    sandbox = () if options.no_sandbox else ("--sandbox",)
    if not options.no_sandbox:
        from thresher.oracle.running.sandbox import Sandbox  # noqa: PLC0415 - only for a service that has one

        try:
            Sandbox.opened([])
        except UsageError as error:
            raise UsageError(f"{error}; thresher serve --no-sandbox runs programs without it") from None
    if options.executor == DASK:
        if not options.scheduler:
            raise UsageError("a service needs a running cluster; give its address with --scheduler ADDRESS")
        jobs = ("-j", str(slots)) if options.jobs else ()
        return (*sandbox, *jobs, "--executor", DASK, "--scheduler", options.scheduler)
    if options.scheduler:
        raise UsageError("--scheduler needs --executor dask")
    return (*sandbox, "-j", str(slots))


def _state() -> Path:
    try:
        return state_directory() / "serve"
    except NoKey as why:
        raise UsageError(f"{why}, or name a folder with --folder") from None
