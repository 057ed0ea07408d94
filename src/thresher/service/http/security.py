"""ASGI middleware that refuses requests and adds security headers to every response."""

from __future__ import annotations

import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from thresher.service.http.framing import METHODS, malformed
from thresher.service.http.guard import RequestGuard
from thresher.service.http.refusal import Refusal

_PAGE = re.compile(r"/(?:jobs/[0-9a-f]+)?")  # pages that people open by an address

HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "connection": "close",  # one request per connection, so that no request can be smuggled after it
}
"""Added to every response, unless it sets them itself."""


class Security:
    """Passes to `app` only requests that are well-formed and allowed by the guard."""

    def __init__(self, app: ASGIApp, guard: RequestGuard) -> None:
        self._app, self._guard = app, guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise RuntimeError(f"the server must be run without {scope['type']}")

        async def hardened(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await (self._own_answer(scope) or self._app)(scope, receive, hardened)

    def _own_answer(self, scope: Scope) -> Response | None:
        """A refusal, or the redirect that replaces the token in the URL by a cookie; None to pass the request on."""
        method, query, headers = scope["method"], scope["query_string"].decode("latin-1"), Headers(scope=scope)
        target = scope.get("raw_path", b"").decode("latin-1")
        refusal: Refusal | None = malformed(method, target, headers) or self._guard.refusal(method, query, headers)
        if refusal is not None:
            return refusal.response({"allow": ", ".join(METHODS)} if refusal.status == 405 else None)
        if _PAGE.fullmatch(scope["path"]) and self._guard.gives_token(query):
            response = Response(status_code=303, headers={"location": "./" + scope["path"].rpartition("/")[2]})
            response.set_cookie(self._guard.cookie, self._guard.token or "", httponly=True, samesite="strict")
            return response
        return None
