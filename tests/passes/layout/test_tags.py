"""One tag for an empty element."""

from __future__ import annotations

import pytest

from tests.passes.candidates import TEXTS, all_at_once, check_edits


@pytest.mark.parametrize(
    ("data", "made"),
    [
        (b"<a></a>", b"<a/>"),
        (b'<a><b x="1"></b ><c>t</c><d></d></a>', b'<a><b x="1"/><c>t</c><d/></a>'),
        (b"<a><b/></a>", b"<a><b/></a>"),
        (b"<a>t</a>", b"<a>t</a>"),
    ],
)
def test_empty_elements_become_one_tag(data: bytes, made: bytes) -> None:
    assert all_at_once("tags", "xml", data) == made


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_every_edit_parses(language: str, data: bytes) -> None:
    check_edits("tags", language, data)
