"""What a binary file of no known format may consist of: records with lengths, rows of one size, a table of offsets.

A hypothesis is validated on the whole content, which costs no test: its parts must end exactly where the content ends.
How much that says is weighed in bits, and the search tries the hypotheses that are the least likely to be chance.
"""

from __future__ import annotations

from collections import Counter

from thresher.formats.binaries.hypotheses.hypothesis import STRONG, Hypothesis
from thresher.formats.binaries.hypotheses.length_records import length_hypotheses
from thresher.formats.binaries.hypotheses.offsets import offset_hypotheses
from thresher.formats.binaries.hypotheses.rows import row_hypotheses

__all__ = ["STRONG", "TRIED", "Hypothesis", "hypotheses"]

LONGEST = 1 << 20  # bytes of a content that is searched
TRIED = (
    "records with lengths of 1, 2, 3, 4 or 8 bytes or as varints, big or little endian, padded or with the length "
    "repeated; rows of one size; tables of offsets"
)


def hypotheses(data: bytes) -> list[Hypothesis]:
    """All that fit the whole content; none for a content that is too long to search.

    The most evident one of each kind is before the others of its kind: if rows are wrong, so are their multiples. Of
    those that cut the content at the same places, only the most evident one is among them.
    """
    if len(data) > LONGEST:
        return []
    by_cuts: dict[tuple[int, ...], tuple[int, Hypothesis]] = {}
    for kind, search in enumerate((offset_hypotheses, length_hypotheses, row_hypotheses)):
        for each in search(data):
            cuts = tuple(len(part.raw or b"") for part in each.container.root.parts)
            if cuts not in by_cuts or by_cuts[cuts][1].bits < each.bits:
                by_cuts[cuts] = kind, each
    ranks: Counter[tuple[int, bool]] = Counter()
    ranked: list[tuple[bool, int, Hypothesis]] = []
    for kind, each in sorted(by_cuts.values(), key=lambda found: -found[1].bits):
        is_weak = each.bits < STRONG
        ranks[kind, is_weak] += 1
        ranked.append((is_weak, ranks[kind, is_weak], each))
    return [each for _, _, each in sorted(ranked, key=lambda found: found[:2])]
