"""Edits of a program that are made together, with all that follows from them in the same candidate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from thresher.kernel.selection import Selection
from thresher.structures.consequences import repaired
from thresher.structures.program import LinkedProgram
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut, Spacing, spliced


@dataclass(frozen=True, slots=True)
class JointEdits:
    """A program and edits of it. What is *kept* of the edits is not made; of those in one group the first is made."""

    program: LinkedProgram
    edits: Sequence[Rewrite]
    spacing: Spacing = Spacing.FREE

    def __len__(self) -> int:
        return len(self.edits)

    def render(self, kept: Selection) -> bytes:
        """The program with all edits made but those kept, and with their consequences."""
        if len(kept) == len(self.edits):
            return self.program.data
        cuts, groups, needs, stand_ins = list[Cut](), set[int](), {-1}, dict[int, int]()
        for number in Selection.all(len(self.edits)) - kept:
            edit = self.edits[number]
            if groups.isdisjoint(edit.groups):
                groups.update(edit.groups)
                cuts += edit.cuts
                needs.add(edit.needs)
                stand_ins |= [edit.stand_in] if edit.stand_in else []
        data = self.program.data
        return spliced(data, repaired(self.program, cuts, needs - {-1}, stand_ins), 0, len(data), self.spacing)
