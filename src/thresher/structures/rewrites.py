"""Changes of a text as data: each replaces some stretches at once, and any selection of them can be made together."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from thresher.kernel.selection import Selection
from thresher.structures.trees.splice import Cut, Spacing, spliced


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Cuts that are made together; they are sorted and do not overlap. Of those in a group only one can be made.

    An edit of a program may need the supply with the number `needs`, or have one item stand in for another.
    """

    cuts: tuple[Cut, ...]
    label: str = ""
    groups: tuple[int, ...] = ()
    needs: int = -1
    stand_in: tuple[int, int] | None = None


_VALUE = re.compile(rb"\b[0-9][\w.]*|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|\s+")
LONG = 64  # bytes cut out in one place


@dataclass(frozen=True, slots=True)
class Rewrites:
    """A text and edits of it. What is *kept* of the edits is not made, so that a smaller selection is more progress.

    >>> brackets = [Rewrite(((0, 2, b""), (3, 4, b""))), Rewrite(((7, 9, b""), (10, 11, b"")))]
    >>> rewrites = Rewrites(b"f(a) + g(b)", brackets)
    >>> rewrites.render(Selection.of([0, 1])), rewrites.render(Selection.of([0])), rewrites.render(Selection())
    (b'f(a) + g(b)', b'f(a) + b', b'a + b')
    """

    data: bytes
    edits: Sequence[Rewrite]
    spacing: Spacing = Spacing.FREE

    def __len__(self) -> int:
        return len(self.edits)

    def kind(self, number: int) -> tuple[tuple[bytes, bytes], ...]:
        """What an edit cuts and puts there, whatever the strings and numbers in it: what edits that are alike share."""
        cuts = self.edits[number].cuts
        return tuple((_VALUE.sub(b"0", self.data[start : min(stop, start + LONG)]), text) for start, stop, text in cuts)

    def render(self, kept: Selection) -> bytes:
        """The text with all edits made but those kept; of two that overlap the first is made."""
        cuts: list[Cut] = []
        for number, edit in enumerate(self.edits):
            if number not in kept and not any(_overlaps(cuts, cut) for cut in edit.cuts):
                cuts = sorted([*cuts, *edit.cuts])
        return spliced(self.data, cuts, 0, len(self.data), self.spacing) if cuts else self.data


def _overlaps(cuts: list[Cut], cut: Cut) -> bool:
    """Whether a cut has bytes in common with one of the others, sorted and apart, or begins where one does."""
    at = bisect_left(cuts, cut)
    return (at > 0 and cuts[at - 1][1] > cut[0]) or (at < len(cuts) and cuts[at][0] < max(cut[1], cut[0] + 1))
