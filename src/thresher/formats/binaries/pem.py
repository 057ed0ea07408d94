"""PEM: DER in base64 between lines of dashes. What is packed is reduced by its own format; blocks and text may go."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from binascii import Error
from dataclasses import dataclass

from thresher.formats.content import has_suffix
from thresher.structures.container import Part

WIDTH = 64  # characters of a line
START = b"-----BEGIN "
BLOCK = re.compile(rb"(-----BEGIN ([^\n-]+)-----\r?\n)([A-Za-z0-9+/=\r\n]*?)(-----END \2-----(?:\r?\n|\Z))")


@dataclass(frozen=True, eq=False)
class PemBlock(Part):
    """Its first and last line, the end of its lines, and how long they are."""

    first: bytes = b""
    last: bytes = b""
    end: bytes = b"\n"
    width: int = WIDTH


def confidence(name: str, data: bytes) -> float:
    """Sure of itself if it begins with a block, or has one and such a name; a program may have one in a string."""
    is_named = has_suffix(name, ".pem", ".crt", ".cer", ".csr", ".key") and START in data
    return 0.97 if data.lstrip().startswith(START) or is_named else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The blocks and the text around them; None if there is no block."""
    parts: list[Part] = []
    at = 0
    for match in BLOCK.finditer(data):
        block = _block(match)
        if block is not None:
            parts += [Part("text", content=data[at : match.start()]), block] if at < match.start() else [block]
            at = match.end()
    if not any(isinstance(part, PemBlock) for part in parts):
        return None
    parts += [Part("text", content=data[at:])] if at < len(data) else []
    return Part("pem", parts=tuple(parts), raw=data)


def write(part: Part) -> bytes:
    """The file, or a block."""
    if part.raw is not None:
        return part.raw
    if not isinstance(part, PemBlock):
        return part.content + b"".join(map(write, part.parts))
    text = b64encode(part.content)
    lines = [text[at : at + part.width] for at in range(0, len(text), part.width)]
    return part.first + b"".join(line + part.end for line in lines) + part.last


def _block(match: re.Match[bytes]) -> PemBlock | None:
    first, _, text, last = match.groups()
    try:
        content = b64decode(text.translate(None, b"\r\n"), validate=True)
    except Error:
        return None
    end = b"\r\n" if first.endswith(b"\r\n") else b"\n"
    width = len(text.split(end, 1)[0]) or WIDTH
    return PemBlock("block", "block.der", content, raw=match.group(), first=first, last=last, end=end, width=width)
