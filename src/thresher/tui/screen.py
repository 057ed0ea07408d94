"""The screen: what a reduction has found, what it does and how it goes, and keys to steer it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, Static

from thresher.engine.control import Control
from thresher.tui.content_view import passage
from thresher.tui.live import Live, View
from thresher.tui.other_failures import OtherFailuresScreen
from thresher.tui.plot import plot

EVERY = 1.0  # seconds between two looks at what happens: each one that shows something costs some milliseconds
CURVES = 4  # seconds between two drawings of curves that only have become longer
WORKERS = 3  # lines for them
NARROW = 64  # columns; with fewer, the content is worth more than the curves
TESTS, SECONDS = "tests", "s"


class LiveScreen(App[None]):
    """Polls the state of the reduction once a second and draws what has changed. Exits when the search ends."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Static { text-wrap: nowrap; text-overflow: ellipsis; }
    #title { height: 1; background: $primary-darken-2; padding: 0 1; text-style: bold; }
    #main { height: 1fr; }
    #best { width: 1fr; height: 100%; padding: 0 1; border-right: solid $primary-darken-2; }
    #curves { width: 34; }
    #tests, #seconds { height: 1fr; }
    #numbers { height: 1; padding: 0 1; background: $boost; }
    #workers { height: 3; padding: 0 1; }
    #reasons { height: 4; padding: 0 1; background: $boost; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("p", "pause", "pause"),
        ("s", "skip", "skip this stage"),
        ("q", "stop", "stop and save"),
        ("f", "other_failures", "other failures"),
        Binding("ctrl+c", "stop", show=False, priority=True),
    ]

    def __init__(
        self,
        live: Live,
        control: Control,
        *,
        name: str,
        jobs: int,
        ended: Callable[[], bool],
        folder: Path | None = None,
    ) -> None:
        super().__init__()
        self.live, self._control = live, control
        self._file, self._jobs, self._ended, self._folder = name, jobs, ended, folder
        self._drawn: dict[str, tuple[object, ...]] = {}
        self.view = live.view()

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Horizontal(id="main"):
            yield Static(id="best")
            with Vertical(id="curves"):
                yield Static(id="tests")
                yield Static(id="seconds")
        yield Static(id="numbers")
        yield Static(id="workers")
        yield Static(id="reasons")
        yield Footer()

    def on_mount(self) -> None:
        self.set_interval(EVERY, self.look)
        self.call_after_refresh(self.look)

    def on_resize(self) -> None:
        self.call_after_refresh(self.look)

    def look(self) -> None:
        """Draws the present moment; nothing is drawn that has not changed."""
        if self._ended():
            self.exit()
            return
        if not self.query("#reasons"):
            return  # it is not built yet
        self.query_one("#curves").display = self.size.width >= NARROW
        view = self.view = self.live.view()
        self._put("title", title(view, self._file, paused=self._control.paused))
        self._put("numbers", Text(numbers(view)))
        self._put("workers", Text("\n".join(workers(view, self._jobs)), no_wrap=True, overflow="ellipsis"))
        self._put("reasons", Text("\n".join(reasons(view)), no_wrap=True, overflow="ellipsis"))
        best = self.query_one("#best", Static)
        if self._is_new("best", view.changes, best.size):
            best.update(self._best(view, best.size.height))
        if self._is_new("curves", len(view.curve), int(view.seconds) // CURVES, self.query_one("#tests").size):
            self._curves(view)

    def _is_new(self, place: str, *shown: object) -> bool:
        """Whether something else is shown there than the last time."""
        before, self._drawn[place] = self._drawn.get(place), shown
        return before != shown

    def _best(self, view: View, height: int) -> Text:
        if view.content is None:
            return Text(f"{view.size:,} bytes: too large to show yet", style="dim")
        return passage(self._file, view.before, view.content, height=height)

    def _curves(self, view: View) -> None:
        for unit, place, end in ((TESTS, "tests", float(view.tests)), (SECONDS, "seconds", view.seconds)):
            widget = self.query_one(f"#{place}", Static)
            entries = [(point.tests if unit == TESTS else point.seconds, point.size) for point in view.curve]
            width, height = widget.size.width, widget.size.height
            if width and height:
                self._put(place, Text("\n".join(plot(entries, end, width=width, height=height, unit=unit))))

    def _put(self, place: str, text: Text) -> None:
        if self._is_new(place, text.markup):
            self.query_one(f"#{place}", Static).update(text)

    def action_pause(self) -> None:
        """Pauses or resumes the search."""
        if self._control.paused:
            self._control.resume()
        else:
            self._control.pause()
        self.look()

    def action_skip(self) -> None:
        self._control.skip()

    def action_stop(self) -> None:
        self._control.stop()

    def action_other_failures(self) -> None:
        """Shows the other failures that were seen."""
        self.push_screen(OtherFailuresScreen(self.live.view().other_failures, self._folder))


def title(view: View, name: str, *, paused: bool) -> Text:
    """What it is about, how far it is, in which phase."""
    stage = f"{view.stage.stage} ({view.stage.algorithm}), {view.stage.units:,} units" if view.stage else "starting"
    text = Text(no_wrap=True, overflow="ellipsis")
    text.append(f"{name}  {view.first:,} → {view.size:,} bytes ({view.size / max(view.first, 1):.1%})  ")
    text.append("PAUSED" if paused else stage, style="reverse" if paused else "")
    return text


def numbers(view: View) -> str:
    """One line."""
    return (
        f"{view.tests:,} tests, {view.speed:.1f}/s, {view.cached:,} cached, {view.cancelled:,} cancelled, "
        f"{view.seconds:,.0f} s; {end(view.left)}"
    )


def end(left: tuple[float, float] | None) -> str:
    """When the run ends, in a few words.

    >>> end(None), end((3.2, 3.4)), end((3.2, 80.0))
    ('time left unknown', 'about 3 s left', '3 to 80 s left')
    """
    if left is None:
        return "time left unknown"
    least, most = (f"{seconds:,.0f}" for seconds in left)
    return f"about {least} s left" if least == most else f"{least} to {most} s left"


def workers(view: View, jobs: int) -> Iterable[str]:
    """What the workers try now, a line for each while there is room."""
    yield f"{len(view.running)} of {jobs} workers"
    for each in view.running[: WORKERS - 1]:
        seconds = max(view.seconds - each.since, 0.0)
        yield f" ▸ {each.label or 'one more'}: {each.size:,} bytes, {seconds:.0f} s"


def reasons(view: View) -> Iterable[str]:
    """Outcomes by reason with bars, and what was noted last."""
    most = max((count for _, count in view.reasons), default=1)
    for reason, count in view.reasons[: 3 if view.note else 4]:
        yield f"{count:>6,} {'▇' * max(1, round(8 * count / most)):8} {reason.removeprefix('unresolved: ')}"
    if view.note:
        yield f"note: {view.note}"
