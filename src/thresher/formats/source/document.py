"""A document in a language of tree-sitter: its tree, and whether a candidate parses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from thresher.formats.source.changed_bytes import edits_of
from thresher.formats.source.masking.masked_nodes import with_masked_nodes
from thresher.formats.source.node_contexts import places_of
from thresher.formats.source.references.graph import named_units
from thresher.formats.source.reparse import Reparser
from thresher.formats.source.replacements.prober import Prober
from thresher.formats.source.source_tree import SourceTree
from thresher.formats.source.syntax import syntax_of
from thresher.kernel.selection import Selection
from thresher.structures.references import NamedUnits
from thresher.structures.trees.splice import Spacing
from thresher.structures.trees.tree import Tree


@dataclass(frozen=True, eq=False)
class SourceDocument:
    """Parsed when it is first needed."""

    data: bytes
    language: str

    @cached_property
    def tree(self) -> Tree:
        """The nodes, with what stands in their places."""
        syntax = with_masked_nodes(syntax_of(self.data, self._reparser.parse), self._reparser.masked_spans())
        places = places_of(syntax)
        decisions = Prober(syntax, places, self._reparser, Spacing.FREE).decisions()
        return SourceTree(syntax, places, decisions).tree(Spacing.FREE)

    @property
    def errors(self) -> int:
        """How many syntax errors the document has."""
        return self._reparser.faults.errors

    def named_units(self) -> NamedUnits | None:
        """The declarations of the program and what they refer to; None for a language without a table of names."""
        return named_units(self.tree, self._reparser.parse, self.language)

    def valid(self, kept: Selection) -> bool:
        """Whether these nodes alone render to a text with no more syntax errors than the document has."""
        return self._reparser.valid(self.tree.render(kept), list(edits_of(self.tree, kept)))

    def valid_text(self, data: bytes) -> bool:
        """The same for any text."""
        return self._reparser.valid_text(data)

    @cached_property
    def _reparser(self) -> Reparser:
        return Reparser(self.data, self.language)
