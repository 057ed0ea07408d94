"""How results are displayed in notebooks: a line of numbers, and contents under their names."""

from __future__ import annotations

from html import escape

MOST_SHOWN = 10_000  # characters of a content


def as_html(summary: str, **contents: object) -> str:
    """A fragment of HTML in which nothing of the contents is markup.

    >>> as_html("3 bytes", content=b"<a>")
    '<div><p>3 bytes</p><p>content</p><pre>&lt;a&gt;</pre></div>'
    """
    shown = "".join(f"<p>{escape(name)}</p><pre>{escape(_text(value))}</pre>" for name, value in contents.items())
    return f"<div><p>{escape(summary)}</p>{shown}</div>"


def _text(value: object) -> str:
    text = value.decode("utf-8", "backslashreplace") if isinstance(value, bytes | bytearray) else str(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}... ({len(text):,} characters)"
