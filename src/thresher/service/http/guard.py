"""Access control: requests only from pages of this server, and from other machines only with the token."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.datastructures import Headers

from thresher.service.http.refusal import Refusal

LOOPBACK = ("127.0.0.1", "localhost", "::1", "[::1]")
OWN_PAGES = ("same-origin", "none")  # Sec-Fetch-Site of requests that no other site makes
READING = ("GET", "HEAD")
BODY_TYPES = ("application/json", "application/octet-stream")  # which no form of another site can send
BEARER = "bearer "


@dataclass(frozen=True, slots=True)
class RequestGuard:
    """`hosts` are the names of the server; a request for another one comes from DNS rebinding.

    >>> guard = RequestGuard(("127.0.0.1", "localhost"), 8765)
    >>> guard.refusal("GET", "", Headers({"host": "localhost:8765"}))
    >>> guard.refusal("GET", "", Headers({"host": "evil.example:8765"})).status
    421
    """

    hosts: tuple[str, ...]
    port: int
    token: str | None = None

    @property
    def cookie(self) -> str:
        """The cookie that has the token. Browsers send cookies to every port, so each server has its own."""
        return f"thresher-token-{self.port}"

    def refusal(self, method: str, query: str, headers: Headers) -> Refusal | None:
        """Why a request is refused; None if it is allowed."""
        host = headers.get("host", "").lower()
        if host not in self._authorities():
            return Refusal(421, "this server has another host name; open the address that thresher printed")
        if not self._own_page(method, host, headers):
            return Refusal(403, "requests from other sites are refused")
        if self.token is not None and not self._has_token(query, headers):
            return Refusal(401, "the token is missing or wrong; open the address that thresher printed")
        return None

    def gives_token(self, query: str) -> bool:
        """Whether the query has the right token, which a cookie then replaces."""
        given = parse_qs(query).get("token", [""])[0]
        return self._is_token(given)

    def _authorities(self) -> set[str]:
        names = {host.lower() for host in self.hosts}
        return {f"{host}:{self.port}" for host in names} | (names if self.port == 80 else set())

    @staticmethod
    def _own_page(method: str, host: str, headers: Headers) -> bool:
        origin = headers.get("origin")
        if origin is not None and origin.lower() != f"http://{host}":
            return False
        if method in READING:
            return True  # another site may link here, but cannot read the response
        if headers.get("sec-fetch-site", "none") not in OWN_PAGES:
            return False
        content_type: str = headers.get("content-type", "")
        return content_type.partition(";")[0].strip().lower() in BODY_TYPES

    def _has_token(self, query: str, headers: Headers) -> bool:
        try:
            kept = SimpleCookie(headers.get("cookie", "")).get(self.cookie)
        except CookieError:
            kept = None
        given: str = headers.get("authorization", "")
        bearer = given[len(BEARER) :] if given.lower().startswith(BEARER) else ""
        return self._is_token(kept.value if kept else "") or self._is_token(bearer) or self.gives_token(query)

    def _is_token(self, given: str) -> bool:
        return self.token is not None and hmac.compare_digest(given.encode(), self.token.encode())
