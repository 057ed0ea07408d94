"""All white space that nothing needs, in one step: line breaks and indentation, the blanks around marks.

Where a language needs some line breaks, as many gaps as the parser allows; or only those inside lines. What is left is
for `gaps`, when little is left of the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from thresher.passes.layout.gaps import breaks_line, shorter_gaps
from thresher.passes.ranking import applied
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut

LIKELY = True
MOST_CHECKS = 256  # of texts that may not parse


def edits(document: Document) -> list[Rewrite]:
    """All gaps, and those inside lines, each as small as it can be; the first is made if both are chosen."""
    tree = document.tree
    every = list(shorter_gaps(tree))
    inside = [cut for cut in every if not breaks_line(tree, cut)]

    def valid(cuts: Sequence[Cut]) -> bool:
        return document.valid_text(applied(tree, cuts))

    found = dict.fromkeys(tuple(_together(cuts, valid)) for cuts in (every, inside))
    return [Rewrite(cuts, "white space") for cuts in found if cuts]


def _together(cuts: Sequence[Cut], valid: Callable[[Sequence[Cut]], bool]) -> list[Cut]:
    """As many cuts as can be made together, tried in ever smaller blocks from the first on."""
    made: list[Cut] = []
    waiting, checks = [cuts], 0
    while waiting and checks < MOST_CHECKS:
        block, checks = waiting.pop(), checks + 1
        if valid([*made, *block]):
            made += block
        elif len(block) > 1:
            waiting += (block[len(block) // 2 :], block[: len(block) // 2])
    return made
