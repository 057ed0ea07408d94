"""GIF: frames, extensions, tables of colours and image data that may go, with flags and lengths put right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from thresher.formats.binaries.cursor import Cursor
from thresher.structures.container import Part

PACKS = False
MAGICS = (b"GIF87a", b"GIF89a")
SCREEN, DESCRIPTOR = 7, 9  # bytes of the description of the screen and of an image
EXTENSION, IMAGE, END = 0x21, 0x2C, 0x3B
CONTROL = 0xF9  # the extension that is about the image after it
HAS_COLOURS, COLOURS = 0x80, 0x07  # bits of flags: whether there is a table, and how large it is
LONGEST = 255  # bytes of a block of data


@dataclass(frozen=True, eq=False)
class Screen(Part):
    """What is before the first block; the table of colours is a part."""

    head: bytes = b""


@dataclass(frozen=True, eq=False)
class GifImage(Part):
    """Its description; the table of colours and the data are parts."""

    head: bytes = b""


@dataclass(frozen=True, eq=False)
class Data(Part):
    """Of an image, after the number of bits that a code has at first."""

    bits: bytes = b""


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes."""
    return 0.99 if data.startswith(MAGICS) else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The screen, frames and extensions, the end, and whatever is after; None if a block is not whole."""
    if not data.startswith(MAGICS):
        return None
    cursor = Cursor(data, len(MAGICS[0]))
    try:
        head = data[: cursor.at] + cursor.take(SCREEN)
        screen = Screen("screen", parts=_colours(cursor, head[10]), fixed=True, head=head)
        return Part("gif", parts=(screen, *_framed([*_blocks(cursor)])), raw=data)
    except ValueError:
        return None


def write(part: Part) -> bytes:
    """The file, or a part of it."""
    if part.raw is not None:
        return part.raw
    inside = b"".join(map(write, part.parts))
    if isinstance(part, Screen):
        return _flagged(part, at=10) + inside
    if isinstance(part, GifImage):
        has_data = any(isinstance(each, Data) for each in part.parts)
        return _flagged(part, at=DESCRIPTOR) + inside + (b"" if has_data else b"\2\0")
    if isinstance(part, Data):
        return part.bits + _in_blocks(part.content)
    return part.content + inside


def _flagged(part: Screen | GifImage, *, at: int) -> bytes:
    """A description that says whether there is a table of colours."""
    if any(each.kind == "colours" for each in part.parts):
        return part.head
    return part.head[:at] + bytes([part.head[at] & ~(HAS_COLOURS | COLOURS)]) + part.head[at + 1 :]


def _in_blocks(content: bytes) -> bytes:
    pieces = (content[at : at + LONGEST] for at in range(0, len(content), LONGEST))
    return b"".join(bytes([len(piece)]) + piece for piece in pieces) + b"\0"


def _colours(cursor: Cursor, flags: int) -> tuple[Part, ...]:
    if not flags & HAS_COLOURS:
        return ()
    return (Part("colours", content=cursor.take(3 << (flags & COLOURS) + 1), opaque=True),)


def _blocks(cursor: Cursor) -> Iterator[Part]:
    while not cursor.is_at_end:
        start, kind = cursor.at, cursor.byte()
        if kind == EXTENSION:
            cursor.byte()
            _unblocked(cursor)
            yield Part("extension", content=cursor.data[start : cursor.at], opaque=True)
        elif kind == IMAGE:
            yield _image(cursor)
        elif kind == END:
            yield Part("end", content=bytes([END]), opaque=True)
            if not cursor.is_at_end:
                yield Part("rest", content=cursor.take(len(cursor.data) - cursor.at))
        else:
            raise ValueError("no block of a GIF")


def _image(cursor: Cursor) -> GifImage:
    head = bytes([IMAGE]) + cursor.take(DESCRIPTOR)
    colours = _colours(cursor, head[DESCRIPTOR])
    start, bits = cursor.at, cursor.take(1)
    content = _unblocked(cursor)
    data = Data("data", content=content, raw=cursor.data[start : cursor.at], bits=bits)
    return GifImage("image", parts=(*colours, data), head=head)


def _unblocked(cursor: Cursor) -> bytes:
    """What is in blocks of data, up to an empty one."""
    pieces = []
    while size := cursor.byte():
        pieces.append(cursor.take(size))
    return b"".join(pieces)


def _framed(blocks: list[Part]) -> Iterator[Part]:
    """An image and the extensions about it go together."""
    waiting: list[Part] = []
    for block in blocks:
        if block.kind == "image" and waiting:
            yield Part("frame", parts=(*waiting, block))
            waiting = []
        elif block.kind == "extension" and block.content[1] == CONTROL:
            waiting.append(block)
        else:
            yield from waiting
            waiting = []
            yield block
    yield from waiting
