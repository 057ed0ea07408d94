"""The ASGI application: routes behind the security layer; every error is one line of JSON."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from thresher.service.http.guard import RequestGuard
from thresher.service.http.refusal import Refusal
from thresher.service.http.security import Security


def create_app(routes: Sequence[Route], guard: RequestGuard) -> ASGIApp:
    """The ASGI application; anything but the routes is 404."""
    app = Starlette(routes=routes, exception_handlers={HTTPException: _refused, ClientDisconnect: _gone})
    app.router.redirect_slashes = False  # a redirect would contain data that the client sent
    return Security(app, guard)


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return Refusal(error.status_code, error.detail).response(error.headers)


async def _gone(_: Request, __: Exception) -> Response:
    return Response(status_code=400)  # the client has disconnected
