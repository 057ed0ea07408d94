"""Reads the pages that were opened from a HAR file. What was done in them is not in it."""

from __future__ import annotations

import json
from typing import Any

from thresher.errors import UsageError
from thresher.web.readers.imported import Imported
from thresher.web.readers.steps import Step


def read_har(data: bytes, name: str) -> Imported:
    """A navigation for each page; a note for what cannot be imported, such as forms that were sent."""
    try:
        entries: list[dict[str, Any]] = json.loads(data)["log"]["entries"]
        pages = [entry for entry in entries if _is_page(entry)]
        opened = [str(entry["request"]["url"]) for entry in pages if entry["request"]["method"] == "GET"]
        sent = [f"{entry['request']['method']} {entry['request']['url']}" for entry in entries
                if entry["request"]["method"] not in ("GET", "HEAD", "OPTIONS")]  # fmt: skip
    except (ValueError, LookupError, TypeError, RecursionError):
        raise UsageError(f"{name} is not a HAR file") from None
    if not opened:
        raise UsageError(f"{name} has no page that was opened, and a HAR file has requests only; record the session")
    steps: list[Step] = [
        {"type": "navigate", "url": url} for number, url in enumerate(opened) if not number or url != opened[number - 1]
    ]
    notes = [f"a HAR file has no clicks or keys; replay with --har {name} to answer requests from it"]
    if sent:
        what = "1 request that was" if len(sent) == 1 else f"{len(sent)} requests that were"
        notes.insert(0, f"left out {what} sent from pages, the first: {sent[0][:100]}")
    return Imported(steps, notes)


def _is_page(entry: dict[str, Any]) -> bool:
    """Whether the request was for a page: browsers note it, else the response is HTML and no redirection."""
    kind = entry.get("_resourceType")
    response = entry["response"]
    shown = "html" in str(response["content"].get("mimeType")) and 200 <= int(response["status"]) < 300
    return shown if kind is None else shown and kind == "document"
