"""What a binary file of no known format may consist of: records with lengths, rows of one size, a table of offsets.

A hypothesis is validated on the whole content, which costs no test: its parts must end exactly where the content ends.
How much that says is weighed in bits, and the search tries the hypotheses that are the least likely to be chance.
"""

from __future__ import annotations

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
    """All that fit the whole content, the most evident first; none for a content that is too long to search.

    Of those that cut the content at the same places, only the most evident one is among them.
    """
    if len(data) > LONGEST:
        return []
    found = [*offset_hypotheses(data), *length_hypotheses(data), *row_hypotheses(data)]
    by_cuts: dict[tuple[int, ...], Hypothesis] = {}
    for each in sorted(found, key=lambda each: -each.bits):
        by_cuts.setdefault(tuple(len(part.raw or b"") for part in each.container.root.parts), each)
    return list(by_cuts.values())
