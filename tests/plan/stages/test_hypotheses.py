"""Records of a layout that nobody knows are removed as wholes; where bytes can go, nothing is asked more."""

from __future__ import annotations

import struct
import zlib
from random import Random

import pytest

from tests.formats.binaries.test_hypotheses import icon, payloads, table
from thresher import reduce
from thresher.plan import PlanOptions, plan_for
from thresher.plan.stages import HypothesesStage


def strings(data: bytes) -> list[bytes] | None:
    """Each with one byte for its length before it; None if the last one is cut off."""
    found, at = [], 0
    while at < len(data):
        stop = at + 1 + data[at]
        if stop > len(data):
            return None
        found.append(data[at + 1 : stop])
        at = stop
    return found


def has_needle(data: bytes) -> bool:
    return any(each.startswith(b"needle") for each in strings(data) or ())


def has_icon(data: bytes) -> bool:
    number = int.from_bytes(data[4:6], "little")
    entries = [data[6 + 16 * at : 22 + 16 * at] for at in range(number)]
    if data[:4] != b"\0\0\1\0" or any(len(each) < 16 for each in entries):
        return False
    starts = [int.from_bytes(each[12:], "little") for each in entries]
    stops = [start + int.from_bytes(entry[8:12], "little") for entry, start in zip(entries, starts, strict=True)]
    return max(stops, default=0) == len(data) and any(data[start : start + 6] == b"needle" for start in starts)


def has_row(data: bytes) -> bool:
    number = int.from_bytes(data[4:8], "little")
    return (
        data[:4] == b"TBL\0"
        and len(data) == 8 + 10 * number
        and any(data[8 + 10 * at] == 7 and data[9 + 10 * at] == 0 for at in range(number))
    )


def bitmap(rows: list[bytes]) -> bytes:
    """Rows of pixels after a header with the length of the file, where the rows begin, their width and their number."""
    body = b"".join(rows)
    return struct.pack("<2sIIIIIII", b"BM", 30 + len(body), 0, 30, 16, len(rows[0]), len(rows), 7) + body


def has_pixel(data: bytes) -> bool:
    if len(data) < 30:
        return False
    magic, size, _, begin, _, width, rows, _ = struct.unpack("<2sIIIIIII", data[:30])
    return magic == b"BM" and begin == 30 and size == len(data) == 30 + width * rows and b"needle" in data[30:]


PICTURE = [Random(at).randbytes(24) for at in range(20)]
PICTURE[13] = b"pixels: needle in here.."
PAYLOADS = [*payloads(40), b"needle in it", *payloads(20)]
STRINGS = b"".join(bytes([len(each)]) + each for each in PAYLOADS)
CASES = {
    "strings": (STRINGS, has_needle, 7),
    "few strings": (b"".join(bytes([len(each)]) + each for each in PAYLOADS[36:44]), has_needle, 7),
    "icon": (icon(PAYLOADS[30:50]), has_icon, 28),
    "bitmap": (bitmap(PICTURE), has_pixel, 50),
    "rows": (table(50), has_row, 18),
}


@pytest.mark.parametrize("kind", CASES)
def test_layouts_that_no_format_knows(kind: str) -> None:
    data, fails, smallest = CASES[kind]
    assert len(reduce(data, fails, name="input.bin").data) == smallest


def test_a_line_says_what_was_tried() -> None:
    body = Random(3).randbytes(300)
    data = body + zlib.crc32(body).to_bytes(4, "big")

    def fails(text: bytes) -> bool:
        return len(text) > 250 and zlib.crc32(text[:-4]).to_bytes(4, "big") == text[-4:]

    notes = reduce(data, fails, name="input.bin").statistics.notes
    assert any("hardly a byte can be removed alone" in note and "--format" in note for note in notes)
    assert not reduce(STRINGS, lambda text: b"needle" in text, name="input.bin", format="characters").statistics.notes


def test_bytes_that_can_go_cost_no_more_tests() -> None:
    data = Random(5).randbytes(2000)

    def fails(text: bytes) -> bool:
        return data[300:304] in text and data[1000:1003] in text

    guessed, plain = (reduce(data, fails, name="input.bin", format=format) for format in (None, "characters"))
    assert (guessed.data, guessed.statistics.tests) == (plain.data, plain.statistics.tests)


@pytest.mark.parametrize(("data", "options", "expected"), [
    (STRINGS, PlanOptions(), True),
    (STRINGS, PlanOptions(format="characters"), False),
    (STRINGS, PlanOptions(algorithm="ddmin"), False),
    (b"only a text", PlanOptions(), False),
])  # fmt: skip
def test_only_for_binary_contents_of_no_known_format(data: bytes, options: PlanOptions, expected: bool) -> None:
    stages = plan_for("input", data, options).stages
    assert any(isinstance(stage, HypothesesStage) for stage in stages) == expected
