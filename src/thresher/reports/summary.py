"""A reduction in a few values, for whoever reports it: the page, a bug tracker, a continuous integration server."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from thresher.formats.archives.directory import FILE, MAGIC, PROGRAM, entries
from thresher.oracle.command import filled
from thresher.reports.excerpt import readable
from thresher.session.folder.history import SavedFailure, SessionHistory

Hide = Callable[[str], str]
_PRINTS = re.compile(r"and prints \(([^)]*)\): (.*)")
_AT = re.compile(r"at the crash: (.*)")
_RUN_DIRECTORY = re.compile(r"(?:/[\w.+-]+)*/thresher-\d+-[0-9a-f]{8,}/\d+/(?:work/|tmp/)?")


@dataclass(frozen=True, slots=True)
class Summary:
    """What a report says. `hide` takes secrets out of what programs and users wrote, and was applied to all texts.

    `test` shows the failure on the result; `reduction` is the command that was reduced with. `output` is what the
    program printed about the failure.
    """

    name: str
    result: str
    title: str
    failure: list[str]
    test: str
    reduction: str
    output: str
    versions: list[tuple[str, str]]
    date: str
    state: str
    before: int
    after: int
    tests: int
    seconds: float
    content: bytes | None
    others: tuple[SavedFailure, ...]

    @property
    def files(self) -> list[tuple[str, bytes]]:
        """The files of the result with their names; several if it is a directory, none if it does not exist."""
        if self.content is None:
            return []
        if not self.content.startswith(MAGIC):
            return [(self.result, self.content)]
        whole = (entry for entry in entries(self.content) if entry.kind in (FILE, PROGRAM))
        return [(entry.path.decode(errors="replace"), entry.content) for entry in whole]


def summarize(past: SessionHistory, hide: Hide) -> Summary:
    """The summary of a session, finished or not."""
    failure = [hide(line) for line in past.about.criterion]
    done = past.statistics
    return Summary(
        name=past.about.name,
        result=Path(past.about.output).name,
        title=title(failure),
        failure=failure,
        test=hide(_on_result(past)),
        reduction=hide(shlex.join(["thresher", *past.arguments])),
        output=as_printed(past.failure, hide),
        versions=_versions(past, hide),
        date=_date(past),
        state=_state(past),
        before=past.about.size,
        after=done.curve[-1][2] if done.curve else past.about.size,
        tests=done.tests,
        seconds=done.seconds,
        content=past.after,
        others=past.other_failures,
    )


def as_printed(output: bytes, hide: Hide) -> str:
    """The output of a program for others: without secrets, and without the paths of directories that are gone.

    >>> as_printed(b"/dev/shm/thresher-77-b75b8647df102a69/5/work/a.c:1: error\\n", str)
    'a.c:1: error'
    """
    return _RUN_DIRECTORY.sub("", hide(readable(output))).strip("\n")


def title(criterion: list[str]) -> str:
    """The failure in one line, for the title of a bug report.

    >>> title(["the program ends with exit code 4", "and prints (internal compiler error): in expand_call"])
    'in expand_call'
    >>> title(["the program is ended by SIGSEGV", "at the crash: parse < main"])
    'SIGSEGV in parse'
    """
    printed = next((found[2] for line in criterion if (found := _PRINTS.match(line))), "")
    if printed:
        return re.sub(r"^<\w+>:\s*", "", printed).strip()
    ending = re.sub(r"^the program (?:is ended by|ends with) ", "", criterion[0]) if criterion else "a failure"
    place = next((found[1].partition(" < ")[0] for line in criterion if (found := _AT.match(line))), "")
    return f"{ending} in {place}" if place else ending


def _versions(past: SessionHistory, hide: Hide) -> list[tuple[str, str]]:
    """Names and versions; the program under test comes first."""
    known = past.versions
    if known is None:
        return []
    programs = [(each.name, hide(readable(each.short.encode()))) for each in known.programs]
    return [*programs, ("system", known.system), ("thresher", f"{known.thresher} (Python {known.python})")]


def _date(past: SessionHistory) -> str:
    """The day and time on which the session began, in words; empty if it is not known."""
    if past.versions is None:
        return ""
    try:
        begun = datetime.fromisoformat(past.versions.date)
    except ValueError:
        return ""
    return f"{begun.day} {begun:%B %Y, %H:%M} UTC"


def _state(past: SessionHistory) -> str:
    finished = past.statistics.finished
    if finished is None:
        return "not finished"
    if not finished.complete:
        return f"stopped early: {finished.why}"
    claim = past.about.claim or finished.why
    return f"{claim}, but {past.about.caveat}" if past.about.caveat else claim


def _from_folder(test: str, name: str) -> str:
    """The command of a script, for a folder inside the one that it was typed in; empty if there is none.

    >>> _from_folder("./interesting.sh {}", "a.c")
    '../interesting.sh a.c   # exits 0 when the failure occurs'
    >>> _from_folder("bin/check", "a.c").split()[0], _from_folder("/bin/check", "a.c").split()[0]
    ('../bin/check', '/bin/check')
    """
    words = [filled(word, name) for word in shlex.split(test)]
    if not words:
        return ""
    program = words[0].removeprefix("./")
    words[0] = f"../{program}" if "/" in words[0] and not program.startswith("/") else words[0]
    return f"{shlex.join(words)}   # exits 0 when the failure occurs"


def _on_result(past: SessionHistory) -> str:
    """The user's command with the result for the input."""
    arguments, result = past.arguments, Path(past.about.output).name
    if list(arguments[:2]) == ["ui", "reduce"]:  # its script has everything that a replay needs
        return f"python3 {shlex.quote(f'{Path(result).stem}/replay.py')}"
    if "--" not in arguments:
        copied = f"mkdir case && cp {shlex.quote(result)} case/{shlex.quote(past.about.name)} && cd case"
        test = _from_folder(past.about.test, past.about.name)
        return f"{copied}\n{test or '# then the test of the reduction below'}"
    cut = arguments.index("--")
    command = []
    for part in arguments[cut + 1 :]:
        is_input = part in (past.about.name, past.about.input)
        command.append(result if is_input else filled(part, result))
    return shlex.join(command) + (f" < {shlex.quote(result)}" if "--stdin" in arguments[:cut] else "")
