"""Documents of programs whose items are the nodes of their tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from thresher.structures.program import tree_of
from thresher.structures.trees.splice import Spacing

if TYPE_CHECKING:
    from thresher.kernel.selection import Selection
    from thresher.structures.program import LinkedProgram
    from thresher.structures.trees.tree import Tree


@dataclass(frozen=True, eq=False)
class ItemsDocument:
    """Instructions in blocks in functions; parsed when they are needed."""

    data: bytes
    read: Callable[[bytes], LinkedProgram]
    spacing: ClassVar[Spacing] = Spacing.EXACT

    @cached_property
    def program(self) -> LinkedProgram:
        """Its items and their references."""
        return self.read(self.data)

    @cached_property
    def tree(self) -> Tree:
        """The items as nodes."""
        return tree_of(self.program, self.spacing)

    def valid(self, kept: Selection) -> bool:
        """Whether these items alone refer to nothing that they do not define."""
        return self.valid_text(self.tree.render(kept))

    def valid_text(self, data: bytes) -> bool:
        """The same for any bytes."""
        found = self.read(data)
        return bool(found.items) and found.unresolved <= self.program.unresolved


class TextItemsDocument(ItemsDocument):
    """The same for a text, in which white space may close up."""

    spacing: ClassVar[Spacing] = Spacing.FREE
