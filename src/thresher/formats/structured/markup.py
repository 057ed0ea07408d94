"""Tags, attributes and text, as XML and HTML have them in common, with every byte in its place.

An element is a node from its start tag to its end tag, with white space before it. In it
are its attributes and one node for all of its content, so that the content can go, or take the element's place. What
has no partner is a node of its own, and a fault.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from thresher.errors import UsageError
from thresher.formats.structured.doctype import doctype_events, subset_events
from thresher.formats.structured.markup_events import CLOSE, FAULT, OPEN, Event, references
from thresher.structures.trees.builder import TreeBuilder
from thresher.structures.trees.collapse_chains import collapse_chains
from thresher.structures.trees.kind import NodeKind
from thresher.structures.trees.separators import Separator
from thresher.structures.trees.splice import Spacing
from thresher.structures.trees.tree import Tree

LABELS = {"element": ["element"], "content": ["element"]}
_NAME = rb"[A-Za-z_:\x80-\xff][^\s<>/=\"']*"
_TOKEN = re.compile(
    rb"""
      (?P<text> [^<]+ )
    | < (?P<start> %(name)s ) (?: [^<>"']++ | "[^"]*+" | '[^']*+' )*+ >
    | </ (?P<end> %(name)s ) [^<>]*+ >
    | (?P<comment> <!--.*?--> )
    | (?P<cdata> <!\[CDATA\[.*?\]\]> )
    | (?P<instruction> <\?.*?\?> )
    | (?P<endless> (?: <!-- | <!\[CDATA\[ | <\? ) .* )
    | (?P<section> <!\[ [^<>]* > )
    | (?P<doctype> <![A-Za-z] (?: [^\[<>"']++ | "[^"]*+" | '[^']*+' )*+
        (?: \[ (?: [^\]"'<]++ | "[^"]*+" | '[^']*+' | <!--.*?(?:-->|\Z) | <\?.*?(?:\?>|\Z) | < )*+ \] \s* )? > )
    | (?P<fault> < )
    """
    % {b"name": _NAME},
    re.VERBOSE | re.DOTALL,
)
_ATTRIBUTE = re.compile(rb"""\s+[^\s<>/="']+(?:\s*=\s*(?:"(?P<a>[^"]*)"|'(?P<b>[^']*)'|(?P<c>[^\s"'<>]+)))?""")


@dataclass(frozen=True, slots=True)
class Dialect:
    """What HTML has and XML has not: tags without an end, elements full of text, ends that may be left out.

    With `declarations`, what is declared in the document and referred to are nodes. `subset` is a file of declarations
    alone.
    """

    void: frozenset[bytes] = frozenset()
    raw: frozenset[bytes] = frozenset()
    ended_by: Mapping[bytes, frozenset[bytes]] = field(default_factory=dict)
    any_case: bool = False
    declarations: bool = False
    subset: bool = False


XML = Dialect(declarations=True)
DTD = Dialect(subset=True)
_WIDE = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")


def is_wide(data: bytes) -> bool:
    """Whether a document is in UTF-16, where tags cannot be recognized by their bytes."""
    return data.startswith(_WIDE)


def refuse_wide(name: str, data: bytes) -> None:
    """A UsageError for a document in UTF-16."""
    if is_wide(data):
        raise UsageError(f"{name} is in UTF-16; convert it with iconv -f UTF-16 -t UTF-8, or use --format characters")


def markup_tree(data: bytes, dialect: Dialect) -> Tree:
    """The tree of a document; white space stays as it is."""
    builder = TreeBuilder(data, spacing=Spacing.EXACT, labels=LABELS)
    builder.open("document", 0)
    firsts = [0]  # the first node inside each one that is open
    for what, start, stop, kind, replacement, before in events(data, dialect):
        if what == CLOSE:
            builder.close(stop)
            firsts.pop()
            continue
        separator = Separator(before, start, firsts[-1]) if before >= 0 else None
        if what == OPEN:
            node = builder.open(kind, start, replacement=replacement, separator=separator)
        else:
            node = builder.leaf(NodeKind(what, frozenset()), start, stop, separator=separator)
        firsts[-1] = firsts[-1] or node
        firsts += [0] if what == OPEN else []
    builder.close(len(data))
    return collapse_chains(builder.build())


def count_faults(data: bytes, dialect: Dialect) -> int:
    """How many tags have no partner.

    >>> count_faults(b"<a><b/></a>", XML), count_faults(b"<a><b></a></c>", XML)
    (0, 2)
    """
    return sum(event.what == FAULT for event in events(data, dialect))


def events(data: bytes, dialect: Dialect) -> Iterator[Event]:
    """What a scan of the document meets, in order; every OPEN has its CLOSE."""
    return subset_events(data, 0, len(data)) if dialect.subset else _MarkupScan(data, dialect).run()


class _MarkupScan:
    """One scan; elements that are open are on a stack, so nesting may be arbitrarily deep."""

    def __init__(self, data: bytes, dialect: Dialect) -> None:
        self._data, self._dialect = data, dialect
        self._around: list[tuple[bytes, bool]] = []  # names, and whether they have content
        self._open: Counter[bytes] = Counter()
        self._at = 0

    def run(self) -> Iterator[Event]:
        data, start = self._data, 0
        while self._at < len(data):
            token = _TOKEN.match(data, self._at)
            assert token is not None
            kind, self._at = token.lastgroup or "", token.end()
            if kind == "text" and token.group().isspace():
                if data.startswith(b"</", self._at):
                    start = self._at
                continue  # goes with what follows, if that is not an end tag
            if kind == "start":
                yield from self._start(token, start)
            elif kind == "end":
                yield from self._end(token, start)
            elif kind == "doctype" and self._dialect.declarations:
                yield from doctype_events(data, token.start(), token.end(), space=start)
            elif kind == "text" and self._dialect.declarations:
                yield from references(data, kind, start, self._at)
            else:
                yield Event(FAULT if kind == "endless" else kind, start, self._at)
            start = self._at
        yield from self._unclosed(len(self._around), len(data))

    def _start(self, token: re.Match[bytes], start: int) -> Iterator[Event]:
        dialect, name = self._dialect, self._name(token.group("start"))
        while self._around and name in dialect.ended_by.get(self._around[-1][0], ()):
            yield from self._pop(start, start)
        yield Event(OPEN, start, start, "element")
        for attribute in _ATTRIBUTE.finditer(self._data, token.end("start"), token.end()):
            yield from self._attribute(attribute)
        if token.group().endswith(b"/>") or name in dialect.void:
            yield Event(CLOSE, start, token.end())
            return
        has_content = not self._data.startswith(b"</", self._at)
        if has_content:
            yield Event(OPEN, self._at, self._at, "content")
        self._around.append((name, has_content))
        self._open[name] += 1
        if name in dialect.raw:
            yield from self._raw(name)

    def _raw(self, name: bytes) -> Iterator[Event]:
        """All up to the end tag is text."""
        end = re.compile(rb"</" + re.escape(name) + rb"\b|\Z", re.IGNORECASE).search(self._data, self._at)
        assert end is not None
        if end.start() > self._at:
            yield Event("text", self._at, end.start())
        self._at = end.start()

    def _end(self, token: re.Match[bytes], start: int) -> Iterator[Event]:
        name = self._name(token.group("end"))
        if not self._open[name]:
            yield Event(FAULT, start, token.end())
            return
        inner = next(depth for depth, around in enumerate(reversed(self._around)) if around[0] == name)
        yield from self._unclosed(inner, token.start())
        yield from self._pop(token.start(), token.end())

    def _unclosed(self, count: int, stop: int) -> Iterator[Event]:
        """Ends the innermost elements, whose end tags are missing."""
        for _ in range(count):
            if self._around[-1][0] not in self._dialect.ended_by:
                yield Event(FAULT, stop, stop)
            yield from self._pop(stop, stop)

    def _pop(self, content_stop: int, stop: int) -> Iterator[Event]:
        name, has_content = self._around.pop()
        self._open[name] -= 1
        if has_content:
            yield Event(CLOSE, content_stop, content_stop)
        yield Event(CLOSE, stop, stop)

    def _name(self, name: bytes) -> bytes:
        return name.lower() if self._dialect.any_case else name

    def _attribute(self, found: re.Match[bytes]) -> Iterator[Event]:
        """An attribute, with the white space before it, and its value."""
        yield Event(OPEN, found.start(), found.start(), "attribute")
        value = next((group for group in ("a", "b") if found.group(group)), None)
        if value and self._dialect.declarations:
            yield from references(self._data, "value", *found.span(value))
        elif value:
            yield Event("value", *found.span(value))
        yield Event(CLOSE, found.start(), found.end())
