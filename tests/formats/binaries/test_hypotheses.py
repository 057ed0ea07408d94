"""What a binary content of no known format may consist of."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thresher.formats.binaries.cursor import encoded
from thresher.formats.binaries.hypotheses import STRONG, hypotheses, offsets
from thresher.kernel.selection import Selection
from thresher.structures.contents import Contents


def payloads(number: int, longest: int = 40) -> list[bytes]:
    random = Random(number)
    return [random.randbytes(random.randint(1, longest)) for _ in range(number)]


def padded(record: bytes, to: int) -> bytes:
    return record + bytes(-len(record) % to)


def icon(pieces: list[bytes]) -> bytes:
    """A directory of entries with lengths and offsets, as in an icon file."""
    at, entries = 6 + 16 * len(pieces), b""
    for piece in pieces:
        entries += struct.pack("<BBBBHHII", 32, 32, 0, 0, 1, 32, len(piece), at)
        at += len(piece)
    return struct.pack("<HHH", 0, 1, len(pieces)) + entries + b"".join(pieces)


def table(rows: int) -> bytes:
    random = Random(rows)
    fields = (struct.pack("<IIH", at, random.randrange(1 << 32), random.randrange(9)) for at in range(rows))
    return b"TBL\0" + struct.pack("<I", rows) + b"".join(fields)


RECORDS: dict[str, Callable[[bytes], bytes]] = {
    "one byte": lambda each: bytes([len(each)]) + each,
    "a tag and one byte": lambda each: bytes([len(each) % 3, len(each)]) + each,
    "three bytes": lambda each: b"t" + len(each).to_bytes(3, "big") + each,
    "padded": lambda each: padded(struct.pack(">HH", 1, len(each)) + each, 4),
    "repeated at the end": lambda each: struct.pack("<I", len(each)) + each + struct.pack("<I", len(each)),
    "varints": lambda each: encoded(len(each) * 9) + each * 9,
}


@pytest.mark.parametrize("kind", RECORDS)
@pytest.mark.parametrize("header", [b"", b"HEAD", b"a longer header."])
def test_records_are_found(kind: str, header: bytes) -> None:
    records = [RECORDS[kind](each) for each in payloads(60)]
    best = hypotheses(header + b"".join(records))[0]
    assert best.bits > STRONG
    assert [part.raw for part in best.container.root.parts] == records


@pytest.mark.parametrize("kind", RECORDS)
def test_what_is_left_has_right_lengths(kind: str) -> None:
    chosen = payloads(60)
    container = hypotheses(b"HEAD" + b"".join(map(RECORDS[kind], chosen)))[0].container
    assert container.render(Selection.of([0, 2, 7])) == b"HEAD" + RECORDS[kind](chosen[1]) + RECORDS[kind](chosen[6])
    left = Contents(container.keeping(Selection.of([0, 2])))
    short = left.render(Selection((0, 9 if kind == "varints" else 1)))
    assert short.startswith(b"HEAD")
    assert len(short) < len(container.render(Selection.of([0, 2])))


def test_a_table_of_offsets_is_put_right() -> None:
    pieces = payloads(20)
    container = hypotheses(icon(pieces))[0].container
    assert container.render(Selection.of([0, 3, 4, 20])) == icon([pieces[2], pieces[3], pieces[19]])


def profile(tags: list[tuple[bytes, bytes]]) -> bytes:
    """A long header, then tags with offsets and lengths as in a colour profile: last tag first, equal contents once."""
    contents = list(dict.fromkeys(content for _, content in reversed(tags)))
    at, places, body = 132 + 12 * len(tags), dict[bytes, int](), b""
    for content in contents:
        places[content] = at + len(body)
        body += padded(content, 4)
    entries = b"".join(tag + struct.pack(">II", places[content], len(content)) for tag, content in tags)
    return struct.pack(">I124xI", at + len(body), len(tags)) + entries + body


def test_offsets_may_be_in_any_order_and_the_same() -> None:
    pieces = [b"cur%d" % (at // 3) + piece * 3 for at, piece in enumerate(payloads(12))]
    tags = [(b"tag" + bytes([97 + at]), pieces[at // 2]) for at in range(12)]
    best = hypotheses(profile(tags))[0]
    assert best.bits > STRONG
    assert best.container.render(Selection.of([0, 2, 3, 4, 11])) == profile([*tags[1:4], tags[10]])


def test_rows_are_counted_in_the_header() -> None:
    container = hypotheses(table(50))[0].container
    left = container.render(Selection((0, 8)))
    assert left == b"TBL\0" + struct.pack("<I", 7) + table(50)[8:78]


@pytest.mark.parametrize("seed", range(10))
def test_noise_is_nothing_evident(seed: int) -> None:
    random = Random(seed)
    for data in (random.randbytes(random.randrange(1, 5000)), bytes(seed * 300), b"\1" * seed * 300):
        assert all(each.bits < STRONG for each in hypotheses(data))


@settings(max_examples=30, deadline=None)
@given(st.binary(max_size=300), st.integers(1, 20), st.sampled_from(sorted(RECORDS)))
def test_nothing_is_changed_that_is_not_removed(noise: bytes, number: int, kind: str) -> None:
    data = noise + b"".join(map(RECORDS[kind], payloads(number)))
    for each in hypotheses(data):
        assert each.container.write(replace(each.container.root, raw=None)) == data


def test_offsets_of_a_long_list_of_numbers_are_given_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    read, number = Counter[str](), offsets._number

    def counted(*given: object) -> int:
        read["numbers"] += 1
        return number(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(offsets, "_number", counted)
    numbers = [100_000 + at * 7 % 1000 for at in range(50_000)]
    assert list(offsets.offset_hypotheses(struct.pack(f"<{len(numbers)}I", *numbers))) == []
    assert read["numbers"] < 30 * len(numbers)
