"""What every unit format must keep, and which format is chosen for what."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from thresher import formats
from thresher.errors import UsageError
from thresher.formats.units.tokens import count_tokens
from thresher.kernel.selection import Selection

UNIT_FORMATS = sorted(name for name, found in formats.formats().items() if found.parse)
NASTY = [
    b"",
    b"\n",
    b"a\r\nb\r\n",
    b"no final newline",
    b"old\rmac\rends",
    b"nul \0 byte\n",
    b"\xff\xfe invalid \x80 utf-8\n",
    "\ufeffa byte order mark\n".encode(),
    "naïve 文字 \U0001f33e".encode(),
    bytes(range(256)) * 3,
]
contents = st.binary(max_size=200) | st.text(max_size=100).map(str.encode) | st.sampled_from(NASTY)


@pytest.mark.parametrize("name", UNIT_FORMATS)
@given(data=contents, chosen=st.sets(st.integers(0, 100)))
@example(data=b"a\r\nb", chosen={0})
def test_units_are_the_bytes_and_selections_their_slices(name: str, data: bytes, chosen: set[int]) -> None:
    units = formats.parse(name, data)
    pieces = [data[units.offsets[i] : units.offsets[i + 1]] for i in range(len(units))]
    assert b"".join(pieces) == data
    assert all(pieces)
    kept = Selection.of(unit for unit in chosen if unit < len(units))
    assert units.render(kept) == b"".join(pieces[unit] for unit in kept)
    assert units.render(Selection.all(len(units))) == data
    coarse = units.coarser(3)
    assert len(coarse) == -(-len(units) // 3)
    assert coarse.render(Selection.all(len(coarse))) == data


@given(st.text(max_size=50))
def test_characters_never_break_utf_8(text: str) -> None:
    units = formats.parse("characters", text.encode())
    assert len(units) == len(text)
    for unit in range(len(units)):
        assert (
            units.render(Selection.all(len(units)).without(unit, unit + 1)).decode() == text[:unit] + text[unit + 1 :]
        )


def test_taking_a_token_out_never_glues_its_neighbours() -> None:
    units = formats.parse("tokens", b"static const int x = 1;")
    assert units.render(Selection.all(len(units)).without(1, 2)) == b"static int x = 1;"


def test_line_ends_survive() -> None:
    units = formats.parse("lines", b"one\r\ntwo\r\nthree")
    assert units.render(Selection.of([0, 2])) == b"one\r\nthree"


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("crash.c", b"int main() { return 0; }\n", "source"),
        ("crash", b"int main() { return 0; }\n", "code"),
        ("notes.txt", b"Dear all,\n\nit crashed.\n", "text"),
        ("core", bytes(range(256)), "characters"),
        ("unknown", b"key: value\n", "code"),
        ("stray.c", b"int x;\n" * 50 + b"\0\n", "source"),
        ("empty", b"", "code"),
    ],
)
def test_the_format_follows_name_and_content(name: str, data: bytes, expected: str) -> None:
    assert formats.guess(name, data).name == expected


def test_stages_go_from_coarse_to_fine() -> None:
    data = b"one two\nthree\n\nfour five six\nseven\n"
    for found in (each for each in formats.formats().values() if each.is_flat):
        counts = [len(formats.parse(stage, data)) for stage in found.stages]
        assert counts == sorted(counts)


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UsageError, match=r"choose from .*\bini, .*\blines, "):
        formats.format_named("pictures")
    with pytest.raises(UsageError, match="stages"):
        formats.parse("text", b"")


def test_tokens_are_counted_without_line_ends() -> None:
    assert count_tokens(b'printf("%d\\n", x >= 10); // ok\n\n') == 11
