"""Trees for tests: written out with marks, or drawn at random."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

from hypothesis import strategies as st

from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection
from thresher.structures.trees.builder import TreeBuilder
from thresher.structures.trees.kind import NodeKind
from thresher.structures.trees.replacements import Replacements
from thresher.structures.trees.separators import Separator
from thresher.structures.trees.splice import Spacing
from thresher.structures.trees.tree import Tree, tree_from_columns

_MARKS = re.compile(r"«(?:(\w+):)?|»(?:\|([^|]*)\|)?|⟦([^⟧]*)⟧")


def marked(text: str, *, spacing: Spacing = Spacing.FREE, labels: dict[str, list[str]] | None = None) -> Tree:
    """A tree from text with nodes in «», a replacement after it in bars, a kind before a colon, separators in ⟦⟧.

    >>> tree = marked("f(«a»⟦, ⟧«b») while («y!=0»|0|)")
    >>> tree.data, len(tree)
    (b'f(a, b) while (y!=0)', 4)
    """
    plain = _MARKS.sub(lambda match: match.group(3) or "", text).encode()
    closing = [match.group(2) for match in _MARKS.finditer(text) if match.group().startswith("»")]
    replacements = _by_opening(text, closing)
    builder = TreeBuilder(plain, spacing=spacing, labels=labels)
    builder.open("root", 0)
    firsts: list[int | None] = [None]
    position, done, gap = 0, 0, None
    for match in _MARKS.finditer(text):
        position += len(text[done : match.start()].encode())
        done = match.end()
        mark = match.group()
        if mark.startswith("«"):
            filler = replacements.pop(0)
            separator = Separator(*gap, firsts[-1]) if gap and firsts[-1] is not None else None
            node = builder.open(match.group(1) or "node", position, replacement=filler, separator=separator)
            if separator is None:
                firsts[-1] = node
            firsts.append(None)
            gap = None
        elif mark.startswith("»"):
            builder.close(position)
            firsts.pop()
        else:
            gap = (position, position + len(match.group(3).encode()))
            position = gap[1]
    builder.close(len(plain))
    return builder.build()


def _by_opening(text: str, closing: list[str | None]) -> list[bytes | None]:
    """The replacements in the order in which nodes are opened; `None` in the text says: not removable."""
    found: dict[int, bytes | None] = {}
    open_nodes: list[int] = []
    for match in _MARKS.finditer(text):
        if match.group().startswith("«"):
            open_nodes.append(match.start())
        elif match.group().startswith("»"):
            filler = closing.pop(0)
            found[open_nodes.pop()] = None if filler == "None" else (filler or "").encode()
    return [found[start] for start in sorted(found)]


def without(tree: Tree, *texts: str) -> Selection:
    """Everything but the nodes with these texts."""
    wanted = [text.encode() for text in texts]
    nodes = [node for node in range(len(tree)) if tree.data[tree.starts[node] : tree.stops[node]] in wanted]
    kept = tree.everything
    for node in nodes:
        kept -= Selection((node, tree.end(node)))
    return kept


def bracketed(depths: Sequence[int], fillers: Sequence[bytes | None] = ()) -> Tree:
    """A tree of the given shape in which each node is a pair of brackets around its children."""
    data, starts, stops = bytearray(), [0] * len(depths), [0] * len(depths)
    path: list[int] = []
    for node, depth in enumerate([*depths, 0]):
        while len(path) > (depth if node < len(depths) else 0):
            data += b")"
            stops[path.pop()] = len(data)
        if node < len(depths):
            starts[node] = len(data)
            data += b"("
            path.append(node)
    return tree_from_columns(
        bytes(data),
        starts=array("I", starts),
        stops=array("I", stops),
        depths=array("I", depths),
        kinds=array("I", [0]) * len(depths),
        vocabulary=[NodeKind("pair", frozenset(["pair"]))],
        replacements=Replacements.none(len(depths)).replacing(dict(enumerate(fillers, start=1))),
        spacing=Spacing.EXACT,
    )


@st.composite
def depths(draw: st.DrawFn, most: int = 14) -> list[int]:
    """The depths of a random tree's nodes in preorder."""
    found = [0]
    for _ in range(draw(st.integers(0, most - 1))):
        found.append(draw(st.integers(1, found[-1] + 1)))
    return found


@dataclass(frozen=True)
class Chance:
    """An oracle that says anything at all, but always the same, and says that its first input fails."""

    seed: int
    whole: Selection

    def __call__(self, kept: Selection) -> Outcome:
        if kept == self.whole:
            return Outcome.FAIL
        draw = crc32(repr((self.seed, kept.bounds)).encode()) % 10
        return Outcome.FAIL if draw < 4 else Outcome.UNRESOLVED if draw < 6 else Outcome.PASS
