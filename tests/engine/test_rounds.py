"""Contents inside contents: parts first, then what is in each of them, by its own format and in its place."""

from __future__ import annotations

import gzip
import io
import struct
import zipfile
import zlib

import pytest

from tests.formats import containers
from thresher import reduce
from thresher.structures.container import Part

PROGRAM = b"#include <stdio.h>\nint unused(void) { return 1; }\nint main(void) { int needle = 3; return needle; }\n"


def test_what_was_left_untried_in_haste_is_tried_in_the_end() -> None:
    lines = [b"int f%d() { return f%d(); }" % (number, number - 1) for number in range(60)]
    needed = [line for line in lines if not line.startswith(b"int f25(")]
    reduced = reduce(b"\n".join(lines), lambda data: all(line in data for line in needed), name="a.c")
    assert reduced.data == b"".join(needed)


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


def test_it_ends_though_less_is_written_as_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a body a function traps, which takes three bytes, more than a body that does nothing."""
    monkeypatch.setattr("thresher.formats.binaries.wasm._body", lambda code: Part("body", content=code))

    def has_functions(data: bytes) -> bool:
        return data.startswith(b"\0asm") and containers.check_wasm(data).get(3) == b"\4\0\0\0\0"

    reduced = reduce(containers.wasm(), has_functions, name="x.wasm")
    assert len(reduced.data) < len(containers.wasm()) / 3


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
    reduced = reduce(containers.gz(containers.tarred(members), "x.tar"), has_line, name="x.tar.gz")
    assert containers.check_tar(gzip.decompress(reduced.data)) == {"b.txt": b"the line\n"}


def test_what_is_no_container_after_all_is_reduced_byte_by_byte() -> None:
    reduced = reduce(b"PK\x03\x04" + bytes(range(32)), lambda data: b"\x05" in data, name="x.zip")
    assert reduced.data == b"\x05"
