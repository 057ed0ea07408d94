"""Requests of X clients that tell what a window manager, or a program itself, does with a window."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

CONFIGURE, SEND_EVENT, FOCUS = 12, 25, 42  # opcodes
RECORDED = (CONFIGURE, SEND_EVENT, FOCUS)
CLIENT_MESSAGE = 33
_FIELDS = ("x", "y", "width", "height")  # of a configuration, by the bits of its mask


class SizeRequest(NamedTuple):
    """A window gets another size; None where it stays."""

    window: int
    width: int | None
    height: int | None


class MessageRequest(NamedTuple):
    """A message to a window; `value` is its first word."""

    window: int
    kind: int
    value: int


class FocusRequest(NamedTuple):
    """A window gets the keys."""

    window: int


XRequest = SizeRequest | MessageRequest | FocusRequest


def requests_in(data: bytes) -> Iterator[XRequest]:
    """The requests in what the RECORD extension gives for a client with this machine's byte order; others are left out.

    >>> list(requests_in(struct.pack("<BBHIHHII", 12, 0, 5, 7, 0b1100, 0, 300, 200)))
    [SizeRequest(window=7, width=300, height=200)]
    """
    while len(data) >= 4:
        opcode, _, words = struct.unpack_from("=BBH", data)
        request, data = data[: 4 * words], data[4 * words :]
        if not words:  # a long one, which is none of these
            return
        try:
            found = _request(opcode, request)
        except struct.error:
            return
        if found is not None:
            yield found


def _request(opcode: int, data: bytes) -> XRequest | None:
    if opcode == CONFIGURE:
        window, mask = struct.unpack_from("=IH", data, 4)
        bits = [bit for bit in range(16) if mask >> bit & 1]
        values = struct.unpack_from(f"={len(bits)}I", data, 12)
        size = {_FIELDS[bit]: value for bit, value in zip(bits, values, strict=True) if bit < len(_FIELDS)}
        return SizeRequest(window, size.get("width"), size.get("height"))
    if opcode == FOCUS:
        return FocusRequest(*struct.unpack_from("=I", data, 4))
    if opcode == SEND_EVENT and data[12] & 0x7F == CLIENT_MESSAGE:
        return MessageRequest(*struct.unpack_from("=III", data, 16))
    return None
