"""A window on the best content: in the colours of its language, with what is tried or was just removed marked."""

from __future__ import annotations

from functools import cache

from rich.style import Style
from rich.syntax import Syntax
from rich.text import Span, Text

from thresher.reports.excerpt import readable
from thresher.tui.window import Window

BEFORE = 4  # lines above the place
MOST_GONE = 3  # lines of what was removed
LONGEST = 400  # letters of a line
GONE, ADDED, TRIED = "red strike", "bold green", "black on yellow"
THEME = "ansi_dark"  # the colours of the terminal


def passage(name: str, window: Window, *, height: int) -> Text:
    """As many lines of the content as fit, around the place."""
    head = "".join(readable(window.above).splitlines(keepends=True)[-BEFORE - 1 :])
    head = head[-LONGEST * (BEFORE + 1) :]
    tail = "".join(line[:LONGEST] for line in readable(window.below).splitlines(keepends=True)[: height + 1])
    parts = _coloured(name, head + tail).divide([len(head)])
    shown = Text()
    shown.append_text(parts[0])
    shown.append(_shortened(window.gone), style=GONE)
    if len(parts) > 1:
        for size, style in ((window.added, ADDED), (window.tried, TRIED)):
            if size:
                parts[1].stylize(style, 0, len(readable(window.below[:size])))
        shown.append_text(parts[1])
    lines = shown.split("\n", allow_blank=True)
    return Text("\n", no_wrap=True, overflow="ellipsis").join(lines[:height])


def _shortened(gone: bytes) -> str:
    lines = readable(gone).splitlines(keepends=True)
    if len(lines) <= MOST_GONE:
        return "".join(line[:LONGEST] for line in lines)
    return f"{lines[0][:LONGEST]}⋯ {len(lines) - 2:,} lines ⋯\n{lines[-1][:LONGEST]}"


@cache
def _lexer(name: str) -> str:
    return Syntax.guess_lexer(name)


def _coloured(name: str, code: str) -> Text:
    """The code in colours, letter by letter the same."""
    text = Syntax(code, _lexer(name), theme=THEME, background_color="default").highlight(code)
    if not text.plain.startswith(code):
        return Text(code)
    return Text(code, spans=[Span(start, min(end, len(code)), _foreground(style)) for start, end, style in text.spans])


@cache
def _foreground(style: str | Style) -> Style:
    """The style without its background: that of the screen is kept."""
    found = Style.parse(style) if isinstance(style, str) else style
    return Style(color=found.color, bold=found.bold, italic=found.italic, underline=found.underline)
