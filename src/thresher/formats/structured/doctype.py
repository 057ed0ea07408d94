"""The document type declaration of XML, and files of such declarations (DTD): what can be removed from them.

Entities, notations, elements with their content models, lists of attributes, references to parameter entities,
comments, instructions and conditional sections are nodes, with the white space before them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from thresher.formats.structured.markup_events import CLOSE, FAULT, OPEN, Event, references

_QUOTED = rb"""(?:"[^"]*+"|'[^']*+')"""
_NAME = rb"[^\s<>%&;\"'()\[\]|,]+"
_TOKEN = re.compile(
    rb"""
      (?P<space> \s+ )
    | (?P<comment> <!--.*?--> )
    | (?P<instruction> <\?.*?\?> )
    | (?P<endless> <!--.* | <\?.* )
    | (?P<parameter> %%%(name)s; )
    | (?P<conditional> <!\[ \s* (?: INCLUDE | IGNORE | %%%(name)s; ) \s* \[ )
    | (?P<end> \]\]> )
    | <! (?P<declaration> [A-Z]+ ) \b (?: [^<>"']++ | %(quoted)s )*+ >
    | (?P<stray> [^\s<%%\]]+ | . )
    """
    % {b"name": _NAME, b"quoted": _QUOTED},
    re.VERBOSE | re.DOTALL,
)
_DOCTYPE = re.compile(
    rb"<!\w+\s+[^\s\[>\"']+(?P<external>\s+(?:PUBLIC\s+%(q)s(?:\s+%(q)s)?|SYSTEM\s+%(q)s))?(?P<subset>\s*\[)?"
    % {b"q": _QUOTED}
)
_ENTITY = re.compile(
    rb"<!ENTITY\s+(?:%%\s+)?%(name)s\s+(?:%(q)s|(?P<external>(?:PUBLIC\s+%(q)s\s+|SYSTEM\s+)%(q)s(?P<data>\s+NDATA\s+%(name)s)?))"
    % {b"name": _NAME, b"q": _QUOTED}
)
_ATTRIBUTE = re.compile(
    rb"\s+(?:%%%(name)s;|%(name)s\s+(?:(?:NOTATION\s*)?\([^()]*\)|%%?%(name)s;?)"
    rb"\s+(?:\#REQUIRED|\#IMPLIED|(?:\#FIXED\s+)?%(q)s|%%%(name)s;))" % {b"name": _NAME, b"q": _QUOTED}
)
_MODEL = re.compile(rb"<!ELEMENT\s+%?[^\s(]+;?\s+(?=\()")
_PARTICLE = re.compile(rb"\s*(?P<open>\()|(?P<close>\s*\)[?*+]?)|(?P<separator>\s*[|,]\s*)|(?P<name>[^\s()|,<>]+)")
_KINDS = {b"ENTITY": "entity", b"NOTATION": "notation", b"ELEMENT": "declaration", b"ATTLIST": "attributes"}
FAULTS = frozenset(("stray", "end", "endless"))
ANY = b"ANY"  # the content model that allows everything
EMPTY = b'""'  # the value of an entity without one


def doctype_events(data: bytes, start: int, stop: int, *, space: int) -> Iterator[Event]:
    """A document type declaration; it begins with white space at `space`, its first sign is at `start`."""
    yield Event(OPEN, space, space, "doctype")
    head = _DOCTYPE.match(data, start, stop)
    if head is not None and head["external"]:
        yield Event("external", *head.span("external"))
    if head is not None and head["subset"]:
        last = data.rindex(b"]", start, stop)
        yield Event(OPEN, head.start("subset"), head.start("subset"), "subset")
        yield from subset_events(data, head.end(), last)
        yield Event(CLOSE, last + 1, last + 1)
    yield Event(CLOSE, stop, stop)


def subset_events(data: bytes, at: int, stop: int) -> Iterator[Event]:
    """Declarations, one after the other; what is none, and a section without an end, is a fault."""
    start, depth = at, 0
    while at < stop:
        token = _TOKEN.match(data, at, stop)
        assert token is not None
        kind, at = token.lastgroup or "", token.end()
        if kind == "space":
            continue  # goes with what follows
        if kind == "conditional":
            yield Event(OPEN, start, start, "section")
            depth += 1
        elif kind == "end" and depth:
            yield Event(CLOSE, at, at)
            depth -= 1
        elif kind == "declaration":
            yield from _declaration(token, start)
        else:
            yield Event(FAULT if kind in FAULTS else kind, start, at)
        start = at
    for _ in range(depth):
        yield Event(FAULT, stop, stop)
        yield Event(CLOSE, stop, stop)


def _declaration(token: re.Match[bytes], start: int) -> Iterator[Event]:
    data, first, stop = token.string, token.start(), token.end()
    kind = _KINDS.get(token["declaration"], "declaration")
    yield Event(OPEN, start, start, kind)
    if kind == "entity":
        yield from _entity(data, first, stop)
    elif kind == "attributes":
        name = re.compile(rb"<!ATTLIST\s+%?[^\s>]+").match(data, first, stop)
        for found in _ATTRIBUTE.finditer(data, name.end() if name else stop, stop):
            yield Event("attribute", *found.span())
    elif (model := _MODEL.match(data, first, stop)) is not None:
        yield from _content_model(data, model.end(), stop)
    yield Event(CLOSE, stop, stop)


def _entity(data: bytes, start: int, stop: int) -> Iterator[Event]:
    """The value of an entity and the references in it, or where its value is."""
    found = _ENTITY.match(data, start, stop)
    if found is None:
        return
    if found["external"] is None:
        value = re.compile(_QUOTED).search(data, start, stop)
        if value is not None and len(value.group()) > len(EMPTY):
            yield from references(data, "value", value.start() + 1, value.end() - 1)
        return
    yield Event(OPEN, found.start("external"), found.start("external"), "external", EMPTY)
    if found["data"]:
        yield Event("data", *found.span("data"))
    yield Event(CLOSE, found.end("external"), found.end("external"))


def _content_model(data: bytes, at: int, stop: int) -> Iterator[Event]:
    """The groups and names of a content model, if its brackets match."""
    events, depth, separator = [], 0, -1
    while (token := _PARTICLE.match(data, at, stop)) is not None:
        at = token.end()
        if token["open"]:
            start = token.start("open")
            events.append(Event(OPEN, start, start, "group", b"" if depth else ANY, separator))
            depth += 1
        elif token["close"]:
            events.append(Event(CLOSE, at, at))
            depth -= 1
        elif token["name"]:
            events.append(Event("particle", token.start(), at, "", b"", separator))
        separator = token.start() if token["separator"] else -1
        if not depth:
            break
    yield from events if events and not depth else ()
