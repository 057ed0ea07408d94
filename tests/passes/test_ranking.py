"""The tokens that passes cut out."""

from __future__ import annotations

import pytest

from thresher.formats.source.source import parse_document
from thresher.passes.ranking import token_spans

LONG = b'"a long string with many words in it, which goes on and on"'


@pytest.mark.parametrize("string", [b'"xyz"', b'"""xy\nz"""', LONG, b'f"x{y} and {z} and so on, up to a length of 40"'])
def test_a_string_is_one_token(string: bytes) -> None:
    """Cut inside, its quotes would meet, and a blank would come between them that was not there."""
    data = b"f(a, " + string + b", c)\n"
    spans = token_spans(parse_document("input", data, "python").tree)
    assert [data[start:stop] for start, stop in spans] == [b"f", b"(", b"a", b",", string, b",", b"c", b")"]
