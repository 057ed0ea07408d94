"""Rejects malformed and ambiguous requests, whoever sent them.

h11 rejects what is not HTTP at all, such as two Host headers or a Content-Length that is not a number. This module
rejects valid HTTP that is ambiguous, or that this server does not need.
"""

from __future__ import annotations

from starlette.datastructures import Headers

from thresher.service.http.refusal import Refusal

METHODS = ("GET", "HEAD", "POST")
SINGLE = (
    "host",
    "origin",
    "sec-fetch-site",
    "cookie",
    "authorization",
    "upgrade",
    "content-type",
    "content-length",
    "transfer-encoding",
)


def malformed(method: str, target: str, headers: Headers) -> Refusal | None:
    """Why a request is rejected, None if it is not; `target` is the raw path, not decoded.

    >>> malformed("GET", "http://elsewhere.example/", Headers({}))
    Refusal(status=400, why='the request target must be a path')
    """
    if method not in METHODS:
        return Refusal(405, f"the method must be one of {', '.join(METHODS)}")
    if not target.startswith("/"):
        return Refusal(400, "the request target must be a path")
    if "websocket" in headers.get("upgrade", "").lower():
        return Refusal(400, "there are no WebSockets here")
    return _ambiguous(method, headers)


def _ambiguous(method: str, headers: Headers) -> Refusal | None:
    """Rejects headers that a proxy may interpret differently."""
    repeated = [name for name in SINGLE if len(headers.getlist(name)) > 1]
    if repeated:
        return Refusal(400, f"the header {repeated[0]} was sent twice")
    if "content-length" in headers and "transfer-encoding" in headers:
        return Refusal(400, "the length of the body was given in two ways")
    if method != "POST" and ("transfer-encoding" in headers or headers.get("content-length", "0").strip("0")):
        return Refusal(400, f"a {method} request must have no body")
    return None
