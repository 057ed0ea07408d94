"""A reduction as Markdown, for a bug tracker, a pull request or a summary of a continuous integration job."""

from __future__ import annotations

from thresher.reports.exports.blocks import block, cell, file_block, table
from thresher.reports.summary import Hide, Summary, as_printed

MOST_OUTPUT = 10_000  # characters of what a program printed


def as_markdown(summary: Summary, hide: Hide) -> str:
    """A page with everything that is needed to see the failure again."""
    parts = [
        f"# {cell(summary.name)}: {cell(summary.title)}",
        f"{summary.before:,} → {summary.after:,} bytes in {summary.tests:,} tests; {cell(summary.state)}",
        "## Failure",
        "\n".join(f"- {cell(line)}" for line in summary.failure),
        "## Reproduce",
        block(summary.test, "sh"),
        *result(summary),
        *printed(summary),
        *versions(summary),
        *_others(summary, hide),
        "## Reduction",
        block(summary.reduction, "sh"),
    ]
    return "\n\n".join(parts) + "\n"


def result(summary: Summary) -> list[str]:
    """The reduced input; its files if it is a directory."""
    files = summary.files
    if not files:
        return ["The result no longer exists."]
    return [part for name, data in files for part in (f"`{name.replace('`', '')}`:", file_block(name, data))]


def printed(summary: Summary) -> list[str]:
    """What the program printed, folded."""
    if not summary.output:
        return []
    text = block(shortened(summary.output))
    return [f"<details><summary>What the program printed</summary>\n\n{text}\n\n</details>"]


def shortened(output: str) -> str:
    """An output that a bug tracker accepts: the beginning and the end of a long one."""
    if len(output) <= MOST_OUTPUT:
        return output
    return f"{output[: MOST_OUTPUT // 2]}\n[...]\n{output[-MOST_OUTPUT // 2 :]}"


def versions(summary: Summary) -> list[str]:
    """A table of versions, if any are known."""
    rows = [*summary.versions, *([("date", summary.date)] if summary.date else [])]
    return ["## Versions", table(("name", "version"), rows)] if rows else []


def _others(summary: Summary, hide: Hide) -> list[str]:
    if not summary.others:
        return []
    rows = [(each.name, f"{each.size:,}", _first_line(as_printed(each.message, hide))) for each in summary.others]
    return ["## Other failures", table(("name", "bytes", "output"), rows)]


def _first_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[0][:200] if lines else ""
