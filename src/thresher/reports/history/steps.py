"""The history of an event log, shown in steps instead of bytes: contents become one readable line per step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import takewhile

from thresher.formats import EVENTS
from thresher.formats.events.events import read_log
from thresher.reports.sizes import STEPS
from thresher.session.folder.history import SessionHistory, Success
from thresher.structures.events import LogStep

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
    r"""A line for each step, with its arguments, inside the lines of the tasks that it is in.

    >>> readable(b'{"event": "open"}\n{"event": "add", "args": [3], "state": {"items": 1}}\n')
    b'open\nadd(3)\n'
    >>> print(readable(b'{"event": "open", "task": ["visit", "shop"]}\n{"event": "print", "task": "visit"}\n').decode())
    visit:
      shop:
        open
      print
    <BLANKLINE>
    """
    return "".join(f"{line}\n" for line in _lines(read_log(log) if log else ())).encode()


def _lines(steps: Iterable[LogStep]) -> Iterator[str]:
    around: tuple[str, ...] = ()
    for step in steps:
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(around, step.tasks, strict=False)))
        around = step.tasks
        for depth in range(shared, len(around)):
            yield f"{'  ' * depth}{_short(around[depth])}:"
        yield "  " * len(around) + _short(str(step))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MOST_SHOWN else line[:MOST_SHOWN] + "…"


def _success(success: Success) -> Success:
    assert success.path is not None
    log = success.path.read_bytes()
    content = readable(log)
    event = replace(success.event, size=len(read_log(log)) if log else 0)
    return replace(success, event=event, content=content)
