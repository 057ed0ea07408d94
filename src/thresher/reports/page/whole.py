"""The report of a reduction as one HTML page that needs nothing but itself."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeGuard

from thresher.formats.archives.directory import MAGIC
from thresher.reports.excerpt import MOST_SHOWN, as_html, pieces, readable
from thresher.reports.history.curve import Chart, Point, points
from thresher.reports.history.step_history import Step, StepHistory, step_history
from thresher.reports.history.steps import in_steps
from thresher.reports.page import explanation as explained
from thresher.reports.page import reproduce, sections
from thresher.reports.page.sections import section
from thresher.reports.sizes import STEPS, Sizes, sizes
from thresher.reports.stage_words import stage_words
from thresher.reports.summary import Hide, Summary, summarize
from thresher.session.folder.history import SessionHistory

MOST_COUNTED = 1 << 20  # bytes of a content whose tokens are counted


def page(past: SessionHistory, hide: Hide, explanation: dict[str, Any] | None = None, place: Path | None = None) -> str:
    """The whole page. `hide` takes secrets out of what programs and users wrote.

    `place` is where it is written; without a place, no file is linked.
    """
    original, past = past, in_steps(past)
    summary = summarize(original, hide)
    history = step_history(past)
    curve = points(past.statistics, past.about.size)
    charts = _charts(past, curve)
    finished = past.statistics.finished
    body = "".join(
        [
            _header(past, curve, summary),
            '<main id="main">',
            f'<div class="pair">{reproduce.failure(summary)}{reproduce.reproduce(summary)}</div>',
            _before_and_after(past, history),
            _steps(past, history, charts, curve),
            explained.as_html(explanation, hide) if _explains(explanation, original) else "",
            sections.proof(past, complete=bool(finished and finished.complete), hide=hide),
            reproduce.other_failures(past.other_failures, hide, place),
            sections.numbers(past, hide),
            f"</main><footer>{escape(_made_by(summary))}</footer>",
        ]
    )
    script = _asset("page.js")
    fill = {
        "policy": f"script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'",
        "title": escape(f"{past.about.name}: {past.about.size:,} to {curve[-1].size:,} {past.unit}"),
        "style": _asset("page.css"),
        "script": script,
        "history": _as_script(_data(past, history, curve, charts)),
        "body": body,
    }
    head, *parts = _asset("page.html").split("<!--")
    for part in parts:
        name, _, rest = part.partition("-->")
        head += fill[name] + rest
    return head


def _explains(explanation: dict[str, Any] | None, past: SessionHistory) -> TypeGuard[dict[str, Any]]:
    """Whether there is an explanation, and of this very result."""
    return explanation is not None and explanation.get("content") == (past.after or b"").decode(
        errors="backslashreplace"
    )


def _asset(name: str) -> str:
    return files("thresher.reports.page").joinpath("assets", name).read_text(encoding="utf-8")


def _as_script(value: object) -> str:
    """JSON that cannot end the element it stands in."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


DIRECTORY_NOTE = (
    "A directory is shown as one text. Each entry begins with what it is, the length of its path and the length of its "
    "content, and then has both."
)


def _header(past: SessionHistory, curve: Sequence[Point], summary: Summary) -> str:
    if past.unit == STEPS:  # lines and tokens would be those of the text of the steps
        old: Sizes = {STEPS: past.about.size}
        new: Sizes = {STEPS: curve[-1].size}
    else:
        old, new = _counted(past.before), _counted(past.after)
        old.setdefault("bytes", past.about.size)
    rows = []
    for unit in (STEPS, "files", "bytes", "lines", "tokens"):
        if old.get(unit) and new.get(unit) is not None:
            rows.append(f'<li><b>{old[unit]:,} → <span class="to">{new[unit]:,}</span></b><span>{unit}</span></li>')
    return (
        f"<header><h1>{escape(past.about.name)}</h1>"
        f'<ul class="sizes">{"".join(rows)}</ul>'
        f'<p class="state">{sections.state(past)}</p>'
        f'<p class="made">{escape(" · ".join(part for part in (summary.date, *_programs(past)) if part))}</p></header>'
    )


def _programs(past: SessionHistory) -> list[str]:
    return [each.short for each in past.versions.programs] if past.versions else []


def _made_by(summary: Summary) -> str:
    version = dict(summary.versions).get("thresher", "")
    return " · ".join(part for part in (f"thresher {version}".strip(), summary.date) if part)


def _counted(data: bytes | None) -> Sizes:
    if data is None:
        return {}
    if len(data) <= MOST_COUNTED:
        return sizes(data)
    return {"bytes": len(data), "lines": data.count(b"\n") + (not data.endswith(b"\n"))}


