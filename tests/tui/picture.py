"""What a screen shows, as lines of text."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from textual.app import App

NAMESPACE = "{http://www.w3.org/2000/svg}"
COLUMN = 12.2  # the width of a sign in Textual's pictures


def picture(app: App[None]) -> list[str]:
    """The lines, without blanks at their ends."""
    root = ET.fromstring(app.export_screenshot())
    rows: dict[float, list[tuple[int, str]]] = {}
    for each in root.iter(f"{NAMESPACE}text"):
        if each.get("clip-path"):
            column = round(float(each.get("x", "0")) / COLUMN)
            rows.setdefault(float(each.get("y", "0")), []).append((column, each.text or ""))
    lines = []
    for _, parts in sorted(rows.items()):
        line = ""
        for column, text in sorted(parts):
            line = f"{line:{column}}{text}"
        lines.append(line.replace("\N{NO-BREAK SPACE}", " ").replace("\u2800", " ").rstrip())
    return lines
