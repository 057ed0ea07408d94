"""Where each format is, and a quick check of whether a content can be in it, so that few modules are imported.

A new format needs a line here; a test compares the list with the modules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from thresher.formats.content import has_suffix, is_binary

Check: TypeAlias = Callable[[str, bytes], bool]


def always(name: str, data: bytes) -> bool:
    return True


def starts(*magics: bytes) -> Check:
    return lambda name, data: data.startswith(magics)


BOXES = frozenset((b"ftyp", b"moov", b"mdat", b"free", b"wide", b"skip", b"styp", b"moof"))


@dataclass(frozen=True, slots=True)
class Indexed:
    """The module of a format. Where `possible` is False, its `confidence` is 0; the module need not be imported."""

    module: str
    possible: Check = always


FORMATS = {
    "adts": Indexed("media.audio.adts", starts(b"\xff\xf0", b"\xff\xf1", b"\xff\xf8", b"\xff\xf9")),
    "annexb": Indexed("media.video.annexb", starts(b"\0\0\1", b"\0\0\0\1")),
    "ar": Indexed("archives.ar", starts(b"!<arch>\n")),
    "arrow": Indexed("tables.arrow", starts(b"ARROW1")),
    "bitcode": Indexed("programs.llvm.bitcode", starts(b"BC\xc0\xde")),
    "bmp": Indexed("media.images.bmp", starts(b"BM")),
    "bplist": Indexed("binaries.values.bplist", starts(b"bplist")),
    "brackets": Indexed("structured.brackets"),
    "bzip2": Indexed("archives.bzip2", starts(b"BZh")),
    "cbor": Indexed("binaries.values.cbor", lambda name, data: has_suffix(name, ".cbor")),
    "characters": Indexed("units.characters"),
    "code": Indexed("units.code"),
    "counted": Indexed("structured.counted"),
    "csv": Indexed("tables.csv"),
    "data": Indexed("units.data"),
    "der": Indexed("binaries.der", starts(b"\x30", b"\x31")),
    "dimacs": Indexed("structured.dimacs", lambda name, data: b"p " in data and b"cnf" in data),
    "directory": Indexed("archives.directory", starts(b"a directory of files\n")),
    "elf": Indexed("binaries.elf", starts(b"\x7fELF")),
    "embedded": Indexed("structured.embedded", lambda name, data: False),
    "events": Indexed("events.events", lambda name, data: data.lstrip(b"\xef\xbb\xbf \t\r\n\v\f").startswith(b"{")),
    "flac": Indexed("media.audio.flac", starts(b"fLaC")),
    "gif": Indexed("media.images.gif", starts(b"GIF8")),
    "grammar": Indexed("structured.grammar"),
    "gzip": Indexed("archives.gzip", starts(b"\x1f\x8b")),
    "html": Indexed("structured.html"),
    "ihex": Indexed("binaries.ihex", starts(b":")),
    "ini": Indexed("structured.ini"),
    "jpeg": Indexed("media.images.jpeg", starts(b"\xff\xd8")),
    "latex": Indexed("documents.latex"),
    "lines": Indexed("units.lines"),
    "llvm": Indexed("programs.llvm.llvm", lambda name, data: b"\0" not in data),
    "matroska": Indexed("media.video.matroska", starts(b"\x1aE\xdf\xa3")),
    "mo": Indexed("documents.mo", starts(b"\xde\x12\x04\x95", b"\x95\x04\x12\xde")),
    "mp3": Indexed("media.audio.mp3", starts(b"ID3", b"\xff")),
    "mp4": Indexed("media.video.mp4", lambda name, data: data[4:8] in BOXES),
    "msgpack": Indexed("binaries.values.msgpack", lambda name, data: has_suffix(name, ".msgpack", ".mpack", ".mpk")),
    "npy": Indexed("tables.npy", starts(b"\x93NUMPY")),
    "ogg": Indexed("media.audio.ogg", starts(b"OggS")),
    "paragraphs": Indexed("units.paragraphs"),
    "parquet": Indexed("tables.parquet", starts(b"PAR1")),
    "pdf": Indexed("documents.pdf", lambda name, data: b"%PDF-" in data[:1024]),
    "pdf_object": Indexed("documents.pdf_object", starts(b"<<")),
    "pem": Indexed("binaries.pem", lambda name, data: b"-----BEGIN " in data),
    "pickle": Indexed(
        "binaries.values.pickle", lambda name, data: data[:1] == b"\x80" or has_suffix(name, ".pickle", ".pkl")
    ),
    "png": Indexed("media.images.png", starts(b"\x89PNG")),
    "po": Indexed("documents.po"),
    "protobuf": Indexed("binaries.protobuf", lambda name, data: is_binary(data)),
    "records": Indexed("binaries.records", lambda name, data: b"\0" in data),
    "riff": Indexed("media.riff", starts(b"RIF")),
    "sexp": Indexed("structured.sexp"),
    "sfnt": Indexed("binaries.sfnt", starts(b"\0\1\0\0", b"OTTO", b"true", b"typ1")),
    "source": Indexed("source.source"),
    "spirv": Indexed("programs.spirv.spirv", starts(b"\3\2\x23\7", b"\7\x23\2\3")),
    "spvasm": Indexed("programs.spirv.spvasm", lambda name, data: b"\0" not in data),
    "sqlite": Indexed("binaries.sqlite", starts(b"SQLite format 3\0")),
    "steps": Indexed("events.steps", lambda name, data: False),
    "tar": Indexed("archives.tar", lambda name, data: b"ustar" in data[:512]),
    "text": Indexed("units.text"),
    "tiff": Indexed("media.images.tiff", starts(b"II*\0", b"MM\0*")),
    "tokens": Indexed("units.tokens"),
    "utf16": Indexed("binaries.utf16", starts(b"\xff\xfe", b"\xfe\xff")),
    "video": Indexed(
        "media.video.video", lambda name, data: b"\0" in data or data.startswith(b"\x1a") or b"ftyp" in data[:8]
    ),
    "wasm": Indexed("binaries.wasm", starts(b"\0asm")),
    "wat": Indexed("programs.wat.wat", lambda name, data: b"\0" not in data),
    "words": Indexed("units.words"),
    "xml": Indexed("structured.xml"),
    "xz": Indexed("archives.xz", starts(b"\xfd7zXZ")),
    "zip": Indexed("archives.zip", starts(b"PK")),
}
"""By name; of two that are equally confident, the first is taken."""
