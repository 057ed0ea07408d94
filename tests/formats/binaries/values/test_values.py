"""CBOR, MessagePack and binary property lists: what is left is written as a reader expects it."""

from __future__ import annotations

import plistlib
from struct import pack

import pytest

from tests.formats import containers
from thresher import formats, reduce
from thresher.structures.container import Container

CBOR = (  # [{"id": 1, "v": 1.5}, tag 32 "http://a", h"0102", {"id": 37, "v": null}, a text of 30 bytes]
    bytes.fromhex("85a2626964016176f93e00d82068") + b"http://a" + bytes.fromhex("420102a2626964182561") + b"v\xf6"
    b"\x78\x1e" + b"x" * 30
)
MSGPACK = (  # the same, with an extension for the tag
    bytes.fromhex("dc000582a2696401a176cb3ff8000000000000d40520c4020102") + bytes.fromhex("82a2696425a176c0")
    + b"\xd9\x1e" + b"x" * 30
)  # fmt: skip


def container(name: str, data: bytes) -> Container:
    assert formats.guess(name, data).name == name.removeprefix("a.")
    found = formats.format_named(name.removeprefix("a.")).container(name, data)
    assert found is not None
    return found


@pytest.mark.parametrize(("name", "data", "nodes"), [("a.cbor", CBOR, 20), ("a.msgpack", MSGPACK, 19)])
def test_untouched_it_is_the_same(name: str, data: bytes, nodes: int) -> None:
    parsed = container(name, data)
    assert len(parsed) == nodes
    assert parsed.data == data


@pytest.mark.parametrize(("name", "data", "expected"), [
    ("a.cbor", CBOR, b"\x83\xa1av\xf9>\0\xd8 bhi" + CBOR[-32:]),
    ("a.msgpack", MSGPACK, b"\xdc\0\3" + MSGPACK[3:22].replace(b"\x82\xa2id\1", b"\x81") + b"\xd9\2hi"),
])  # fmt: skip
def test_numbers_and_lengths_follow(name: str, data: bytes, expected: bytes) -> None:
    """Without the first pair, the bytes and the second map; with a shorter text."""
    parsed = container(name, data)
    text = next(node for node, part in enumerate(parsed.nodes) if part.content.startswith((b"http", b"xx")))
    shorter = parsed.holding(text, b"hi")
    second = [node for node, part in enumerate(shorter.nodes) if part.kind == "map"][1]
    data_node = next(node for node, part in enumerate(shorter.nodes) if part.content == b"\1\2")
    assert shorter.render(shorter.shape.without(shorter.everything, [3, data_node, second])) == expected


@pytest.mark.parametrize(("name", "data", "needed"), [("a.cbor", CBOR, b"v\xf6"), ("a.msgpack", MSGPACK, b"v\xc0")])
def test_one_pair_is_left(name: str, data: bytes, needed: bytes) -> None:
    form = formats.format_named(name.removeprefix("a."))
    found = reduce(data, lambda kept: needed in kept and form.container(name, kept) is not None, name=name).data
    assert len(found) <= 6


@pytest.mark.parametrize("data", [b"\x9f\1\xff", b"\x82\1", b"\x81" * 200 + b"\1", b""])
def test_what_is_not_read_is_not_a_container(data: bytes) -> None:
    assert formats.format_named("cbor").container("a.cbor", data) is None


def test_a_property_list_comes_down_to_one_pair() -> None:
    data = containers.bplist()

    def fails(kept: bytes) -> bool:
        try:
            rows = plistlib.loads(kept, fmt=plistlib.FMT_BINARY)["rows"]
        except (plistlib.InvalidFileException, KeyError, TypeError):
            return False
        return any(isinstance(row, dict) and row.get("id") == 17 for row in rows)

    found = reduce(data, fails, name="a.plist").data
    assert plistlib.loads(found) == {"rows": [{"id": 17}]}
    assert len(found) < 70


@pytest.mark.parametrize("objects", [
    [b"\xa2\1\1", *(b"\xa2" + bytes((number, number)) for number in range(2, 60)), b"\t"],  # 2 ** 58 values
    [b"\xa1\0"],  # itself
    [b"\xd1\1"],  # a key without a value
    [b"\x5f\x13" + b"\xff" * 8],  # a text that is longer than the file
])  # fmt: skip
def test_a_property_list_that_cannot_be_a_tree_is_not_a_container(objects: list[bytes]) -> None:
    data, offsets = b"bplist00", list[int]()
    for each in objects:
        offsets.append(len(data))
        data += each
    data += b"".join(each.to_bytes(2, "big") for each in offsets) + pack(">6xBBQQQ", 2, 1, len(objects), 0, len(data))
    assert formats.format_named("bplist").container("a.plist", data) is None
