"""The contents of all parts of a container as one list of bytes; any of them can be left out, lengths stay right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from thresher.kernel.selection import Selection
from thresher.structures.container import Container, Part


@dataclass(frozen=True, eq=False)
class Contents:
    """The bytes inside the parts of a container that is one level deep."""

    container: Container

    @cached_property
    def offsets(self) -> Sequence[int]:
        """Where the content of each part begins among all bytes, and one more for the end."""
        return [0, *accumulate(len(part.content) for part in self.container.root.parts)]

    def __len__(self) -> int:
        return self.offsets[-1]

    @property
    def everything(self) -> Selection:
        return Selection.all(len(self))

    def render(self, kept: Selection) -> bytes:
        """The container with the kept bytes in its parts."""
        root = self.container.root
        parts = tuple(self._part(kept, number, part) for number, part in enumerate(root.parts))
        return self.container.write(root.with_parts(parts))

    def _part(self, kept: Selection, number: int, part: Part) -> Part:
        start, stop = self.offsets[number], self.offsets[number + 1]
        inside = kept & Selection((start, stop))
        if len(inside) == stop - start:
            return part
        content = b"".join(part.content[begin - start : end - start] for begin, end in inside.runs())
        return part.with_content(content)
