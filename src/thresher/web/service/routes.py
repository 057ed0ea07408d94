"""The routes of the server: the page, and under /jobs the queue, and the submission, events and files of jobs."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from thresher.errors import ThresherError
from thresher.service.http.feed import Feed
from thresher.service.http.limits import ServiceLimits
from thresher.service.http.pages import page_response
from thresher.service.http.refusal import json_response
from thresher.service.http.uploads import Uploads
from thresher.web.service.jobs import Job, Jobs, JobsFull, RecordingJobState

MEDIA_TYPES = {
    ".png": "image/png",
    ".json": "application/json",
    ".py": "text/x-python",
    ".ts": "text/plain",
    ".txt": "text/plain",
}
EVENT_NUMBER = re.compile(r"[0-9]{1,9}")

Submit = Callable[[Mapping[str, Any]], Job]
"""Creates a job from a posted request; raises ThresherError if the request is invalid."""

Again = Callable[[Job, Mapping[str, Any]], Job]
"""Creates a job with some of the steps of another, as a posted request names them; raises ThresherError if invalid."""


class JobRoutes:
    """`page` renders the page with the given nonce for its scripts and styles; `tried` and `reduced` repeat jobs."""

    def __init__(
        self,
        jobs: Jobs,
        submit: Submit,
        page: Callable[[str], str],
        limits: ServiceLimits,
        *,
        tried: Again | None = None,
        reduced: Again | None = None,
    ) -> None:
        self._jobs, self._submit, self._page = jobs, submit, page
        self._again = {"try": tried, "reduce": reduced}
        self._uploads = Uploads(limits)

    def routes(self) -> list[Route]:
        """All routes."""
        return [
            Route("/", self._show_page, methods=["GET"]),
            Route("/jobs", self._begin, methods=["POST"]),
            Route("/jobs", self._list, methods=["GET"]),
            Route("/jobs/{job}/events", self._events, methods=["GET"]),
            Route("/jobs/{job}/stop", self._stop, methods=["POST"]),
            *(Route(f"/jobs/{{job}}/{name}", self._repeat, methods=["POST"]) for name in self._again),
            Route("/jobs/{job}/files/{name}", self._file, methods=["GET"]),
        ]

    async def _show_page(self, _: Request) -> Response:
        return page_response(self._page)

    async def _list(self, _: Request) -> Response:
        """All jobs; those that wait have the number of jobs before them."""
        rows, before = [], 0
        for name, summary in self._jobs.summaries():
            rows.append({"job": name, **asdict(summary), "before": before})
            before += summary.state in (
                RecordingJobState.WAITING,
                RecordingJobState.RUNNING,
                RecordingJobState.STOPPING,
            )
        return json_response({"jobs": rows})

    async def _begin(self, request: Request) -> Response:
        return await self._queue(await self._uploads.body(request), self._submit)

    async def _repeat(self, request: Request) -> Response:
        body, job = await self._uploads.body(request), self._job(request)
        again = self._again[request.url.path.rpartition("/")[2]]
        if again is None:
            raise HTTPException(404, "jobs of this server cannot be repeated")
        return await self._queue(body, lambda posted: again(job, posted))

    async def _queue(self, body: bytes, submit: Submit) -> Response:
        try:
            self._jobs.require_room()
            name = await run_in_threadpool(self._added, body, submit)
        except JobsFull:
            raise HTTPException(503, "too many reductions are waiting; try again when one is done") from None
        except ThresherError as error:
            raise HTTPException(400, str(error)) from None
        return json_response({"job": name})

    def _added(self, body: bytes, submit: Submit) -> str:
        try:
            posted = json.loads(body)
        except (ValueError, RecursionError):
            posted = None
        if not isinstance(posted, dict):
            raise HTTPException(400, "the request must be a JSON object")
        return self._jobs.add(submit(posted))

    async def _events(self, request: Request) -> Response:
        job, last = self._job(request), request.headers.get("last-event-id", "")
        start = int(last) + 1 if EVENT_NUMBER.fullmatch(last) else 0
        headers = {"content-type": "text/event-stream"}
        if request.method == "HEAD":
            return Response(headers=headers)
        return StreamingResponse(_server_sent(job.feed, start), headers=headers)

    async def _stop(self, request: Request) -> Response:
        await self._uploads.body(request)
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
