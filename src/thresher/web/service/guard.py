"""Who may talk to the server: only pages that it served itself, and from elsewhere only with the token."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

COOKIE = "thresher-token"
LOOPBACK = ("127.0.0.1", "localhost", "::1", "[::1]")
OWN_PAGES = ("same-origin", "none")  # what a browser says in Sec-Fetch-Site of requests that no other site makes


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer that says no, with the status of HTTP."""

    status: int
    why: str


@dataclass(frozen=True, slots=True)
class Guard:
    """`hosts` are the names that the server is known by; whoever asks for another name was led here by a trick.

    >>> guard = Guard(("127.0.0.1", "localhost"), 8765)
    >>> guard.refusal("GET", "/", {"Host": "localhost:8765"})
    >>> guard.refusal("GET", "/", {"Host": "evil.example:8765"}).status
    421
    """

    hosts: tuple[str, ...]
    port: int
    token: str | None = None

    def refusal(self, method: str, path: str, headers: Mapping[str, str]) -> Refusal | None:
        """Why a request is not answered; None if it is."""
        host = headers.get("Host", "")
        if host not in self._authorities():
            return Refusal(421, "this server does not go by that name")
        if not self._own_page(method, host, headers):
            return Refusal(403, "requests from other sites are refused")
        if self.token is not None and not self._knows_token(path, headers):
            return Refusal(401, "the token is missing or wrong; open the address that thresher printed")
        return None

    def gives_token(self, path: str) -> bool:
        """Whether the address holds the right token, to be kept in a cookie from now on."""
        given = parse_qs(urlsplit(path).query).get("token", [""])[0]
        return self.token is not None and hmac.compare_digest(given.encode(), self.token.encode())

    def _authorities(self) -> set[str]:
        return {f"{host}:{self.port}" for host in self.hosts} | (set(self.hosts) if self.port == 80 else set())

    @staticmethod
    def _own_page(method: str, host: str, headers: Mapping[str, str]) -> bool:
        origin = headers.get("Origin")
        if origin is not None and origin != f"http://{host}":
            return False
        if method == "GET":
            return True  # another site may link here, but sees nothing of the answer
        if headers.get("Sec-Fetch-Site", "none") not in OWN_PAGES:
            return False
        return headers.get("Content-Type", "").partition(";")[0].strip() == "application/json"

    def _knows_token(self, path: str, headers: Mapping[str, str]) -> bool:
        try:
            kept = SimpleCookie(headers.get("Cookie", "")).get(COOKIE)
        except CookieError:
            return False
        known = kept is not None and hmac.compare_digest(kept.value.encode(), (self.token or "").encode())
        return known or self.gives_token(path)
