"""Records and fields with lengths, in files of no known format."""

from __future__ import annotations

import random

import pytest

from thresher import formats, reduce

NEEDLE = b"needle-payload"


def payloads(number: int) -> list[bytes]:
    """Some of them empty."""
    rng = random.Random(9)
    found = [b"" if at % 9 == 4 else rng.randbytes(rng.randint(1, 40)) for at in range(number)]
    return [*found[: number // 2], NEEDLE, *found[number // 2 :]]


def records(data: bytes, order: str, width: int) -> list[bytes] | None:
    """The payloads; None if a length does not fit."""
    found, at = [], 0
    while at < len(data):
        begin = at + 1 + width
        at = begin + int.from_bytes(data[begin - width : begin], order)  # type: ignore[arg-type]
        if max(begin, at) > len(data):
            return None
        found.append(data[begin:at])
    return found


@pytest.mark.parametrize("order", ["big", "little"])
@pytest.mark.parametrize("width", [2, 4])
def test_records_that_end_with_the_file_may_be_empty(order: str, width: int) -> None:
    data = b"".join(b"t" + len(each).to_bytes(width, order) + each for each in payloads(300))  # type: ignore[arg-type]
    assert formats.guess("x.bin", data).name == "records"
    reduced = reduce(data, lambda text: any(each[:6] == b"needle" for each in records(text, order, width) or ()))
    assert len(reduced.data) == 1 + width + 6
    assert reduced.statistics.tests < 60


def field(number: int, content: bytes) -> bytes:
    assert len(content) < 128
    return bytes([number << 3 | 2, len(content)]) + content


def fields(data: bytes) -> list[bytes]:
    """The contents of short fields, up to what is none."""
    found, at = [], 0
    while at + 1 < len(data):
        is_long = data[at] & 7 == 2
        stop = at + 2 + (data[at + 1] if is_long else 0)
        if stop > len(data) or data[at] & 7 not in (0, 2):
            return []
        found.append(data[at + 2 : stop])
        at = stop
    return found if at == len(data) else []


def test_messages_of_protocol_buffers_are_reduced_by_fields() -> None:
    data = b"".join(field(1, b"\x08\x07" + field(2, each)) for each in payloads(60))
    assert formats.guess("x.bin", data).name == "protobuf"
    reduced = reduce(data, lambda text: any(NEEDLE in fields(message) for message in fields(text)))
    assert reduced.data == field(1, field(2, NEEDLE))
    assert reduced.statistics.tests < 60


@pytest.mark.parametrize("seed", range(20))
def test_noise_has_no_fields(seed: int) -> None:
    rng = random.Random(seed)
    assert formats.guess("x.bin", rng.randbytes(rng.randint(60, 3000))).name not in ("records", "protobuf")
