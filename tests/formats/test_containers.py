"""What every container format must keep: untouched it is the same bytes, and every candidate is well formed."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import pickle
import shutil
import sqlite3
import subprocess
import tarfile
import wave
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats import containers
from tests.formats.media import files
from tests.oracle.programs import needs
from thresher import formats
from thresher.formats.archives.tar import BLOCK
from thresher.kernel.selection import Selection
from thresher.structures.container import Container

MEMBERS = {"a.c": b"int x;\n" * 20, "dir/b.txt": b"hello\n", "empty": b"", "é" * 60 + "/long": b"1" * 1000}
SAMPLES: dict[str, tuple[str, bytes, Callable[[bytes], object]]] = {
    "png": ("png", containers.png(extra=containers.chunk(b"tEXt", b"k\0v")), containers.check_png),
    "png-grey": ("png", containers.png(9, 3, colour=0), containers.check_png),
    "riff": ("riff", containers.riff(), containers.check_riff),
    "wav": ("riff", containers.wav(), containers.check_riff),
    "records": ("records", containers.records(), containers.check_records),
    "gzip": ("gzip", containers.gz(b"text\n" * 30, "a.txt"), gzip.decompress),
    "gzip-twice": ("gzip", containers.gz(b"one") + containers.gz(b"two"), gzip.decompress),
    "bzip2": ("bzip2", bz2.compress(b"text\n" * 30), bz2.decompress),
    "xz": ("xz", lzma.compress(b"text\n" * 30), lzma.decompress),
    "zip": ("zip", containers.zipped(MEMBERS), containers.check_zip),
    "zip-stored": ("zip", containers.zipped(MEMBERS, method=zipfile.ZIP_STORED), containers.check_zip),
    "zip-bzip2": ("zip", containers.zipped(MEMBERS, method=zipfile.ZIP_BZIP2), containers.check_zip),
    "zip-stream": ("zip", containers.zipped(MEMBERS, stream=True), containers.check_zip),
    "pdf": ("pdf", containers.pdf(), containers.check_pdf_or_untouched),
    "pdf-packed": ("pdf", containers.pdf(packed=True), containers.check_pdf_or_untouched),
    "mo": ("mo", containers.mo({b"": b"head", b"a": b"A", b"b\0bs": b"B\0Bs"}), containers.check_mo),
    "mo-be": ("mo", containers.mo({b"a": b"A", b"c": b"C"}, order=">"), containers.check_mo),
    "bplist": ("bplist", containers.bplist(), containers.check_bplist),
    "bmp": ("bmp", containers.bmp(), containers.check_bmp),
    "bmp-colours": ("bmp", containers.bmp(7, 3, bits=8, colours=20), containers.check_bmp),
    "bmp-bits": ("bmp", containers.bmp(9, 6, bits=1, colours=2), len),
    "tiff": ("tiff", containers.tiff(), containers.check_tiff),
    "tiff-packed": ("tiff", containers.tiff(order=">", compression=5), containers.check_tiff),
    "font": ("sfnt", containers.font(b"cmap", b"glyf", b"name"), containers.check_font),
    "jpeg": ("jpeg", containers.jpeg(), containers.check_jpeg),
    "utf-16": ("utf16", "int é;\r\nint b;".encode("utf-16"), lambda data: data.decode("utf-16")),
    "utf-16-be": ("utf16", b"\xfe\xff" + "int a;".encode("utf-16-be"), lambda data: data.decode("utf-16")),
    "der": ("der", containers.certificate(), containers.check_der),
    "pem": ("pem", containers.pem(), containers.check_pem),
    "pem-crlf": ("pem", containers.pem(end=b"\r\n"), containers.check_pem),
    "pickle": ("pickle", pickle.dumps([{"a": [1, "text"], "b": (2, b"x" * 9)}, {3}]), containers.check_pickle),
    "pickle-old": ("pickle", pickle.dumps({"a": [1, 2], "b": (3, 4)}, 0), containers.check_pickle),
    "sqlite": ("sqlite", containers.database(), containers.check_database),
    "sqlite-wal": ("sqlite", containers.database(encoding="UTF-16le", journal=b"\2\2"), containers.check_database),
    "ihex": ("ihex", containers.ihex(), containers.check_ihex),
    "elf": ("elf", containers.elf(), containers.check_elf),
    "elf-32-be": ("elf", containers.elf(wide=False), containers.check_elf),
    "wasm": ("wasm", containers.wasm(), containers.check_wasm),
    "gif": ("gif", containers.gif(), containers.check_gif),
    "ogg": ("ogg", files.ogg(), files.check_ogg),
    "adts": ("adts", files.adts(), files.check_adts),
    "mp3": ("mp3", files.mp3(), files.check_mp3),
    "mp3-id3-4": ("mp3", files.mp3(version=4), files.check_mp3),
    "flac": ("flac", files.flac(), files.check_flac),
    "annexb": ("annexb", files.annexb(), len),
    "matroska": ("matroska", files.matroska(), files.check_matroska),
    "mp4": ("mp4", files.mp4(), files.check_mp4),
    "mp4-co64": ("mp4", files.mp4(wide=True), files.check_mp4),
    "avi": ("riff", files.avi(), containers.check_riff),
    "csv": ("csv", b'\xef\xbb\xbfa,b,"c"\r\n1,"two, ""2""",3\r\n\r\n4\r\n"5\r\n6",7,8,9', containers.check_csv),
    "csv-semicolons": ("csv", b"a;b\n1;2,5\n3;4\n", containers.check_csv),
    "npy": ("npy", containers.npy((4, 3), bytes(range(12))), containers.check_npy),
    "npy-fortran": ("npy", containers.npy((4, 3, 2), bytes(range(24)), fortran=True), containers.check_npy),
    "ar": (
        "ar",
        containers.ar({b"a.o": b"one", b"b.o": b"four"}, symbols={b"f": b"a.o", b"g": b"b.o"}),
        containers.check_ar,
    ),
    "tar": ("tar", containers.tarred(MEMBERS), containers.check_tar),
    "tar-gnu": ("tar", containers.tarred(MEMBERS, format=tarfile.GNU_FORMAT), containers.check_tar),
}
NAMES = {
    "csv": "input.csv",
    "pickle": "input.pickle",
}  # of samples of formats that are recognised by the name of a file
FORMATS = sorted(name for name, found in formats.formats().items() if found.parse_container)


