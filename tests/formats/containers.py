"""Samples of containers made by Python's own libraries, and checks that know nothing of ours."""

from __future__ import annotations

import ast
import base64
import csv
import gzip
import io
import pickletools
import plistlib
import re
import sqlite3
import struct
import tarfile
import wave
import zipfile
import zlib
from contextlib import closing, suppress
from math import prod
from typing import Literal

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind: bytes, content: bytes, *, crc: int | None = None) -> bytes:
    right = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", right if crc is None else crc)


def png(width: int = 6, height: int = 5, *, colour: int = 2, extra: bytes = b"") -> bytes:
    channels = {0: 1, 2: 3, 6: 4}[colour]
    lines = b"".join(
        bytes([row % 5]) + bytes((7 * row + at) % 256 for at in range(width * channels)) for row in range(height)
    )
    packed = zlib.compress(lines)
    header = struct.pack(">IIBBBBB", width, height, 8, colour, 0, 0, 0)
    middle = len(packed) // 2
    data = chunk(b"IDAT", packed[:middle]) + chunk(b"IDAT", packed[middle:])
    return SIGNATURE + chunk(b"IHDR", header) + extra + data + chunk(b"IEND", b"")


def check_png(data: bytes) -> list[bytes]:
    """The types of the chunks; all lengths and checksums are right, and the image is as large as its header says."""
    assert data.startswith(SIGNATURE)
    at, found, image, header = len(SIGNATURE), [], b"", b""
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        content = data[at + 8 : at + 8 + length]
        assert len(content) == length
        assert struct.unpack_from(">I", data, at + 8 + length)[0] == zlib.crc32(kind + content)
        found.append(kind)
        image += content if kind == b"IDAT" else b""
        header = content if kind == b"IHDR" else header
        at += 12 + length
    if len(header) == 13 and image:
        width, height, depth, colour = struct.unpack_from(">IIBB", header)
        bits = depth * {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
        assert len(zlib.decompress(image)) == height * (1 + (width * bits + 7) // 8)
    return found


def riff(*, odd: bytes = b"abc") -> bytes:
    def part(kind: bytes, content: bytes) -> bytes:
        return kind + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)

    inner = part(b"LIST", b"INFO" + part(b"INAM", odd) + part(b"LIST", b"deep" + part(b"x   ", b"12345")))
    return part(b"RIFF", b"TEST" + part(b"fmt ", b"16 bytes of form") + inner + part(b"data", bytes(range(99))))


def check_riff(data: bytes, at: int = 0, stop: int | None = None) -> int:
    """How many chunks there are; each lies in the one around it and begins at an even place."""
    stop, count = len(data) if stop is None else stop, 0
    while at < stop:
        kind, length = struct.unpack_from("<4sI", data, at)
        end = at + 8 + length
        assert end <= stop
        count += 1
        if kind in (b"RIFF", b"LIST"):
            count += check_riff(data, at + 12, end)
        at = end + length % 2
    assert at == stop
    return count


def wav() -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(8000)
        writer.writeframes(bytes(range(200)))
    return file.getvalue()


def gz(content: bytes, name: str = "") -> bytes:
    file = io.BytesIO()
    with gzip.GzipFile(name, "wb", fileobj=file, mtime=1) as writer:
        writer.write(content)
    return file.getvalue()


def zipped(members: dict[str, bytes], *, method: int = zipfile.ZIP_DEFLATED, stream: bool = False) -> bytes:
    file = io.BytesIO()
    target = io.BufferedWriter(_Unseekable(file)) if stream else file  # type: ignore[type-var]
    with zipfile.ZipFile(target, "w", method) as writer:
        for name, content in members.items():
            writer.writestr(zipfile.ZipInfo(name), content, method)
        writer.comment = b"a comment"
    target.flush()
    return file.getvalue()


class _Unseekable(io.RawIOBase):
    """What makes zipfile write descriptors behind the members."""

    def __init__(self, file: io.BytesIO) -> None:
        self._file = file

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        return self._file.write(data)


def check_zip(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as reader:
        assert reader.testzip() is None
        return {info.filename: reader.read(info) for info in reader.infolist()}


def tarred(members: dict[str, bytes], *, format: int = tarfile.PAX_FORMAT) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w", format=format) as writer:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            writer.addfile(info, io.BytesIO(content))
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, "elsewhere"
        writer.addfile(link)
    return file.getvalue()


def check_tar(data: bytes) -> dict[str, bytes]:
    found = {}
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as reader:
        for info in reader:
            file = reader.extractfile(info) if info.isreg() else None
            found[info.name] = file.read() if file else b""
    return found


def records(number: int = 40, *, width: int = 2, order: Literal["little", "big"] = "big", tag: bytes = b"") -> bytes:
    """A header, and records with their lengths."""
    payloads = [bytes([each % 251 + 1]) * (each * 7 % 90 + 3) for each in range(number)]
    return b"HEAD" + b"".join(tag + len(each).to_bytes(width, order) + each for each in payloads)


def check_records(data: bytes) -> None:
    """The lengths are right, whatever is left of the header."""
    assert any(_walks(data, at) for at in range(len(data) + 1))


def _walks(data: bytes, at: int) -> bool:
    while at < len(data):
        at += 2 + int.from_bytes(data[at : at + 2], "big")
    return at == len(data)


OBJECTS = {
    1: b"<</Type /Catalog /Pages 2 0 R>>",
    2: b"<</Type /Pages /Kids [3 0 R] /Count 1>>",
    3: b"<</Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R>>",
}
DRAWING = b"0 0 50 50 re f\n" * 9


def pdf(*, packed: bool = False) -> bytes:
    """A page with a drawing; `packed` as PDF 1.5 has it, with objects and their places in streams."""
    stream = zlib.compress(DRAWING)
    drawing = b"<</Length %d /Filter /FlateDecode>>\nstream\n%s\nendstream" % (len(stream), stream)
    if not packed:
        return classic_pdf({**OBJECTS, 4: drawing})
    values = [*OBJECTS.values()]
    offsets = [sum(len(value) + 1 for value in values[:each]) for each in range(len(values))]
    head = b" ".join(b"%d %d" % pair for pair in zip(OBJECTS, offsets, strict=True)) + b"\n"
    inner = zlib.compress(head + b"\n".join(values))
    heading = b"<</Type /ObjStm /N 3 /First %d /Length %d /Filter /FlateDecode>>" % (len(head), len(inner))
    data = b"%PDF-1.5\n" + b"4 0 obj\n" + drawing + b"\nendobj\n"
    at = len(data)
    data += b"5 0 obj\n" + heading + b"\nstream\n" + inner + b"\nendstream\nendobj\n"
    rows = [(0, 0, 255), (2, 5, 0), (2, 5, 1), (2, 5, 2), (1, 9, 0), (1, at, 0), (1, len(data), 0)]
    table = b"".join(struct.pack(">BHB", *row) for row in rows)
    place = len(data)
    data += b"6 0 obj\n<</Type /XRef /W [1 2 1] /Size 7 /Root 1 0 R /Length %d>>\nstream\n" % len(table)
    return data + table + b"\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n" % place


def classic_pdf(objects: dict[int, bytes]) -> bytes:
    """A file with a table of places, as PDF 1.4 has it; object 1 is the root."""
    data, table = b"%PDF-1.4\n", b"0 1\n0000000000 65535 f \n"
    for number, value in objects.items():
        table += b"%d 1\n%010d 00000 n \n" % (number, len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, value)
    trailer = b"trailer\n<</Size %d /Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (max(objects) + 1, len(data))
    return data + b"xref\n" + table + trailer


def check_pdf(data: bytes) -> list[int]:
    """The numbers of the objects; each is where the table says, and each stream is as long as its length says."""
    place = int(data.rpartition(b"startxref")[2].split()[0])
    lines = data[place:].partition(b"trailer")[0].splitlines()
    assert lines[0] == b"xref"
    found, numbers = [], iter(lines[3:])
    for line in numbers:
        number, offset = int(line.split()[0]), int(next(numbers).split()[0])
        assert data.startswith(b"%d 0 obj" % number, offset)
        found.append(number)
        value = data[offset:].partition(b"endobj")[0]
        if b"\nstream\n" in value:
            length = int(value.partition(b"/Length ")[2].split()[0].rstrip(b"/>"))
            start = offset + value.index(b"\nstream\n") + 8
            assert data.startswith(b"\nendstream", start + length)
    return found


def check_pdf_or_untouched(data: bytes) -> list[int]:
    return [] if data in (pdf(), pdf(packed=True)) else check_pdf(data)


def mo(messages: dict[bytes, bytes], *, order: str = "<") -> bytes:
    """A compiled catalogue, as msgfmt writes it without a hash table."""
    count, texts = len(messages), [*sorted(messages), *(messages[key] for key in sorted(messages))]
    starts = [28 + 16 * count + sum(len(each) + 1 for each in texts[:at]) for at in range(len(texts))]
    head = struct.pack(f"{order}7I", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, 0)
    places = (struct.pack(f"{order}2I", len(text), start) for text, start in zip(texts, starts, strict=True))
    return head + b"".join(places) + b"".join(text + b"\0" for text in texts)


def check_mo(data: bytes) -> int:
    """How many messages there are; their texts are one after the other, each ends with a zero, and they are sorted."""
    order = "<" if data[0] == 0xDE else ">"
    _, _, count, first, second, _, _ = struct.unpack_from(f"{order}7I", data)
    assert (first, second) == (28, 28 + 8 * count)
    at, texts = second + 8 * count, []
    for length, start in struct.iter_unpack(f"{order}2I", data[first:at]):
        assert start == at
        assert data[start + length] == 0
        texts.append(data[start : start + length])
        at += length + 1
    assert at == len(data)
    assert texts[:count] == sorted(texts[:count])
    return int(count)


def bplist() -> bytes:
    """A binary property list with long and short strings, a list of many items, and an item that is there twice."""
    rows = [{"id": number, "ok": number % 2 == 0, "at": [1.5, 640]} for number in range(20)]
    return plistlib.dumps(
        {"rows": rows, "é": "ü" * 20, "a": b"data" * 5, "u": plistlib.UID(300)}, fmt=plistlib.FMT_BINARY
    )


def check_bplist(data: bytes) -> int:
    """How many objects there are: they are one after the other, and Python reads them unless a string is not ASCII."""
    size, _, count, top, table = struct.unpack(">6xBBQQQ", data[-32:])
    offsets = [int.from_bytes(data[at : at + size], "big") for at in range(table, len(data) - 32, size)]
    assert (offsets[0], len(offsets)) == (8, count)
    assert offsets == sorted(set(offsets))
    assert max(offsets) < table
    assert top < count
    with suppress(plistlib.InvalidFileException):
        plistlib.loads(data)
    return int(count)


def bmp(width: int = 5, height: int = 4, *, bits: int = 24, colours: int = 0) -> bytes:
    """A bitmap from bottom to top, with a table of colours if there are any."""
    line = (width * bits + 31) // 32 * 4
    table, image = bytes(range(4 * colours)), bytes(at % max(colours, 1) for at in range(line * height))
    place = 54 + len(table)
    head = struct.pack("<2sI4xI", b"BM", place + len(image), place)
    return head + struct.pack("<IiiHHIIiiI4x", 40, width, height, 1, bits, 0, len(image), 9, 9, colours) + table + image


def check_bmp(data: bytes) -> tuple[int, int, int]:
    """Width, height and colours; the sizes are those of what there is, and each pixel has a colour."""
    _, size, place = struct.unpack_from("<2sI4xI", data)
    _, width, height, _, bits, _, length, _, _, colours = struct.unpack_from("<IiiHHIIiiI", data, 14)
    line = (width * bits + 31) // 32 * 4
    assert (place, length, size) == (54 + 4 * colours, line * height, len(data))
    assert len(data) == place + length
    assert bits > 8 or not colours or max(data[place:], default=0) < colours
    return width, height, colours


def tiff(*, order: str = "<", compression: int = 1) -> bytes:
    """Two pages of two strips, as their compression says, with a text; one has a directory of its own."""
    data = bytearray(struct.pack(f"{order}2sHI", b"II" if order == "<" else b"MM", 42, 0))

    def added(content: bytes) -> int:
        data.extend(content + bytes(len(content) % 2))
        return len(data) - len(content) - len(content) % 2

    def directory(entries: list[tuple[int, int, int, int]]) -> int:
        packed = b"".join(struct.pack(f"{order}HHII", *entry) for entry in entries)
        return added(struct.pack(f"{order}H", len(entries)) + packed + bytes(4))

    def numbers(*values: int) -> int:
        return added(struct.pack(f"{order}{len(values)}I", *values))

    link = 4
    for page in (1, 2):
        strips = [added(bytes(range(page, page + 3 * 4 * rows))) for rows in (3, 2)]
        exif = directory([(42036, 2, 8, added(b"lens 12\0"))])
        image = [(256, 4, 1, 4), (257, 4, 1, 5), (258, 4, 1, 24), (259, 4, 1, compression)]
        places = [(273, 4, 2, numbers(*strips)), (278, 4, 1, 3), (279, 4, 2, numbers(36, 24))]
        entries = [*image, (270, 2, 6, added(b"about\0")), *places]
        at = directory([*entries, *([(34665, 4, 1, exif)] if page == 2 else [])])
        data[link : link + 4] = struct.pack(f"{order}I", at)
        link = len(data) - 4
    return bytes(data)


def check_tiff(data: bytes) -> list[tuple[int, int]]:
    """Width and height of each page; strips and values are in the file, and tags are sorted."""
    order = "<" if data[:2] == b"II" else ">"

    def directory(at: int) -> tuple[dict[int, list[int]], int]:
        (count,) = struct.unpack_from(f"{order}H", data, at)
        found: dict[int, list[int]] = {}
        for number in range(count):
            tag, kind, values = struct.unpack_from(f"{order}HHI", data, at + 2 + 12 * number)
            size, place = values * {2: 1, 4: 4}[kind], at + 10 + 12 * number
            start = struct.unpack_from(f"{order}I", data, place)[0] if size > 4 else place
            assert start + size <= len(data)
            found[tag] = [*struct.unpack_from(f"{order}{values}{'I' if kind == 4 else 'B'}", data, start)]
        assert [*found] == sorted(found)
        return found, struct.unpack_from(f"{order}I", data, at + 2 + 12 * count)[0]

    (at,), pages = struct.unpack_from(f"{order}I", data, 4), list[tuple[int, int]]()
    while at:
        tags, at = directory(at)
        for place in tags.get(34665, []):
            directory(place)
        places = [*zip(tags.get(273, []), tags.get(279, []), strict=True)]
        assert all(start + length <= len(data) for start, length in places)
        width, height = ((tags.get(tag) or [0])[0] for tag in (256, 257))
        pages.append((width, height))
    return pages


def font(*tags: bytes) -> bytes:
    """Tables of a font, with all sums right."""
    contents = {tag: tag * (number + 3) + b"!" * number for number, tag in enumerate(tags)}
    contents[b"head"] = b"\0\1\0\0rev " + b"\0" * 4 + b"more"
    data, directory = b"", b""
    for tag, content in sorted(contents.items()):
        at = 12 + 16 * len(contents) + len(data)
        directory += struct.pack(">4sIII", tag, words(content), at, len(content))
        data += content + b"\0" * (-len(content) % 4)
    head = struct.pack(">4sHHHH", b"\0\1\0\0", len(contents), 64, 2, 0)
    whole = head + directory + data
    return whole.replace(b"rev \0\0\0\0", b"rev " + struct.pack(">I", (0xB1B0AFBA - words(whole)) % (1 << 32)))


def words(data: bytes) -> int:
    return sum(struct.unpack(f">{(len(data) + 3) // 4}I", data + b"\0" * (-len(data) % 4))) % (1 << 32)


def check_font(data: bytes) -> list[bytes]:
    """The tags; all tables lie in the file, one behind the other, and all sums are right."""
    _, count = struct.unpack_from(">4sH", data)
    found, at = [], 12 + 16 * count
    for number in range(count):
        tag, total, place, length = struct.unpack_from(">4sIII", data, 12 + 16 * number)
        content = data[place : place + length]
        assert place == at
        assert len(content) == length
        at += length + -length % 4
        if tag == b"head" and length >= 12:
            content = content[:8] + b"\0" * 4 + content[12:]
            assert words(data) == 0xB1B0AFBA
        assert words(content) == total
        found.append(tag)
    assert at == len(data)
    return found


def jpeg() -> bytes:
    """Segments and a scan, as in an image; nothing says that it can be shown."""

    def segment(marker: int, content: bytes) -> bytes:
        return b"\xff" + bytes([marker]) + struct.pack(">H", len(content) + 2) + content

    head = b"\xff\xd8" + segment(0xE0, b"JFIF\0\1\1") + segment(0xE1, b"Exif\0\0II*\0") + segment(0xFE, b"a comment")
    scan = b"image\xff\0data\xff\xd0more\xff\xd1still"
    return head + segment(0xC0, b"frame") + segment(0xDA, b"scan header") + scan + b"\xff\xd9"


def check_jpeg(data: bytes) -> list[int]:
    """The markers of the segments; each length leads to the next marker, or to the scan."""
    assert data.startswith(b"\xff\xd8")
    found, at = [], 2
    while data[at : at + 1] == b"\xff" and data[at + 1] not in (0, 0xD0, 0xD1, 0xD9):
        found.append(data[at + 1])
        at += 2 + struct.unpack_from(">H", data, at + 2)[0]
    assert at <= len(data)
    return found


def der(tag: int, *parts: bytes) -> bytes:
    content = b"".join(parts)
    size = len(content)
    length = bytes([size]) if size < 128 else bytes([0x82]) + size.to_bytes(2, "big")
    return bytes([tag]) + length + content


def certificate() -> bytes:
    """What looks like one: a sequence in a string of bytes, a key in a string of bits, a long number."""
    extension = der(0x30, der(6, b"\x55\x1d\x11"), der(4, der(0x30, der(0x82, b"example.org"))))
    key = der(3, b"\0", der(0x30, der(2, bytes(range(1, 200))), der(2, b"\1\0\1")))
    return der(0x30, der(0xA0, der(2, b"\2")), key, der(0xA3, extension), b"\x1f\x81\x01\x03abc")


def check_der(data: bytes, at: int = 0, stop: int | None = None) -> int:
    """How many values there are; each lies in the one around it and they fill it."""
    stop, count = len(data) if stop is None else stop, 0
    while at < stop:
        tag = data[at]
        at += 1
        if tag & 31 == 31:
            at += next(number for number in range(1, 9) if not data[at + number - 1] & 128)
        size, at = data[at], at + 1
        if size & 128:
            size, at = int.from_bytes(data[at : at + size - 128], "big"), at + size - 128
        assert at + size <= stop
        count += 1 + (check_der(data, at, at + size) if tag & 32 else 0)
        at += size
    assert at == stop
    return count


def pem(*, end: bytes = b"\n") -> bytes:
    lines = base64.encodebytes(certificate()).splitlines()
    return end.join(
        [
            b"-----BEGIN X-----",
            *lines,
            b"-----END X-----",
            b"A comment",
            b"-----BEGIN X-----",
            *lines,
            b"-----END X-----",
        ]
    )


def check_pem(data: bytes) -> list[bytes]:
    blocks = re.findall(rb"-----BEGIN X-----\r?\n(.*?)-----END X-----", data, re.DOTALL)
    assert data.count(b"-----BEGIN") <= len(blocks)
    return [base64.b64decode(b"".join(block.split()), validate=True) for block in blocks]


SCHEMA = """
CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL, mail TEXT UNIQUE, age INT CHECK (age > 0), face BLOB);
CREATE TABLE "odd ""name" (rowid TEXT, b REAL, c GENERATED ALWAYS AS (b * 2));
CREATE TABLE numbers (rowid, _rowid_, OID);
CREATE TABLE settings (k TEXT PRIMARY KEY, v) WITHOUT ROWID;
CREATE INDEX by_age ON people (age);
CREATE VIEW old AS SELECT * FROM people WHERE age > 60;
CREATE TRIGGER older AFTER INSERT ON settings BEGIN UPDATE people SET age = age + 1; END;
"""


def database(*, encoding: str = "UTF-8", journal: bytes = b"\1\1") -> bytes:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(f"PRAGMA encoding = '{encoding}'")
        connection.executescript(SCHEMA)
        people = [(number, f"é{number}", f"{number}@x", 20 + number, b"\0\xff" * number) for number in range(12)]
        connection.executemany("INSERT INTO people VALUES (?, ?, ?, ?, ?)", people)
        connection.execute("""INSERT INTO "odd ""name" VALUES (CAST(x'ff' AS TEXT), 1.5), (NULL, 9e999)""")
        connection.execute("INSERT INTO numbers VALUES (1, 2, 3)")
        connection.execute("INSERT INTO settings VALUES ('a', 1), ('b', x'00')")
        connection.commit()
        data = connection.serialize()
    return data[:18] + journal + data[20:]


def check_database(data: bytes) -> list[str]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(data[:18] + b"\1\1" + data[20:])
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return connection.execute("SELECT name FROM sqlite_schema").fetchall()


def elf(*, wide: bool = True) -> bytes:
    """An object file with a function, two symbols, a relocation and their names, in either class and order."""
    order, head, entry = ("<", "HHIQQQIHHHHHH", "IIQQQQIIQQ") if wide else (">", "HHIIIIIHHHHHH", "IIIIIIIIII")
    if wide:
        symbols = [struct.pack("<IBBHQQ", name, kind, 0, where, 0, 4) for name, kind, where in SYMBOLS]
        relocation = struct.pack("<QQq", 2, 2 << 32 | 1, -4)
    else:
        symbols = [struct.pack(">IIIBBH", name, 0, 4, kind, 0, where) for name, kind, where in SYMBOLS]
        relocation = struct.pack(">IIi", 2, 2 << 8 | 1, -4)
    names = b"\0.text\0.rela.text\0.symtab\0.strtab\0"
    contents = [b"", b"\x90" * 6, relocation, b"".join(symbols), b"\0first\0second\0", names]
    # name, type, link, info, alignment, size of an entry
    sections = [(0, 0, 0, 0, 0, 0), (1, 1, 0, 0, 16, 0), (7, 4, 3, 1, 8, len(relocation))]
    sections += [(18, 2, 4, 1, 8, len(symbols[0])), (26, 3, 0, 0, 1, 0), (26, 3, 0, 0, 1, 0)]
    start = 16 + struct.calcsize(order + head)
    data, table = b"", b""
    for (name, kind, link, info, alignment, each), content in zip(sections, contents, strict=True):
        data += b"\0" * (-(start + len(data)) % max(alignment, 1))
        place = start + len(data) if kind else 0
        table += struct.pack(order + entry, name, kind, 0, 0, place, len(content), link, info, alignment, each)
        data += content
    size = struct.calcsize(order + entry)
    fields = struct.pack(order + head, 1, 62, 1, 0, 0, start + len(data), 0, start, 0, 0, size, len(sections), 5)
    return b"\x7fELF" + bytes([2 if wide else 1, 1 if wide else 2, 1]) + bytes(9) + fields + data + table


SYMBOLS = [(0, 0, 0), (1, 2, 1), (7, 16, 1)]  # name, kind, section


def check_elf(data: bytes) -> list[bytes]:
    """The contents of the sections; all numbers of sections and symbols are of what there is."""
    order, head, entry = ("<", "HHIQQQIHHHHHH", "IIQQQQIIQQ") if data[4] == 2 else (">", "HHIIIIIHHHHHH", "IIIIIIIIII")
    fields = struct.unpack_from(order + head, data, 16)
    size, count, names = fields[10:]
    assert names < max(count, 1)
    assert fields[5] + size * count == len(data) or not count
    sections = [struct.unpack_from(order + entry, data, fields[5] + number * size) for number in range(count)]
    contents = [data[each[4] : each[4] + each[5]] for each in sections]
    for (_, kind, _, _, place, length, link, info, _, each), content in zip(sections, contents, strict=True):
        assert place + length <= len(data)
        assert link < count
        if kind == 2:
            assert info <= len(content) // each
            where = [
                struct.unpack_from(order + "H", content, at + (6 if each == 24 else 14))[0]
                for at in range(0, len(content), each)
            ]
            assert max(where, default=0) < count
        if kind == 4 and link and sections[link][1] == 2:
            symbols = len(contents[link]) // sections[link][9]
            form, bits = ("Q", 32) if each == 24 else ("I", 8)
            references = [
                struct.unpack_from(order + form, content, at + struct.calcsize(form))[0] >> bits
                for at in range(0, len(content), each)
            ]
            assert max(references, default=0) < max(symbols, 1)
    return contents


def wasm() -> bytes:
    """Two imports, four functions that call each other, a table, two segments, a start and a name."""

    def section(number: int, *entries: bytes, plain: bool = False) -> bytes:
        content = b"".join(entries) if plain else bytes([len(entries)]) + b"".join(entries)
        return bytes([number, len(content)]) + content

    def text(content: bytes) -> bytes:
        return bytes([len(content)]) + content

    imports = [text(b"env") + text(b"f") + b"\0\0", text(b"env") + text(b"g") + b"\3\x7f\0"]
    bodies = [b"\0\x10\0\x0b", b"\1\2\x7e\x10\1\x02\x40\x10\3\x0b\x0b", b"\0\x0b", b"\0\x44" + bytes(8) + b"\x1a\x0b"]
    return b"\0asm\1\0\0\0" + b"".join(
        [
            section(1, b"\x60\0\0"),
            section(2, *imports),
            section(3, *[b"\0"] * len(bodies)),
            section(4, b"\x70\0\3"),
            section(5, b"\0\1"),
            section(7, text(b"run") + b"\0\2", text(b"memory") + b"\2\0"),
            section(8, b"\4", plain=True),
            section(9, b"\0\x41\0\x0b" + b"\3\0\1\3"),
            section(12, b"\2", plain=True),
            section(10, *map(text, bodies)),
            section(11, b"\0\x41\x08\x0b" + text(b"hello"), b"\1" + text(b"passive")),
            section(0, text(b"note") + b"anything", plain=True),
        ]
    )


def check_wasm(data: bytes) -> dict[int, bytes]:
    """The sections by number; there are as many bodies as functions."""
    assert data.startswith(b"\0asm\1\0\0\0")
    at, found = 8, {}
    while at < len(data):
        number, size = data[at], data[at + 1]
        assert size < 128
        found[number] = data[at + 2 : at + 2 + size]
        assert len(found[number]) == size
        at += 2 + size
    assert found.get(3, b"\0")[0] == found.get(10, b"\0")[0]
    return found


def gif() -> bytes:
    """Two frames, one with colours of its own, a comment and an application's block."""
    control = b"\x21\xf9\4\0\5\0\0\0"
    image = b"\x2c" + struct.pack("<HHHHB", 0, 0, 2, 2, 0) + b"\2" + b"\3abc" + b"\2de" + b"\0"
    coloured = b"\x2c" + struct.pack("<HHHHB", 0, 0, 2, 2, 0x80) + bytes(6) + b"\2\1a\0"
    others = b"\x21\xfe\5hello\0" + b"\x21\xff\x0bNETSCAPE2.0\3\1\0\0\0"
    return (
        b"GIF89a" + struct.pack("<HHBBB", 2, 2, 0x91, 0, 0) + bytes(12) + others + control + image + coloured + b"\x3b"
    )


def check_csv(data: bytes) -> list[list[str]]:
    """The cells, as another reader sees them."""
    return list(csv.reader(io.StringIO(data.decode("latin-1"), newline="")))


def npy(shape: tuple[int, ...], items: bytes, *, descr: str = "'|u1'", fortran: bool = False) -> bytes:
    """An array as NumPy writes it."""
    text = f"{{'descr': {descr}, 'fortran_order': {fortran}, 'shape': {shape}, }}"
    text += " " * (-(len(text) + 11) % 64) + "\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(text)) + text.encode() + items


def check_npy(data: bytes) -> tuple[int, ...]:
    """The shape in the header is that of the items, which are bytes."""
    start = 10 + int.from_bytes(data[8:10], "little")
    shape = ast.literal_eval(data[10:start].decode())["shape"]
    assert len(data) - start == prod(shape)
    return tuple(shape)


def check_gif(data: bytes) -> list[int]:
    """The kinds of the blocks; the tables of colours are there if flags say so, and data ends with an empty block."""
    assert data.startswith(b"GIF89a")
    at, kinds = 13 + (3 << (data[10] & 7) + 1 if data[10] & 128 else 0), list[int]()
    while at < len(data) and data[at] != 0x3B:
        kinds.append(data[at])
        if data[at] == 0x2C:
            at += 11 + (3 << (data[at + 9] & 7) + 1 if data[at + 9] & 128 else 0)
        else:
            assert data[at] == 0x21
            at += 2
        while data[at]:
            at += 1 + data[at]
        at += 1
    assert at <= len(data)
    return kinds


def video(kind: str = "mp4") -> bytes:
    """Twelve pictures in groups of four; needs PyAV."""
    import av

    file = io.BytesIO()
    with av.open(file, "w", format=kind, options={"fflags": "bitexact"}) as output:
        stream = output.add_stream("mpeg4", rate=6, options={"g": "4"})
        stream.width = stream.height = 32
        stream.pix_fmt = "yuv420p"
        for number in range(12):
            frame = av.VideoFrame(32, 32, "yuv420p")
            for plane in frame.planes:
                plane.update(bytes([20 * number]) * plane.buffer_size)
            output.mux(stream.encode(frame))
        output.mux(stream.encode())
    return file.getvalue()


def ihex() -> bytes:
    """Three lines of data, and the line that ends the file."""
    bodies = [bytes((6, 0, at * 6, 0)) + bytes(range(at, at + 6)) for at in range(3)]
    lines = [(body + bytes((-sum(body) & 255,))).hex().upper() for body in [*bodies, b"\0\0\0\1"]]
    return "".join(f":{line}\n" for line in lines).encode()


def check_ihex(data: bytes) -> int:
    """The number of lines; all lengths and checksums are right."""
    lines = data.decode().splitlines()
    for line in lines:
        body = bytes.fromhex(line[1:])
        assert line[0] == ":"
        assert body[0] == len(body) - 5
        assert sum(body) % 256 == 0
    return len(lines)


def ar(members: dict[bytes, bytes], *, symbols: dict[bytes, bytes]) -> bytes:
    """An archive of `ar`; the first member has the places of the members that symbols are in."""
    heads = {name: b"%-16s%-12d%-6d%-6d%-8o%-10d`\n" % (name + b"/", 0, 0, 0, 0o644, len(content))
             for name, content in members.items()}  # fmt: skip
    names = b"".join(symbol + b"\0" for symbol in symbols)
    index = 4 + 4 * len(symbols) + len(names)
    data = b"!<arch>\n" + b"%-48s%-10d`\n" % (b"/", index)
    at, places, body = len(data) + index + index % 2, dict[bytes, int](), b""
    for name, content in members.items():
        places[name] = at + len(body)
        body += heads[name] + content + b"\n" * (len(content) % 2)
    table = struct.pack(f">{1 + len(symbols)}I", len(symbols), *(places[name] for name in symbols.values()))
    return data + table + names + b"\n" * (index % 2) + body


def check_ar(data: bytes) -> int:
    """How many symbols the index has; members follow one another, and each symbol is at the place of one."""
    at, places, table = 8, set[int](), b""
    while at < len(data):
        places.add(at)
        assert data[at + 58 : at + 60] == b"`\n"
        size = int(data[at + 48 : at + 58])
        if data[at : at + 16].strip() == b"/":
            table = data[at + 60 : at + 60 + size]
        at += 60 + size + size % 2
    assert at == len(data)
    count = int.from_bytes(table[:4], "big")
    assert places.issuperset(struct.unpack_from(f">{count}I", table, 4) if count else ())
    assert table.count(b"\0", 4 + 4 * count) == count
    return count


def check_pickle(data: bytes) -> str:
    """The opcodes, up to a text that is not UTF-8: values are there for all, numbers are defined before their use."""
    listing = io.StringIO()
    with suppress(UnicodeDecodeError):
        pickletools.dis(data, out=listing)
    return listing.getvalue()
