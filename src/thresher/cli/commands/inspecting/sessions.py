"""`thresher sessions`: what was reduced here, how far, when; old sessions removed, a report opened."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from thresher.cli.argument_types import Subparsers, positive
from thresher.cli.commands import COMMANDS
from thresher.errors import UsageError
from thresher.session.folder.listing import RUNNING, ListedSession, list_sessions, remove_session
from thresher.session.folder.signing import NoKey, state_directory
from thresher.session.folder.store import FOLDER

DAY, DAYS = 86_400, 30
KILO = 1024
MOST_NAMED = 3  # other directories with sessions


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "sessions",
        help=COMMANDS["sessions"],
        usage="thresher sessions [FOLDER] [--clean | --open N] [options]",
        description="Lists the sessions in a directory, the newest first, and those that belong to no input, such as "
        "those of thresher changes, if they were made there or below. A session has verdicts, successes and the "
        "report; removing it keeps the result.",
    )
    parser.add_argument("where", type=Path, nargs="?", metavar="FOLDER", help="default: this directory")
    parser.add_argument("--clean", action="store_true", help="remove old sessions, but none that is running")
    parser.add_argument(
        "--older-than", type=float, default=DAYS, metavar="DAYS", help=f"with --clean: how old (default: {DAYS})"
    )
    parser.add_argument("--yes", action="store_true", help="with --clean: do not ask")
    parser.add_argument("--open", type=positive, metavar="N", help="open the report of session N in a browser")
    parser.add_argument("--json", action="store_true", help="the list as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0, also if there are no sessions."""
    where: Path = options.where or Path()
    if not where.is_dir():
        raise UsageError(f"{where} is not a directory; name the directory of a result")
    without_input = _without_input()
    here = [each for each in without_input if Path(each.directory).is_relative_to(where.resolve())]
    found = list_sessions(where) + here
    if options.clean:
        return _clean([each for each in found if _age(each) >= options.older_than], yes=options.yes)
    if options.open is not None:
        return _open(found, options.open)
    if options.json:
        print(json.dumps([_record(each) for each in found], indent=1))
        return 0
    if not found:
        print(f"no sessions in {where.resolve()}")
    for number, each in enumerate(found, 1):
        print(f"{number:3}  {line(each)}")
        if each in here:
            print(f"     made in {each.directory}")
    elsewhere = sorted({each.directory for each in without_input if each not in here})
    if elsewhere:
        more = f" and {len(elsewhere) - MOST_NAMED} more" if len(elsewhere) > MOST_NAMED else ""
        print(f"not listed: sessions without an input made in {', '.join(elsewhere[:MOST_NAMED])}{more}; name a folder")
    return 0


def _without_input() -> list[ListedSession]:
    """The sessions that are beside no result."""
    try:
        return list_sessions(state_directory() / FOLDER)
    except NoKey:  # no home directory
        return []


def line(session: ListedSession) -> str:
    """A session in a line of a table."""
    before, after = session.before, session.after
    sizes = f"{before:,} -> {after:,} bytes" if before is not None and after is not None else ""
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(session.changed))
    tests = f"{session.tests:,} tests"
    return f"{session.name:<24} {sizes:<28} {tests:>12}  {session.state:<9} {when}  {_room(session.disk):>8}"


def _age(session: ListedSession) -> float:
    return (time.time() - session.changed) / DAY


def _room(size: float) -> str:
    """The room on disk.

    >>> _room(300), _room(5_000_000)
    ('300 B', '4.8 MB')
    """
    for unit in ("B", "kB", "MB"):
        if size < KILO:
            return f"{size:.0f} B" if unit == "B" else f"{size:.1f} {unit}"
        size /= KILO
    return f"{size:.1f} GB"


def _sessions(count: int) -> str:
    """A number of sessions in words.

    >>> _sessions(1), _sessions(2)
    ('1 session', '2 sessions')
    """
    return "1 session" if count == 1 else f"{count} sessions"


def _clean(old: list[ListedSession], *, yes: bool) -> int:
    idle = [each for each in old if each.state != RUNNING]
    room = _room(sum(each.disk for each in idle))
    if not idle:
        print("no session is old enough; --older-than DAYS lowers the age")
        return 0
    if not yes:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise UsageError(f"{_sessions(len(idle))} ({room}) would be removed; add --yes to remove them")
        print(
            *(line(each) for each in idle),
            f"remove {_sessions(len(idle))} ({room})? [y/N] ",
            sep="\n",
            end="",
            flush=True,
        )
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            raise UsageError("nothing was removed")
    removed = sum(remove_session(each) for each in idle)
    print(f"removed {_sessions(removed)} ({room})")
    return 0


def _open(found: list[ListedSession], number: int) -> int:
    import webbrowser  # noqa: PLC0415 - only --open needs it

    from thresher.reports.html import write_report  # noqa: PLC0415 - likewise

    if number > len(found):
        raise UsageError(f"there are {len(found)} sessions; thresher sessions lists them")
    path = write_report(found[number - 1].folder).resolve()
    print(path)
    webbrowser.open(path.as_uri())
    return 0


def _record(session: ListedSession) -> dict[str, object]:
    return {
        "folder": str(session.folder),
        "input": session.name,
        "directory": session.directory,
        "state": session.state,
        "before": session.before,
        "after": session.after,
        "tests": session.tests,
        "changed": round(session.changed),
        "disk": session.disk,
    }
