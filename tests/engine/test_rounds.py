"""Contents inside contents: parts first, then what is in each of them, by its own format and in its place."""

from __future__ import annotations

import gzip
import io
import re
import struct
import sys
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.formats import containers
from thresher import formats, reduce

PROGRAM = b"#include <stdio.h>\nint unused(void) { return 1; }\nint main(void) { int needle = 3; return needle; }\n"


def test_what_was_left_untried_in_haste_is_tried_in_the_end() -> None:
    lines = [b"int f%d() { return f%d(); }" % (number, number - 1) for number in range(60)]
    needed = [line for line in lines if not line.startswith(b"int f25(")]
    reduced = reduce(b"\n".join(lines), lambda data: all(line in data for line in needed), name="a.c")
    assert reduced.data == b"".join(needed)


def test_each_node_is_tried_alone_when_nothing_else_changes_any_more() -> None:
    """`unsigned` can go once the names are short; until then, trying each declaration alone proves nothing."""
    lines = [b"int name_%d;" % number for number in range(40)]

    def fails(data: bytes) -> bool:
        return len({*re.findall(rb"int \w+;", data)}) > 40 and (b"unsigned" in data or len(data) < 360)

    reduced = reduce(b"\n".join([*lines, b"unsigned int last_name;"]), fails, name="a.c")
    assert len(reduced.data) == 261
    assert reduced.statistics.tests < 450  # 599 if each declaration is tried alone in each round


def test_a_chunk_with_a_wrong_checksum_is_found_in_few_tests() -> None:
    texts = [containers.chunk(b"tEXt", b"number\0%d" % number) for number in range(12)]
    texts[7] = containers.chunk(b"tEXt", b"number\0seven", crc=1)

    def wrong(data: bytes) -> bool:
        """As a reader does that stops at the first wrong checksum of a text."""
        at = len(containers.SIGNATURE)
        if not data.startswith(containers.SIGNATURE) or data[at + 4 : at + 8] != b"IHDR":
            return False
        while at + 12 <= len(data):
            length, kind = struct.unpack_from(">I4s", data, at)
            if struct.unpack_from(">I", data, at + 8 + length)[0] != zlib.crc32(data[at + 4 : at + 8 + length]):
                return kind == b"tEXt"
            at += 12 + length
        return False

    reduced = reduce(containers.png(40, 30, extra=b"".join(texts)), wrong, name="x.png")
    assert reduced.data == containers.SIGNATURE + containers.chunk(b"IHDR", b"") + containers.chunk(b"tEXt", b"", crc=1)
    assert reduced.statistics.tests < 60


def test_an_image_loses_its_lines_and_columns() -> None:
    def has_pixel(data: bytes) -> bool:
        try:
            return {b"IHDR", b"IDAT"} <= {*containers.check_png(data)} and b"\x0f\x10\x11" in _image(data)
        except (AssertionError, KeyError, struct.error, zlib.error):
            return False

    reduced = reduce(containers.png(20, 10), has_pixel, name="x.png")
    assert len(_image(reduced.data)) == 1 + 2 * 3  # the bytes are in two pixels


def _image(data: bytes) -> bytes:
    image, at = b"", len(containers.SIGNATURE)
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        image += data[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        at += 12 + length
    return zlib.decompress(image)


SWELLING = """
from thresher.structures.container import Part

def confidence(name, data):
    return 1.0 if name.endswith(".swelling") else 0.0

def parse_container(name, data):
    return Part("swelling", parts=(Part("word", content=data),), raw=data)

def write(part):
    if part.raw is not None:
        return part.raw
    return part.parts[0].content if part.parts else b"a-b"
"""


@pytest.fixture
def swelling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A format of another package that writes less as more."""
    (tmp_path / "swelling_format.py").write_text(SWELLING)
    information = tmp_path / "swelling_format-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: swelling-format\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[thresher.formats]\nswelling = swelling_format\n")
    monkeypatch.syspath_prepend(tmp_path)
    formats.formats.cache_clear()
    yield
    formats.formats.cache_clear()
    sys.modules.pop("swelling_format", None)


@pytest.mark.usefixtures("swelling")
def test_a_reduction_ends_even_if_stages_undo_each_other() -> None:
    """Without its part the file is written as a-b, which is reduced to ab, of which the part can go again."""
    reduced = reduce(b"a--b", lambda data: data in (b"a--b", b"a-b", b"ab"), name="x.swelling")
    assert reduced.data == b"ab"


def test_a_program_in_an_archive_is_reduced_as_a_program() -> None:
    def has_needle(data: bytes) -> bool:
        if not data:
            return False
        with zipfile.ZipFile(io.BytesIO(data)) as reader:
            assert reader.testzip() is None
            return any(b"needle = 3" in reader.read(info) for info in reader.infolist())

    members = {f"{number}.txt": b"nothing here\n" * number for number in range(20)} | {"main.c": PROGRAM}
    reduced = reduce(containers.zipped(members), has_needle, name="x.zip")
    assert {name: content.strip() for name, content in containers.check_zip(reduced.data).items()} == {
        "main.c": b"needle = 3"
    }


def test_a_packed_archive_is_an_archive_again() -> None:
    def has_line(data: bytes) -> bool:
        unpacked = gzip.decompress(data)
        return bool(unpacked) and b"the line\n" in b"".join(containers.check_tar(unpacked).values())

    members = {"a.txt": b"other\n" * 50, "b.txt": b"some\nthe line\nmore\n"}
    reduced = reduce(containers.gz(containers.tarred(members), "x.tar"), has_line, name="x.tar.gz", valid=True)
    assert containers.check_tar(gzip.decompress(reduced.data)) == {"b.txt": b"the line\n"}


def test_a_damaged_container_is_reduced_byte_by_byte() -> None:
    reduced = reduce(b"PK\x03\x04" + bytes(range(32)), lambda data: b"\x05" in data, name="x.zip")
    assert reduced.data == b"\x05"
