"""The table of a triage for a terminal, as JSON, as Markdown and as a self-contained HTML page."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from html import escape
from pathlib import Path

from thresher.session.files.whole import write_whole
from thresher.triage.bugs import Bug
from thresher.triage.table import HEAD, Triage, TriageRow

NUMBERS = (0, 2, 3, 4, 5)  # columns that are set flush right
MOST_LISTED = 10  # inputs of a listing in a terminal
MOST_SHOWN = 200  # bytes of a reduced input in the pages
_STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color-scheme:light dark}"
    "table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem;vertical-align:top;"
    "border-bottom:1px solid #8886}td{overflow-wrap:anywhere}.n{text-align:right;white-space:nowrap}"
    ".wide{overflow-x:auto}pre{margin:.2rem 0;white-space:pre-wrap;overflow-wrap:anywhere}"
)


def write_pages(triage: Triage, output: Path) -> None:
    """triage.json, triage.md and triage.html in the folder of the results."""
    pages: dict[str, Callable[[Triage], str]] = {"json": as_json, "md": as_markdown, "html": as_html}
    for suffix, written in pages.items():
        write_whole(output / f"triage.{suffix}", written(triage).encode("utf-8", "backslashreplace"))


def as_text(triage: Triage) -> str:
    """Aligned columns; remarks are below their row."""
    rows = triage.rows()
    cells = [HEAD, *(row.cells for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(HEAD))]
    lines = [triage.heading, "", *([_aligned(HEAD, widths)] if rows else [])]
    for row in rows:
        lines.append(_aligned(row.cells, widths))
        lines += [f"{' ' * widths[0]}    {remark}" for remark in (*row.remarks, row.folder)]
    for listing in triage.listings():
        lines += ["", f"{listing.heading}:"]
        lines += [f"    {path}" for path in listing.paths[:MOST_LISTED]]
        if len(listing.paths) > MOST_LISTED:
            lines.append(f"    and {len(listing.paths) - MOST_LISTED:,} more, see triage.md")
    return "\n".join(lines) + "\n"


def _aligned(cells: tuple[str, ...], widths: list[int]) -> str:
    columns = zip(range(len(cells)), cells, widths, strict=True)
    return "  ".join(cell.rjust(width) if n in NUMBERS else cell.ljust(width) for n, cell, width in columns).rstrip()


def as_json(triage: Triage) -> str:
    """One object; inputs are named by their paths below the folder, bugs by their numbers, starting with 1."""
    record = {
        "folder": str(triage.folder),
        "complete": triage.complete,
        "bugs": [_bug(triage, number, bug) for number, bug in enumerate(triage.bugs, 1)],
        "likenesses": [
            {"first": like.first + 1, "second": like.second + 1, "what": like.what} for like in triage.likenesses
        ],
        "passing": triage.paths(triage.census.passing),
        "flaky": triage.paths(triage.census.flaky),
        "unsteady": triage.paths(triage.census.unsteady),
    }
    return json.dumps(record, indent=1) + "\n"


def _bug(triage: Triage, number: int, bug: Bug) -> dict[str, object]:
    group = bug.group
    return {
        "number": number,
        "failure": group.signature.short,
        "signature": asdict(group.signature),
        "folder": str(bug.folder),
        "inputs": triage.paths(group.members),
        "different": group.contents,
        "original": {"path": triage.paths([group.representative])[0], "bytes": group.representative.size},
        "reduced": None if bug.reduced is None else len(bug.reduced),
        "complete": bug.complete,
        "why": bug.why,
        "tests": bug.tests,
        "contained": bug.contained,
        "reproduces": bug.shows,
        "doubt": group.doubt,
    }


def as_markdown(triage: Triage) -> str:
    """A table that can be pasted into an issue."""
    head = (*HEAD, "remarks", "folder")
    ruled = ["--:" if number in NUMBERS else "---" for number in range(len(head))]
    lines = [f"# {triage.heading}", "", _ruled(head), _ruled(ruled)]
    for row in triage.rows():
        remarks = [*row.remarks, *([f"`{shown}`"] if (shown := _shown(row)) and "`" not in shown else [])]
        lines.append(
            _ruled([*map(_plain, row.cells), "<br>".join(map(_plain, remarks)), f"[{row.folder}]({row.folder})"])
        )
    for listing in triage.listings():
        lines += ["", f"{listing.heading}:", "", *(f"- `{path}`" for path in listing.paths)]
    return "\n".join(lines) + "\n"


def _ruled(cells: list[str] | tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def _plain(text: str) -> str:
    """The text without characters that end a cell or start an element."""
    return text.replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")


def _shown(row: TriageRow) -> str:
    """A short reduced input, on one line."""
    if row.reduced is None or len(row.reduced) > MOST_SHOWN:
        return ""
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in row.reduced.decode(errors="backslashreplace")
    )


def as_html(triage: Triage) -> str:
    """The same table as a page."""
    head = "".join(f"<th{_class(number)}>{escape(word)}</th>" for number, word in enumerate((*HEAD, "remarks")))
    body = "".join(map(_as_html, triage.rows()))
    lists = "".join(
        f"<h2>{escape(listing.heading)}</h2><ul>"
        + "".join(f"<li><code>{escape(path)}</code></li>" for path in listing.paths)
        + "</ul>"
        for listing in triage.listings()
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(triage.heading)}</title><style>{_STYLE}</style></head><body><h1>{escape(triage.heading)}</h1>"
        f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
        f"{lists}</body></html>\n"
    )


def _as_html(row: TriageRow) -> str:
    cells = "".join(f"<td{_class(number)}>{escape(cell)}</td>" for number, cell in enumerate(row.cells))
    remarks = "".join(f"<div>{escape(remark)}</div>" for remark in row.remarks)
    shown = f"<pre>{escape(_shown(row))}</pre>" if _shown(row) else ""
    place = f'<a href="{escape(row.folder)}/">{escape(row.folder)}</a>'
    return f"<tr>{cells}<td>{remarks}{shown}{place}</td></tr>"


def _class(column: int) -> str:
    return ' class="n"' if column in NUMBERS else ""
