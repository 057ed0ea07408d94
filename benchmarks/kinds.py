"""Files of many kinds, each read by a real reader, by the default plan and by lines and characters.

The failure is that the reader accepts the file and finds something in it. Readers are those of Python, and `make`,
`iverilog`, `protoc`, `tcpdump`, `qpdf` and `objcopy` where they are installed. Needs PyYAML, Pillow, fonttools and
graphql-core.

usage: python -m benchmarks.kinds [KIND...]
"""

from __future__ import annotations

import configparser
import gettext
import io
import json
import logging
import lzma
import random
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import wave
import zipfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree

import yaml  # type: ignore[import-untyped]
from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph
from graphql import parse as graphql_parse
from PIL import Image

from benchmarks.report import Report
from thresher import Stop, reduce

MOST, SECONDS = 400, 25  # tests and time of one reduction
Fails = Callable[[bytes], bool]


def accepts(check: Fails) -> Fails:
    """The same check; what makes the reader raise an error does not fail."""

    def fails(data: bytes) -> bool:
        with suppress(Exception):  # readers raise whatever they like on damaged files
            return bool(check(data))
        return False

    return fails


def printed(command: list[str], suffix: str, *texts: bytes) -> Fails:
    """Whether a program that is given the file ends well and prints these texts."""

    def fails(data: bytes) -> bool:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "x" + suffix)
            path.write_bytes(data)
            filled = [str(path) if each == "{}" else each for each in command]
            done = subprocess.run(filled, capture_output=True, cwd=folder, timeout=20, check=False)
            return done.returncode == 0 and all(text in done.stdout for text in texts)

    return fails


def toml() -> tuple[str, bytes, Fails]:
    text = "".join(
        f'[server.s{at}]\nip = "10.0.0.{at}"\nports = [{at}, {at + 1}]\n[[user]]\nname = "u{at}"\n' for at in range(60)
    )
    return (
        "a.toml",
        text.encode(),
        accepts(lambda data: tomllib.loads(data.decode())["server"]["s41"]["ports"][1] == 42),
    )


def ini() -> tuple[str, bytes, Fails]:
    text = "".join(f"[part{at}]\n; about {at}\nkey = %(base)s/{at}\nbase = /opt\n" for at in range(60))

    def fails(data: bytes) -> bool:
        parser = configparser.ConfigParser()
        parser.read_string(data.decode())
        return any(parser[each].get("key") == "/opt/37" for each in parser.sections())

    return "a.ini", text.encode(), accepts(fails)


def yaml_anchors() -> tuple[str, bytes, Fails]:
    text = "".join(
        f"base{at}: &b{at}\n  image: i{at}\n  env: [A, B{at}]\njob{at}:\n  <<: *b{at}\n  run: |\n    make {at}\n"
        for at in range(40)
    )
    return (
        "a.yaml",
        text.encode(),
        accepts(
            lambda data: any(each.get("image") == "i23" and "run" in each for each in yaml.safe_load(data).values())
        ),
    )


def makefile() -> tuple[str, bytes, Fails]:
    text = "".join(
        f"V{at} := v{at}\n.PHONY: t{at}\nt{at}: {f't{at - 1}' if at else ''}\n\t@echo $(V{at}) done\n"
        for at in range(40)
    )
    return "Makefile", (text + "all: t39\n").encode(), printed(["make", "-nf", "{}", "t12"], "", b"echo v12")


def proto() -> tuple[str, bytes, Fails]:
    text = 'syntax = "proto3";\n' + "".join(
        f"message M{at} {{\n  int32 a = 1; // id\n  repeated string b{at} = {at + 2};\n}}\n" for at in range(30)
    )
    return (
        "a.proto",
        text.encode(),
        printed(["sh", "-c", "protoc -I. --descriptor_set_out=y x.proto && cat y"], ".proto", b"b17"),
    )


MODULE = """module m%d(input clk, output reg [7:0] q);
  always @(posedge clk) begin
    if (q == %d) q <= 0; else q <= q + 1;
  end
endmodule
"""


def verilog() -> tuple[str, bytes, Fails]:
    text = "".join(MODULE % (at, at) for at in range(30))
    return "a.v", text.encode(), printed(["sh", "-c", "iverilog -o y x.v && cat y"], ".v", b'"m19"')


