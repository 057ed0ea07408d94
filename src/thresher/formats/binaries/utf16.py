"""Text in UTF-16: reduced as what it is in UTF-8, and written in UTF-16 again.

In UTF-16 every other byte of plain text is zero, and a cut in the wrong place makes nonsense of all that follows. So
the text is a part of its own, by the name of the file, and reduced by its own format.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from thresher.formats.content import HEAD
from thresher.structures.container import Part

PACKS = False
MARKS = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


@dataclass(frozen=True, eq=False)
class Utf16Text(Part):
    """A text with the mark before it, in its encoding."""

    mark: bytes = b""
    encoding: str = "utf-16-le"


def confidence(name: str, data: bytes) -> float:
    """Sure of itself for a byte order mark."""
    return 0.985 if _encoding(data) else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The text; None if it cannot be decoded."""
    found = _encoding(data[:HEAD])
    if found is None:
        return None
    mark, encoding = found
    try:
        content = data[len(mark) :].decode(encoding).encode()
    except UnicodeError:
        return None
    text = Utf16Text("text", name, content, fixed=True, mark=mark, encoding=encoding)
    return Part("utf16", parts=(text,), raw=data)


def write(part: Part) -> bytes:
    """The file; what is not UTF-8 any more has become a replacement character."""
    if part.raw is not None:
        return part.raw
    if isinstance(part, Utf16Text):
        return part.mark + part.content.decode("utf-8", "replace").encode(part.encoding)
    return b"".join(map(write, part.parts))


def _encoding(head: bytes) -> tuple[bytes, str] | None:
    """The mark and the encoding."""
    wider = head.startswith(codecs.BOM_UTF32_LE)
    return None if wider else next((each for each in MARKS.items() if head.startswith(each[0])), None)
