"""Jobs and sessions as JSON: what the page shows and what programs read."""

from __future__ import annotations

from typing import Any

from thresher.reports.history.curve import Point
from thresher.service.allowed import AllowedCommand
from thresher.service.queue.job import JobState, QueuedJob
from thresher.service.views.session_view import SessionSnapshot

MOST_POINTS = 300
MOST_NOTES = 20


def command_record(command: AllowedCommand) -> dict[str, Any]:
    return {"name": command.name, "line": command.line, "test": command.script, "description": command.description}


def job_record(job: QueuedJob, seen: SessionSnapshot | None, *, ahead: int | None = None) -> dict[str, Any]:
    """A job in a list; `ahead` is how many jobs run before it, if it waits."""
    return {
        "job": job.key,
        "number": job.number,
        "name": job.name,
        "command": job.command,
        "line": job.line,
        "submitted": job.submitted,
        "state": job.state.value,
        "ahead": ahead,
        "message": _message(job, seen),
        **_progress(seen, job.size),
    }


def session_record(key: str, seen: SessionSnapshot) -> dict[str, Any]:
    """A session of somebody else, which is only looked at."""
    state = "running" if seen.running else "complete" if seen.complete else "stopped"
    return {
        "session": key,
        "name": seen.about.name if seen.about else "",
        "state": state,
        "message": seen.why if state == "stopped" else "",
        **_progress(seen, seen.before),
    }


def details(seen: SessionSnapshot | None) -> dict[str, Any]:
    """What only the page of one job or session shows."""
    if seen is None:
        return {"criterion": [], "format": "", "claim": "", "stage": "", "notes": [], "other_failures": [], "curve": []}
    about = seen.about
    return {
        "criterion": about.criterion if about else [],
        "format": about.format if about else "",
        "claim": _claim(seen),
        "stage": seen.stage if seen.running else "",
        "notes": list(seen.notes[-MOST_NOTES:]),
        "other_failures": list(seen.other_failures),
        "curve": [list(point) for point in thinned(seen.curve)],
    }


def thinned(curve: tuple[Point, ...], most: int = MOST_POINTS) -> list[Point]:
    """At most about so many points of a curve, the first and the last among them.

    >>> [point.size for point in thinned(tuple(Point(n, 0.0, 9 - n) for n in range(9)), most=3)]
    [9, 6, 3, 1]
    """
    every = max(1, -(-len(curve) // most))
    return [*curve[::every], *(curve[-1:] if (len(curve) - 1) % every else ())]


def _progress(seen: SessionSnapshot | None, size: int | None) -> dict[str, Any]:
    after = seen.after if seen else None
    return {
        "before": size,
        "after": after,
        "tests": seen.tests if seen else 0,
        "seconds": round(seen.seconds, 1) if seen else 0,
    }


def _claim(seen: SessionSnapshot) -> str:
    """What a finished search guarantees of its result, and what it has not tried."""
    about = seen.about
    if about is None or not seen.complete:
        return ""
    return f"{about.claim}, but {about.caveat}" if about.caveat else about.claim


def _message(job: QueuedJob, seen: SessionSnapshot | None) -> str:
    if job.state is JobState.STOPPED and not job.message and seen is not None:
        return seen.why
    return job.message
