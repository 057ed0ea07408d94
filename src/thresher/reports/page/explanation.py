"""An explanation as a section of the report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from thresher.reports.excerpt import readable
from thresher.reports.page.sections import section, table
from thresher.reports.summary import Hide
from thresher.verify.removals import DOES_NOT_PARSE


def is_outdated(record: Mapping[str, Any]) -> bool:
    """Whether an older version wrote a record, with other names of its fields."""
    return "pattern_said" in record and "pattern_description" not in record


def check_record(record: Mapping[str, Any]) -> None:
    """A ValueError, TypeError or KeyError if a record that was read is not of the shape that `as_html` needs."""
    _check_texts(record, ("content", "pattern", "why"))
    shapes = {"without": ("text", "reason", "description"), "varies": ("text", "may_be"), "constructs": ("text", "is")}
    for name, fields in shapes.items():
        for row in list(record[name]):
            _check_texts(row, fields)
    for row in list(record.get("options", [])):
        _check_texts(row, ("text", "description"))
    for row in list(record.get("conditions", [])):
        _check_texts(row, ("kind", "text", "description"))
    _check_texts(record, ("options_description",) if record.get("options") or record.get("conditions") else ())
    if not isinstance(record["complete"], bool):
        raise ValueError("complete")


def _check_texts(record: Mapping[str, Any], names: Iterable[str]) -> None:
    for name in names:
        if not isinstance(record[name], str):
            raise TypeError(name)
        record[name].encode()


def as_html(record: dict[str, Any], hide: Hide) -> str:
    """The section of the report, from what `as_record` made."""
    marked = escape(record["pattern"]).replace("⟨", '<span class="varies">⟨').replace("⟩", "⟩</span>")
    form = " ".join(_code(row["text"]) for row in record["without"] if row["reason"] == DOES_NOT_PARSE)
    asked = [row for row in record["without"] if row["reason"] != DOES_NOT_PARSE]
    rows = [(_code(row["text"]), escape(hide(row["description"]))) for row in asked]
    rows += [(form, "does not parse without any one of these")] if form else []
    varies = [(_code(row["text"]), escape(hide(row["may_be"]))) for row in record["varies"]]
    constructs = "".join(f"<li>{_code(row['text'])} may be {escape(row['is'])}</li>" for row in record["constructs"])
    return section(
        "Why each part is needed",
        f"<p>{escape(hide(record.get('pattern_description', '')))}</p>"
        f'<pre class="tall" id="pattern" tabindex="0">{marked}</pre>',
        f'<ul class="plain">{constructs}</ul>' if constructs else "",
        f"<details open><summary>What may vary</summary>{table(('part', 'may be'), varies)}</details>"
        if varies
        else "",
        f"<details open><summary>What happens without</summary>{table(('part', 'then'), rows)}</details>",
        _options_html(record, hide),
        "" if record["complete"] else f'<p class="note">Not everything was tested: {escape(record["why"])}.</p>',
    )


def _options_html(record: dict[str, Any], hide: Hide) -> str:
    """Options, environment and versions in one table; a record of an older version has only options."""
    found = record.get("conditions") or [{"kind": "option", **row} for row in record.get("options", ())]
    rows = [(escape(row["kind"]), _code(hide(row["text"])), escape(hide(row["description"]))) for row in found]
    if not rows:
        return ""
    said = escape(hide(record["options_description"]))
    return (
        f"<details open><summary>Options, environment and versions</summary>{table(('', 'which', 'then'), rows)}"
        f"<p>{said}</p></details>"
    )


def _code(text: str) -> str:
    return f"<code>{escape(readable(text.encode()))}</code>"
