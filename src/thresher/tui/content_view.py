"""A window on the best content: in the colours of its language, with what was just taken out struck through."""

from __future__ import annotations

from functools import cache

from rich.syntax import Syntax
from rich.text import Text

from thresher.reports.alignment import edits
from thresher.reports.excerpt import readable

BEFORE = 4  # lines above the change
MOST_GONE = 3  # lines of what was taken out
LONGEST = 400  # letters of a line
GONE, ADDED = "red strike", "bold green"
THEME = "ansi_dark"  # the colours of the terminal


def passage(name: str, before: bytes | None, now: bytes, *, height: int) -> Text:
    """As many lines of the content as fit, around the first change since the content before."""
    start, gone, added = _change(before, now)
    above, below = readable(now[:start]), readable(now[start:])
    head = "".join(above.splitlines(keepends=True)[-BEFORE - 1 :])
    tail = "".join(line[:LONGEST] for line in below.splitlines(keepends=True)[: height + 1])
    text = _coloured(name, head + tail)
    parts = text.divide([len(head)])
    shown = Text()
    shown.append_text(parts[0])
    shown.append(_shortened(gone), style=GONE)
    if len(parts) > 1:
        if added:
            parts[1].stylize(ADDED, 0, len(readable(added)))
        shown.append_text(parts[1])
    lines = shown.split("\n", allow_blank=True)
    return Text("\n", no_wrap=True, overflow="ellipsis").join(lines[:height])


def _change(before: bytes | None, now: bytes) -> tuple[int, bytes, bytes]:
    """Where the first change is in the content, what it took out and what it put in."""
    if before is None or before == now:
        return 0, b"", b""
    changes = edits(before, now)
    if not isinstance(changes, list) or not changes:
        return 0, b"", b""
    start, stop, added = changes[0]
    return start, before[start:stop], added


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
    return text[: len(code)] if text.plain.startswith(code) else Text(code)
