"""Reads request bodies within the limits of size, time and number."""

from __future__ import annotations

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request

from thresher.service.http.limits import ServiceLimits


class Uploads:
    """At most `limits.uploads` bodies are read at a time."""

    def __init__(self, limits: ServiceLimits) -> None:
        self._limits = limits
        self._running = 0

    async def body(self, request: Request) -> bytes:
        """The body of a request; HTTPException if it is too large or too slow, or if too many are being read."""
        if self._running >= self._limits.uploads:
            raise HTTPException(503, "too many uploads at a time; try again")
        self._running += 1
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                return await self._read(request)
        except TimeoutError:
            raise HTTPException(408, f"the upload took longer than {self._limits.body_seconds:g} s") from None
        finally:
            self._running -= 1

    async def _read(self, request: Request) -> bytes:
        most, body = self._limits.body_bytes, bytearray()
        declared = request.headers.get("content-length", "0")
        too_large = HTTPException(413, f"the request is too large; the limit is {most >> 20} MB")
        if len(declared) > 20 or int(declared) > most:
            raise too_large
        async for chunk in request.stream():
            body += chunk
            if len(body) > most:
                raise too_large
        return bytes(body)
