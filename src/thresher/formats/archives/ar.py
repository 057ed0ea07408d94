"""ar: static libraries and Debian packages; members that may go, with sizes and the index of symbols put right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from struct import pack, unpack_from

from thresher.structures.container import Part

MAGIC, HEAD, MARK = b"!<arch>\n", 60, b"`\n"
SIZE, NAME = slice(48, 58), slice(0, 16)
INDEX, LONG_NAMES = b"/", b"//"


@dataclass(frozen=True, eq=False)
class ArMember(Part):
    """A member with its header, and where it was in the file."""

    header: bytes = b""
    place: int = 0


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes."""
    return 0.99 if data.startswith(MAGIC) else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The members; None if one is damaged."""
    try:
        members = tuple(_members(data)) if data.startswith(MAGIC) else ()
    except ValueError:
        return None
    return Part("ar", parts=members, raw=data) if members else None


def write(part: Part) -> bytes:
    """The file; the index has the symbols of the members that are left, at their new places."""
    if part.raw is not None:
        return part.raw
    members = [each for each in part.parts if isinstance(each, ArMember)]
    there = {each.place for each in members}
    contents = [_kept(each.content, there) if _name(each) == INDEX else each.content for each in members]
    places, at = dict[int, int](), len(MAGIC)
    for each, content in zip(members, contents, strict=True):
        places[each.place] = at
        at += HEAD + len(content) + len(content) % 2
    pieces = [MAGIC]
    for each, content in zip(members, contents, strict=True):
        size = b"%-10d" % len(content)
        body = _moved(content, places) if _name(each) == INDEX else content
        pieces += [each.header[: SIZE.start], size, MARK, body, b"\n" * (len(body) % 2)]
    return b"".join(pieces)


def _members(data: bytes) -> Iterator[ArMember]:
    at, names = len(MAGIC), b""
    while at < len(data):
        header = data[at : at + HEAD]
        stop = at + HEAD + int(header[SIZE])
        if stop > len(data) or header[SIZE.stop :] != MARK:
            raise ValueError("damaged")
        label, content = header[NAME].strip(), data[at + HEAD : stop]
        names = content if label == LONG_NAMES else names
        if label[:1] == b"/" and label[1:].isdigit():
            label = names[int(label[1:]) :].partition(b"\n")[0]
        opaque = label in (INDEX, LONG_NAMES) or label.startswith(b"/SYM64")
        path = label.rstrip(b"/").decode("utf-8", "surrogateescape")
        yield ArMember("member", path, content, opaque=opaque, header=header, place=at)
        at = stop + stop % 2


def _name(part: ArMember) -> bytes:
    return part.header[NAME].strip()


def _kept(index: bytes, places: set[int]) -> bytes:
    """The index without the symbols of members that are gone; one that cannot be read stays."""
    count = int.from_bytes(index[:4], "big")
    if len(index) < 4 + 4 * count:
        return index
    found = unpack_from(f">{count}I", index, 4)
    names = index[4 + 4 * count :].split(b"\0")[:count]
    kept = [(place, name) for place, name in zip(found, names, strict=False) if place in places]
    table = pack(f">{1 + len(kept)}I", len(kept), *(place for place, _ in kept))
    return table + b"".join(name + b"\0" for _, name in kept)


def _moved(index: bytes, places: dict[int, int]) -> bytes:
    """The index with new places of the same members."""
    count = int.from_bytes(index[:4], "big")
    if len(index) < 4 + 4 * count:
        return index
    moved = (places.get(each, each) for each in unpack_from(f">{count}I", index, 4))
    return index[:4] + pack(f">{count}I", *moved) + index[4 + 4 * count :]
