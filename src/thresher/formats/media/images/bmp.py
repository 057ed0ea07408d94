"""Bitmaps (BMP): lines and columns of the image, and colours; sizes, counts and the place of the image are put right.

Pixels get new numbers when a colour before theirs goes. A compressed image is not looked into.
"""

from __future__ import annotations

from dataclasses import dataclass
from struct import Struct, error

from thresher.formats.media.images.raster import Raster, raster
from thresher.structures.container import Part

PACKS = False
MAGIC, LENGTHS = b"BM", (40, 52, 56, 64, 108, 124)  # of a header
FILE, HEADER = Struct("<2sI4sI"), Struct("<IiiHHIIiiI")
PLAIN, MASKS = (0, 3), 12  # compressions that are none; bytes of masks after the shortest header, for the second one
INDEXED, COLOUR, UNIT = 8, 4, 4  # bits of a pixel that is the number of a colour; bytes of a colour, of units of a line


@dataclass(frozen=True, eq=False)
class Bitmap(Part):
    """Colours and the image, with the bytes before, between and after them."""

    head: bytes = b""
    between: bytes = b""
    rest: bytes = b""


@dataclass(frozen=True, eq=False)
class BitmapColour(Part):
    """A colour by its number."""

    number: int = 0


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes and the length of the header."""
    return 0.98 if data[:2] == MAGIC and int.from_bytes(data[14:18], "little") in LENGTHS else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The colours and the image; None if it is compressed, or not in the file."""
    try:
        *_, place = FILE.unpack_from(data)
        size, width, height, _, bits, compression, _, _, _, used = HEADER.unpack_from(data, FILE.size)
    except error:
        return None
    if not confidence(name, data) or compression not in PLAIN or width < 1 or not height or not 0 < bits <= 64:
        return None
    start = FILE.size + size + (MASKS if compression and size == LENGTHS[0] else 0)
    stop = start + COLOUR * ((used or 1 << bits) if bits <= INDEXED else 0)
    line = -(-width * bits // (8 * UNIT)) * UNIT
    end = place + line * abs(height)
    if not stop <= place < end <= len(data):
        return None
    colours = tuple(
        BitmapColour("colour", content=data[at : at + COLOUR], fixed=bits != INDEXED, opaque=True, number=number)
        for number, at in enumerate(range(start, stop, COLOUR))
    )
    parts = Part("colours", parts=colours, fixed=True), raster(data[place:end], line, width, bits)
    return Bitmap("bmp", parts=parts, raw=data, head=data[:start], between=data[stop:place], rest=data[end:])


def write(part: Part) -> bytes:
    """The file with the colours, lines and columns that are left."""
    if part.raw is not None:
        return part.raw
    assert isinstance(part, Bitmap)
    image = next((each for each in part.parts if isinstance(each, Raster)), Raster("image"))
    colours = [colour for each in part.parts for colour in each.parts if isinstance(colour, BitmapColour)]
    lines = image.lines
    if image.bits == INDEXED and len(image.columns) == image.width:
        lines = [line[: image.width] for line in lines]
    numbers = {each.number: new for new, each in enumerate(colours)}
    if image.bits == INDEXED:
        table = bytes(numbers.get(old, 0) for old in range(256))
        lines = [line.translate(table) for line in lines]
    pixels = b"".join(line + bytes(-len(line) % UNIT) for line in lines)
    head = part.head + b"".join(each.content for each in colours) + part.between
    size, _, height, planes, bits, compression, length, x, y, used = HEADER.unpack_from(head, FILE.size)
    if image.bits <= INDEXED and len(colours) != (used or 1 << bits):
        used = len(colours)
    rows = len(lines) if height > 0 else -len(lines)
    fields = size, len(image.columns), rows, planes, bits, compression, length and len(pixels), x, y, used
    file = FILE.pack(MAGIC, len(head) + len(pixels) + len(part.rest), head[6:10], len(head))
    return file + HEADER.pack(*fields) + head[FILE.size + HEADER.size :] + pixels + part.rest
