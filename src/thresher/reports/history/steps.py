"""The history of an event log, shown in steps instead of bytes: contents become one readable line per step."""

from __future__ import annotations

from dataclasses import replace

from thresher.formats import EVENTS
from thresher.formats.events.events import read_log
from thresher.reports.sizes import STEPS
from thresher.session.folder.history import SessionHistory, Success

MOST_SHOWN = 200  # characters of a step


def in_steps(past: SessionHistory) -> SessionHistory:
    """The same past with readable contents and sizes in steps, if it is one of an event log; else as it is."""
    if past.about.format != EVENTS or past.before is None or any(each.path is None for each in past.successes):
        return past
    successes = [_success(each) for each in past.successes]
    sizes = [success.event.size for success in successes]
    curve = [(tests, at, size) for (tests, at, _), size in zip(past.statistics.curve, sizes, strict=True)]
    return replace(
        past,
        about=replace(past.about, size=len(read_log(past.before))),
        statistics=replace(past.statistics, curve=curve),
        successes=successes,
        before=readable(past.before),
        after=None if past.after is None else readable(past.after),
        unit=STEPS,
    )


def readable(log: bytes) -> bytes:
    r"""A line for each step, with its arguments.

    >>> readable(b'{"event": "open"}\n{"event": "add", "args": [3], "state": {"items": 1}}\n')
    b'open\nadd(3)\n'
    """
    lines = (" ".join(str(step).split()) for step in (read_log(log) if log else ()))
    shown = (line if len(line) <= MOST_SHOWN else line[:MOST_SHOWN] + "…" for line in lines)
    return "".join(f"{line}\n" for line in shown).encode()


def _success(success: Success) -> Success:
    assert success.path is not None
    content = readable(success.path.read_bytes())
    event = replace(success.event, size=content.count(b"\n"))
    return replace(success, event=event, content=content)