def pcap() -> tuple[str, bytes, Fails]:
    rng, data = random.Random(2), struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1)
    for at in range(150):
        payload = rng.randbytes(rng.randint(8, 60)) if at != 90 else b"\x01\xbbneedle"
        packet = bytes(12) + b"\x08\x00" + struct.pack(">BBHHHBBHII", 0x45, 0, 28 + len(payload), 0, 0, 64, 17, 0, 1, 2)
        packet += struct.pack(">HHHH", 4000 + at, 9, 8 + len(payload), 0) + payload
        data += struct.pack("<IIII", at, 0, len(packet), len(packet)) + packet
    return "a.pcap", data, printed(["tcpdump", "-nnAr", "{}"], ".pcap", b"needle", b"4090")


def wav() -> tuple[str, bytes, Fails]:
    target = io.BytesIO()
    with wave.open(target, "wb") as sound:
        sound.setparams((2, 2, 8000, 0, "NONE", ""))
        sound.writeframes(random.Random(1).randbytes(8000))

    def fails(data: bytes) -> bool:
        with wave.open(io.BytesIO(data)) as sound:
            return sound.getnchannels() == 2 and len(sound.readframes(99)) >= 40

    return "a.wav", target.getvalue(), accepts(fails)


def tar_xz() -> tuple[str, bytes, Fails]:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as archive:
        for at in range(40):
            content = f"file {at}\n".encode() * 9
            info = tarfile.TarInfo(f"d/f{at}.txt")
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))

    def fails(data: bytes) -> bool:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:xz") as archive:
            return any(b"file 23" in archive.extractfile(each).read() for each in archive if each.isfile())  # type: ignore[union-attr]

    return "a.tar.xz", lzma.compress(target.getvalue()), accepts(fails)


def docx() -> tuple[str, bytes, Fails]:
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    body = "".join(
        f"<w:p><w:pPr><w:jc w:val='left'/></w:pPr><w:r><w:t>paragraph {at}</w:t></w:r></w:p>" for at in range(60)
    )
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", f"<w:document {space}><w:body>{body}</w:body></w:document>")
        archive.writestr("word/styles.xml", f"<w:styles {space}>{'<w:style/>' * 50}</w:styles>")

    def fails(data: bytes) -> bool:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            root = ElementTree.fromstring(archive.read("word/document.xml"))
        return any(each.tag.endswith("}t") and each.text == "paragraph 33" for each in root.iter())

    return "a.docx", target.getvalue(), accepts(fails)


def notebook() -> tuple[str, bytes, Fails]:
    cells = [
        {"cell_type": "code", "source": [f"x{at} = {at}\n", f"print(x{at})"], "outputs": [], "metadata": {}}
        for at in range(50)
    ]
    text = json.dumps({"nbformat": 4, "metadata": {"kernelspec": {"name": "python3"}}, "cells": cells}, indent=1)

    def fails(data: bytes) -> bool:
        return any("print(x31)" in "".join(cell["source"]) for cell in json.loads(data)["cells"])

    return "a.ipynb", text.encode(), accepts(fails)


def intel_hex() -> tuple[str, bytes, Fails]:
    rng, lines = random.Random(4), []
    for at in range(120):
        body = bytes((16, at >> 4, (at << 4) & 255, 0)) + (rng.randbytes(16) if at != 70 else b"--the needle is-")
        lines.append(":" + (body + bytes((-sum(body) & 255,))).hex().upper() + "\n")
    return (
        "a.hex",
        ("".join(lines) + ":00000001FF\n").encode(),
        printed(["sh", "-c", "objcopy -I ihex -O binary x.hex y && cat y"], ".hex", b"needle"),
    )


def ico() -> tuple[str, bytes, Fails]:
    sizes = [(size, size) for size in range(16, 56, 4)]
    target = io.BytesIO()
    image = Image.effect_mandelbrot((64, 64), (-2, -1, 1, 1), 9).convert("RGBA")
    image.save(target, "ICO", sizes=sizes)

    def fails(data: bytes) -> bool:
        with Image.open(io.BytesIO(data)) as icon:
            return (36, 36) in icon.info["sizes"] and icon.ico.getimage((36, 36)).getpixel((9, 9)) is not None  # type: ignore[attr-defined]

    return "a.ico", target.getvalue(), accepts(fails)


