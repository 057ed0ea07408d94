"""The summary of a batch, as one page: Markdown, HTML and JSON."""

from __future__ import annotations

import html
import json
from pathlib import Path

from thresher.session.batch import BatchItem, BatchResult
from thresher.session.files.whole import write_whole

COLUMNS = ("reduction", "state", "bytes", "tokens", "tests", "seconds", "result")


def write_summary(path: Path, items: list[BatchItem], done: list[BatchResult]) -> None:
    """Three files of the same name, each whole at any time; what has not ended yet is in them too."""
    by_name = {finished.item.name: finished for finished in done}
    rows = [_row(item, by_name.get(item.name)) for item in items]
    head = f"{sum(each.code == 0 for each in done)} of {len(items)} complete"
    write_whole(path.with_suffix(".md"), _markdown(head, rows).encode())
    write_whole(path.with_suffix(".html"), _page(head, rows).encode())
    record = [
        {"name": each.item.name, "state": each.state, "message": each.message, **each.statistics} for each in done
    ]
    write_whole(path.with_suffix(".json"), json.dumps(record, indent=1).encode())


def _row(item: BatchItem, done: BatchResult | None) -> tuple[str, ...]:
    if done is None:
        return (item.name, "waiting", "", "", "", "", "")
    statistics = done.statistics
    if not statistics:
        return (item.name, done.state, "", "", "", "", done.message)
    sizes = [f"{statistics['before'][unit]:,} → {statistics['after'][unit]:,}" for unit in ("bytes", "tokens")]
    output = str(item.directory / statistics["output"]) if statistics["output"] else ""
    return (item.name, done.state, *sizes, f"{statistics['tests']:,}", f"{statistics['seconds']:,.1f}", output)


def _markdown(head: str, rows: list[tuple[str, ...]]) -> str:
    lines = [f"# Batch: {head}", "", f"| {' | '.join(COLUMNS)} |", "|---" * len(COLUMNS) + "|"]
    lines += [f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def _page(head: str, rows: list[tuple[str, ...]]) -> str:
    def line(cells: tuple[str, ...], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    table = "\n".join([line(COLUMNS, "th"), *(line(row, "td") for row in rows)])
    return (
        '<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>Batch</title>\n'
        "<style>body{font:15px sans-serif;margin:2em}table{border-collapse:collapse}"
        "th,td{text-align:left;padding:.3em .8em;border-bottom:1px solid #ccc}</style>\n"
        f"<h1>Batch: {head}</h1>\n<table>\n{table}\n</table>\n</html>\n"
    )
