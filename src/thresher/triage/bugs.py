"""One small input and one folder for each failure: the smallest input of a group, reduced by a session of its own."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from thresher import formats
from thresher.engine.record.record import Record
from thresher.errors import NotFailing, TooFlaky, UsageError
from thresher.oracle.failures.criterion import StatedCriterion
from thresher.oracle.failures.signature import HANG, Signature
from thresher.oracle.running.limits import Limits
from thresher.oracle.running.process import run
from thresher.plan import Plan, PlanOptions
from thresher.session.files.whole import write_whole
from thresher.session.folder.store import FOLDER
from thresher.session.interrupts import INTERRUPTED
from thresher.session.run import Hear, reduce_file
from thresher.session.settings import OracleSettings
from thresher.session.target_failure.criteria import restored
from thresher.session.target_failure.first_run import FIRST_TIMEOUT
from thresher.session.task import Task
from thresher.triage.groups import FailureGroup
from thresher.triage.inputs import run_name
from thresher.triage.likeness import contains

CODE, DATA = "code", "data"
SCRIPT, LOG, SIGNATURE = "reproduce.sh", "log.txt", "signature.json"


@dataclass(frozen=True, slots=True)
class Bug:
    """A group and the reduction of its smallest input; `reduced` is None if it was not reduced, for the reason in
    `why`.

    `contained` counts the inputs of the group that contain the reduced one: surely the same bug. `shows` says whether
    the script in the folder reproduced the failure.
    """

    group: FailureGroup
    folder: Path
    reduced: bytes | None
    complete: bool
    why: str
    tests: int = 0
    contained: int = 0
    shows: bool = False
    interrupted: bool = False


Script = Callable[[Task, Signature, str], str]  # of a task, its failure and the name of a file beside the script


@dataclass(frozen=True, slots=True)
class BugFolders:
    """Creates the folders of bugs; `script` writes the text of reproduce.sh.

    An input that runs for `hang` seconds hangs.
    """

    output: Path
    task: Task
    hang: float
    hear: Hear
    script: Script

    def bugs(self, groups: Sequence[FailureGroup], done: Callable[[Bug], None]) -> list[Bug]:
        """One bug for each group. After an interrupt the rest is not reduced."""
        bugs: list[Bug] = []
        for group in groups:
            folder = self.output / group.signature.file_name
            untouched = Bug(group, folder, None, complete=False, why=INTERRUPTED, interrupted=True)
            if bugs and bugs[-1].interrupted:
                bugs.append(untouched)
                continue
            try:
                bugs.append(self._bug(group, folder))
            except KeyboardInterrupt:  # between two searches
                bugs.append(untouched)
            done(bugs[-1])
        return bugs

    def _bug(self, group: FailureGroup, folder: Path) -> Bug:
        """A folder with the original, the reduced input, the signature, the script, and the script's output."""
        folder.mkdir(parents=True, exist_ok=True)
        name, data = run_name(group.representative.path), group.representative.path.read_bytes()
        original, reduced = (folder / name.replace("input", word, 1) for word in ("original", "reduced"))
        write_whole(original, data)
        write_whole(folder / SIGNATURE, json.dumps(asdict(group.signature), indent=1).encode())
        task = replace(
            self.task,
            input=self._copied(group.representative.digest, name, data),
            output=reduced,
            oracle=_oracle(self.task.oracle, group.signature, self.hang),
            search=replace(self.task.search, plan_options=_plan_options(self.task.search.plan_options, name, data)),
        )
        bug = self._reduced(task, group, folder) if data else _empty(group, folder, reduced)
        smallest = reduced if bug.reduced is not None else original
        write_whole(folder / SCRIPT, self.script(task, group.signature, smallest.name).encode())
        (folder / SCRIPT).chmod(0o755)
        return replace(bug, shows=_shows(folder), contained=_contained(group, bug.reduced))

    def _copied(self, digest: str, name: str, data: bytes) -> Path:
        """The input under the name that it had in the survey, in a hidden folder."""
        place = self.output / FOLDER / "inputs" / digest[:16]
        place.mkdir(parents=True, exist_ok=True)
        write_whole(place / name, data)
        return place / name

    def _reduced(self, task: Task, group: FailureGroup, folder: Path) -> Bug:
        def hear(record: Record, criterion: list[str], plan: Plan) -> None:
            learned = restored(record.verdicts.learned.signature) if record.verdicts.learned else None
            if task.oracle.stated is None and learned != group.signature:
                other = f"it showed {learned.short} instead" if learned else "no run showed it"
                raise NotFailing(f"the failure did not occur again; {other}")
            self.hear(record, criterion, plan)

        try:
            result = reduce_file(task, hear)
        except (NotFailing, TooFlaky) as error:  # of this input alone: the others have their own sessions
            return Bug(group, folder, None, complete=False, why=str(error))
        return Bug(
            group,
            folder,
            result.after,
            result.complete,
            result.why,
            result.statistics.tests,
            interrupted=result.end.interrupted,
        )


def _plan_options(plan_options: PlanOptions, name: str, data: bytes) -> PlanOptions:
    """A text of no known kind, under a name without an ending, is data that a fuzzer made."""
    unknown = not Path(name).suffix and plan_options == PlanOptions(without=plan_options.without)
    return replace(plan_options, format=DATA) if unknown and formats.guess(name, data).name == CODE else plan_options


def require_place(output: Path) -> None:
    """The folder for results is new, empty, or that of an earlier triage; anything else is a UsageError."""
    if output.exists() and not output.is_dir():
        raise UsageError(f"{output} is a file; name a folder with -o")
    if output.is_dir() and any(output.iterdir()) and not (output / FOLDER).is_dir():
        raise UsageError(f"{output} has other files in it; name a new folder with -o")
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot create {output}: {error.strerror}; name another folder with -o") from error


def _oracle(settings: OracleSettings, signature: Signature, hang: float) -> OracleSettings:
    """The settings for the reduction of a group: its signature, with gdb if that has a backtrace, or the hang."""
    if signature.kind == HANG:
        return replace(settings, stated=StatedCriterion(hang=hang))
    return replace(settings, backtrace=bool(signature.backtrace))


def _empty(group: FailureGroup, folder: Path, reduced: Path) -> Bug:
    write_whole(reduced, b"")
    return Bug(group, folder, b"", complete=True, why="the input is empty")


def _holds(whole: bytes, part: bytes) -> bool:
    return part in whole or contains(whole, part)


def _contained(group: FailureGroup, reduced: bytes | None) -> int:
    if reduced is None:
        return 0
    return sum(_holds(member.path.read_bytes(), reduced) for member in group.members)


def _shows(folder: Path) -> bool:
    """Whether the script reproduces the failure; its output is the log."""
    script = str((folder / SCRIPT).absolute())
    seen = run([script], directory=folder, environment=dict(os.environb), limits=Limits(seconds=FIRST_TIMEOUT))
    write_whole(folder / LOG, seen.stdout + seen.stderr)
    return seen.exit_code == 0
