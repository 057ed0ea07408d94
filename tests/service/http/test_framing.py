"""Malformed and ambiguous requests are rejected."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import Headers

from thresher.service.http.framing import METHODS, SINGLE, malformed

LATIN = st.text(st.characters(max_codepoint=255), max_size=20)


def headers_of(*pairs: tuple[str, str]) -> Headers:
    return Headers(raw=[(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in pairs])


@given(LATIN, LATIN, st.lists(st.tuples(st.sampled_from((*SINGLE, "x")), LATIN), max_size=4))
def test_whatever_is_sent_is_judged(method: str, target: str, pairs: list[tuple[str, str]]) -> None:
    refusal = malformed(method, target, headers_of(*pairs))
    assert refusal is None or 400 <= refusal.status < 500
    names = [name for name, _ in pairs if name in SINGLE]
    if method not in METHODS or not target.startswith("/") or len(set(names)) < len(names):
        assert refusal is not None


def test_what_browsers_send_is_let_through() -> None:
    assert malformed("GET", "/", headers_of(("Host", "localhost"), ("Upgrade-Insecure-Requests", "1"))) is None
    assert (
        malformed("POST", "/jobs", headers_of(("Content-Length", "12"), ("Content-Type", "application/json"))) is None
    )
    assert malformed("GET", "/", headers_of(("Content-Length", "0"))) is None
