"""Runs a program under gdb non-interactively, to learn where it crashes.

The output of gdb is discarded, except blocks between two marks on standard output: one for each stop at a fatal signal
(its number and the frames) and one at the end (how the program ended). The blocks are cut out again, so what is left is
the program's own output. A program that handles its signals is continued after two stops.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from signal import SIGTRAP

from thresher.errors import OracleBroken
from thresher.oracle.failures.frames import StackFrame, cycle, named, walk
from thresher.oracle.failures.observation import Observation

KEPT = 10  # frames of a backtrace
DEPTH = 200  # frames requested from gdb: a recursion may hide the relevant frames
STOPS = 2
CRASHES = "SIGSEGV SIGABRT SIGBUS SIGFPE SIGILL SIGSYS"
BEGIN, END = "[thresher gdb", "thresher gdb]"

_BLOCK = re.compile(rb"\n\[thresher gdb\n(.*?)thresher gdb\]\n", re.DOTALL)
_COMPLAINT = rb"Attempt to extract a component of a value that is not a structure\.\nNo stack\.\n"
_VALUE = re.compile(rb"^\$\d+ = (.*)$", re.MULTILINE)
_FRAME = re.compile(r"^#\d+ +(?:0x[0-9a-fA-F]+ in )?(.+)$", re.MULTILINE)
_OPERATOR = re.compile(r"operator *(?:->\*?|<=>|[<>]{1,2}=?)")
_PLACE = re.compile(r"\)(?: at (.+?)(?::\d+)?| from (.+))?$")
_SYSTEM = re.compile(r"/(?:usr/)?lib(?:32|64|x32)?/|\.\./sysdeps/")  # where libraries, and glibc's sources, are

_SETUP = (
    "set logging file /dev/null",
    "set logging redirect on",
    "set logging enabled on",
    "set confirm off",
    "set width 0",
    "set print frame-arguments presence",
    "set debuginfod enabled off",
    "unset environment LINES",  # gdb sets these two for its child
    "unset environment COLUMNS",
    "handle all nostop noprint pass",
    "handle SIGINT nostop noprint pass",
    f"handle {CRASHES} stop print pass",
)


def gdb_command(argv: Sequence[str]) -> list[str]:
    """The command that runs `argv` under gdb.

    Standard input is the program's. `unwrapped` reads from the output how the program ended. gdb itself exits with 0,
    since a sandbox interprets an exit code such as 139 as a signal.
    """
    commands = [*_SETUP, "run"]
    for stop in range(STOPS):
        commands += _block("p $_siginfo.si_signo", f"bt {DEPTH}")
        if stop == STOPS - 1:
            commands.append(f"handle {CRASHES} nostop noprint pass")
        commands.append("continue")
    commands += [*_block("p $_exitcode", "p $_exitsignal"), "quit 0"]
    options = [option for command in commands for option in ("-ex", command)]
    # gdb starts its child through $SHELL, which need not be a shell that understands its quoting
    return ["env", "SHELL=/bin/sh", "gdb", "-batch", "-nx", "-q", *options, "--args", *argv]


def _block(*commands: str) -> list[str]:
    commands = (f"echo \\n{BEGIN}\\n", *commands, f"echo {END}\\n")
    return ["set logging enabled off", *commands, "set logging enabled on"]


def unwrapped(observation: Observation) -> Observation:
    """The observation of the program, given the observation of gdb running it.

    A run that was cut short has no status and no backtrace. A program that gdb could not start at all raises
    OracleBroken.
    """
    blocks = _BLOCK.findall(observation.stdout)
    stdout, stderr = _BLOCK.sub(b"", observation.stdout), re.sub(_COMPLAINT, b"", observation.stderr)
    seen = replace(observation, stdout=stdout, stderr=stderr)
    if observation.timed_out or observation.cut or observation.signal is not None:
        return seen
    values = [value for value in _VALUE.findall(blocks[-1]) if value != b"void"] if blocks else []
    if not values:
        said = stderr.decode(errors="replace").strip().splitlines() or ["nothing"]
        raise OracleBroken(
            f"gdb could not run the program (it said: {said[-1]}); the command must start a binary, not a script, "
            "and this machine must allow debugging (ptrace); or leave the backtrace out"
        )
    return _judged(seen, int(values[0]), blocks)


def _judged(seen: Observation, status: int, blocks: list[bytes]) -> Observation:
    stops = [block for block in blocks[:-1] if b"\n#" in block]
    trapped = bool(stops) and _VALUE.findall(stops[-1])[:1] == [b"%d" % SIGTRAP]
    if trapped:  # gdb keeps this signal for itself, so the program continued where it would have ended
        return replace(seen, exit_code=None, signal=int(SIGTRAP), backtrace=parse_backtrace(stops[-1]))
    frames = parse_backtrace(stops[-1]) if stops and status else ()
    if _VALUE.findall(blocks[-1])[0] == b"void":
        return replace(seen, exit_code=None, signal=status, backtrace=frames)
    return replace(seen, exit_code=status, signal=None, backtrace=frames)


def parse_backtrace(output: bytes) -> tuple[str, ...]:
    """The functions of a gdb backtrace, innermost first: at most 10, as "parse (reader.c)" or "parse".

    Without addresses, arguments and lines; without the frames of abort, assert and raise, and those without a symbol. A
    recursive function is named once. Frames of system libraries are left out, unless there are no others. Where a
    recursion used up the stack is chance, so then the recursive functions are listed in alphabetical order.

    >>> parse_backtrace(b"#0  0x7f in strlen () from /lib/libc.so.6\\n#1  0x55 in f (n=3) at src/a.c:9\\n")
    ('f (a.c)',)
    """
    frames = list(_frames(output.decode(errors="replace")))
    own = [frame for frame, system in frames if not system] or [frame for frame, _ in frames]
    if len(frames) >= DEPTH and (names := cycle(own)):
        return tuple(name.removeprefix("in ") for name in names)[:KEPT]
    return tuple(named(frame) for frame in walk(own))[:KEPT]


def _frames(text: str) -> Iterator[tuple[StackFrame, bool]]:
    """Each frame, and whether it lies in a system library."""
    for match in _FRAME.finditer(text):
        line = match[1].rstrip()
        place = _PLACE.search(line)
        source, library = place.groups() if place else (None, None)
        yield StackFrame(_function(line), source or ""), _SYSTEM.match(library or source or "") is not None


def _function(line: str) -> str:
    """The name before the arguments, which follow a space; template arguments may contain parentheses too."""
    ends = [match.start() for match in re.finditer(r" \(", line)]
    names = [_OPERATOR.sub("operator", line[:end]) for end in ends]
    whole = [end for end, name in zip(ends, names, strict=True) if name.count("<") == name.count(">")]
    return line[: whole[0]] if whole else line
