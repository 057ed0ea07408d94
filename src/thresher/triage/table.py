"""The result of a triage: a row for each failure, and lists of the inputs outside the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from thresher.triage.bugs import Bug
from thresher.triage.groups import Census
from thresher.triage.likeness import WITHIN, Likeness, likenesses
from thresher.triage.survey import SurveyedInput

HEAD = ("#", "failure", "inputs", "smallest", "reduced", "contain it")


@dataclass(frozen=True, slots=True)
class TriageRow:
    """The cells under HEAD, remarks, and the folder."""

    cells: tuple[str, ...]
    remarks: tuple[str, ...]
    folder: str
    reduced: bytes | None


@dataclass(frozen=True, slots=True)
class Listing:
    """Inputs that have something other than a failure in common."""

    what: str
    paths: tuple[str, ...]

    @property
    def heading(self) -> str:
        return f"{counted(len(self.paths), 'input')} {self.what}"


@dataclass(frozen=True, slots=True)
class Triage:
    """The result for the inputs in a folder."""

    folder: Path
    census: Census
    bugs: Sequence[Bug]

    @property
    def complete(self) -> bool:
        """Whether nothing was stopped early; a group that cannot be reduced for a reason of its own does not count."""
        return all(bug.complete or (bug.reduced is None and not bug.interrupted) for bug in self.bugs)

    @property
    def heading(self) -> str:
        census = self.census
        inputs = sum(group.files for group in census.groups) + len(census.passing) + len(census.unsteady)
        return f"{counted(len(self.bugs), 'distinct failure')} in {counted(inputs, 'input')}"

    @property
    def likenesses(self) -> list[Likeness]:
        """Likenesses of reduced inputs, by the indexes of their bugs, starting with 0."""
        return list(likenesses([bug.reduced for bug in self.bugs]))

    def rows(self) -> list[TriageRow]:
        """One row for each bug, in their order."""
        remarks = self._remarks()
        return [
            TriageRow(_cells(number, bug), tuple(remarks[number - 1]), bug.folder.name, bug.reduced)
            for number, bug in enumerate(self.bugs, 1)
        ]

    def listings(self) -> list[Listing]:
        """The inputs that do not fail, and those that are flaky."""
        census = self.census
        lists = [
            ("without a failure", census.passing),
            ("with runs that differ (flaky)", census.flaky),
            ("with different failures in different runs, and in no group", census.unsteady),
        ]
        return [Listing(what, tuple(self.paths(inputs))) for what, inputs in lists if inputs]

    def paths(self, inputs: Iterable[SurveyedInput]) -> list[str]:
        """The paths of inputs, relative to the folder."""
        return [str(each.path.relative_to(self.folder)) for each in inputs]

    def _remarks(self) -> list[list[str]]:
        remarks = [_own_remarks(bug) for bug in self.bugs]
        for like in self.likenesses:
            if like.what == WITHIN:
                remarks[like.second].append(f"contains the reduced input of {like.first + 1}: perhaps the same bug")
                continue
            for one, other in ((like.first, like.second), (like.second, like.first)):
                remarks[one].append(f"{like.what} as {other + 1}: probably the same bug")
        return remarks


def counted(number: int, one: str, many: str = "") -> str:
    """
    >>> counted(1, "input"), counted(1200, "copy", "copies")
    ('1 input', '1,200 copies')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def _cells(number: int, bug: Bug) -> tuple[str, ...]:
    reduced = bug.reduced
    return (
        str(number),
        bug.group.signature.short,
        f"{bug.group.files:,}",
        f"{bug.group.representative.size:,} bytes",
        "-" if reduced is None else f"{len(reduced):,} bytes",
        "-" if reduced is None else f"{bug.contained:,}",
    )


def _own_remarks(bug: Bug) -> list[str]:
    copies = bug.group.files - bug.group.contents
    where = " < ".join((*bug.group.signature.lines[1:], *bug.group.signature.backtrace))
    return [
        *([where] if where else []),
        *([bug.group.doubt] if bug.group.doubt else []),
        *([] if bug.complete else [f"{'not reduced' if bug.reduced is None else 'stopped early'}: {bug.why}"]),
        *([f"{counted(copies, 'input is a copy', 'inputs are copies')} of others"] if copies else []),
        *([] if bug.shows or bug.interrupted else ["reproduce.sh did not reproduce it when it was tried"]),
    ]
