"""The routes of the server: the page, and under /jobs the submission, events and files of jobs."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Route

from thresher.errors import ThresherError
from thresher.web.service.feed import Feed
from thresher.web.service.jobs import Job, Jobs, JobsFull
from thresher.web.service.limits import ServiceLimits
from thresher.web.service.refusal import json_response

MEDIA_TYPES = {".png": "image/png", ".json": "application/json", ".py": "text/x-python", ".ts": "text/plain"}
EVENT_NUMBER = re.compile(r"[0-9]{1,9}")

Submit = Callable[[Mapping[str, Any]], Job]
"""Creates a job from a posted request; raises ThresherError if the request is invalid."""


class JobRoutes:
    """`page` renders the page with the given nonce for its scripts and styles."""

    def __init__(self, jobs: Jobs, submit: Submit, page: Callable[[str], str], limits: ServiceLimits) -> None:
        self._jobs, self._submit, self._page, self._limits = jobs, submit, page, limits
        self._uploads = 0

    def routes(self) -> list[Route]:
        """All routes."""
        return [
            Route("/", self._show_page, methods=["GET"]),
            Route("/jobs", self._begin, methods=["POST"]),
            Route("/jobs/{job}/events", self._events, methods=["GET"]),
            Route("/jobs/{job}/stop", self._stop, methods=["POST"]),
            Route("/jobs/{job}/files/{name}", self._file, methods=["GET"]),
        ]

    async def _show_page(self, _: Request) -> Response:
        nonce = secrets.token_urlsafe(16)
        policy = (
            f"default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; img-src 'self' data:; "
            "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        return HTMLResponse(self._page(nonce), headers={"content-security-policy": policy})

    async def _begin(self, request: Request) -> Response:
        body = await self._body(request)
        try:
            self._jobs.require_room()
            name = await run_in_threadpool(self._added, body)
        except JobsFull:
            raise HTTPException(503, "too many reductions are waiting; try again when one is done") from None
        except ThresherError as error:
            raise HTTPException(400, str(error)) from None
        return json_response({"job": name})

    def _added(self, body: bytes) -> str:
        try:
            posted = json.loads(body)
        except (ValueError, RecursionError):
            posted = None
        if not isinstance(posted, dict):
            raise HTTPException(400, "the request must be a JSON object")
        return self._jobs.add(self._submit(posted))

    async def _body(self, request: Request) -> bytes:
        """The request body, within the limits."""
        if self._uploads >= self._limits.uploads:
            raise HTTPException(503, "too many uploads at a time; try again")
        self._uploads += 1
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                return await self._read(request)
        except TimeoutError:
            raise HTTPException(408, f"the upload took longer than {self._limits.body_seconds:g} s") from None
        finally:
            self._uploads -= 1

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

    async def _events(self, request: Request) -> Response:
        job, last = self._job(request), request.headers.get("last-event-id", "")
        start = int(last) + 1 if EVENT_NUMBER.fullmatch(last) else 0
        headers = {"content-type": "text/event-stream"}
        if request.method == "HEAD":
            return Response(headers=headers)
        return StreamingResponse(_server_sent(job.feed, start), headers=headers)

    async def _stop(self, request: Request) -> Response:
        await self._body(request)
        self._job(request).stop()
        return json_response({})

    async def _file(self, request: Request) -> Response:
        name = request.path_params["name"]
        content = self._job(request).files.get(name)
        if content is None:
            raise HTTPException(404, "there is no such file")
        media_type = MEDIA_TYPES.get(Path(name).suffix, "application/octet-stream")
        attachment = {"content-disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}"}
        return Response(content, media_type=media_type, headers={} if media_type == "image/png" else attachment)

    def _job(self, request: Request) -> Job:
        job = self._jobs.get(request.path_params["job"])
        if job is None:
            raise HTTPException(404, "there is no such reduction")
        return job


async def _server_sent(feed: Feed, start: int) -> AsyncIterator[str]:
    """Events as a browser's EventSource reads them; comments keep the connection alive."""
    async for event in feed.follow(start):
        yield ": nothing new\n\n" if event is None else f"id: {event[0]}\ndata: {json.dumps(event[1])}\n\n"
