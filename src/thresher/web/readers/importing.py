"""Files of other tools as recordings: the reader is chosen by the name and the content of the file."""

from __future__ import annotations

import re

from thresher.errors import UsageError
from thresher.formats.events.records import step_of
from thresher.structures.events import EventLog, LogKind
from thresher.web.readers.cypress import read_cypress
from thresher.web.readers.har import read_har
from thresher.web.readers.imported import Imported
from thresher.web.readers.playwright_script import read_script
from thresher.web.readers.playwright_trace import read_trace
from thresher.web.readers.rrweb import read_rrweb
from thresher.web.readers.selenium_ide import read_side


def imported(data: bytes, name: str, base: str = "") -> Imported:
    """The steps in a file; `base` is the address that those in a script are relative to."""
    if data.startswith(b"PK"):
        return read_trace(data, name)
    if name.endswith(".side"):
        return Imported(read_side(data, name))
    if name.endswith(".har") or re.match(rb'\s*\{\s*"log"\s*:', data):
        return read_har(data, name)
    if data.lstrip()[:1] in (b"[", b"{"):
        return read_rrweb(data, name)
    text = data.decode("utf-8", "replace")
    if name.endswith((".cy.js", ".cy.ts")) or re.search(r"^\s*cy\.", text, re.MULTILINE):
        return Imported(read_cypress(text, name, base))
    return Imported(read_script(text, name, base))


def as_recording(given: Imported, title: str) -> EventLog:
    """The recording; a UsageError if it has no steps."""
    if not given.steps:
        raise UsageError(f"{title} has no steps")
    return EventLog(tuple(map(step_of, given.steps)), LogKind.DEVTOOLS, {"title": title})
