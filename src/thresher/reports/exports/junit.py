"""A reduction as JUnit XML, which continuous integration servers show as failed tests."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape, quoteattr

from thresher.reports.excerpt import readable
from thresher.reports.summary import Hide, Summary, as_printed

MOST_OUTPUT = 1 << 16
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def as_junit(summary: Summary, hide: Hide) -> str:
    """A suite with one failed test for the target failure, and one for each other failure that was met."""
    result = "\n".join(f"--- {name}\n{readable(data)}" for name, data in summary.files)
    text = "\n".join([*summary.failure, "", "$ " + summary.test, summary.output, result])
    cases = [_case(summary.name, summary.title, "target failure", text, summary.seconds)]
    for each in summary.others:
        message = as_printed(each.message, hide)
        cases.append(_case(each.name, message.strip().partition("\n")[0], "other failure", message, 0.0))
    totals = f'tests="{len(cases)}" failures="{len(cases)}" errors="0" time="{summary.seconds:.3f}"'
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f"<testsuites {totals}>",
        f'<testsuite name="thresher" {totals}>',
        *cases,
        "</testsuite>",
        "</testsuites>",
    ]
    return "\n".join(lines) + "\n"


def _case(name: str, message: str, kind: str, text: str, seconds: float) -> str:
    shown = escape(_clean(text[:MOST_OUTPUT]))
    return (
        f'<testcase classname="thresher" name={quoteattr(_clean(name))} time="{seconds:.3f}">\n'
        f"<failure type={quoteattr(kind)} message={quoteattr(_clean(message))}>{shown}</failure>\n</testcase>"
    )


def _clean(text: str) -> str:
    """Without the characters that XML does not allow."""
    return _NOT_XML.sub("\ufffd", text)
