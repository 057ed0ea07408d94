"""Pictures of a screen: taken from an X server, written and read as PNG, and compared in a region."""

from __future__ import annotations

import struct
import zlib
from typing import Any, NamedTuple

from Xlib import X

SIGNATURE = b"\x89PNG\r\n\x1a\n"
ALL_PLANES = 0xFFFFFFFF


class Picture(NamedTuple):
    """Red, green and blue of all pixels, row by row."""

    width: int
    height: int
    pixels: bytes

    def part(self, region: tuple[int, int, int, int]) -> bytes:
        """The pixels of a region, given as x, y, width and height; empty if it is not inside."""
        x, y, width, height = region
        if x < 0 or y < 0 or x + width > self.width or y + height > self.height:
            return b""
        rows = (3 * ((y + row) * self.width + x) for row in range(height))
        return b"".join(self.pixels[start : start + 3 * width] for start in rows)


def screenshot(display: Any) -> Picture:
    """What the screen shows now."""
    screen = display.screen()
    width, height = screen.width_in_pixels, screen.height_in_pixels
    data = screen.root.get_image(0, 0, width, height, X.ZPixmap, ALL_PLANES).data
    pixels = bytearray(3 * width * height)
    for colour in range(3):  # the server has blue, green, red, and a byte that is not used
        pixels[colour::3] = data[2 - colour :: 4]
    return Picture(width, height, bytes(pixels))


def as_png(picture: Picture) -> bytes:
    width = 3 * picture.width
    rows = b"".join(b"\0" + picture.pixels[at : at + width] for at in range(0, len(picture.pixels), width))
    header = struct.pack(">IIBBBBB", picture.width, picture.height, 8, 2, 0, 0, 0)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(rows, 6)) + _chunk(b"IEND", b"")


def from_png(data: bytes) -> Picture:
    """The picture in a file that `as_png` wrote; a ValueError for any other."""
    if not data.startswith(SIGNATURE):
        raise ValueError("it is not a PNG file")
    width, height, *kind = struct.unpack(">IIBBBBB", data[16:29])
    if kind != [8, 2, 0, 0, 0]:
        raise ValueError("it is not a picture that thresher wrote")
    packed, at = b"", len(SIGNATURE)
    while at + 8 <= len(data):
        size, name = struct.unpack(">I4s", data[at : at + 8])
        packed += data[at + 8 : at + 8 + size] if name == b"IDAT" else b""
        at += size + 12
    try:
        rows = zlib.decompress(packed)
    except zlib.error as error:
        raise ValueError(f"it is damaged: {error}") from None
    step = 3 * width + 1
    if len(rows) != step * height or any(rows[::step]):
        raise ValueError("it is not a picture that thresher wrote")
    return Picture(width, height, b"".join(rows[row * step + 1 : (row + 1) * step] for row in range(height)))


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
