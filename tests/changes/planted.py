"""Histories with a planted cause: a few lines that must all be there for the test to fail, among many others.

Some lines need others: a line `use N` does not build without `def N`, and of two lines `pair N a` and `pair N b` there
must be both or none. Every commit builds.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

from tests.changes.histories import Files
from thresher.kernel.outcome import Outcome


@dataclass(frozen=True)
class Planted:
    """`cause` are the lines that fail together; `needed` those and what they need to build."""

    history: list[Files]
    cause: set[bytes]
    needed: set[bytes]

    def outcome(self, lines: list[bytes]) -> Outcome:
        """The outcome of the test on a version with these lines."""
        return outcome_of(set(lines), self.cause)


def outcome_of(lines: set[bytes], cause: set[bytes]) -> Outcome:
    for line in lines:
        found = re.search(rb"\b(use|pair) (\d+)( [ab])?", line)
        if found and found[1] == b"use" and b"def %s" % found[2] not in lines:
            return Outcome.UNRESOLVED
        if (
            found
            and found[1] == b"pair"
            and b"pair %s %s" % (found[2], b"b" if found[3] == b" a" else b"a") not in lines
        ):
            return Outcome.UNRESOLVED
    return Outcome.FAIL if cause <= lines else Outcome.PASS


@dataclass
class Maker:
    """Makes one history from a seed."""

    seed: int
    commits: int
    changes: int = 12
    files: int = 6
    cause_lines: int = 1
    defines: int = 0
    pairs: int = 0
    dice: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)

    def make(self) -> Planted:
        texts = [[b"file %d line %d" % (number, line) for line in range(40)] for number in range(self.files)]
        history = [_files(texts)]
        plan = self._plan()
        for commit in range(1, self.commits + 1):
            self._edit(texts, commit)
            for line in plan.get(commit, []):
                text = self.dice.choice(texts)
                text.insert(self.dice.randint(0, len(text)), line)
            history.append(_files(texts))
        cause = {line for lines in plan.values() for line in lines if b"wrong" in line}
        return Planted(history, cause, _closed(cause))

    def _plan(self) -> dict[int, list[bytes]]:
        """Which special lines come with which commit."""
        plan: dict[int, list[bytes]] = {}

        def put(commit: int, line: bytes) -> None:
            plan.setdefault(commit, []).append(line)

        for number in range(self.defines):
            first = self.dice.randint(1, self.commits)
            put(first, b"def %d" % number)
            put(self.dice.randint(first, self.commits), b"use %d" % number)
        for number in range(self.pairs):
            commit = self.dice.randint(1, self.commits)
            put(commit, b"pair %d a" % number)
            put(commit, b"pair %d b" % number)
        for number in range(self.cause_lines):
            needs = number < self.defines and self.dice.random() < 0.5
            first = max((c for c, lines in plan.items() if b"def %d" % number in lines), default=1) if needs else 1
            put(self.dice.randint(first, self.commits), b"wrong %d%s" % (number, b" use %d" % number if needs else b""))
        return plan

    def _edit(self, texts: list[list[bytes]], commit: int) -> None:
        """Lines come, go and are rewritten, but for those that were planted."""
        for step in range(self.changes):
            text = self.dice.choice(texts)
            at = self.dice.randrange(len(text))
            kind = self.dice.choice(["in", "out", "new"])
            if kind == "in":
                text.insert(at, b"commit %d brings %d" % (commit, step))
            elif text[at].startswith((b"file", b"commit")) and len(text) > 20:
                text[at : at + 1] = [] if kind == "out" else [b"commit %d rewrites %d" % (commit, step)]


def _closed(lines: set[bytes]) -> set[bytes]:
    uses = {found[1] for line in lines if (found := re.search(rb"\buse (\d+)", line))}
    return lines | {b"def %s" % number for number in uses}


def _files(texts: list[list[bytes]]) -> Files:
    return {b"src/%d.txt" % number: (0o100644, b"\n".join(text) + b"\n") for number, text in enumerate(texts)}
