"""Asks the programs under test for their versions: once in a session, contained like every run, with a time limit.

Programs are those that a shell would run for the command, and for the shell scripts that it names. A script that is
named by a path is the user's own, and has no version; neither have the usual tools of test scripts, such as grep.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from thresher.errors import OracleBroken
from thresher.oracle.command import CommandOracle, Program, observe
from thresher.oracle.running.limits import Limits
from thresher.session.folder.versions import VERSIONS, ProgramVersion, SessionVersions

LIMITS = Limits(seconds=2.0)
MOST_PROGRAMS = 3
MOST_LINES, LONGEST_LINE = 8, 200
MOST_SCRIPT = 1 << 16
TOOLS = frozenset(
    """
    sh bash dash zsh ksh env timeout nice ionice time stdbuf setsid nohup xvfb-run sudo exec eval
    grep egrep fgrep rg sed awk gawk cat head tail cut sort uniq tr wc test [ [[ true false echo printf diff cmp comm
    rm mkdir cp mv ln ls cd exit return ulimit export set unset trap find xargs tee mktemp basename dirname touch
    chmod sleep kill pkill if then else elif fi for while until do done case esac in read shift source . : ! wait
    """.split()  # noqa: SIM905 - a list of quoted words would fill a page
)
_COMMAND = re.compile(
    r"(?:^|[|;&(`{\n]|\b(?:if|then|do|else|elif|while|until|exec|time|timeout(?:\s+-\S+)*\s+[\d.]+\w*)\s)"
    r"[\s!]*([\w./+-]+)(?=[\s;|&)]|$)"
)
_PROGRAM = re.compile(r"[a-zA-Z/][\w./+-]*")
_SHELL = re.compile(r"#!\s*\S*(?:/|env\s+)(?:ba|da|z|k)?sh\b")


def save_versions(folder: Path, oracle: object, *, fresh: bool) -> None:
    """Writes the versions into the folder of a session, unless they are there already."""
    if (folder / VERSIONS).exists() and not fresh:
        return
    programs = _asked(oracle) if isinstance(oracle, CommandOracle) and isinstance(oracle.program, Program) else []
    SessionVersions.here(datetime.now(UTC).isoformat(timespec="seconds"), programs).write(folder)


def _asked(oracle: CommandOracle) -> list[ProgramVersion]:
    """The version of each program that answers; a program that ends with an error has none."""
    program = oracle.program
    assert isinstance(program, Program)
    found = []
    for path in programs_of(program.argv):
        asked = Program((str(path), "--version"), program.name, environment=program.environment)
        try:
            seen = observe(asked, oracle.directories, bytes, limits=LIMITS)
        except OracleBroken:
            continue
        text = "" if seen.failed else (seen.stdout or seen.stderr).decode(errors="replace")
        lines = [line.strip()[:LONGEST_LINE] for line in text.splitlines() if line.strip()]
        if lines and any(sign.isdigit() for sign in text):
            found.append(ProgramVersion(path.name, lines[:MOST_LINES]))
    return found


def programs_of(command: tuple[str, ...]) -> list[Path]:
    """The programs that a command runs, as far as they are known from its words and its shell scripts."""
    found: dict[str, Path] = {}
    for word in _words(command):
        path = shutil.which(word)
        if path is None or Path(word).name in TOOLS or _is_own_script(Path(path)):
            continue
        found.setdefault(Path(path).name, Path(path))
    return list(found.values())[:MOST_PROGRAMS]


def _words(command: tuple[str, ...]) -> Iterator[str]:
    """The words in the places of programs: of the command, of shell code in it, and of its scripts."""
    yield command[0]
    if Path(command[0]).name in TOOLS:
        yield from next(([part] for part in command[1:] if _PROGRAM.fullmatch(part) and shutil.which(part)), [])
        yield from (word for part in command[1:] if " " in part for word in _COMMAND.findall(part))
    for part in command:
        yield from _COMMAND.findall(_shell_script(Path(part)))


def _shell_script(path: Path) -> str:
    """The text of a small shell script without its comments; empty for any other file."""
    try:
        if not path.is_file() or path.stat().st_size > MOST_SCRIPT:
            return ""
        text = path.read_text(errors="replace")
    except (OSError, ValueError):
        return ""
    return re.sub(r"(?m)^\s*#.*$", "", text) if _SHELL.match(text) else ""


def _is_own_script(path: Path) -> bool:
    """Whether it is a script that is not installed in the PATH."""
    if shutil.which(path.name) == str(path):
        return False
    try:
        with path.open("rb") as file:
            return file.read(2) == b"#!"
    except OSError:
        return True
