"""zip: members that may go, contents that may shrink; directory, offsets, sizes and checksums are put right.

A member that nothing was changed in is written as it was found. Encrypted members and those packed in a rare way may go
as a whole. A checksum that was wrong stays what it was. Archives of more than 4 GB (zip64) are not looked into.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from struct import Struct

from thresher.formats.archives.deflate import RAW, Allowance, deflated
from thresher.structures.container import Part

LOCAL, ENTRY, END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
ENCRYPTED, DESCRIPTOR, UTF8 = 1, 8, 1 << 11  # bits of a member's flags
STORED, DEFLATED = 0, 8
BIG = 0xFFFFFFFF
_LOCAL = Struct("<4sHHHHHIIIHH")
_ENTRY = Struct("<4sHHHHHHIIIHHHHHII")
_END = Struct("<4sHHHHIIH")


@dataclass(frozen=True, eq=False)
class ZipMember(Part):
    """A member by its entry in the directory. `raw` is header, packed content and descriptor; `crc` is a wrong one."""

    entry: bytes = b""
    crc: int | None = None


@dataclass(frozen=True, eq=False)
class Archive(Part):
    """The members; `before` is what an archive that extracts itself begins with, `comment` its last bytes."""

    before: bytes = b""
    comment: bytes = b""


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes."""
    return 0.99 if data.startswith((LOCAL, END)) else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The members in the order of the directory; None if there is none, or if they do not fit the file.

    Members that share bytes do not: a few megabytes in thousands of members would be terabytes.
    """
    end = data.rfind(END)
    if end < 0 or end + _END.size > len(data):
        return None
    _, disk, first, here, count, size, offset, length = _END.unpack_from(data, end)
    if disk or first or here != count or offset + size != end or end + _END.size + length != len(data):
        return None
    members = [*_members(data, offset, end)]
    if len(members) != count or not count or any(member.raw is None for member in members):
        return None
    before = data[: min(_ENTRY.unpack_from(member.entry)[16] for member in members)]
    return Archive("zip", parts=tuple(members), raw=data, before=before, comment=data[end + _END.size :])


def write(part: Part) -> bytes:
    """The archive."""
    if part.raw is not None:
        return part.raw
    assert isinstance(part, Archive)
    pieces, entries, at = [part.before], [], len(part.before)
    for member in part.parts:
        assert isinstance(member, ZipMember)
        piece, entry = _written(member)
        fields = [*_ENTRY.unpack_from(entry)]
        entries.append(_ENTRY.pack(*fields[:16], at) + entry[_ENTRY.size :])
        pieces.append(piece)
        at += len(piece)
    directory = b"".join(entries)
    count = len(entries)
    end = _END.pack(END, 0, 0, count, count, len(directory), at, len(part.comment))
    return b"".join([*pieces, directory, end, part.comment])


def _members(data: bytes, at: int, end: int) -> Iterator[ZipMember]:
    allowance, shared = Allowance(len(data)), 0
    while at + _ENTRY.size <= end and data.startswith(ENTRY, at):
        fields = _ENTRY.unpack_from(data, at)
        name_length, stop = fields[10], at + _ENTRY.size + sum(fields[10:13])
        shared += _LOCAL.size + fields[8]
        if stop > end or shared > len(data):
            return
        name = data[at + _ENTRY.size :][:name_length].decode("utf-8" if fields[3] & UTF8 else "cp437", "replace")
        yield _member(data, name, data[at:stop], fields, allowance)
        at = stop


def _member(data: bytes, name: str, entry: bytes, fields: tuple[int, ...], allowance: Allowance) -> ZipMember:
    """The member of an entry; without `raw` if it is not where the entry says."""
    flags, method, crc, packed, size, at = fields[3], fields[4], fields[7], fields[8], fields[9], fields[16]
    if BIG in (packed, size, at) or at + _LOCAL.size > len(data) or not data.startswith(LOCAL, at):
        return ZipMember("member", name, entry=entry)
    start = at + _LOCAL.size + sum(_LOCAL.unpack_from(data, at)[9:11])
    stop = start + packed
    if stop > len(data):
        return ZipMember("member", name, entry=entry)
    known = not flags & ENCRYPTED and size <= max(allowance.left, packed)
    content = _unpacked(data[start:stop], method, allowance) if known else None
    if content is None or len(content) != size:
        return ZipMember(
            "member", name, data[start:stop], (), data[at : _end(data, stop, flags)], opaque=True, entry=entry
        )
    wrong = None if zlib.crc32(content) == crc else crc
    return ZipMember("member", name, content, (), data[at : _end(data, stop, flags)], entry=entry, crc=wrong)


def _end(data: bytes, stop: int, flags: int) -> int:
    """Where a member ends, its descriptor included."""
    if not flags & DESCRIPTOR:
        return stop
    return stop + (16 if data.startswith(b"PK\x07\x08", stop) else 12)


def _unpacked(packed: bytes, method: int, allowance: Allowance) -> bytes | None:
    if method == STORED:
        return packed
    return allowance.inflated(packed, wrapping=RAW) if method == DEFLATED else None


def _written(member: ZipMember) -> tuple[bytes, bytes]:
    """Header and content, and the entry in the directory, but for the offset."""
    if member.raw is not None:
        return member.raw, member.entry
    fields = [*_ENTRY.unpack_from(member.entry)]
    content = member.content
    packed = deflated(content) if fields[4] == DEFLATED else content
    fields[3] &= ~DESCRIPTOR
    fields[7] = zlib.crc32(content) if member.crc is None else member.crc
    fields[8:10] = len(packed), len(content)
    name = member.entry[_ENTRY.size :][: fields[10]]
    head = _LOCAL.pack(LOCAL, *fields[2:11], 0) + name
    return head + packed, _ENTRY.pack(*fields) + member.entry[_ENTRY.size :]