def container(sample: str) -> Container:
    name, data, _ = SAMPLES[sample]
    file = NAMES.get(name, "input")
    found = formats.guess(file, data)
    assert found.name == name
    parsed = found.container(file, data)
    assert parsed is not None
    return parsed


@pytest.mark.parametrize("sample", SAMPLES)
def test_untouched_it_is_the_same_bytes(sample: str) -> None:
    parsed = container(sample)
    assert parsed.data == parsed.render(parsed.everything) == SAMPLES[sample][1]


@pytest.mark.parametrize("sample", SAMPLES)
@settings(max_examples=20)
@given(data=st.data())
def test_every_candidate_is_well_formed(sample: str, data: st.DataObject) -> None:
    parsed, check = container(sample), SAMPLES[sample][2]
    kept = parsed.everything
    for node in data.draw(st.lists(st.integers(1, len(parsed) - 1), max_size=8)):
        if node in kept and parsed.removable(kept, node):
            kept = parsed.shape.without(kept, [node])
    check(parsed.render(kept))


@pytest.mark.parametrize("sample", SAMPLES)
@settings(max_examples=20)
@given(data=st.data())
def test_without_a_part_it_is_no_larger(sample: str, data: st.DataObject) -> None:
    """Else a reduction would not end. What is packed may be packed in more bytes, but weighs less."""
    parsed = container(sample)
    kept = parsed.everything
    for node in data.draw(st.lists(st.integers(1, len(parsed) - 1), max_size=8)):
        if node in kept and parsed.removable(kept, node):
            before, kept = parsed.render(kept), parsed.shape.without(kept, [node])
            after = parsed.render(kept)
            assert len(after) <= len(before) or formats.weight("input", after) <= formats.weight("input", before)


