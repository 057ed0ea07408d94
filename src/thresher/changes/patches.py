"""The best result of a search for changes, which is written as a patch."""

from __future__ import annotations

from pathlib import Path

from thresher.changes.reporting import ChangeReport
from thresher.engine.record.best_result import Improvement, SmallestContent
from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection
from thresher.structures.changes.deltas import chosen_in


class SmallestPatch:
    """The failing set of changes that the search continues from; after each success it is on disk as a patch."""

    def __init__(self, report: ChangeReport) -> None:
        self._set = SmallestContent(report.deltas.render(Selection.all(len(report.deltas))))
        self._output: Path | None = None

    @property
    def original(self) -> bytes:
        return self._set.original

    @property
    def content(self) -> bytes:
        return self._set.content

    @property
    def size(self) -> int:
        return self._set.size

    @property
    def original_size(self) -> int:
        return self._set.original_size

    def begin(self, output: Path) -> None:
        """Starts the search for a cause, which goes to that file."""
        self._output = output

    def resumed(self, content: bytes) -> Improvement | None:
        return self._set.resumed(content)

    def offered(self, content: bytes, wants: Outcome) -> Improvement | None:
        """Every failing version that the search continues from is a smaller set, though its patch may be longer."""
        if wants is not Outcome.FAIL:
            return None
        files = () if self._output is None else ((self._output, content),)
        return Improvement(len(content), files, success=content)

    def accept(self, content: bytes, wants: Outcome) -> None:
        self._set.accept(content, wants)


class PatchPair:
    """A passing and a failing version; on disk is the patch that leads from the one to the other.

    Beside it is the patch that leads from the good version to the passing one.
    """

    def __init__(self, report: ChangeReport) -> None:
        self._report = report
        self.original = report.deltas.render(Selection.all(len(report.deltas)))
        self._content = self.original
        self._passing, self._failing = Selection(), Selection()
        self._output: Path | None = None

    @property
    def passing(self) -> Selection:
        return self._passing

    @property
    def failing(self) -> Selection:
        """The changes of the failing version; none before the search has begun."""
        return self._failing

    @property
    def content(self) -> bytes:
        return self._content

    @property
    def size(self) -> int:
        return len(self.original)

    @property
    def original_size(self) -> int:
        return len(self.original)

    @property
    def files(self) -> tuple[tuple[Path, bytes], ...]:
        """The two patches, as they are now."""
        return self._improvement(self._passing, self._failing).files

    def begin(self, output: Path) -> None:
        """Starts the search, from the good and the bad version; the difference goes to that file."""
        self._output, self._failing = output, Selection.all(len(self._report.deltas))

    def settle(self, passing: Selection, failing: Selection) -> None:
        """Takes the result of the search."""
        self._passing, self._failing = passing, failing

    def resumed(self, content: bytes) -> Improvement | None:
        """Nothing: a single version says nothing about the other one, and cached verdicts lead to the pair again."""
        return None

    def offered(self, content: bytes, wants: Outcome) -> Improvement | None:
        return self._improvement(*self._with(content, wants))

    def accept(self, content: bytes, wants: Outcome) -> None:
        self._passing, self._failing = self._with(content, wants)
        if wants is Outcome.FAIL:
            self._content = content

    def _with(self, content: bytes, wants: Outcome) -> tuple[Selection, Selection]:
        chosen = chosen_in(content)
        return (self._passing, chosen) if wants is Outcome.FAIL else (chosen, self._failing)

    def _improvement(self, passing: Selection, failing: Selection) -> Improvement:
        assert self._output is not None
        report, context = self._report, context_of(self._output)
        patch = report.deltas.difference(passing, failing)
        header = report.header(failing - passing, "the difference between a passing and a failing version")
        before = report.header(passing, f"what to apply before {self._output.name}") + report.deltas.patch(passing)
        return Improvement(len(patch), ((self._output, header + patch), (context, before)))


def context_of(output: Path) -> Path:
    """`x.before.diff` for `x.diff`.

    >>> str(context_of(Path("a/x.diff")))
    'a/x.before.diff'
    """
    return output.with_name(f"{output.stem}.before{output.suffix}")


def numbered(output: Path, number: int) -> Path:
    """The file for one cause after the other: `x.diff`, `x.2.diff`.

    >>> str(numbered(Path("x.diff"), 2))
    'x.2.diff'
    """
    return output if number == 1 else output.with_name(f"{output.stem}.{number}{output.suffix}")
