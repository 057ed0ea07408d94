"""Small media files, made by hand, and what another reader finds in what is left of them."""

from __future__ import annotations

from struct import pack, unpack_from

from thresher.formats.media.checksums import crc32


def ogg_page(packets: list[bytes], number: int, *, flags: int = 0, serial: int = 7, time: int = 0) -> bytes:
    """A page with whole packets in it."""
    lengths = b"".join(b"\xff" * (len(each) // 255) + bytes([len(each) % 255]) for each in packets)
    fields = pack("<4sBBQII", b"OggS", 0, flags, time, serial, number)
    rest = bytes([len(lengths)]) + lengths + b"".join(packets)
    return fields + pack("<I", crc32(fields + bytes(4) + rest)) + rest


def ogg() -> bytes:
    """Two streams, the second of one page; a packet of 600 bytes; a page that goes on in the next."""
    first = ogg_page([b"\x01vorbis", b"\x03vorbis"], 0, flags=2)
    other = ogg_page([b"OpusHead"], 0, flags=6, serial=9, time=5)
    long = ogg_page([b"a" * 600, b"", b"bc"], 1, time=10)
    fields = pack("<4sBBQII", b"OggS", 0, 0, (1 << 64) - 1, 7, 2)
    begun = fields + bytes(4) + b"\2\xff\xff" + b"d" * 510
    begun = begun[:22] + pack("<I", crc32(begun)) + begun[26:]
    fields = pack("<4sBBQII", b"OggS", 0, 5, 20, 7, 3)
    ended = fields + bytes(4) + b"\2\5\3" + b"ddddd" + b"end"
    ended = ended[:22] + pack("<I", crc32(ended)) + ended[26:]
    return first + other + long + begun + ended


def check_ogg(data: bytes) -> int:
    """Every page has the right checksum, the next number of its stream, and goes on with what the last one began."""
    at, pages = 0, 0
    numbers: dict[int, int] = {}
    unfinished: dict[int, bool] = {}
    while data[at : at + 4] == b"OggS":
        flags, serial, number, crc, count = data[at + 5], *unpack_from("<IIIB", data, at + 14)
        stop = at + 27 + count + sum(data[at + 27 : at + 27 + count])
        assert crc == crc32(data[at : at + 22] + bytes(4) + data[at + 26 : stop])
        assert number == numbers.get(serial, number - 1) + 1
        assert bool(flags & 1) == unfinished.get(serial, False)
        numbers[serial], unfinished[serial] = number, count > 0 and data[at + 26 + count] == 255
        at, pages = stop, pages + 1
    return pages
