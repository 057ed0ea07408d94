"""The report of a session for a browser: rendered when it is asked for, from files of its own directory only."""

from __future__ import annotations

import threading
from pathlib import Path

from thresher.errors import UsageError
from thresher.reports.history.curve import Chart, Point
from thresher.reports.html import report_page
from thresher.session.folder.about import read_about

LARGEST = 64 << 20  # bytes of an input
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts"
)
"""A report contains what programs printed. It runs as a site of its own, which cannot use the service."""
_rendering = threading.Lock()


def rendered_report(folder: Path) -> bytes:
    """The report of a session, one at a time; UsageError if there is nothing to show.

    `about.json` may name any file as the result, so that one outside of the session's directory is refused.
    """
    about = read_about(folder)
    place = folder.parent.parent.resolve()
    if not Path(about.output).resolve().is_relative_to(place):
        raise UsageError("the result of this session is in another directory; use thresher report there")
    if about.size > LARGEST:
        raise UsageError(f"the input is larger than {LARGEST >> 20} MB; use thresher report on the server")
    with _rendering:
        return report_page(folder, linked=False)  # a sandboxed page cannot follow them


def curve_svg(curve: tuple[Point, ...], tests: int) -> str:
    """The size over tests as a drawing."""
    return Chart([(point.tests, point.size) for point in curve], max(tests, 1), "tests").svg("Size of the best result")
