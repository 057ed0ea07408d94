"""Bitmaps and TIFF: what is left of an image has the right size, and comes down to what a reader needs."""

from __future__ import annotations

import struct

import pytest

from tests.formats import containers
from thresher import formats, reduce
from thresher.structures.container import Container


def container(name: str, data: bytes) -> Container:
    found = formats.format_named(name).container("input", data)
    assert found is not None
    return found


def without(parsed: Container, kind: str, *numbers: int) -> bytes:
    """Without the parts of a kind with these numbers."""
    nodes = [node for node, part in enumerate(parsed.nodes) if part.kind == kind]
    return parsed.render(parsed.shape.without(parsed.everything, [nodes[number] for number in numbers]))


def test_pixels_follow_their_colours() -> None:
    data = containers.bmp(7, 3, bits=8, colours=20)
    left = without(container("bmp", data), "colour", 0, 5)
    assert containers.check_bmp(left) == (7, 3, 18)
    place = 54 + 4 * 18
    assert [*left[place : place + 7]] == [0, 0, 1, 2, 3, 0, 4]  # those of colours that are gone have the first one


@pytest.mark.parametrize(("kind", "numbers", "size"), [("row", (0, 2), (5, 2)), ("column", (1, 3), (3, 4))])
def test_a_bitmap_has_the_size_that_is_left(kind: str, numbers: tuple[int, ...], size: tuple[int, int]) -> None:
    left = without(container("bmp", containers.bmp()), kind, *numbers)
    assert containers.check_bmp(left)[:2] == size


@pytest.mark.parametrize(("compression", "kind", "numbers", "sizes"), [
    (1, "row", (0, 7), [(4, 4), (4, 4)]),
    (1, "column", (1, 2), [(2, 5), (4, 5)]),
    (5, "strip", (0, 3), [(4, 2), (4, 3)]),
    (5, "page", (0,), [(4, 5)]),
])  # fmt: skip
def test_a_tiff_has_the_size_that_is_left(
    compression: int, kind: str, numbers: tuple[int, ...], sizes: list[tuple[int, int]]
) -> None:
    left = without(container("tiff", containers.tiff(compression=compression)), kind, *numbers)
    assert containers.check_tiff(left) == sizes


def test_one_tag_of_a_tiff_is_left() -> None:
    """A tag in a directory that is the value of another tag."""

    def fails(data: bytes) -> bool:
        try:
            return containers.check_tiff(data) != [] and b"lens" in data
        except (struct.error, KeyError, AssertionError, IndexError, ValueError):
            return False

    found = reduce(containers.tiff(order=">"), fails, name="input.tif")
    assert len(found.data) <= 8 + 2 * 18
    assert found.statistics.tests < 120


def test_exif_data_in_a_jpeg_is_a_tiff() -> None:
    exif = b"Exif\0\0" + containers.tiff()
    data = b"\xff\xd8\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + b"\xff\xd9"
    parsed = container("jpeg", data)
    assert parsed.data == data
    assert [part.content for part in parsed.nodes if part.kind == "segment"] == [containers.tiff()]
    node = next(node for node, part in enumerate(parsed.nodes) if part.kind == "segment")
    assert parsed.holding(node, b"II").data == b"\xff\xd8\xff\xe1\0\x0aExif\0\0II\xff\xd9"
