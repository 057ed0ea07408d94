"""Reports on changes: the commits they come from, the header of a patch, a log in the format of git bisect."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from thresher.changes.repository.versions import Commit, Versions
from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection
from thresher.structures.changes.deltas import Deltas, What

WORDS = {Outcome.PASS: "good", Outcome.FAIL: "bad", Outcome.UNRESOLVED: "skip"}
_ABOUT = {
    What.LINE: "line",
    What.NAME: "name",
    What.MODE: "mode",
    What.WHOLE: "whole content",
    What.GONE: "removal",
}


@dataclass(frozen=True, slots=True)
class ChangeReport:
    """Describes selections of changes between two versions."""

    versions: Versions
    deltas: Deltas

    def header(self, chosen: Selection, what: str) -> bytes:
        """The lines above a patch, which `git apply` and `patch` ignore; the first one is that of git bisect."""
        first = self.first_bad(chosen)
        begin = f"{first.id} is the first bad commit\n" if first and first.id else ""
        lines = [
            f"{what}: {len(chosen):,} of {len(self.deltas):,} changes",
            f"good: {self.versions.good}",
            f"bad: {self.versions.bad}",
            *self.origins(chosen),
        ]
        return (begin + "".join(f"# {line}\n" for line in lines)).encode()

    def first_bad(self, cause: Selection) -> Commit | None:
        """The latest commit of a cause: with all before it and without it the test does not fail."""
        return self.versions.steps[max(self.steps(cause))] if cause else None

    def origins(self, chosen: Selection) -> Iterator[str]:
        """One line for each commit that the changes come from, the latest first, and one for each of its files."""
        for number in sorted(self.steps(chosen), reverse=True):
            yield f"from {self.versions.steps[number]}"
            counts: Counter[tuple[int, What]] = Counter(
                self.deltas.deltas[unit][1:4:2] for unit in chosen if number in self.deltas.deltas[unit].steps
            )
            for file in dict.fromkeys(file for file, _ in sorted(counts, key=lambda key: key[0])):
                summary = ", ".join(_counted(counts[key], key[1]) for key in counts if key[0] == file)
                yield f"    {self._name(file, chosen)}: {summary}"

    def _name(self, file: int, chosen: Selection) -> str:
        """The file's path in the version with these changes."""
        side = self.deltas.version(file, self.deltas.touched(chosen)[file]) or self.deltas.files[file].old
        return os.fsdecode(side.path) if side else ""

    def steps(self, chosen: Selection) -> set[int]:
        """The indices of the steps that the changes come from."""
        return {step for unit in chosen for step in self.deltas.deltas[unit].steps}

    def log_start(self) -> str:
        """The beginning of the log: both versions, as git bisect writes them."""
        good, bad = self.versions.good, self.versions.bad
        lines = ["git bisect start", f"# bad: {bad}", f"# good: {good}"]
        lines += [f"git bisect {word} {each.id}" for word, each in (("bad", bad), ("good", good)) if each.id]
        return "\n".join(lines) + "\n"

    def log_line(self, chosen: Selection, outcome: Outcome, reason: str) -> str:
        """One tested version: all changes up to a commit, or some of them."""
        stop = len(chosen)
        up_to = ""
        if stop and chosen == Selection.all(stop):
            whole = stop == len(self.deltas) or stop in self.deltas.cuts[0]
            up_to = f", {'up to' if whole else 'into'} {self.versions.steps[self.deltas.deltas[stop - 1].step]}"
        return f"# {WORDS[outcome]}: {stop} of {len(self.deltas)} changes{up_to}: {reason}\n"

    def log_end(self, causes: list[Selection]) -> str:
        """The first bad commit of each cause."""
        ends = [first for cause in causes if (first := self.first_bad(cause))]
        return "".join(f"# first bad commit: {each}\n" for each in ends)


def _counted(count: int, what: What) -> str:
    word = _ABOUT[what]
    return f"{count:,} {word}s" if count > 1 else f"1 {word}" if what is What.LINE else word
