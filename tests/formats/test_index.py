"""The list of formats is that of the modules, and its quick checks change no guess."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.test_containers import SAMPLES
from thresher import formats
from thresher.formats.index import FORMATS

STARTS = [
    b"BZh", b"\x30\x82", b"1", b"0", b"a directory of files\n", b"\x7fELF",
    b'{"title": "x", "steps": [{"type": "click"',
    b"GIF89a", b"\x1f\x8b\x08", b"\xff\xd8\xff", b"%PDF-1.4", b"junk %PDF-", b"-----BEGIN X-----", b"\x89PNG\r\n\x1a\n",
    b"RIFF\x10\0\0\0WAVE", b"RIFX", b"OTTO", b"true", b"typ1", b"\0\1\0\0", b"SQLite format 3\0",
    b"\xff\xfe", b"\xfe\xff",
    b"\0\0\0\x18ftypmp42", b"....ftyp", b"\x1aE\xdf\xa3", b"\0\0\0\1\x67", b"\0asm\1\0\0\0", b"\xfd7zXZ\0", b"PK\3\4",
    b"PK\5\6", b"<?xml ", b"<html>", b"\xef\xbb\xbf", b" \v\f\n{", b"int main() {}", b"",
]  # fmt: skip
SUFFIXES = ["", ".c", ".pem", ".key", ".ts", ".mp4", ".json", ".txt", ".ini", ".smt2", ".html", ".xml", ".bin", ".Z"]


def check_quick_checks(name: str, data: bytes) -> None:
    for each in formats.formats().values():
        if not each.possible(name, data):
            assert each.load().confidence(name, data) == 0.0, (each.name, name, data)


def test_the_index_lists_every_format_in_order() -> None:
    prefix = f"{formats.__name__}."
    modules = [info.name for info in walk_packages(formats.__path__, prefix) if not info.ispkg]
    there = {name.removeprefix(prefix) for name in modules if hasattr(import_module(name), "confidence")}
    assert {entry.module for entry in FORMATS.values()} == there
    assert list(FORMATS) == sorted(entry.module.rpartition(".")[2] for entry in FORMATS.values())


@given(st.sampled_from(STARTS), st.binary(max_size=600), st.sampled_from(SUFFIXES))
def test_quick_checks_are_false_only_where_the_confidence_is_zero(start: bytes, rest: bytes, suffix: str) -> None:
    check_quick_checks(f"input{suffix}", start + rest)


@pytest.mark.parametrize("sample", SAMPLES)
def test_quick_checks_accept_samples_of_every_container(sample: str) -> None:
    check_quick_checks("input", SAMPLES[sample][1])
