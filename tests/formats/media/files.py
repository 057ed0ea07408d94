"""Small media files, made by hand, and what another reader finds in what is left of them."""

from __future__ import annotations

import zlib
from struct import pack, unpack_from

from thresher.formats.media.checksums import crc8, crc16, crc32


def ogg_page(packets: list[bytes], number: int, *, flags: int = 0, serial: int = 7, time: int = 0) -> bytes:
    """A page with whole packets in it."""
    lengths = b"".join(b"\xff" * (len(each) // 255) + bytes([len(each) % 255]) for each in packets)
    fields = pack("<4sBBQII", b"OggS", 0, flags, time, serial, number)
    rest = bytes([len(lengths)]) + lengths + b"".join(packets)
    return fields + pack("<I", crc32(fields + bytes(4) + rest)) + rest


def ogg() -> bytes:
    """Two streams, the second of one page; a packet of 600 bytes; a page that continues in the next."""
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
    """Every page has the right checksum, the next number of its stream, and continues what the last one began."""
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


def adts(*payloads: bytes) -> bytes:
    """Frames of AAC, one with a checksum."""
    found = b""
    for number, payload in enumerate(payloads or (b"one", b"two" * 20, b"", b"four")):
        size = 9 if number == 1 else 7
        length = size + len(payload)
        head = bytes([0xFF, 0xF0 if size == 9 else 0xF1, 0x50, 0x80 | length >> 11])
        found += head + bytes([length >> 3 & 255, (length & 7) << 5 | 31, 0xFC]) + bytes(size - 7) + payload
    return found


def check_adts(data: bytes) -> int:
    """The lengths lead from frame to frame; how many there are."""
    at, frames = 0, 0
    while data[at : at + 1] == b"\xff":
        length = (data[at + 3] & 3) << 11 | data[at + 4] << 3 | data[at + 5] >> 5
        assert length >= 7
        at, frames = at + length, frames + 1
    return frames


def mp3(version: int = 3) -> bytes:
    """A tag with two fields and padding, five frames of 104 bytes with something between them, and a tag at the end."""
    fields = [(b"TIT2", b"\0title"), (b"TPE1", b"\0" + b"artist" * 40)]
    bits = 7 if version == 4 else 8
    body = b"".join(name + _number(len(text), bits) + b"\0\0" + text for name, text in fields) + bytes(20)
    tag = b"ID3" + bytes([version, 0, 0]) + _number(len(body), 7) + body
    frames = [b"\xff\xfb\x10\xc4" + bytes([number]) * 100 for number in range(5)]
    return tag + b"".join(frames[:3]) + b"junk" + b"".join(frames[3:]) + b"TAG" + bytes(125)


def _number(number: int, bits: int) -> bytes:
    return bytes(number >> bits * place & (1 << bits) - 1 for place in (3, 2, 1, 0))


def check_mp3(data: bytes) -> bytes:
    """The fields of the tag fill it; what is after it."""
    if not data.startswith(b"ID3"):
        return data
    stop = 10 + sum(byte << 7 * place for place, byte in enumerate(data[9:5:-1]))
    assert stop <= len(data)
    at = 10
    while at + 10 < stop and data[at]:
        width = 7 if data[3] == 4 else 8
        at += 10 + sum(byte << width * place for place, byte in enumerate(data[at + 7 : at + 3 : -1]))
    assert at <= stop
    return data[stop:]


def flac() -> bytes:
    """Two blocks and three frames; the second frame has a wrong checksum."""
    blocks = b"\0\0\0\x22" + bytes(34) + b"\x84\0\0\5" + b"title"
    frames = []
    for number in range(3):
        head = b"\xff\xf8\xc9\x18" + bytes([number])
        frame = head + bytes([crc8(head)]) + bytes(range(100 + number))
        frames.append(frame + (b"??" if number == 1 else pack(">H", crc16(frame))))
    return b"fLaC" + blocks + b"".join(frames)


def check_flac(data: bytes) -> int:
    """Only the last block says that it is the last; how many there are."""
    at, blocks, last = 4, 0, len(data) < 8 or data[4] == 0xFF
    while not last:
        last = bool(data[at] & 0x80)
        at, blocks = at + 4 + int.from_bytes(data[at + 1 : at + 4], "big"), blocks + 1
    assert at <= len(data)
    return blocks


def annexb() -> bytes:
    return b"\0\0\0\1\x67sps" + b"\0\0\0\1\x68pps" + b"".join(b"\0\0\1\x41" + b"picture" * each for each in (1, 2, 3))


def element(id: bytes, content: bytes, width: int = 2) -> bytes:
    """An element of Matroska with a length of so many bytes."""
    return id + (len(content) | 1 << 7 * width).to_bytes(width, "big") + content


def matroska() -> bytes:
    """A header, a list of positions, tracks, two clusters with blocks of which one has a checksum, an index."""
    tracks = element(b"\x16\x54\xae\x6b", element(b"\xae", element(b"\xd7", b"\1") + element(b"\x86", b"A_OPUS")))
    blocks = [element(b"\xa3", b"\x81\0\0\x80" + bytes([number]) * 50) for number in range(6)]
    checked = element(b"\xbf", pack("<I", zlib.crc32(blocks[0] + blocks[1])), 1) + blocks[0] + blocks[1]
    clusters = [element(b"\x1f\x43\xb6\x75", checked), element(b"\x1f\x43\xb6\x75", b"".join(blocks[2:]), 8)]
    seek = element(b"\x11\x4d\x9b\x74", element(b"\x4d\xbb", element(b"\x53\xac", bytes(8))))
    positions = [len(seek), len(seek + tracks), len(seek + tracks + clusters[0])]
    seek = seek[:-8] + pack(">Q", positions[0])
    cues = b"".join(element(b"\xbb", element(b"\xb7", element(b"\xf1", pack(">H", each)))) for each in positions[1:])
    segment = seek + tracks + b"".join(clusters) + element(b"\x1c\x53\xbb\x6b", cues)
    return element(b"\x1a\x45\xdf\xa3", element(b"\x42\x82", b"webm")) + element(b"\x18\x53\x80\x67", segment, 8)


def check_matroska(data: bytes) -> None:
    """Lengths lead to the end; what positions lead to is an element that is in the segment, or was."""
    _check_elements(data, 0, len(data))


def _check_elements(data: bytes, at: int, stop: int) -> None:
    while at < stop:
        width = 9 - data[at].bit_length()
        id, at = data[at : at + width], at + width
        width = 9 - data[at].bit_length()
        begin = at + width
        end = begin + (int.from_bytes(data[at:begin], "big") & (1 << 7 * width) - 1)
        assert end <= stop
        if id in (b"\x18\x53\x80\x67", b"\x1f\x43\xb6\x75", b"\x1c\x53\xbb\x6b", b"\xbb", b"\xb7"):
            _check_elements(data, begin, end)
        if id == b"\x1f\x43\xb6\x75" and data[begin : begin + 1] == b"\xbf":
            assert data[begin + 2 : begin + 6] == pack("<I", zlib.crc32(data[begin + 6 : end]))
        at = end


def box(kind: bytes, *contents: bytes) -> bytes:
    """A box of an MP4 file."""
    content = b"".join(contents)
    return pack(">I4s", 8 + len(content), kind) + content


def mp4(*, wide: bool = False) -> bytes:
    """Two tracks, the first with pictures of which every third needs none before it; their chunks take turns."""
    samples = {1: [bytes([number]) * (20 + number) for number in range(9)], 2: [b"sound%d" % each for each in range(6)]}
    chunks = [(1, 0, 3), (2, 0, 2), (1, 3, 6), (2, 2, 6), (1, 6, 9)]  # track, first sample, after the last
    media = b"".join(b"".join(samples[track][first:last]) for track, first, last in chunks)
    sizes_before = [len(b"".join(samples[track][first:last])) for track, first, last in chunks]
    places = [sum(sizes_before[:each]) for each in range(len(chunks))]

    def track(number: int, base: int) -> bytes:
        own = [
            (last - first, base + place) for (t, first, last), place in zip(chunks, places, strict=True) if t == number
        ]
        sizes = [len(each) for each in samples[number]]
        uniform = sizes[0] if len(set(sizes)) == 1 else 0
        table = b"" if uniform else pack(f">{len(sizes)}I", *sizes)
        offsets = (b"co64", "Q") if wide else (b"stco", "I")
        tables = [
            box(b"stsd", bytes(4), b"codec"),
            box(b"stts", pack(">IIII", 0, 1, len(sizes), 10)),
            box(b"stsc", pack(">II", 0, len(own)), *(pack(">III", at + 1, each[0], 1) for at, each in enumerate(own))),
            box(b"stsz", pack(">III", 0, uniform, len(sizes)), table),
            box(offsets[0], pack(">II", 0, len(own)), *(pack(">" + offsets[1], each[1]) for each in own)),
        ]
        tables += [box(b"stss", pack(">II3I", 0, 3, 1, 4, 7))] if number == 1 else []
        media_box = box(b"mdia", box(b"minf", box(b"stbl", *tables)))
        return box(b"trak", box(b"tkhd", bytes([number])), media_box)

    def movie(base: int) -> bytes:
        return box(
            b"moov", box(b"mvhd", bytes(4)), track(1, base), track(2, base), box(b"udta", box(b"name", b"title"))
        )

    head = box(b"ftyp", b"isom")
    return head + movie(len(head + movie(0)) + 8) + box(b"mdat", media)


def check_mp4(data: bytes) -> dict[bytes, bytes]:
    """Boxes fill each other; the samples of each track are in the box of the media, or there is none."""
    found = _boxes(data)
    tracks = [
        _flat(content)
        for kind, content in _boxes(found.get(b"moov", b""), many=True).items()
        if kind.startswith(b"trak")
    ]
    media = data.find(b"mdat") + 4
    for tables in tracks:
        if {b"stsz", b"stsc"} <= tables.keys() and tables.keys() & {b"stco", b"co64"} and b"mdat" in found:
            uniform, count = unpack_from(">II", tables[b"stsz"], 4)
            sizes = [uniform] * count if uniform else [*unpack_from(f">{count}I", tables[b"stsz"], 12)]
            wide = b"co64" in tables
            (chunks,) = unpack_from(">I", tables[b"co64" if wide else b"stco"], 4)
            offsets = unpack_from(f">{chunks}{'Q' if wide else 'I'}", tables[b"co64" if wide else b"stco"], 8)
            assert all(media <= offset <= len(data) for offset in offsets)
            assert sum(sizes) <= len(found[b"mdat"])
    return found


def _boxes(data: bytes, *, many: bool = False) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = {}
    at = 0
    while at + 8 <= len(data):
        size, kind = unpack_from(">I4s", data, at)
        assert 8 <= size <= len(data) - at
        found[kind + bytes([len(found)]) if many else kind] = data[at + 8 : at + size]
        at += size
    return found


def _flat(data: bytes) -> dict[bytes, bytes]:
    found = _boxes(data)
    for kind in (b"mdia", b"minf", b"stbl"):
        found |= _boxes(found.get(kind, b""))
    return found


def avi(*, absolute: bool = False) -> bytes:
    """Three frames and their sound, with an index; one of the frames has an odd length."""
    chunks = [pack("<4sI", name, len(text)) + text + b"\0" * (len(text) % 2) for name, text in [
        (b"00dc", b"first frame"), (b"01wb", b"sound"), (b"00dc", b"2nd"), (b"00dc", b"3!"), (b"01wb", b""),
    ]]  # fmt: skip
    head = _list(b"hdrl", pack("<4sI", b"avih", 4) + b"head")
    base = 12 + len(head) + 8 if absolute else 0
    entries, at = b"", 4
    for chunk in chunks:
        entries += pack("<4sIII", chunk[:4], 16, base + at, int.from_bytes(chunk[4:8], "little"))
        at += len(chunk)
    body = b"AVI " + head + _list(b"movi", b"".join(chunks)) + pack("<4sI", b"idx1", len(entries)) + entries
    return pack("<4sI", b"RIFF", len(body)) + body


def _list(form: bytes, content: bytes) -> bytes:
    return pack("<4sI", b"LIST", 4 + len(content)) + form + content


def check_avi(data: bytes) -> int:
    """Every entry of the index leads to a chunk of its name and length; how many there are."""
    movi, index = data.find(b"movi"), data.find(b"idx1")
    if movi < 0 or index < 0:
        return 0
    (size,) = unpack_from("<I", data, index + 4)
    entries = [unpack_from("<4sIII", data, at) for at in range(index + 8, index + 8 + size // 16 * 16, 16)]
    for name, _, offset, length in entries:
        at = offset if data[offset : offset + 4] == name else movi + offset
        assert (data[at : at + 4], *unpack_from("<I", data, at + 4)) == (name, length)
    return len(entries)
