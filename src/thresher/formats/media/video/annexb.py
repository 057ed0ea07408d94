"""H.264 and H.265 as bare streams: NAL units between start codes; pictures before the parameter sets that they need."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from thresher.formats.content import has_suffix
from thresher.structures.container import Part

PACKS = False
SUFFIXES = (".h264", ".264", ".avc", ".h265", ".265", ".hevc", ".jsv", ".jvt", ".26l")
STARTS = (b"\0\0\0\1\x67", b"\0\0\1\x67", b"\0\0\0\1\x09", b"\0\0\1\x09", b"\0\0\0\1\x40\1", b"\0\0\1\x40\1")
_CODE = re.compile(rb"\0?\0\0\x01")


@dataclass(frozen=True, eq=False)
class NalUnit(Part):
    """What is after a start code, which is kept as it was."""

    code: bytes = b""


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes, or by the name of what begins with a start code."""
    return 0.98 if data.startswith(STARTS) or (has_suffix(name, *SUFFIXES) and _CODE.match(data)) else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The units, and what is before the first one."""
    codes = [match.span() for match in _CODE.finditer(data)]
    if not codes:
        return None
    head = [Part("rest", content=data[: codes[0][0]])] if codes[0][0] else []
    units = [
        NalUnit("unit", content=data[stop:following], code=data[start:stop])
        for (start, stop), (following, _) in pairwise([*codes, (len(data), len(data))])
    ]
    return Part("annexb", parts=(*head, *units), raw=data)


def write(part: Part) -> bytes:
    """The stream, or a part of it."""
    code = part.code if isinstance(part, NalUnit) else b""
    return part.raw if part.raw is not None else code + part.content + b"".join(map(write, part.parts))