@pytest.mark.parametrize("sample", SAMPLES)
@settings(max_examples=20)
@given(data=st.data())
def test_any_content_may_stand_in_a_part(sample: str, data: st.DataObject) -> None:
    parsed, check = container(sample), SAMPLES[sample][2]
    leaves = [leaf for leaf in parsed.leaves() if getattr(parsed.nodes[leaf], "type", b"") != b"IHDR"]
    if leaves:
        leaf, content = data.draw(st.sampled_from(leaves)), data.draw(st.binary(max_size=50))
        changed = parsed.holding(leaf, content)
        check(changed.data)
        again = formats.format_named(SAMPLES[sample][0]).container("input", changed.data)
        assert again is not None or not changed.data
        assert again is None or again.data == changed.data


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=20)
@given(data=st.binary(max_size=80), cut=st.integers(0, 300), sample=st.sampled_from(sorted(SAMPLES)))
def test_anything_is_read_or_refused(name: str, data: bytes, cut: int, sample: str) -> None:
    whole = SAMPLES[sample][1]
    for each in (data, whole[:cut], whole[:cut] + data + whole[cut + len(data) :]):
        parsed = formats.format_named(name).container("input", each)
        if parsed is not None:
            assert parsed.data == each
            parsed.render(Selection.of([0]))


