"""The screen: what a reduction has found, what it does and how it goes, and keys to steer it."""

from __future__ import annotations

import os
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Footer, Static

from thresher.engine.control import Control
from thresher.errors import ThresherError
from thresher.tui.content_view import passage
from thresher.tui.help import HelpScreen
from thresher.tui.lines import numbers, place, reasons, title, workers
from thresher.tui.live import Live, View
from thresher.tui.other_failures import OtherFailuresScreen
from thresher.tui.plot import plot
from thresher.tui.window import Window, beginning, last_change, part_tried

EVERY = 1.0  # seconds between two looks at what happens: each one that shows something costs some milliseconds
REDRAWN = 4  # seconds between two drawings of a chart that only has become longer
NARROW = 64  # columns; with fewer, the content is worth more than the chart
TESTS, SECONDS = "tests", "seconds"


class LiveScreen(App[None]):
    """Polls the state of the reduction once a second and draws what has changed. Exits when the search ends."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Static { text-wrap: nowrap; text-overflow: ellipsis; }
    #title { height: 1; background: $primary-darken-2; color: auto 90%; padding: 0 1; text-style: bold; }
    #main { height: 1fr; }
    #best { width: 1fr; height: 100%; padding: 0 1; border-right: solid $primary-darken-2; }
    #chart { width: 34; height: 100%; }
    #place { height: 1; padding: 0 1; color: $text-muted; }
    #numbers { height: 1; padding: 0 1; background: $boost; }
    #workers { height: 3; padding: 0 1; }
    #reasons { height: 4; padding: 0 1; background: $boost; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "pause", "pause"),
        Binding("p", "resume", "continue"),
        Binding("s", "skip", "skip"),
        Binding("q", "stop", "stop"),
        Binding("f", "other_failures", "failures"),
        Binding("r", "report", "report"),
        Binding("c", "chart", "chart"),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("plus,equals_sign", "jobs(1)", "more", key_display="+"),
        Binding("minus", "jobs(-1)", "fewer", key_display="-"),
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
        original: bytes = b"",
    ) -> None:
        super().__init__()
        self.live, self._control = live, control
        self._file, self._jobs, self._ended, self._folder = name, jobs, ended, folder
        self._original, self._unit = original, TESTS
        self._drawn: dict[str, tuple[object, ...]] = {}
        self._state: tuple[object, ...] = ()
        self._changes = 0
        self.view = live.view()

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Horizontal(id="main"):
            yield Static(id="best")
            yield Static(id="chart")
        yield Static(id="place")
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
        self.query_one("#chart").display = self.size.width >= NARROW
        view = self.view = self.live.view()
        self._follow_state(view)
        self._put("title", title(view, self._file, paused=self._control.paused))
        self._put("numbers", Text(numbers(view)))
        jobs = self._control.jobs or self._jobs
        self._put("workers", Text("\n".join(workers(view, jobs)), no_wrap=True, overflow="ellipsis"))
        self._put("reasons", Text("\n".join(reasons(view)), no_wrap=True, overflow="ellipsis"))
        self._draw_content(view)
        chart = self.query_one("#chart", Static)
        if self._is_new("curve", len(view.curve), int(view.seconds) // REDRAWN, chart.size, self._unit):
            self._draw_chart(view, chart)

    def _is_new(self, place: str, *shown: object) -> bool:
        """Whether something else is shown there than the last time."""
        before, self._drawn[place] = self._drawn.get(place), shown
        return before != shown

    def _draw_content(self, view: View) -> None:
        best = self.query_one("#best", Static)
        window = self._window(view)
        if self._is_new("best", window, best.size):
            best.update(passage(self._file, window, height=best.size.height))
            self._put("place", Text(place(view, window)))

    def _window(self, view: View) -> Window:
        """The last change if it is new, else the part that is being tried, else the beginning."""
        changed, self._changes = view.changes != self._changes, view.changes
        if view.content is None:
            return beginning(self._original)
        if view.before is not None and (changed or view.candidate is None):
            return last_change(view.before, view.content)
        if view.candidate is not None:
            return part_tried(view.content, view.candidate)
        return beginning(view.content)

    def _draw_chart(self, view: View, widget: Static) -> None:
        over_tests = self._unit == TESTS
        end, unit = (float(view.tests), TESTS) if over_tests else (view.seconds, "s")
        entries = [(point.tests if over_tests else point.seconds, point.size) for point in view.curve]
        width, height = widget.size.width, widget.size.height
        if width and height:
            self._put("chart", Text("\n".join(plot(entries, end, width=width, height=height, unit=unit))))

    def _put(self, place: str, text: Text) -> None:
        if self._is_new(place, text.markup):
            self.query_one(f"#{place}", Static).update(text)

    # the keys; those that have no effect now are not in the footer

    def _follow_state(self, view: View) -> None:
        control = self._control
        state = (control.paused, control.skippable, control.jobs, bool(view.other_failures))
        if state != self._state:
            self._state = state
            self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key has an effect now."""
        control, jobs = self._control, self._control.jobs
        limit = control.most_jobs if parameters == (1,) else 1
        conditions = {
            "pause": not control.paused,
            "resume": control.paused,
            "skip": control.skippable,
            "jobs": jobs is not None and jobs != limit,
            "other_failures": bool(self.view.other_failures),
            "report": self._folder is not None,
            "chart": self.size.width >= NARROW,
        }
        return conditions.get(action, True)

    def action_pause(self) -> None:
        self._control.pause()
        self.look()

    def action_resume(self) -> None:
        self._control.resume()
        self.look()

    def action_skip(self) -> None:
        self._control.skip()

    def action_stop(self) -> None:
        self._control.stop()

    def action_jobs(self, by: int) -> None:
        """Runs more or fewer tests at a time."""
        self._control.change_jobs(by)
        self.look()

    def action_chart(self) -> None:
        """Shows the size over tests or over seconds."""
        self._unit = SECONDS if self._unit == TESTS else TESTS
        self.look()

    def action_other_failures(self) -> None:
        """Shows the other failures that were seen."""
        self.push_screen(OtherFailuresScreen(self.live.view().other_failures, self._folder))

    def action_help(self) -> None:
        self.push_screen(HelpScreen())

    def action_report(self) -> None:
        """Writes the report so far, without holding up the screen."""
        self.run_worker(self._write_report, thread=True, exclusive=True)

    def _write_report(self) -> None:
        from thresher.reports.html import write_report  # noqa: PLC0415 - not needed before somebody asks for it

        assert self._folder is not None
        try:
            path = write_report(self._folder, before=self._original or None)
        except (ThresherError, OSError) as error:
            self.call_from_thread(self.notify, f"no report: {error}", severity="error", markup=False)
            return
        if any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")):  # else it might be a browser in here
            webbrowser.open(path.resolve().as_uri())
        self.call_from_thread(self.notify, f"the report so far: {path}", markup=False)
