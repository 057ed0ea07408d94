"""Characters: code points where the bytes are UTF-8, single bytes otherwise."""

from __future__ import annotations

from array import array
from itertools import compress

from thresher.formats.content import is_binary
from thresher.structures.sequence import Units

MOST_DECODED = 1 << 25  # past 32 MiB a table of code points costs more memory than it is worth
_STARTS = bytes(0 if 0x80 <= byte < 0xC0 else 1 for byte in range(256))


def confidence(name: str, data: bytes) -> float:
    """The way of last resort for text, the only one for binary data."""
    return 0.9 if is_binary(data) else 0.1


def parse(data: bytes) -> Units:
    """One unit per character."""
    if data.isascii() or len(data) > MOST_DECODED or not _is_utf8(data):
        return Units(data, range(len(data) + 1))
    offsets = array("I", compress(range(len(data)), data.translate(_STARTS)))
    offsets.append(len(data))
    return Units(data, offsets)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
