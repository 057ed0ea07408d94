"""A parsed input: its tree, and a check without the oracle that a candidate still parses."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from thresher.kernel.selection import Selection
from thresher.structures.program import LinkedProgram
from thresher.structures.references import NamedUnits
from thresher.structures.trees.splice import Spacing
from thresher.structures.trees.tree import Tree


class Document(Protocol):
    """What a tree format makes of bytes."""

    @property
    def tree(self) -> Tree:
        """The nodes."""

    def valid(self, kept: Selection) -> bool:
        """Whether these nodes alone render to a text with no more syntax errors than the document has."""

    def valid_text(self, data: bytes) -> bool:
        """The same for any text."""


@runtime_checkable
class NamedDocument(Document, Protocol):
    """A document in a language of tree-sitter, with names."""

    language: str

    def named_units(self) -> NamedUnits | None:
        """The declarations of the program and what they refer to; None for a language without a table of names."""


@runtime_checkable
class ProgramDocument(Document, Protocol):
    """A document that knows what refers to what."""

    @property
    def program(self) -> LinkedProgram:
        """The items and their references."""

    @property
    def spacing(self) -> Spacing:
        """How a candidate closes up where something is gone."""
