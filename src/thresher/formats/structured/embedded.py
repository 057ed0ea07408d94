"""Other languages inside a text: scripts and styles in HTML, JSON and SQL in the strings of a program.

Each is a part with the name of a file of its language, so that it is reduced by the plan for that. All else stays as it
is. It is never guessed as a format: the plan for trees looks for such parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from thresher.structures.container import Part

PACKS = False
SHORTEST = 12  # bytes of what is worth looking into
_ELEMENTS = {
    tag: re.compile(rb"<%b\b(?P<attributes>[^<>]*)>(?P<inside>.*?)</%b\b" % (tag, tag), re.IGNORECASE | re.DOTALL)
    for tag in (b"script", b"style")
}
_STRING = re.compile(
    rb"""
      (?P<quote> \"\"\" | ''' | ` ) (?P<long> .*? ) (?P=quote)
    | (?P<sign> ["'] ) (?P<short> (?: [^"'\\\n] | \\. | (?!(?P=sign))["'] )*+ ) (?P=sign)
    """,
    re.DOTALL | re.VERBOSE,
)
_JSON = re.compile(rb'\s*(?:\{\s*"|\[\s*[\[{"])')
_SQL = re.compile(rb"\s*(?:SELECT|INSERT\s+INTO|UPDATE|DELETE\s+FROM|CREATE|ALTER|DROP|WITH)\s", re.IGNORECASE)
_TYPES = ((b"json", "data.json"), (b"template", "part.html"), (b"html", "part.html"), (b"ts", "script.ts"))


@dataclass(frozen=True, eq=False)
class EmbeddedText(Part):
    """A text in another language; in a string, `sign` is escaped as it was."""

    sign: bytes = b""


def confidence(name: str, data: bytes) -> float:
    """Only when asked for."""
    return 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The texts in other languages and what is between them; None if there are none."""
    is_markup = data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")
    found = [*(_elements(data) if is_markup else _strings(data))]
    if not found:
        return None
    parts: list[Part] = []
    at = 0
    for start, stop, part in found:
        parts += (Part("text", content=data[at:start], fixed=True, opaque=True), part)
        at = stop
    return Part("embedded", parts=(*parts, Part("text", content=data[at:], fixed=True, opaque=True)), raw=data)


def write(part: Part) -> bytes:
    """The text with what the parts are now."""
    if part.raw is not None:
        return part.raw
    content = part.content + b"".join(map(write, part.parts))
    sign = part.sign if isinstance(part, EmbeddedText) else b""
    return content.replace(sign, b"\\" + sign) if sign else content


def _elements(data: bytes) -> Iterator[tuple[int, int, Part]]:
    """Scripts and styles. None is searched for after the last end of one: it would be searched to the end each time."""
    lower = data.lower()
    found = [(match.span("inside"), tag, match) for tag, element in _ELEMENTS.items()
             for match in element.finditer(data, 0, lower.rfind(b"</" + tag) + len(tag) + 3)]  # fmt: skip
    at = 0
    for (start, stop), tag, match in sorted(found, key=lambda each: each[0]):
        attributes, text = match["attributes"].lower(), match["inside"]
        plain = "style.css" if tag == b"style" else "script.js"
        name = next((name for type, name in _TYPES if type in attributes), plain)
        if start >= at and len(text.strip()) >= SHORTEST:
            yield start, stop, Part("embedded", name, text, fixed=True)
            at = stop


def _strings(data: bytes) -> Iterator[tuple[int, int, Part]]:
    for found in _STRING.finditer(data):
        group = "long" if found["long"] is not None else "short"
        sign = found["sign"] or b""
        text = found[group].replace(b"\\" + sign, sign) if sign else found[group]
        name = "data.json" if _JSON.match(text) else "query.sql" if _SQL.match(text) else ""
        if name and len(text) >= SHORTEST and b"\\" not in text:
            yield *found.span(group), EmbeddedText("embedded", name, text, raw=found[group], fixed=True, sign=sign)