def bmp() -> tuple[str, bytes, Fails]:
    rng, target = random.Random(6), io.BytesIO()
    picture = Image.frombytes("RGB", (24, 48), bytes(rng.choice((0, 0, 90, 200)) for _ in range(3 * 24 * 48)))
    picture.putpixel((3, 40), (1, 2, 3))
    picture.save(target, "BMP")

    def fails(data: bytes) -> bool:
        with Image.open(io.BytesIO(data)) as image:
            return image.format == "BMP" and (1, 2, 3) in [colour for _, colour in image.getcolors() or ()]

    return "a.bmp", target.getvalue(), accepts(fails)


def gettext_catalogue() -> tuple[str, bytes, Fails]:
    """Two tables of lengths and offsets."""
    entries = sorted((f"message {at}".encode(), f"Meldung {at}".encode()) for at in range(60))
    texts = [key for key, _ in entries] + [value for _, value in entries]
    at, table, body = 28 + 16 * len(entries), b"", b""
    for text in texts:
        table += struct.pack("<II", len(text), at + len(body))
        body += text + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(entries), 28, 28 + 8 * len(entries), 0, 0)

    def fails(data: bytes) -> bool:
        return gettext.GNUTranslations(io.BytesIO(data)).gettext("message 33") == "Meldung 33"

    return "a.mo", head + table + body, accepts(fails)


def truetype() -> tuple[str, bytes, Fails]:
    pen = FontBuilder(1000)
    names = [".notdef", *(f"g{at}" for at in range(40))]
    pen.setupGlyphOrder(names)
    pen.setupCharacterMap({65 + at: f"g{at}" for at in range(40)})
    pen.setupGlyf({name: Glyph() for name in names})
    pen.setupHorizontalMetrics({name: (500 + at, 0) for at, name in enumerate(names)})
    pen.setupHorizontalHeader(ascent=800, descent=-200)
    pen.setupNameTable({"familyName": "Test", "styleName": "Regular"})
    pen.setupOS2()
    pen.setupPost()
    target = io.BytesIO()
    pen.save(target)

    def fails(data: bytes) -> bool:
        return TTFont(io.BytesIO(data))["hmtx"]["g17"][0] == 518

    return "a.ttf", target.getvalue(), accepts(fails)


def graphql() -> tuple[str, bytes, Fails]:
    text = "".join(
        f'"about T{at}"\ntype T{at} implements Node & Named @key(fields: "id") {{\n  id: ID!\n'
        f"  next(first: Int = {at}, after: String): [T{at + 1}!]!\n}}\n"
        for at in range(40)
    )

    def fails(data: bytes) -> bool:
        found = graphql_parse(data.decode()).definitions
        return any(field.name.value == "next" and field.arguments[0].default_value.value == "23"
                   for each in found for field in getattr(each, "fields", ()))  # fmt: skip

    return "a.graphql", text.encode(), accepts(fails)


KINDS = (
    toml,
    ini,
    yaml_anchors,
    makefile,
    proto,
    verilog,
    pcap,
    wav,
    tar_xz,
    docx,
    notebook,
    intel_hex,
    ico,
    bmp,
    gettext_catalogue,
    truetype,
    graphql,
)
PROGRAMS = {makefile: "make", proto: "protoc", verilog: "iverilog", pcap: "tcpdump", intel_hex: "objcopy"}


def measure(name: str, title: str, kinds: Iterable[Callable[[], tuple[str, bytes, Fails]]]) -> None:
    """Reduces each kind, or those that are named on the command line, and writes a report of that name."""
    logging.disable()
    columns = ["kind", "bytes", "left", "tests", "left by lines", "tests", "left by characters", "tests"]
    report = Report(name, title, columns)
    for kind in kinds:
        if (sys.argv[1:] and kind.__name__ not in sys.argv[1:]) or shutil.which(PROGRAMS.get(kind, "sh")) is None:
            continue
        file, data, fails = kind()
        row: list[object] = [kind.__name__, len(data)]
        for options in ({}, {"format": "lines"}, {"format": "characters"}):
            result = reduce(data, fails, name=file, stop=Stop(tests=MOST, seconds=SECONDS), **options)  # type: ignore[arg-type]
            row += [len(result.data), result.statistics.tests]
        report.row(*row)
    report.note(f"No reduction has more than {MOST} tests or {SECONDS} seconds.")
    report.write()


if __name__ == "__main__":
    measure("kinds", "Files of many kinds", KINDS)
