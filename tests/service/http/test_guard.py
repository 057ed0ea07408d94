"""Access control of the server."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import Headers

from thresher.service.http.guard import LOOPBACK, RequestGuard

OWN = RequestGuard(LOOPBACK, 8765)
JSON = {"Content-Type": "application/json"}


@given(st.text(st.characters(max_codepoint=255), max_size=30) | st.sampled_from(["LocalHost:8765", "http://[", "["]))
def test_no_other_name_is_answered(host: str) -> None:
    known = {f"{each}:8765" for each in LOOPBACK}
    assert (OWN.refusal("GET", "", Headers({"Host": host})) is None) == (host.lower() in known)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"origin": "http://evil.example"},
        {"ORIGIN": "http://["},
        {"Origin": ""},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},
        {"Origin": "https://localhost:8765"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/x-www-form-urlencoded"},
        {"Content-Type": "multipart/form-data"},
        {"Content-Type": ""},
    ],
)
def test_other_sites_cannot_make_it_work(headers: dict[str, str]) -> None:
    refusal = OWN.refusal("POST", "", Headers({"Host": "localhost:8765", **JSON, **headers}))
    assert refusal is not None
    assert refusal.status == 403


def test_its_own_page_can() -> None:
    headers = {"Host": "localhost:8765", "Origin": "http://localhost:8765", "Sec-Fetch-Site": "same-origin", **JSON}
    assert OWN.refusal("POST", "", Headers(headers)) is None


@given(st.text(st.characters(max_codepoint=255), max_size=12))
def test_with_a_token_only_who_knows_it_is_answered(given_token: str) -> None:
    guard = RequestGuard(("box",), 80, "secret")
    safe = given_token.isalnum() and given_token.isascii()
    for query, headers in (
        (f"token={given_token}" if safe else "", {"Host": "box"}),
        ("", {"Host": "box", "Cookie": f"{guard.cookie}={given_token}" if safe else given_token}),
        ("", {"Host": "box", "Authorization": f"Bearer {given_token}"}),
    ):
        refusal = guard.refusal("GET", query, Headers(headers))
        assert (refusal is None) == (given_token == "secret")
        assert refusal is None or refusal.status == 401
    assert guard.refusal("GET", "", Headers({"Host": "box", "Cookie": f"{guard.cookie}=secret"})) is None
    assert guard.gives_token("token=secret")


def test_servers_on_other_ports_have_other_cookies() -> None:
    """Browsers send a cookie to every port of a host."""
    assert RequestGuard(LOOPBACK, 8765, "a").cookie != RequestGuard(LOOPBACK, 8766, "b").cookie
