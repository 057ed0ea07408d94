"""The lines of text on the live screen: title, numbers, workers, outcomes."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from thresher.reports.stage_words import stage_words
from thresher.tui.live import View
from thresher.tui.window import Window

WORKERS = 3  # lines for them


def title(view: View, name: str, *, paused: bool) -> Text:
    """What it is about, how far it is, and what is done now."""
    text = Text(no_wrap=True, overflow="ellipsis")
    text.append(f"{name}  {view.first:,} → {view.size:,} bytes ({view.size / max(view.first, 1):.1%})  ")
    doing = stage_words(view.stage) if view.stage else "starting"
    text.append("PAUSED" if paused else doing, style="reverse" if paused else "")
    return text


def place(view: View, window: Window) -> str:
    """Which part of the content is shown."""
    if view.content is None:
        return f"the beginning of the input; {view.size:,} bytes are left"
    line = f"line {window.line:,}"
    if window.tried:
        lines = view.content.count(b"\n") + 1
        return f"{line} of {lines:,}: trying without the part in yellow ({window.tried:,} bytes)"
    return f"{line}: removed {len(window.gone):,} bytes" if window.gone else line


def numbers(view: View) -> str:
    """One line."""
    return (
        f"{view.tests:,} tests, {view.speed:.1f} per second, {view.cached:,} cached; {duration(view.seconds)}, "
        f"{end(view.left)}"
    )


def duration(seconds: float) -> str:
    """A time as people say it.

    >>> duration(3.2), duration(95), duration(7384)
    ('3 s', '1 min 35 s', '2 h 3 min')
    """
    minutes, rest = divmod(round(seconds), 60)
    if not minutes:
        return f"{rest} s"
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def end(left: tuple[float, float] | None) -> str:
    """When the run ends, in a few words.

    >>> end(None), end((3.2, 3.4)), end((3.2, 80.0))
    ('time left unknown', 'about 3 s left', '3 s to 1 min 20 s left')
    """
    if left is None:
        return "time left unknown"
    least, most = map(duration, left)
    return f"about {least} left" if least == most else f"{least} to {most} left"


def workers(view: View, jobs: int) -> Iterable[str]:
    """What is tested now, a line for each test while there is room."""
    yield f"{len(view.running)} running, up to {jobs} tests at a time" if jobs > 1 else "one test at a time"
    for each in view.running[: WORKERS - 1]:
        seconds = max(view.seconds - each.since, 0.0)
        since = f", for {duration(seconds)}" if seconds >= 1 else ""
        yield f" ▸ a candidate of {each.size:,} bytes, {_compared(each.size, view.size)}{since}"


def _compared(size: int, best: int) -> str:
    """How the size of a candidate compares with the best.

    >>> _compared(60, 100), _compared(100, 100), _compared(100, 60)
    ('40 fewer', 'as many as now', '40 more')
    """
    if size == best:
        return "as many as now"
    return f"{best - size:,} fewer" if size < best else f"{size - best:,} more"


def reasons(view: View) -> Iterable[str]:
    """Outcomes by reason with bars, and what was noted last."""
    most = max((count for _, count in view.reasons), default=1)
    for reason, count in view.reasons[: 3 if view.note else 4]:
        yield f"{count:>6,} {'▇' * max(1, round(8 * count / most)):8} {outcome_words(reason)}"
    if view.note:
        yield f"note: {view.note}"


def outcome_words(reason: str) -> str:
    """What an outcome means for the search.

    >>> outcome_words("fail: exit 1"), outcome_words("pass: exit 0"), outcome_words("unresolved: other failure: exit 2")
    ('same failure: exit 1', 'no failure: exit 0', 'other failure: exit 2')
    """
    outcome, _, rest = reason.partition(": ")
    words = {"fail": "same failure", "pass": "no failure", "unresolved": ""}.get(outcome, outcome)
    return ": ".join(part for part in (words, rest) if part) or "unresolved"
