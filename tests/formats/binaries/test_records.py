"""Records in files of no known format."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Literal

import pytest

from tests.formats.containers import records
from thresher import formats
from thresher.formats.binaries.records import LengthRecord, parse_container
from thresher.structures.container import Part

ORDERS: tuple[Literal["little", "big"], ...] = ("little", "big")


@pytest.mark.parametrize(("width", "order", "tag"), list(product((2, 4), ORDERS, (b"", b"T", b"TAG!"))))
def test_the_layout_is_found(width: int, order: Literal["little", "big"], tag: bytes) -> None:
    data = records(60, width=width, order=order, tag=tag)
    assert formats.guess("input.bin", data).name == "records"
    root = parse_container("input.bin", data)
    assert root is not None
    assert [len(part.content) for part in _records(root)] == [each * 7 % 90 + 3 for each in range(60)]


def _records(root: Part) -> list[Part]:
    return [part for part in root.parts if isinstance(part, LengthRecord)]


def test_boxes_whose_lengths_count_themselves() -> None:
    boxes = [b"box%d" % (each % 10) + bytes(each + 10) + b"x" * 30 for each in range(20)]
    data = b"".join((len(box) + 4).to_bytes(4, "big") + box for box in boxes)
    root = parse_container("input.mp4", data)
    assert root is not None
    assert len(_records(root)) == 20


def test_what_is_left_of_many_may_be_few() -> None:
    container = formats.format_named("records").container("input", records(60))
    assert container is not None
    few = container.render(container.everything.without(3, 60))
    again = parse_container("input", few)
    assert again is not None
    assert len(_records(again)) == 3


def test_a_payload_that_changes_has_its_length_put_right() -> None:
    container = formats.format_named("records").container("input", records(60))
    assert container is not None
    assert container.nodes[2].content == b"\1" * 3
    assert b"\0\3abc" in container.holding(2, b"abc").data


@pytest.mark.parametrize("seed", range(20))
def test_noise_has_no_records(seed: int) -> None:
    random = Random(seed)
    assert formats.guess("noise.bin", random.randbytes(random.randrange(1, 4000))).name == "characters"
    assert formats.guess("table.bin", b"\1\0\0\0" * random.randrange(1, 500)).name == "characters"
    assert formats.guess("zeros.bin", bytes(random.randrange(1, 4000))).name == "characters"
