"""Trees from a grammar: the parser builder of the thesis, and the trees that its parsers make."""

# ruff: noqa: N802  # the names are the thesis'

from __future__ import annotations

from collections.abc import Collection, Sequence
from os import PathLike
from pathlib import Path

from thresher.grammars.document import GrammarDocument
from thresher.grammars.language import Language
from thresher.kernel.selection import Selection
from thresher.session.files.whole import read_input
from thresher.session.grammars import load_language
from thresher.structures.trees.tree import Tree


def HDDParserBuilder(grammar: str | PathLike[str], *, start: str | None = None, flat: bool = False) -> HDDParser:
    """A parser for the language of a grammar file: the thesis' YACC format, or another that `--grammar` takes.

    Lists written by recursion keep the nesting they have in the grammar, as in the thesis, unless `flat`. The rule
    `start` derives a whole file; the grammar's own by default.
    """
    return HDDParser(load_language(Path(grammar), start, flat=flat))


class HDDParser:
    """Parses files in one language."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def parse(self, path: str | PathLike[str]) -> ParsedTree:
        """The tree of a file; a UsageError with the position if the file is not in the language."""
        return self.parse_text(read_input(Path(path)), name=Path(path).name)

    def parse_text(self, text: str | bytes, *, name: str = "input") -> ParsedTree:
        """The tree of a text; `name` is for messages."""
        data = text.encode() if isinstance(text, str) else text
        return ParsedTree(GrammarDocument(name, data, self._language).tree)


class ParsedTree:
    """A parse tree as HDD reduces it: removed nodes are replaced by their rules' minimal strings, so that it parses."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._committed = tree.everything  # the nodes that are not removed for good
        self._kept = tree.everything  # of these, the ones that are not removed for now

    def setLevels(self) -> None:
        """Nodes know their levels from the start."""

    def unparse(self) -> str:
        """The text of what is left; bytes that are not UTF-8 become surrogate escapes."""
        text = self._tree.render(self._kept) if self._kept else b""
        return text.decode("utf-8", "surrogateescape")

    def tag(self, level: int) -> int:
        """Numbers the nodes of a level that are not removed for good; returns how many there are."""
        return len(self._on(level))

    def setRemove(self, level: int, tokeep: Collection[int]) -> None:
        """Removes all nodes of a level from `unparse`, except those to keep."""
        self._kept = self._without(self._kept, level, tokeep)

    def clearRemove(self) -> None:
        """Undoes every `setRemove`."""
        self._kept = self._committed

    def commitRemove(self, level: int, tokeep: Collection[int]) -> None:
        """Removes all nodes of a level for good, except those to keep."""
        self._committed = self._kept = self._without(self._committed, level, tokeep)

    def _on(self, level: int) -> Sequence[int]:
        return self._tree.level(self._committed, level)

    def _without(self, kept: Selection, level: int, tokeep: Collection[int]) -> Selection:
        """A node that no text can replace stays; without the root, nothing is left."""
        if level == 0 and 0 not in tokeep:
            return Selection()
        numbers = set(tokeep)
        gone = [node for number, node in enumerate(self._on(level)) if number not in numbers and node in kept]
        return self._tree.without(kept, [node for node in gone if self._tree.replacement(node) is not None])
