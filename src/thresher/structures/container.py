"""Parts inside parts, with contents of their own: what a container is, whatever its bytes look like.

A tree of text is cut out of the text. A container cannot be cut: lengths, checksums, offsets and compressed streams
would be wrong. So its parts are data, a candidate is the same parts with some left out, and the format writes it anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from thresher.kernel.selection import Selection
from thresher.structures.trees.kind import NodeKind
from thresher.structures.trees.shape import Shape


@dataclass(frozen=True, eq=False)
class Part:
    """One piece of a container: a content, or parts inside.

    `name` is what the content would be called as a file. `raw` is the piece as it was found, to be written back as long
    as nothing in it has changed. What is `fixed` is removed only with what is around it; an `opaque` content stays as
    it is. Formats add fields for what they need to write a part.
    """

    kind: str
    name: str = ""
    content: bytes = b""
    parts: tuple[Part, ...] = ()
    raw: bytes | None = None
    fixed: bool = False
    opaque: bool = False

    def with_parts(self, parts: tuple[Part, ...]) -> Self:
        """The same part with others inside; itself if they are what it has."""
        if len(parts) == len(self.parts) and all(map(_same, parts, self.parts)):
            return self
        return replace(self, parts=parts, raw=None)

    def with_content(self, content: bytes) -> Self:
        """The same part with another content."""
        return self if content == self.content else replace(self, content=content, raw=None)


def _same(one: Part, other: Part) -> bool:
    return one is other


@dataclass(frozen=True, eq=False)
class Container:
    """A container as a hierarchy: parts numbered in preorder, the root 0; any selection of them can be written."""

    root: Part
    write: Callable[[Part], bytes]

    @cached_property
    def nodes(self) -> Sequence[Part]:
        """The parts by number."""
        return [part for part, _ in _preorder(self.root)]

    @cached_property
    def shape(self) -> Shape:
        """Which part is in which."""
        return Shape.from_depths(depth for _, depth in _preorder(self.root))

    @cached_property
    def everything(self) -> Selection:
        """All parts."""
        return Selection.all(len(self))

    def __len__(self) -> int:
        return len(self.nodes)

    @property
    def height(self) -> int:
        return self.shape.height

    def parent(self, node: int) -> int:
        return self.shape.parents[node]

    def end(self, node: int) -> int:
        return self.shape.end(node)

    def kind(self, node: int) -> NodeKind:
        return NodeKind(self.nodes[node].kind, frozenset())

    def level(self, kept: Selection, depth: int) -> Sequence[int]:
        return self.shape.level(kept, depth)

    def replacement(self, node: int) -> bytes | None:
        return None if node == 0 or self.nodes[node].fixed else b""

    def removable(self, kept: Selection, node: int) -> bool:
        return self.replacement(node) is not None

    def fits(self, node: int, place: int) -> bool:
        """No node replaces another."""
        return False

    def text(self, kept: Selection, node: int) -> bytes:
        """The contents in a part, one after the other."""
        inside = (kept & Selection((node, self.end(node)))) if node in kept else Selection()
        return b"".join(self.nodes[each].content for each in inside)

    def render(self, kept: Selection) -> bytes:
        """The container with the kept parts alone."""
        return self.write(self._pruned(kept, 0))

    def keeping(self, kept: Selection) -> Container:
        """The container of the kept parts alone, numbered anew."""
        return Container(self._pruned(kept, 0), self.write)

    def leaves(self) -> list[int]:
        """The parts with a content that may be changed."""
        return [node for node, part in enumerate(self.nodes) if part.content and not part.parts and not part.opaque]

    def holding(self, leaf: int, content: bytes) -> Container:
        """The same container with another content in one part; the numbers stay."""
        node, part = leaf, self.nodes[leaf].with_content(content)
        while node != 0:
            above = self.parent(node)
            inside = tuple(part if child == node else self.nodes[child] for child in self.shape.children(above))
            node, part = above, self.nodes[above].with_parts(inside)
        return Container(part, self.write)

    @property
    def data(self) -> bytes:
        """The container as it is written."""
        return self.write(self.root)

    def _pruned(self, kept: Selection, node: int) -> Part:
        part = self.nodes[node]
        if kept.position(self.end(node)) - kept.position(node) == self.shape.sizes[node]:
            return part
        return part.with_parts(tuple(self._pruned(kept, child) for child in self.shape.children(node) if child in kept))


def _preorder(part: Part, depth: int = 0) -> Iterator[tuple[Part, int]]:
    yield part, depth
    for inner in part.parts:
        yield from _preorder(inner, depth + 1)
