"""What is read of a text in LLVM's language: its items and lists, and what its tokens are to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from thresher.formats.programs.llvm.edits import LlvmFunction
from thresher.formats.programs.llvm.tokens import LlvmToken
from thresher.structures.program import ProgramItem, SeparatedList
from thresher.structures.trees.splice import Cut


@dataclass(slots=True)
class LlvmModule:
    """Filled while statements are read.

    By the number of a token: `elements` has the element that goes with what the token refers to, and whether it is
    weak; `neutral` what takes its place, where that is not the usual; `called` the same for what is called, or None
    if the call goes with it; `promotable` the item that it may stand in for as an operand. `defining` are the tokens
    that are names of what is defined there, `aliases` says what other names are names of.
    """

    tokens: Sequence[LlvmToken]
    items: list[ProgramItem] = field(default_factory=list)
    lists: list[SeparatedList] = field(default_factory=list)
    functions: list[LlvmFunction] = field(default_factory=list)
    tidying: list[Cut] = field(default_factory=list)
    global_items: dict[bytes, int] = field(default_factory=dict)
    aliases: dict[bytes, bytes] = field(default_factory=dict)
    elements: dict[int, tuple[tuple[int, int], bool]] = field(default_factory=dict)
    neutral: dict[int, bytes] = field(default_factory=dict)
    called: dict[int, bytes | None] = field(default_factory=dict)
    promotable: dict[int, int] = field(default_factory=dict)
    defining: set[int] = field(default_factory=set)

    def add(
        self, begin: int, end: int, *, root: bool = True, removable: bool = True, stub: tuple[Cut, ...] = ()
    ) -> int:
        """The number of a new item, by its tokens."""
        self.items.append(ProgramItem(*self.span(begin, end), root, removable, stub))
        return len(self.items) - 1

    def add_list(self, elements: Sequence[tuple[int, int]], owner: int = -1, *, weak: bool | None = None) -> None:
        """A list by the tokens of its elements; unless `weak` is None, an element goes with what it refers to."""
        spans = tuple(self.span(begin, end) for begin, end in elements)
        if spans:
            self.lists.append(SeparatedList(spans, owner))
        if weak is not None:
            for (begin, end), span in zip(elements, spans, strict=True):
                self.elements |= dict.fromkeys(range(begin, end), (span, weak))

    def tidy(self, begin: int, end: int) -> None:
        """Tokens that go first of all."""
        self.tidying.append((*self.span(begin, end), b""))

    def span(self, begin: int, end: int) -> tuple[int, int]:
        """The bytes of tokens."""
        return self.tokens[begin].start, self.tokens[end - 1].stop
