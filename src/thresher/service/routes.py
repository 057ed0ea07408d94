"""The routes of `thresher serve`: the page, and under /api the same as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from thresher import __version__
from thresher.errors import UsageError
from thresher.service.http.limits import ServiceLimits
from thresher.service.http.pages import page_response
from thresher.service.http.refusal import json_response
from thresher.service.http.uploads import Uploads
from thresher.service.job_service import JobService, NoRoom
from thresher.service.queue.job import QueuedJob
from thresher.service.queue.workers import JobWorkers
from thresher.service.records import command_record, details, session_record
from thresher.service.views.attached import AttachedSessions
from thresher.service.views.report import POLICY, curve_svg, rendered_report
from thresher.service.views.session_view import SessionSnapshot, SessionView
from thresher.session.files.naming import result_name

ASSETS = files(__package__).joinpath("assets")


class TeamRoutes:
    """What one server offers. Reading the disk is done in threads, so that no client waits for another."""

    def __init__(
        self, jobs: JobService, workers: JobWorkers, sessions: AttachedSessions, limits: ServiceLimits
    ) -> None:
        self._jobs, self._workers, self._sessions = jobs, workers, sessions
        self._limits, self._uploads = limits, Uploads(limits)

    def routes(self) -> list[Route]:
        """All routes."""
        reading: dict[str, Callable[[Request], Any]] = {
            "/": self._page,
            "/jobs/{job}": self._page,
            "/sessions/{session}": self._page,
            "/openapi.json": self._openapi,
            "/api/commands": self._commands,
            "/api/jobs": self._list,
            "/api/jobs/{job}": self._show,
            "/api/jobs/{job}/input": self._input,
            "/api/jobs/{job}/result": self._result,
            "/api/jobs/{job}/report": self._report,
            "/api/jobs/{job}/curve.svg": self._curve,
            "/api/jobs/{job}/other-failures/{failure}": self._other_failure,
            "/api/sessions": self._list_sessions,
            "/api/sessions/{session}": self._show_session,
            "/api/sessions/{session}/result": self._session_result,
            "/api/sessions/{session}/report": self._session_report,
            "/api/sessions/{session}/curve.svg": self._session_curve,
            "/api/sessions/{session}/other-failures/{failure}": self._session_other_failure,
        }
        changing: dict[str, Callable[[Request], Any]] = {
            "/api/jobs": self._submit,
            "/api/jobs/{job}/stop": self._stop,
            "/api/jobs/{job}/resume": self._resume,
            "/api/jobs/{job}/remove": self._remove,
        }
        return [
            *(Route(path, function, methods=["POST"]) for path, function in changing.items()),
            *(Route(path, function, methods=["GET"]) for path, function in reading.items()),
        ]

    async def _page(self, _: Request) -> Response:
        return page_response(self._rendered)

    def _rendered(self, nonce: str) -> str:
        text = ASSETS.joinpath("page.html").read_text(encoding="utf-8")
        values = {
            "%STYLE%": ASSETS.joinpath("page.css").read_text(encoding="utf-8"),
            "%SCRIPT%": ASSETS.joinpath("page.js").read_text(encoding="utf-8"),
            "%NONCE%": nonce,
            "%BYTES%": str(self._limits.body_bytes),
            "%LIMIT%": f"{self._limits.body_bytes >> 20} MB",
        }
        for placeholder, value in values.items():
            text = text.replace(placeholder, value)
        return text

    async def _openapi(self, _: Request) -> Response:
        document = json.loads(ASSETS.joinpath("openapi.json").read_text(encoding="utf-8"))
        document["info"]["version"] = __version__
        return json_response(document)

    async def _commands(self, _: Request) -> Response:
        return json_response({"commands": [command_record(each) for each in self._jobs.commands.values()]})

    async def _submit(self, request: Request) -> Response:
        query = request.query_params
        if "command" not in query:
            raise HTTPException(400, "name the command: /api/jobs?command=NAME&name=FILE, with the file as the body")
        content = await self._uploads.body(request)
        try:
            job = await run_in_threadpool(self._jobs.submit, query.get("name", ""), query["command"], content)
        except UsageError as error:
            raise HTTPException(400, str(error)) from None
        except NoRoom as error:
            raise HTTPException(503, str(error)) from None
        record = await run_in_threadpool(self._jobs.described, self._jobs.queue.get(job.key) or job)
        return json_response(record, status=201, headers={"location": f"/api/jobs/{job.key}"})

    async def _list(self, _: Request) -> Response:
        return json_response({"jobs": await run_in_threadpool(self._jobs.listed)})

    async def _show(self, request: Request) -> Response:
        return json_response(await run_in_threadpool(self._jobs.described, self._job(request)))

    async def _stop(self, request: Request) -> Response:
        return await self._change(request, self._workers.stop, "this job has ended already")

    async def _resume(self, request: Request) -> Response:
        return await self._change(request, self._jobs.queue.resume, "only a stopped or failed job can be resumed")

    async def _change(self, request: Request, change: Callable[[str], bool], why_not: str) -> Response:
        await self._uploads.body(request)
        job = self._job(request)
        if not await run_in_threadpool(change, job.key):
            raise HTTPException(409, why_not)
        return json_response(await run_in_threadpool(self._jobs.described, self._job(request)))

    async def _remove(self, request: Request) -> Response:
        await self._uploads.body(request)
        if not await run_in_threadpool(self._jobs.remove, self._job(request)):
            raise HTTPException(409, "stop this job first")
        return json_response({})

    async def _input(self, request: Request) -> Response:
        job = self._job(request)
        return await _download(self._jobs.folders.input(job), job.name)

    async def _result(self, request: Request) -> Response:
        job = self._job(request)
        return await _download(self._jobs.folders.result(job), result_name(job.name))

    async def _report(self, request: Request) -> Response:
        view = await run_in_threadpool(self._jobs.view, self._job(request))
        return await _report(view)

    async def _curve(self, request: Request) -> Response:
        return _curve(await run_in_threadpool(self._jobs.seen, self._job(request)))

    async def _other_failure(self, request: Request) -> Response:
        return await _other_failure(await run_in_threadpool(self._jobs.view, self._job(request)), request)

    async def _list_sessions(self, _: Request) -> Response:
        def records() -> list[dict[str, Any]]:
            return [session_record(key, view.snapshot()) for key, view in self._sessions.views().items()]

        return json_response({"sessions": await run_in_threadpool(records)})

    async def _show_session(self, request: Request) -> Response:
        view = await self._view(request)
        seen = await run_in_threadpool(view.snapshot)
        return json_response({**session_record(request.path_params["session"], seen), **details(seen)})

    async def _session_result(self, request: Request) -> Response:
        view = await self._view(request)
        seen = await run_in_threadpool(view.snapshot)
        path = await run_in_threadpool(view.best)
        return await _download(path, result_name(seen.about.name if seen.about else "input"))

    async def _session_report(self, request: Request) -> Response:
        return await _report(await self._view(request))

    async def _session_curve(self, request: Request) -> Response:
        view = await self._view(request)
        return _curve(await run_in_threadpool(view.snapshot))

    async def _session_other_failure(self, request: Request) -> Response:
        return await _other_failure(await self._view(request), request)

    def _job(self, request: Request) -> QueuedJob:
        job = self._jobs.queue.get(request.path_params["job"])
        if job is None:
            raise HTTPException(404, "there is no such job")
        return job

    async def _view(self, request: Request) -> SessionView:
        view = await run_in_threadpool(self._sessions.get, request.path_params["session"])
        if view is None:
            raise HTTPException(404, "there is no such session")
        return view


async def _other_failure(view: SessionView | None, request: Request) -> Response:
    """The smallest input that shows another failure."""
    name = request.path_params["failure"]
    path = await run_in_threadpool(view.other_failure, name) if view is not None else None
    return await _download(path, f"{name}-{path.name}" if path else name, "there is no such failure")


async def _download(path: Path | None, name: str, missing: str = "there is no smaller result yet") -> Response:
    """A file to be saved; never shown, whatever it contains. It is read at once, since a better one may replace it."""
    content = await run_in_threadpool(_own_file, path)
    if content is None:
        raise HTTPException(404, missing)
    attachment = {"content-disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}"}
    return Response(content, media_type="application/octet-stream", headers=attachment)


def _own_file(path: Path | None) -> bytes | None:
    """The content of a file; None if there is none, or something else that has its name."""
    if path is None or path.is_symlink() or not path.is_file():
        return None
    try:
        return path.read_bytes()
    except FileNotFoundError:  # removed in this moment
        return None


async def _report(view: SessionView | None) -> Response:
    if view is None:
        raise HTTPException(404, "the first run has not ended yet")
    try:
        text = await run_in_threadpool(rendered_report, view.folder)
    except UsageError as error:
        raise HTTPException(404, str(error)) from None
    return Response(text, media_type="text/html", headers={"content-security-policy": POLICY})


def _curve(seen: SessionSnapshot | None) -> Response:
    if seen is None or not seen.curve:
        raise HTTPException(404, "the first run has not ended yet")
    return Response(curve_svg(seen.curve, seen.tests), media_type="image/svg+xml")
