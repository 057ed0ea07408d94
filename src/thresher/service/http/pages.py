"""HTML pages whose only scripts and styles are their own."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from starlette.responses import HTMLResponse, Response


def page_response(render: Callable[[str], str]) -> Response:
    """The page that `render` makes with a nonce for its scripts and styles; nothing else is loaded or run."""
    nonce = secrets.token_urlsafe(16)
    policy = (
        f"default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return HTMLResponse(render(nonce), headers={"content-security-policy": policy})
