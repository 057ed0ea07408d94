"""Pickles: what is left is read by Python, whatever the protocol, and values are in place of those they refer to."""

from __future__ import annotations

import collections
import collections.abc
import datetime
import io
import pickle
import pickletools
from dataclasses import replace
from fractions import Fraction

import pytest

from thresher import formats, reduce
from thresher.structures.container import Container

SHARED = ["shared" * 2, (1, 2, 3, 4)]
VALUES: dict[str, object] = {
    "containers": [{"a": SHARED, "b": [SHARED, {1, 2}]}, frozenset({3}), (), (1,), (1, 2), b"bytes", 10**40, 1.5, None],
    "objects": [Fraction(1, 3), datetime.date(2026, 1, 2), collections.OrderedDict(a=1, b=SHARED)],
    "later additions": collections.defaultdict(list, x=[1], y=SHARED),
    "a long text": "x" * 300,
}
PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


def container(data: bytes, name: str = "a.pickle") -> Container:
    assert formats.guess(name, data).name == "pickle"
    found = formats.format_named("pickle").container(name, data)
    assert found is not None
    return found


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("kind", VALUES)
def test_written_anew_it_is_the_same_value(kind: str, protocol: int) -> None:
    data = pickle.dumps(VALUES[kind], protocol)
    parsed = container(data)
    assert parsed.data == data
    anew = parsed.write(
        replace(parsed.root, raw=None, parts=tuple(replace(each, raw=None) for each in parsed.root.parts))
    )
    assert pickle.loads(anew) == VALUES[kind]
    assert len(anew) <= len(data)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_list_may_be_in_itself(protocol: int) -> None:
    ring: list[object] = [1, 2]
    ring.append(ring)
    parsed = container(pickle.dumps(ring, protocol))
    one = next(node for node, part in enumerate(parsed.nodes) if part.content and part.content in (b"K\1", b"I1\n"))
    left = pickle.loads(parsed.render(parsed.shape.without(parsed.everything, [one])))
    assert left[0] == 2
    assert left[1] is left


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_value_is_moved_to_where_it_is_used_later(protocol: int) -> None:
    parsed = container(pickle.dumps([SHARED, "between", SHARED, SHARED], protocol))
    first = next(node for node, part in enumerate(parsed.nodes) if part.kind == "array" and parsed.parent(node) > 1)
    left = pickle.loads(parsed.render(parsed.shape.without(parsed.everything, [first])))
    assert left == ["between", SHARED, SHARED]
    assert left[1] is left[2]


def test_pickles_in_a_row() -> None:
    data = b"".join(pickle.dumps({"n": number}) for number in range(9))

    def fails(kept: bytes) -> bool:
        stream, found = io.BytesIO(kept), list[dict[str, int]]()
        while stream.tell() < len(kept):
            found.append(pickle.load(stream))
        return {"n": 5} in found

    assert len(reduce(data, lambda kept: _safe(fails, kept), name="a.pickle").data) <= len(pickle.dumps({"n": 5}))


def test_one_item_is_left() -> None:
    items = [{"id": number, "name": f"item {number}", "price": number * 1.5} for number in range(60)]

    def fails(kept: bytes) -> bool:
        return any(each["id"] == 37 and each["price"] == 55.5 for each in pickle.loads(kept))

    found = reduce(pickle.dumps(items), lambda kept: _safe(fails, kept), name="a.pickle")
    assert len(found.data) < 40
    assert found.statistics.tests < 80


def _safe(fails: collections.abc.Callable[[bytes], bool], data: bytes) -> bool:
    try:
        pickletools.dis(data, out=io.StringIO())
        return fails(data)
    except Exception:  # noqa: BLE001 - a damaged pickle raises anything
        return False


@pytest.mark.parametrize("data", [b"", b".", b"0.", b"\x80\4]\x94(K\1", b"\x80\4h\0.", b"\x80\4]q\0q\1.", b"(."])
def test_what_is_not_read_is_not_a_container(data: bytes) -> None:
    assert formats.format_named("pickle").container("a.pickle", data) is None
