"""The parts of the page that are tables and texts: the state, the proof, the numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape

from thresher.reports.summary import Hide
from thresher.session.folder.history import SessionHistory
from thresher.verify.removals import Removal

MOST_REASONS = 12
REMOVALS = "Every single removal"


def section(title: str, *content: str) -> str:
    name = title.lower().replace(" ", "-")
    return f'<section aria-labelledby="{name}"><h2 id="{name}">{escape(title)}</h2>{"".join(content)}</section>'


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: frozenset[int] = frozenset()) -> str:
    """Rows of cells that are HTML already; the columns `numbers` stand at the right."""
    sides = ['class="number"' if number in numbers else "" for number in range(len(heads))]
    head = "".join(f'<th scope="col" {side}>{escape(name)}</th>' for name, side in zip(heads, sides, strict=True))
    body = "".join(
        f"<tr>{''.join(f'<td {side}>{cell}</td>' for cell, side in zip(row, sides, strict=True))}</tr>" for row in rows
    )
    kind = "" if numbers else ' class="wide"'  # on a phone, texts stand one below the other
    return f'<div class="scroll"><table{kind}><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def proof(past: SessionHistory, *, complete: bool, hide: Hide) -> str:
    """The certificate: every single removal, with what the program did then."""
    certificate = past.certificate
    if certificate is None or not certificate.removals:
        why = (
            "The result is too large to list every removal here; thresher verify does."
            if complete
            else "The search was stopped early: more can probably be removed. Run the same command again to continue."
        )
        return section(REMOVALS, f"<p>{why}</p>")
    rows = [
        (f"{escape(each.unit)} <code>{escape(each.text)}</code>{_instead(each)}", escape(hide(each.became)))
        for each in certificate.removals
    ]
    asked = sum(each.outcome is not None for each in certificate.removals)
    text = f"None of the {len(rows):,} single removals shows the failure: {asked:,} were tried on this result"
    if len(rows) > asked:
        text += f", {len(rows) - asked:,} do not parse"
    if not certificate.minimal:
        text = f"{len(rows):,} single removals are known; not all were tried on this result: thresher verify does"
    caveat = f" But {escape(past.about.caveat)}." if past.about.caveat else ""
    return section(
        REMOVALS,
        f"<p>{text}.{caveat}</p><details><summary>All removals</summary>{table(('without', 'then'), rows)}</details>",
    )


def _instead(removal: Removal) -> str:
    return f" (replaced by <code>{escape(removal.instead)}</code>)" if removal.instead else ""


def numbers(past: SessionHistory, hide: Hide) -> str:
    """The statistics."""
    done = past.statistics
    speed = done.tests / done.seconds if done.seconds else 0.0
    shown = {
        "tests": f"{done.tests:,}",
        "runs of the program": f"{done.runs:,}",
        "cached": f"{done.cached:,}",
        **({"speculative": f"{done.speculative:,}"} if done.speculative else {}),
        "cancelled": f"{done.cancelled:,}",
        "time": f"{done.seconds:,.1f} s",
        "in the program": f"{done.oracle_seconds:,.1f} s",
        "tests per second": f"{speed:,.1f}",
        "successful steps": f"{len(done.curve):,}",
    }
    cells = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in shown.items())
    parts = [f'<dl class="numbers">{cells}</dl>', _reasons(done.reasons, done.tests, hide)]
    if done.flaky is not None:
        parts.append(
            f"<p>Flaky: the failure occurs in about {done.flaky.rate:.0%} of the runs; each verdict was repeated until "
            f"it was {done.flaky.confidence:.0%} sure.</p>"
        )
    if done.rejected:
        parts.append(f"<p>Rejected by the program with an ordinary error: {done.rejected:,} tests</p>")
    notes = "".join(f"<li>{escape(hide(note))}</li>" for note in dict.fromkeys(done.notes))
    return section("Numbers", *parts, f'<ul class="plain">{notes}</ul>' if notes else "")


def _reasons(reasons: Counter[str], tests: int, hide: Hide) -> str:
    rows = [
        (
            escape(hide(reason)),
            f"{count:,}",
            f'<div class="bars"><span class="bar" style="width:{100 * count / tests:.1f}%"></span></div>',
        )
        for reason, count in reasons.most_common(MOST_REASONS)
    ]
    rest = sum(reasons.values()) - sum(count for _, count in reasons.most_common(MOST_REASONS))
    if rest:
        rows.append(("others", f"{rest:,}", ""))
    return table(("outcome", "tests", ""), rows, numbers=frozenset({1}))


def state(past: SessionHistory) -> str:
    """Whether all was tried, in a sentence."""
    finished = past.statistics.finished
    if finished is None:
        return '<strong class="warn">not finished</strong>: it still runs, or was killed'
    scope = f"; {escape(past.about.scope)}" if past.about.scope else ""
    if finished.complete and past.about.caveat:
        return f"<strong>finished</strong>: {escape(past.about.claim)}, but {escape(past.about.caveat)}{scope}"
    if finished.complete:
        return f'<strong class="good">complete</strong>: {escape(past.about.claim or finished.why)}{scope}'
    return f'<strong class="warn">stopped early</strong>: {escape(finished.why)}'