def test_lines_and_columns_of_an_image_can_go() -> None:
    parsed = container("png")
    lines = [node for node, part in enumerate(parsed.nodes) if part.kind == "line"]
    columns = [node for node, part in enumerate(parsed.nodes) if part.kind == "column"]
    assert (len(lines), len(columns)) == (5, 6)
    smaller = parsed.render(parsed.shape.without(parsed.everything, [*lines[1:], *columns[:4]]))
    assert smaller[16:24] == (2).to_bytes(4, "big") + (1).to_bytes(4, "big")
    assert containers.check_png(smaller) == [b"IHDR", b"tEXt", b"IDAT", b"IEND"]


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="needs ffmpeg")
def test_another_decoder_reads_what_is_left_of_a_real_image(tmp_path: Path) -> None:
    ffmpeg = ["ffmpeg", "-nostdin", "-loglevel", "error", "-y"]
    made = [*ffmpeg, "-f", "lavfi", "-i", "testsrc=size=64x48", "-frames:v", "1", "-pred", "mixed"]
    subprocess.run([*made, tmp_path / "real.png"], check=True)
    parsed = formats.format_named("png").container("real.png", (tmp_path / "real.png").read_bytes())
    assert parsed is not None
    gone = [node for node, part in enumerate(parsed.nodes) if part.kind in ("line", "column")][10:100]
    (tmp_path / "less.png").write_bytes(parsed.render(parsed.shape.without(parsed.everything, gone)))
    decoded = subprocess.run(
        [*ffmpeg, "-i", tmp_path / "less.png", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
        capture_output=True,
        check=True,
    )
    assert (len(decoded.stdout), decoded.stderr) == (10 * 12 * 3, b"")


def test_a_wrong_checksum_stays_what_it_was() -> None:
    data = containers.png(extra=containers.chunk(b"tEXt", b"key\0value", crc=0xDEAD))
    parsed = formats.format_named("png").container("x.png", data)
    assert parsed is not None
    leaf = next(node for node in parsed.leaves() if parsed.nodes[node].content.startswith(b"key"))
    changed = parsed.holding(leaf, b"k")
    assert containers.chunk(b"tEXt", b"k", crc=0xDEAD) in changed.data


def test_a_shorter_sound_is_a_sound() -> None:
    parsed = container("wav")
    leaf = max(parsed.leaves(), key=lambda leaf: len(parsed.nodes[leaf].content))
    with wave.open(io.BytesIO(parsed.holding(leaf, b"1234").data)) as reader:
        assert reader.readframes(99) == b"1234"


def test_a_length_that_announces_too_much_stays() -> None:
    whole = containers.riff()
    parsed = formats.format_named("riff").container("x.wav", whole[:-20])
    assert parsed is not None
    assert parsed.render(parsed.shape.without(parsed.everything, [2]))[:8] == whole[:8]


def test_a_header_with_a_long_name_goes_with_its_member() -> None:
    parsed = container("tar")
    long = next(node for node, part in enumerate(parsed.nodes) if part.name.endswith("/long"))
    left = parsed.render(parsed.shape.without(parsed.everything, [long]))
    assert "long" not in str(containers.check_tar(left))
    assert b"PaxHeader" not in left
    assert len(left) % BLOCK == 0


def test_what_is_packed_weighs_what_it_holds() -> None:
    inner = containers.tarred({"a": b"x" * 3000})
    assert formats.weight("a.tar.gz", containers.gz(inner)) == formats.weight("a.tar", inner) + 3
    assert formats.weight("a", b"plain") == 5


def test_a_database_without_a_column_and_a_value() -> None:
    parsed = container("sqlite")
    column = next(node for node, part in enumerate(parsed.nodes) if part.name == "age")
    row = next(node for node, part in enumerate(parsed.nodes) if part.kind == "row")
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(parsed.render(parsed.shape.without(parsed.everything, [column, row + 2])))
        people = connection.execute("SELECT * FROM people WHERE id < 2").fetchall()
        assert people == [(0, "é0", None, b""), (1, "é1", "1@x", b"\0\xff")]
        assert connection.execute("SELECT * FROM numbers").fetchall() == [(1, 2, 3)]
        indices = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
        assert indices.fetchall() == [], "the one on the column has gone with it"


def test_a_damaged_database_keeps_its_damage() -> None:
    data = bytearray(containers.database())
    data[4096:4100] = b"\xff" * 4
    assert formats.format_named("sqlite").container("a.db", bytes(data)) is None


@needs("gcc", "ld", "nm")
def test_a_linker_reads_what_is_left_of_an_object_file(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("int one(void) { return 1; }\nint two(void) { return one(); }\n")
    subprocess.run(["gcc", "-g", "-ffunction-sections", "-c", "a.c"], cwd=tmp_path, check=True)
    data = (tmp_path / "a.o").read_bytes()
    parsed = formats.guess("a.o", data).container("a.o", data)
    assert parsed is not None
    kept = parsed.everything
    for node in parsed.shape.children(0):
        without = parsed.shape.without(kept, [node])
        (tmp_path / "b.o").write_bytes(parsed.render(without))
        linked = subprocess.run(["ld", "-r", "b.o", "-o", "c.o"], cwd=tmp_path, capture_output=True, check=False)
        told = subprocess.run(["nm", "c.o"], cwd=tmp_path, capture_output=True, check=False).stdout
        if linked.returncode == 0 and b" T two\n" in told:
            kept = without
    assert len(parsed.render(kept)) < len(data) / 2


@needs("wasm-validate")
def test_what_is_left_of_a_module_is_valid(tmp_path: Path) -> None:
    def is_valid(data: bytes) -> bool:
        (tmp_path / "a.wasm").write_bytes(data)
        return subprocess.run(["wasm-validate", "a.wasm"], cwd=tmp_path, check=False).returncode == 0

    parsed = container("wasm")
    functions = [node for node, part in enumerate(parsed.nodes) if part.kind == "function"]
    bodies = [node for node, part in enumerate(parsed.nodes) if part.kind == "body"]
    assert is_valid(parsed.data)
    assert is_valid(parsed.render(parsed.shape.without(parsed.everything, bodies))), "every function traps"
    without = parsed.render(parsed.shape.without(parsed.everything, functions[:1]))
    assert is_valid(without), "the others have moved up"
    assert containers.check_wasm(without)[8] == b"\3", "and so has the one at the start"
    assert containers.check_wasm(without)[9].endswith(b"\3\0\0\2")
