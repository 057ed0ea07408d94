"""Parts of a Markdown text: code blocks that nothing in them can end, tables, and files that may be binary."""

from __future__ import annotations

import re
from base64 import encodebytes
from collections.abc import Iterable
from pathlib import PurePath

from thresher.reports.excerpt import readable

MOST_TEXT = 1 << 16  # bytes of a file that is shown
MOST_BINARY = 1 << 12
LANGUAGES = {"rs": "rust", "py": "python", "js": "javascript", "cc": "cpp", "cxx": "cpp", "hpp": "cpp", "sh": "bash"}


def block(text: str, language: str = "") -> str:
    """A fenced block; the fence is longer than any in the text.

    >>> print(block("a\\n```\\nb"))
    ````
    a
    ```
    b
    ````
    """
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    return f"{fence}{language}\n{text.rstrip(chr(10))}\n{fence}"


def file_block(name: str, data: bytes) -> str:
    """A file: its text, or its bytes as base64 with the command that restores them, or where to find it."""
    if len(data) <= MOST_TEXT and readable(data).encode() == data:
        suffix = PurePath(name).suffix[1:].lower()
        return block(data.decode(), LANGUAGES.get(suffix, suffix if suffix.isalnum() else ""))
    if len(data) > MOST_BINARY:
        return f"`{name}` has {len(data):,} bytes; attach the file."
    return f"As base64 (`base64 -d > {name}`):\n\n{block(encodebytes(data).decode())}"


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table; cells are texts, not Markdown."""
    names = list(heads)
    lines = [names, ["---"] * len(names), *(list(map(cell, row)) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def cell(text: str) -> str:
    r"""A text in a table, in which nothing has a meaning.

    >>> cell("a|b\n*c* <d>")
    'a\\|b \\*c\\* \\<d\\>'
    """
    return re.sub(r"([\\`*_{}\[\]<>|#~])", r"\\\1", " ".join(text.split()))
