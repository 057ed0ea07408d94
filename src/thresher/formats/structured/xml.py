"""XML: elements, attributes, text, comments, instructions and declarations, also those of a DTD file.

A candidate of a well-formed document is well-formed, namespaces included, as checked by expat. Of one that is not, it
has no more tags without a partner. Works on bytes in any encoding that extends ASCII.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from xml.parsers import expat

from thresher.formats.content import has_suffix, is_binary
from thresher.formats.structured.markup import DTD, XML, Dialect, count_faults, is_wide, markup_tree, refuse_wide
from thresher.kernel.selection import Selection
from thresher.structures.trees.tree import Tree

SUFFIXES = (
    ".xml",
    ".xsl",
    ".xslt",
    ".xsd",
    ".svg",
    ".rss",
    ".atom",
    ".wsdl",
    ".plist",
    ".xhtml",
    ".gpx",
    ".kml",
    ".rels",
)
SUBSETS = (".dtd", ".ent")  # declarations without a document
SMALLEST = b"<a/>"
_HEAD = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:\?xml\s|!DOCTYPE\s+(?!html\b))", re.IGNORECASE)
_NAMESPACE = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?!html\b)[\w:.-]+\s[^<>]*?\bxmlns\b", re.IGNORECASE)


def confidence(name: str, data: bytes) -> float:
    """Sure of itself for the usual names, and for what begins like XML; less so for an element with a namespace."""
    if is_binary(data) or is_wide(data):
        return 0.0
    if has_suffix(name, *SUFFIXES, *SUBSETS) or _HEAD.match(data):
        return 0.97
    return 0.6 if _NAMESPACE.match(data) else 0.0


def parse_document(name: str, data: bytes, language: object = None) -> XmlDocument:
    """The document; a UsageError for UTF-16."""
    refuse_wide(name, data)
    return XmlDocument(data, DTD if has_suffix(name, *SUBSETS) else XML)


@dataclass(frozen=True, eq=False)
class XmlDocument:
    """Parsed when it is first needed."""

    data: bytes
    dialect: Dialect = XML
    language: str = "xml"

    @cached_property
    def tree(self) -> Tree:
        """The nodes; the root element of a well-formed document is replaced by another one only."""
        tree = markup_tree(self.data, self.dialect)
        roots = [node for node in tree.children(0) if tree.kind(node).name == "element"]
        return tree.replacing(dict.fromkeys(roots, SMALLEST)) if self.well_formed else tree

    @cached_property
    def well_formed(self) -> bool:
        return is_well_formed(self.data)

    def valid(self, kept: Selection) -> bool:
        """Whether these nodes alone render to a document as well-formed as this one."""
        return self.valid_text(self.tree.render(kept))

    def valid_text(self, data: bytes) -> bool:
        """The same for any text."""
        return is_well_formed(data) if self.well_formed else count_faults(data, self.dialect) <= self._faults

    @cached_property
    def _faults(self) -> int:
        return count_faults(self.data, self.dialect)


def is_well_formed(data: bytes) -> bool:
    """Whether expat accepts a document; nothing is fetched, and entities are not followed out of it.

    >>> is_well_formed(b"<a b='1'/>"), is_well_formed(b"<a><x:b/></a>")
    (True, False)
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    try:
        parser.Parse(data, True)  # noqa: FBT003 - positional only: this is all there is
    except (expat.ExpatError, LookupError, ValueError):
        return False
    return True
