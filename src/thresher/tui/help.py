"""The help of the live screen, over it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

HELP = """\
The screen shows the smallest input so far that still fails in the same way.

  yellow       what the running test leaves out
  struck out   what was removed last
  the chart    the size, on a logarithmic scale; over tests or seconds

  p   pause: running tests finish, no others start; p again continues
  s   skip this stage and start the next; the same command tries it again later
  + - run more or fewer tests at a time; the result is the same for any number
  c   chart over tests, or over seconds
  f   other failures that were met, with what the program printed
  r   write the report so far, and open it in a browser if there is one
  q   stop; the best result is saved, and the same command continues
  ?   this help

Closing the terminal, Ctrl-C and even kill -9 lose nothing: the best result is on disk.
(Escape closes)"""


class HelpScreen(ModalScreen[None]):
    """Closed by the key that opened it, or Escape."""

    CSS = """
    HelpScreen { align: center middle; }
    HelpScreen VerticalScroll {
        width: 84; max-width: 96%; height: auto; max-height: 90%; border: round $primary; padding: 0 1;
        background: $surface;
    }
    HelpScreen Static { text-wrap: wrap; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("question_mark,escape,q", "dismiss", "close")]

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(HELP, markup=False)
