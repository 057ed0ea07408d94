"""What files for other tools share: steps with the CSS selectors of their elements, and the address they begin at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from thresher.structures.events import EventLog
from thresher.web.recording.typed import DRAG, FOCUS, TYPE
from thresher.web.replaying.replay_result import LocatedElement
from thresher.web.replaying.selectors import alternatives

CSS = "css="


@dataclass(frozen=True, slots=True)
class ExportedStep:
    """A step with its element as a CSS selector; empty where there is none, or where it is in a shadow root.

    `kind` is the element's kind, such as `input checkbox`, empty if no replay has found it. `action` is the type of the
    step, or the name of a custom one. `delay` is the time in milliseconds after which the page looks at what was typed.
    """

    action: str
    css: str
    kind: str
    record: Mapping[str, Any]
    delay: int = 0

    @property
    def elsewhere(self) -> bool:
        """Whether it is in another tab or in a frame."""
        return self.record.get("target", "main") != "main" or bool(self.record.get("frame"))


def exported_steps(log: EventLog, located: Mapping[int, LocatedElement]) -> Iterator[ExportedStep]:
    """The steps; an element that a replay has located is named as it was found there."""
    for number, step in enumerate(log):
        record: Any = step.record
        place = located.get(number)
        custom = record.get("type") == "customStep" and record.get("name") in (DRAG, FOCUS, TYPE)
        given = {**record, **(record.get("parameters") or {})} if custom else record
        css = _css(place) if place is not None else _recorded(given)
        action = str(record["name"] if custom else record.get("type"))
        yield ExportedStep(action, css, place.kind if place else "", given, place.delay if place else 0)


def base_of(log: EventLog) -> str:
    """The origin of the first address, `http://localhost:8080`; empty if there is none."""
    for step in log:
        record: Any = step.record
        parts = urlsplit(str(record.get("url", "")))
        if record.get("type") == "navigate" and parts.scheme in ("http", "https"):
            return f"{parts.scheme}://{parts.netloc}"
    return ""


def within(url: str, base: str) -> str | None:
    """The part of an address after the base; None for an address elsewhere.

    >>> within("http://a/b", "http://a"), within("http://ab/", "http://a")
    ('/b', None)
    """
    rest = url.removeprefix(base)
    return rest if base and rest != url and rest[:1] in ("", "/", "?", "#") else None


def _css(place: LocatedElement) -> str:
    """The recorded selector, which survives a change of the page, else the path to the element."""
    for each in (place.selector, place.path):
        if each.startswith(CSS) and " >> " not in each:
            return each.removeprefix(CSS)
    return ""


def _recorded(record: Mapping[str, Any]) -> str:
    plain = [chain[0][1] for chain in alternatives(record) if len(chain) == 1 and chain[0][0] == "css"]
    return plain[0] if plain else ""
