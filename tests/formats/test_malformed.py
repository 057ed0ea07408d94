"""Malformed and hostile inputs: none takes memory, time or the process out of proportion to its size."""

from __future__ import annotations

import bz2
import io
import lzma
import os
import resource
import struct
import sys
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.formats import containers
from thresher import formats
from thresher.formats.archives import deflate
from thresher.formats.archives.directory import DirectoryEntry, packed
from thresher.formats.binaries import records
from thresher.formats.source.scanner_limits import parsed_length
from thresher.kernel.selection import Selection
from thresher.plan import PlanOptions, plan_for
from thresher.structures.container import Container

BOMB = bytes(8 << 20)


def in_a_child(action: Callable[[], object]) -> int:
    """The exit code of a process that does something with 1 GB more than it has, and 20 s; a signal is negative."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            held = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (held + (1 << 30), held + (1 << 30)))
            resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            action()
            code = 0
        finally:
            sys.stderr.flush()
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def container(name: str, data: bytes) -> Container:
    found = formats.format_named(name).container("input", data)
    assert found is not None
    return found


def test_nul_bytes_are_not_walked_once_for_each_layout_of_records() -> None:
    steps = records._Steps()
    sure = [layout for layout in records._layouts() if records._is_sure(layout, bytes(40_000), steps)]
    assert not sure
    assert records.MOST_STEPS - steps.left < 64 * 6000
    assert plan_for("input", bytes(40_000), PlanOptions()).format == "characters"


@pytest.mark.parametrize("unit", [b"\0\1", b"\3\0", b"\0\0\0\4", b"\0\2xy\0\3xyz"])
def test_a_search_for_records_has_a_budget(unit: bytes) -> None:
    assert in_a_child(lambda: plan_for("input", unit * (120_000 // len(unit)), PlanOptions())) == 0


def test_the_budget_is_for_all_layouts_of_records_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOST_STEPS", 100)
    steps = records._Steps()
    walked = [place for layout in records._layouts() for place in steps.walk(layout, bytes(1000))]
    assert len(walked) == 100


@pytest.mark.parametrize("wide", [True, False])
def test_an_elf_section_alignment_of_gigabytes_adds_no_padding(wide: bool) -> None:
    data = bytearray(containers.elf(wide=wide))
    order, entry, size, at = ("<", "Q", 64, 48) if wide else (">", "I", 40, 32)
    (table,) = struct.unpack_from(order + entry, data, 40 if wide else 32)
    struct.pack_into(order + entry, data, table + size + at, 3 << 30)
    parsed = container("elf", bytes(data))
    for node in range(1, len(parsed)):
        if parsed.removable(parsed.everything, node):
            assert len(parsed.render(parsed.shape.without(parsed.everything, [node]))) <= len(data)


@pytest.mark.parametrize("wide", [True, False])
@pytest.mark.parametrize("number", [1 << 63, (1 << 64) - 1, (1 << 63) - 1, (1 << 32) - 1, (1 << 31) - 1])
def test_an_elf_table_of_sections_outside_the_file(number: int, wide: bool) -> None:
    order, place, at = ("<", "Q", 40) if wide else (">", "I", 32)
    data = bytearray(containers.elf(wide=wide))
    struct.pack_into(order + place, data, at, number % (1 << 8 * struct.calcsize(place)))
    assert formats.format_named("elf").container("a.o", bytes(data)) is None


def test_a_bomb_is_not_opened() -> None:
    for name, data in (("gzip", containers.gz(BOMB)), ("bzip2", bz2.compress(BOMB)), ("xz", lzma.compress(BOMB))):
        assert formats.format_named(name).container("bomb", data) is None


def test_members_of_a_zip_share_an_allowance() -> None:
    members = {f"{number}": bytes(5 << 20) for number in range(4)}
    parsed = container("zip", containers.zipped(members))
    assert [part.opaque for part in parsed.nodes[1:]] == [False, True, True, True]


def test_what_is_packed_well_is_still_opened() -> None:
    text = b"a line of a log, like all others\n" * 100_000
    assert container("gzip", containers.gz(text)).nodes[-1].content == text


def test_a_zip_of_two_megabytes_with_two_gigabytes_in_it() -> None:
    writer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    megabyte = writer.compress(bytes(1 << 20)) + writer.flush(zlib.Z_FULL_FLUSH)
    packed = megabyte * 2000 + writer.flush()
    fields = struct.pack("<HHHHHIIIHH", 20, 0, 8, 0, 33, 0, len(packed), 2000 << 20, 4, 0)
    local = b"PK\3\4" + fields + b"null" + packed
    entry = b"PK\1\2\x14\0" + fields + struct.pack("<HHHII", 0, 0, 0, 0, 0) + b"null"
    data = local + entry + b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, 1, 1, len(entry), len(local), 0)
    assert zipfile.ZipFile(io.BytesIO(data)).getinfo("null").file_size == 2000 << 20
    assert len(data) < 2_300_000
    assert in_a_child(lambda: formats.weight("bomb.zip", data)) == 0
    assert in_a_child(lambda: plan_for("bomb.zip", data, PlanOptions())) == 0


def test_members_of_a_zip_that_share_their_bytes_are_not_copied() -> None:
    packed = containers.zipped({"a": b"x" * 60_000}, method=zipfile.ZIP_STORED)
    end = packed.rindex(b"PK\5\6")
    entry = packed[packed.index(b"PK\1\2") : end]
    fields = struct.pack("<HHHHIIH", 0, 0, 60_000, 60_000, 60_000 * len(entry), end - len(entry), 0)
    data = packed[: end - len(entry)] + entry * 60_000 + b"PK\5\6" + fields
    assert in_a_child(lambda: formats.format_named("zip").container("overlapping.zip", data)) == 0
    assert formats.format_named("zip").container("overlapping.zip", data) is None


def test_tables_of_a_font_that_share_their_bytes_are_not_copied() -> None:
    content = bytes(1 << 20)
    entries = b"".join(struct.pack(">4sIII", b"%04d" % (each % 9999), 0, 12, len(content)) for each in range(20_000))
    data = struct.pack(">4sHHHH", b"\0\1\0\0", 20_000, 0, 0, 0) + entries + content
    assert in_a_child(lambda: formats.format_named("sfnt").container("font", data)) == 0


def test_an_image_larger_than_its_header_says_is_not_unpacked() -> None:
    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 6, 0, 0, 0)
    image = containers.chunk(b"IDAT", zlib.compress(BOMB))
    data = containers.SIGNATURE + containers.chunk(b"IHDR", header) + image + containers.chunk(b"IEND", b"")
    assert [part.parts for part in container("png", data).nodes[1:]] == [(), (), ()]


def test_many_streams_of_gzip_are_read_once() -> None:
    one = containers.gz(b"")
    assert in_a_child(lambda: formats.format_named("gzip").container("a.gz", one * 30_000)) == 0


def test_an_allowance_is_a_ratio_and_a_most() -> None:
    assert deflate.Allowance(0).left == deflate.SLACK
    assert deflate.Allowance(1000).left == deflate.SLACK + 1000 * deflate.RATIO
    assert deflate.Allowance(1 << 30).left == deflate.MOST


def test_archives_in_archives_are_opened_so_deep_and_no_deeper() -> None:
    """As one that has itself in it, which would be opened for ever."""
    data = b"text\n"
    for _ in range(3 * formats.DEEPEST):
        data = containers.gz(data)
    assert formats.weight("a.gz", data) > 0
    options, content = PlanOptions(), data
    for _ in range(formats.DEEPEST):
        plan = plan_for("a.gz", content, options)
        assert plan.format == "gzip"
        assert plan.inside is not None
        options, content = plan.inside, container("gzip", content).nodes[-1].content
    assert plan_for("a.gz", content, options).inside is None


def test_an_archive_that_becomes_more_on_every_level_is_not_weighed_whole() -> None:
    data = bytes(1 << 20)
    for _ in range(6):
        data = containers.zipped({f"{number}.zip": data for number in range(30)})
    assert in_a_child(lambda: formats.weight("a.zip", data)) == 0


def test_a_directory_of_a_thousand_levels_is_not_opened() -> None:
    paths = [b"/".join([b"d"] * depth) for depth in range(1, 1000)]
    data = packed([DirectoryEntry("directory", path) for path in paths])
    assert formats.format_named("directory").container("d", data) is None


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("ogg", b"OggS\0\0" + bytes(20) + b"\xff" + b"\xff" * 255 + bytes(255 * 255)),
        ("ogg", b"OggS\0\0" + bytes(20) + b"\0"),
        ("mp3", b"\xff\xfb\x10\xc4" * 4),
        ("adts", b"\xff\xf1\x50\x80\x00\xe0\x00"),
        ("flac", b"\xff\xf8\xc9\x18"),
        ("annexb", b"\0\0\0\1"),
        ("matroska", b"\x1a\x45\xdf\xa3\xff"),
        ("matroska", b"\x1f\x43\xb6\x75\xff"),
        ("mp4", b"\0\0\0\x08moov"),
        ("mp4", b"\0\0\0\0moov"),
        ("csv", b'"'),
        ("csv", b'",'),
        ("csv", b","),
        ("npy", b"'shape': ("),
    ],
)
def test_a_piece_many_times_is_read_in_time(name: str, data: bytes) -> None:
    heads = {"mp3": b"ID3", "flac": b"fLaC\x80\0\0\0", "matroska": b"\x1a\x45\xdf\xa3\x80\x18\x53\x80\x67\xff"}
    heads |= {"mp4": b"\0\0\0\x08ftyp\0\0\0\x08moov", "npy": b"\x93NUMPY\1\0\xff\xff"}
    whole = heads.get(name, b"") + data * ((1 << 18) // len(data))
    assert in_a_child(lambda: formats.format_named(name).container("input.csv", whole)) == 0


@pytest.mark.parametrize("number", [b"9" * 5000, b"-1", b"0"])
def test_numbers_without_end_in_a_pdf(number: bytes) -> None:
    for data in (containers.pdf(), containers.pdf(packed=True)):
        for key in (b"/Length ", b"/First ", b"/N ", b"/Size "):
            damaged = data.replace(key, key + number)
            parsed = formats.format_named("pdf").container("a.pdf", damaged)
            assert parsed is None or parsed.data == damaged


def test_trailers_without_end_in_a_pdf() -> None:
    data = b"%PDF-1.4\n" + b"trailer " * 100_000
    assert in_a_child(lambda: formats.format_named("pdf").container("a.pdf", data)) == 0


DEEP = {
    "yaml": [
        b"- " * 600,
        b"? " * 600,
        b"".join(b" " * each + b"a:\n" for each in range(600)),
        b"".join(b" " * each + b"-\n" for each in range(600)),
        b"".join(b" " * each + b"a:\n" + b" " * each + b"- b:\n" for each in range(0, 600, 2)),
        b"".join(b" " * each + b"a:\n# comment\n" for each in range(600)),
    ],
    "ruby": [
        b"x = " + b", ".join(b"<<A%d" % each for each in range(600)) + b"\n",
        b"".join(b"<<A%d\n#{" % each for each in range(600)),
    ],
    "python": [b"(" * 3000, b"".join(b" " * each + b"if x:\n" for each in range(600)), b"f'{" * 600],
    "markdown": [b"> " * 600, b"* " * 600, b"1. " * 600],
    "haskell": [b"f = " + b"do " * 600, b"f = " + b"let a = " * 600],
    "bash": [b"cat " + b" ".join(b"<<A%d" % each for each in range(600)) + b"\n"],
    "json": [b"[" * 3000],
}


@pytest.mark.parametrize(("language", "data"), [(name, data) for name, each in DEEP.items() for data in each])
def test_deeply_nested_source_does_not_end_the_process(language: str, data: bytes) -> None:
    """Also when it is parsed again after an edit. The tree has all of the text, whatever of it was parsed."""

    def read() -> None:
        document = formats.parse_document("source", "input", data, language)
        tree = document.tree
        assert tree.render(tree.everything) == data
        for node in range(1, min(len(tree), 4)):
            document.valid(tree.everything - Selection((node, tree.end(node))))

    assert in_a_child(read) == 0


def test_a_candidate_that_becomes_deep_does_not_end_the_process() -> None:
    """Without the first half of each line it is as deep as the process can stand, and more."""
    data = b"".join(b"%sa: [%s]\n" % (b" " * each, b"0" * each) for each in range(100))
    document = formats.parse_document("source", "input", data, "yaml")
    assert in_a_child(lambda: document.valid_text(b"- " * 600)) == 0


def test_usual_nesting_is_parsed_whole() -> None:
    yaml = b"".join(b"  " * each + b"key:\n" for each in range(40)) + b" " * 100 + b"- value\n"
    ruby = b"puts <<A, <<B\nA\nB\n" * 500
    assert parsed_length("yaml", yaml) == len(yaml)
    assert parsed_length("ruby", ruby) == len(ruby)
