"""The sections of the page about the failure: what it is, how to see it again, and which other ones were met."""

from __future__ import annotations

import os
from html import escape
from pathlib import Path
from urllib.parse import quote

from thresher.reports.page.sections import section, table
from thresher.reports.summary import Hide, Summary, as_printed
from thresher.session.folder.history import SavedFailure
from thresher.session.folder.store import MESSAGE

MOST_SHOWN = 4000  # characters of what a program printed


def failure(summary: Summary) -> str:
    """The target failure, and what the program printed."""
    lines = "".join(f"<li>{escape(line)}</li>" for line in summary.failure)
    return section("The failure", f'<ul class="plain">{lines}</ul>', printed(summary.output))


def printed(output: str) -> str:
    """The output of a program, closed until it is asked for; nothing if there is none."""
    if not output.strip():
        return ""
    shown = output if len(output) <= MOST_SHOWN else f"{output[:MOST_SHOWN]}\n⋯ {len(output) - MOST_SHOWN:,} more ⋯"
    text = f'<pre class="tall" tabindex="0">\n{escape(shown)}</pre>'
    return f"<details><summary>What the program printed</summary>{text}</details>"


def reproduce(summary: Summary) -> str:
    """How to see the failure on the result, how to reduce the input once more, and with which versions."""
    date = f"<div><dt>date</dt><dd>{escape(summary.date)}</dd></div>" if summary.date else ""
    versions = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(text)}</dd></div>" for name, text in summary.versions)
    return section(
        "Reproduce",
        f"<h3>The failure, on the result</h3>{copied(escape(summary.test), 'copy the command')}",
        f"<h3>The reduction</h3>{copied(escape(summary.reduction), 'copy the command of the reduction')}",
        '<p class="note">Paths are as typed, relative to the directory of that command.</p>',
        f'<h3>Versions</h3><dl class="versions">{versions}{date}</dl>' if versions or date else "",
    )


def copied(text: str, label: str, attributes: str = "") -> str:
    """A text, already HTML, with a button that copies it."""
    button = f'<button type="button" class="copy" aria-label="{escape(label)}">copy</button>'
    return f'<div class="copied"><pre tabindex="0"{attributes}>\n{text}</pre>{button}</div>'


def other_failures(others: tuple[SavedFailure, ...], hide: Hide, page: Path | None) -> str:
    """Each of them with links to its input and its output, relative to the page; the reason is shown in full."""
    if not others:
        return ""
    rows = [(_links(each, page), _reason(each, hide)) for each in others]
    return section(
        "Other failures",
        "<p>Met on the way, and probably other bugs. The smallest input for each was saved.</p>",
        table(("input", "what the program printed"), rows),
    )


def _links(other: SavedFailure, page: Path | None) -> str:
    def link(path: Path, text: str) -> str:
        if page is None:
            return escape(text)
        address = quote(os.fsencode(os.path.relpath(path, page.parent)))
        return f'<a href="{escape(address)}">{escape(text)}</a>'

    name = other.name.rpartition("-")[0] or other.name
    folder = other.input.parent
    output = f", {link(folder / MESSAGE, 'output')}" if other.message and page else ""
    return f"<strong>{escape(name)}</strong><br>{link(other.input, f'{other.size:,} bytes')}{output}"


def _reason(other: SavedFailure, hide: Hide) -> str:
    text = as_printed(other.message, hide).strip()
    return f"<pre>\n{escape(text[:MOST_SHOWN])}</pre>" if text else "nothing"
