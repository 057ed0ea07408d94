"""All bit vectors of one width become narrower, in SMT-LIB.

`(_ BitVec 32)` and `#x0000000f` become `(_ BitVec 1)` and `#b1`. No single edit does that, since both sides of an
operation have one width. Constants keep their last bits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from thresher.formats.structured.smt_terms import bit_vector
from thresher.passes.ranking import MOST
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut

MISS_LIMIT = 3
LABEL = "bit width"
WIDTHS = (8, 4, 2, 1)
SORT = re.compile(rb"\(\s*_\s+BitVec\s+(\d+)\s*\)")
CONSTANT = re.compile(rb"#x([0-9a-fA-F]+)|#b([01]+)|\(\s*_\s+bv(\d+)\s+(\d+)\s*\)")
BITS_OF_DIGIT = 4


def edits(document: Document) -> list[Rewrite]:
    """For each width some that are narrower, for all widths at once; the narrowest is last."""
    data = document.tree.data
    sorts = [(found.span(), int(found.group(1))) for found in SORT.finditer(data)]
    if not sorts or len(document.tree) > MOST:
        return []
    constants = [(found.span(), *_width_and_value(found)) for found in CONSTANT.finditer(data)]
    old = sorted({width for _, width in sorts})
    return [
        Rewrite(tuple(sorted(_narrower(sorts, constants, group, new))), LABEL)
        for new in WIDTHS
        for group in (*([width] for width in old), *([old] if len(old) > 1 else []))
        if new < min(group)
    ]


def _narrower(
    sorts: list[tuple[tuple[int, int], int]],
    constants: list[tuple[tuple[int, int], int, int]],
    old: list[int],
    new: int,
) -> Iterator[Cut]:
    for span, width in sorts:
        if width in old:
            yield *span, b"(_ BitVec %d)" % new
    for span, width, value in constants:
        if width in old:
            yield *span, bit_vector(value % (1 << new), new)


def _width_and_value(found: re.Match[bytes]) -> tuple[int, int]:
    hexadecimal, binary, value, width = found.groups()
    if hexadecimal:
        return BITS_OF_DIGIT * len(hexadecimal), int(hexadecimal, 16)
    return (len(binary), int(binary, 2)) if binary else (int(width), int(value))
