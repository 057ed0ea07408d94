"""Checksums of media files that count the highest bit first."""

from __future__ import annotations

import zlib
from functools import cache

_REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
_ONES = (1 << 32) - 1


def crc32(data: bytes) -> int:
    """Of Ogg: the polynomial of zlib with the bits the other way round, from 0 and without a change at the end.

    >>> hex(crc32(b"123456789"))
    '0x89a1897f'
    """
    mirrored = zlib.crc32(data.translate(_REVERSED), _ONES) ^ _ONES
    return int.from_bytes(mirrored.to_bytes(4, "little").translate(_REVERSED), "big")


def crc16(data: bytes) -> int:
    """Of the frames of FLAC.

    >>> hex(crc16(b"123456789"))
    '0xfee8'
    """
    table, found = _table(16, 0x8005), 0
    for byte in data:
        found = (found << 8 & 0xFFFF) ^ table[found >> 8 ^ byte]
    return found


def crc8(data: bytes) -> int:
    """Of the headers of FLAC's frames.

    >>> hex(crc8(b"123456789"))
    '0xf4'
    """
    table, found = _table(8, 0x07), 0
    for byte in data:
        found = table[found ^ byte]
    return found


@cache
def _table(width: int, polynomial: int) -> tuple[int, ...]:
    return tuple(_remainder(byte << width - 8, width, polynomial) for byte in range(256))


def _remainder(value: int, width: int, polynomial: int) -> int:
    for _ in range(8):
        value = value << 1 ^ (polynomial if value >> width - 1 else 0)
        value &= (1 << width) - 1
    return value