def _before_and_after(past: SessionHistory, history: StepHistory) -> str:
    kept = [(span.start, span.stop) for span in history.kept or ()]
    before, after = "The input no longer exists, or has changed.", "The result no longer exists."
    if past.before is not None:
        before = as_html(past.before, pieces(past.before, kept))
    shown = f'<pre class="tall" id="after" tabindex="0">{after}</pre>'
    if past.after is not None:
        after = as_html(past.after, pieces(past.after, ()))
        shown = f'<pre class="tall" id="after" tabindex="0">\n{after}</pre>'
        if _can_be_copied(past.after):
            shown = reproduce.copied(after, "copy the result", ' class="tall" id="after"')
    marked = "" if history.kept is None else '<p class="note"><mark>Marked</mark> parts remain in the result.</p>'
    if (past.after or b"").startswith(MAGIC):
        marked += f'<p class="note">{DIRECTORY_NOTE}</p>'
    return section(
        "Before and after",
        f'<div class="two"><div><h3>Before</h3><pre class="before tall" tabindex="0">\n{before}</pre>{marked}</div>'
        f"<div><h3>After</h3>{shown}</div></div>",
    )


def _can_be_copied(data: bytes) -> bool:
    """Whether the page shows exactly this content."""
    return 0 < len(data) <= MOST_SHOWN and readable(data).encode() == data


def _charts(past: SessionHistory, curve: Sequence[Point]) -> dict[str, Chart]:
    done = past.statistics
    return {
        "tests": Chart(
            [(point.tests, point.size) for point in curve], max(done.tests, curve[-1].tests), "tests", past.unit
        ),
        "seconds": Chart(
            [(point.seconds, point.size) for point in curve], max(done.seconds, curve[-1].seconds), "seconds", past.unit
        ),
    }


def _steps(past: SessionHistory, history: StepHistory, charts: dict[str, Chart], curve: Sequence[Point]) -> str:
    drawn = "".join(
        f'<div data-points="{name}"><h3>{past.unit.capitalize()} over {name}</h3>{chart.svg(f"Size over {name}")}</div>'
        for name, chart in charts.items()
    )
    rows = [(str(n), f"{p.tests:,}", f"{p.seconds:,.2f}", f"{p.size:,}") for n, p in enumerate(curve)]
    as_table = sections.table(("step", "tests", "seconds", past.unit), rows, numbers=frozenset(range(4)))
    return section(
        "How it got smaller",
        f'<div class="two">{drawn}</div>{_player(past, history)}'
        f"<details><summary>The curve as a table</summary>{as_table}</details>",
    )


def _player(past: SessionHistory, history: StepHistory) -> str:
    steps = _shown_steps(history)
    if history.base is None or not steps:
        return '<p class="note">The contents of the steps were too large to be saved or shown.</p>'
    note = ""
    if history.shown_from:
        note = f'<p class="note">The first {history.shown_from} steps are too large to be shown.</p>'
    return (
        '<div class="player">'
        '<button type="button" id="back" aria-label="one step back">◀</button>'
        '<button type="button" id="play" aria-label="play all steps">▶</button>'
        '<button type="button" id="on" aria-label="one step forward">▶❘</button>'
        f'<input type="range" id="step" min="0" max="{len(steps)}" value="{len(steps)}" aria-label="step">'
        "</div>"
        '<output id="description" for="step" aria-live="polite"></output>'
        f'<pre class="tall" id="text" tabindex="0" aria-label="the content at this step"></pre>{note}'
        '<p class="note">In each step <del>this</del> was removed and <ins>this</ins> inserted.</p>'
    )


def _shown_steps(history: StepHistory) -> list[Step]:
    return [step for step in history.steps if step.changes is not None and step.success.number > history.shown_from]


def _data(
    past: SessionHistory, history: StepHistory, curve: Sequence[Point], charts: dict[str, Chart]
) -> dict[str, object]:
    """What the script of the page works on."""
    steps = _shown_steps(history)
    begin = "The input" if not history.shown_from else f"Step {history.shown_from}"
    return {
        "base": b64encode(history.base or b"").decode(),
        "shown_from": history.shown_from,
        "first": f"{begin}: {curve[history.shown_from].size:,} {past.unit}",
        "steps": [{"description": _sentence(step, past.unit), "changes": _changes(step)} for step in steps],
        "curve": [list(point) for point in curve],
        "places": {
            name: [[chart.x(value), chart.y(size)] for value, size in chart.entries] for name, chart in charts.items()
        },
    }


def _sentence(step: Step, unit: str) -> str:
    event, stage = step.success.event, step.success.stage
    where = f" {stage_words(stage)}" if stage else ""
    what = f": {event.label}" if event.label else ""
    when = f"after {event.tests:,} tests and {event.at:,.2f} s"
    return f"Step {step.success.number}: {event.size:,} {unit} {when},{where}{what}"


def _changes(step: Step) -> list[tuple[int, int, str]]:
    return [(start, stop, b64encode(text).decode()) for start, stop, text in step.changes or ()]
