"""The other failures that were met on the way, over the screen."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from thresher.reports.excerpt import readable

MOST_LINES = 6  # of what the program printed


class OtherFailuresScreen(ModalScreen[None]):
    """Closed by the key that opened it, or Escape."""

    CSS = """
    OtherFailuresScreen { align: center middle; }
    OtherFailuresScreen VerticalScroll {
        width: 90%; height: 80%; border: round $primary; padding: 0 1; background: $surface;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("f,escape,q", "dismiss", "close")]

    def __init__(self, other_failures: dict[str, int], folder: Path | None) -> None:
        super().__init__()
        self._other_failures, self._folder = other_failures, folder

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(listed(self._other_failures, self._folder), markup=False, id="other_failures")


def listed(other_failures: dict[str, int], folder: Path | None) -> str:
    """Each failure with its smallest input and the last lines that the program printed."""
    if not other_failures:
        return "No other failure was seen so far. (Escape closes)"
    others = "1 other failure was" if len(other_failures) == 1 else f"{len(other_failures)} other failures were"
    parts = [f"{others} found and saved in other-failures/. (Escape closes)"]
    for name, size in other_failures.items():
        path = folder / "other-failures" / name / "message.txt" if folder else None
        message = readable(path.read_bytes()).strip().splitlines() if path and path.is_file() else []
        parts.append("\n".join([f"{name}: {size:,} bytes", *(f"    {line}" for line in message[-MOST_LINES:])]))
    return "\n\n".join(parts)
