"""What is in reach of a plan, for several formats."""

from __future__ import annotations

import gzip
import struct
import zlib
from typing import Any

from thresher.plan import PlanOptions, plan_for
from thresher.verify.granularity import Granularity, granularity


def shown(name: str, data: bytes, **options: Any) -> Granularity:
    return granularity(data, name, plan_for(name, data, PlanOptions(**options)))


def png(width: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, 1, 8, 0, 0, 0, 0)
    line = bytes(index * 7 % 256 for index in range(width + 1))
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b"\0" + line[1:]))
        + chunk(b"IEND", b"")
    )


def test_a_program_is_tried_by_nodes_and_tokens() -> None:
    found = shown("a.c", b"int main(void) { return f(1, 2); }\n")
    assert found.claim == "no single syntax node or token can be removed"
    assert found.caveat == ""


def test_a_long_string_is_in_reach_of_the_literals() -> None:
    source = b'char *s = "' + b"x" * 200 + b'";\n'
    assert shown("a.c", source).caveat == ""
    assert "was not tried part by part" in shown("a.c", source, algorithm="hdd").caveat


def test_the_words_of_a_long_text_are_in_reach_of_the_tokens() -> None:
    assert shown("a.xml", b"<a>" + b"some words " * 20 + b"</a>").caveat == ""


def test_opaque_lines_of_an_image_are_named() -> None:
    found = shown("a.png", png(200))
    assert "part of the png file" in found.units
    assert found.caveat == "the inside of 1 line (201 bytes) was not tried part by part"


def test_what_is_packed_is_tried_by_its_own_units() -> None:
    found = shown("a.txt.gz", gzip.compress(b"some words\n" * 5))
    assert found.claim == (
        "no single part of the gzip file and no single paragraph, line, word or character in a part can be removed"
    )
    assert found.caveat == ""


def test_what_is_no_longer_in_its_format_has_no_parts() -> None:
    plan = plan_for("a.txt.gz", gzip.compress(b"some words\n" * 5), PlanOptions())
    assert granularity(b"words", "a.txt.gz", plan).claim == "no unit of the result was tried alone"


def test_a_coarse_plan_claims_only_its_units() -> None:
    assert shown("a.txt", b"a b\nc d\n", format="lines").claim == "no single line can be removed"
    assert shown("a.txt", b"a b\nc d\n", format="tokens", min_granularity="4").units == ("group of 4 tokens",)
