"""An explanation as a page of text, as JSON, and as a part of the HTML report."""

from __future__ import annotations

import json
import textwrap
from html import escape
from typing import Any

from thresher.reports.excerpt import readable
from thresher.reports.sections import Hide, section, table
from thresher.session.explanation import Explanation, Needed, Variation
from thresher.session.removals import DOES_NOT_PARSE

WIDTH, WIDEST = 34, 110
INDENTED: Any = {"initial_indent": "    ", "subsequent_indent": "    ", "break_on_hyphens": False}
MOST_ROWS = 60  # of a table in the text; JSON and the report have all


def as_record(explained: Explanation) -> dict[str, Any]:
    """Everything, for programs. Contents are text; what is no UTF-8 is escaped."""
    return {
        "name": explained.name,
        "content": _text(explained.content),
        "criterion": explained.criterion,
        "complete": explained.complete,
        "why": explained.why,
        "tests": explained.tests,
        "pattern": pattern(explained),
        "constructs": [
            {"start": start, "stop": stop, "text": _text(explained.content[start:stop]), "is": phrase}
            for (start, stop), phrase in explained.phrases
        ],
        "without": [
            {
                "start": each.span[0],
                "stop": each.span[1],
                "text": _text(explained.content[slice(*each.span)]),
                "unit": each.unit,
                "outcome": each.outcome.value if each.outcome else None,
                "reason": each.reason,
                "told": without(each),
            }
            for each in sorted(explained.needed, key=lambda each: (each.span[0], -each.span[1]))
        ],
        "varies": [
            {
                "spans": each.spans,
                "text": _text(each.text),
                "kind": each.noun,
                "may_be": told(each),
                "free": each.free,
                "exact": each.exact,
                "tried": [
                    {"text": _text(one.text), "outcome": one.outcome.value, "reason": one.reason} for one in each.tried
                ],
            }
            for each in explained.variations
        ],
    }


def as_json(explained: Explanation) -> str:
    return json.dumps(as_record(explained), indent=1)


def as_text(explained: Explanation) -> list[str]:
    """One page for people."""
    record = as_record(explained)
    lines = [f"{explained.name}, {len(explained.content):,} bytes. The failure: {'; '.join(explained.criterion)}", ""]
    lines += [f"    {line}" for line in readable(explained.content).splitlines()]
    if any(each.free for each in explained.variations):
        lines += ["", "What matters of it, with what may be anything of its kind in angle brackets:", ""]
        lines += [f"    {line}" for line in record["pattern"].splitlines()]
    for row in record["constructs"]:
        lines += ["", f"    {_short(row['text'])} may be {row['is']}"]
    lines += ["", "What happens without:", ""]
    lines += _rows([(row["text"], row["told"]) for row in record["without"] if row["reason"] != DOES_NOT_PARSE])
    form = [row["text"] for row in record["without"] if row["reason"] == DOES_NOT_PARSE]
    if form:
        lines += textwrap.wrap(f"Without one of these it does not parse: {' '.join(form)}", WIDEST, **INDENTED)
    if record["varies"]:
        lines += ["", "What may be different:", ""]
        lines += _rows([(row["text"], row["may_be"]) for row in record["varies"]])
    if not explained.complete:
        lines += ["", f"Not all was asked: {explained.why}; the same command goes on from here."]
    return lines


def _rows(rows: list[tuple[str, str]]) -> list[str]:
    lines = [f"    {_short(text):{WIDTH}} {meaning}"[: WIDEST + WIDTH] for text, meaning in rows[:MOST_ROWS]]
    if len(rows) > MOST_ROWS:
        lines.append(f"    ... and {len(rows) - MOST_ROWS:,} more; see --json or the report")
    return lines


def _short(text: str) -> str:
    line = text.replace("\n", "⏎")
    return line if len(line) <= WIDTH - 2 else f"{line[: WIDTH // 2 - 2]}…{line[-WIDTH // 2 + 2 :]}"


def without(needed: Needed) -> str:
    """The outcome and what was said, in a few words."""
    if needed.outcome is None:
        return needed.reason or "not asked"
    return f"{needed.outcome.value}: {needed.reason}" if needed.reason else needed.outcome.value


def told(variation: Variation) -> str:
    """What may stand there, in a few words."""
    works = [_text(each.text) for each in variation.tried if each.outcome.value == "fail"]
    fails = [each for each in variation.tried if each.outcome.value != "fail"]
    if not variation.complete:
        return "not asked"
    if variation.free:
        return f"any {variation.noun}"
    if variation.exact:
        return f"exactly so; with {_text(fails[0].text) or 'nothing'}: {fails[0].outcome.value} ({fails[0].reason})"
    against = ", ".join(_text(each.text) or '""' for each in fails)
    return f"not any {variation.noun}: {', '.join(works)} will do, but not {against}"


def pattern(explained: Explanation) -> str:
    """The content with what may be anything of its kind in angle brackets."""
    return "".join(f"⟨{text}⟩" if free else text for text, free in _pieces(explained))


def _pieces(explained: Explanation) -> list[tuple[str, bool]]:
    """The content in order: as it is, or the noun of what may stand there."""
    places = sorted((span, each.noun) for each in explained.variations if each.free for span in each.spans)
    found, done = [], 0
    for (start, stop), noun in places:
        if start >= done:
            found += [(readable(explained.content[done:start]), False), (noun, True)]
            done = stop
    return [*found, (readable(explained.content[done:]), False)]


def as_html(record: dict[str, Any], hide: Hide) -> str:
    """The section of the report, from what `as_record` made."""
    marked = escape(record["pattern"]).replace("⟨", '<span class="varies">⟨').replace("⟩", "⟩</span>")
    form = " ".join(_code(row["text"]) for row in record["without"] if row["reason"] == DOES_NOT_PARSE)
    asked = [row for row in record["without"] if row["reason"] != DOES_NOT_PARSE]
    rows = [(_code(row["text"]), escape(hide(row["told"]))) for row in asked]
    rows += [(form, "does not parse without any one of these")] if form else []
    varies = [(_code(row["text"]), escape(hide(row["may_be"]))) for row in record["varies"]]
    constructs = "".join(f"<li>{_code(row['text'])} may be {escape(row['is'])}</li>" for row in record["constructs"])
    return section(
        "What each part is for",
        "<p>What may be anything of its kind stands in angle brackets; the rest must be as it is.</p>"
        f'<pre class="tall" id="pattern" tabindex="0">{marked}</pre>',
        f'<ul class="plain">{constructs}</ul>' if constructs else "",
        f"<details open><summary>What may be different</summary>{table(('part', 'may be'), varies)}</details>"
        if varies
        else "",
        f"<details open><summary>What happens without</summary>{table(('part', 'then'), rows)}</details>",
        "" if record["complete"] else f'<p class="note">Not all was asked: {escape(record["why"])}.</p>',
    )


def _code(text: str) -> str:
    return f"<code>{escape(readable(text.encode()))}</code>"


def _text(data: bytes) -> str:
    return data.decode("utf-8", "backslashreplace")
